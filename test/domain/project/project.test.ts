import { describe, expect, it } from '@jest/globals';
import { DEFAULT_CONFIG } from '../../../src/domain/project/projectConfig.js';
import type { JsonObject } from '../../../src/domain/value/json.js';
import type { ProjectEvent } from '../../../src/domain/project/events.js';
import {
  decideProject,
  evolveProject,
  type ProjectCommand,
  UNKNOWN_PROJECT,
} from '../../../src/domain/project/project.js';

const given = (...events: readonly ProjectEvent[]) => ({
  when: (command: ProjectCommand) => ({
    then: (...expected: readonly ProjectEvent[]) =>
      expect(decideProject(command, events.reduce(evolveProject, UNKNOWN_PROJECT))).toEqual(expected),
  }),
});

const initialize = (name: string, config: object = {}): ProjectCommand => ({
  type: 'Initialize',
  data: { name, config: { ...config } },
});
const observe = (config: JsonObject): ProjectCommand => ({ type: 'ObserveConfiguration', data: { config } });
const initialized: ProjectEvent = {
  type: 'ProjectInitialized',
  data: { name: 'shop', config: { a: 1, b: 2 } },
};
const install = (digest: string): ProjectCommand => ({ type: 'InstallSkill', data: { path: 'p', digest } });

describe('a project', () => {
  it('is initialised once', () => {
    given()
      .when(initialize('shop', { a: 1, b: 2 }))
      .then(initialized);
    given(initialized)
      .when(initialize('shop', { b: 2, a: 1 }))
      .then();
  });

  it('knows nothing else once specs were imported, which its history tells', () => {
    const imported: ProjectEvent = {
      type: 'SpecsImported',
      data: { source: 'kiro', path: '.kiro/specs', count: 3 },
    };
    given(initialized, imported)
      .when(initialize('shop', { a: 1, b: 2 }))
      .then();
  });

  it('notes what its configuration became, and its name only when that is new', () => {
    given(initialized)
      .when(initialize('shop', { a: 2 }))
      .then({
        type: 'ConfigurationChanged',
        data: { config: { a: 2 }, changes: { a: { from: 1, to: 2 }, b: { from: 2, to: null } } },
      });
    given(initialized)
      .when(initialize('store', { a: 1, b: 2 }))
      .then({ type: 'ConfigurationChanged', data: { config: { a: 1, b: 2 }, name: 'store' } });
  });

  it('notes which assistants somebody asked links for, only when that is new, and keeps it through other changes', () => {
    const asked = (...agentTools: string[]): ProjectCommand => ({
      type: 'Initialize',
      data: { name: 'shop', config: { a: 1, b: 2 }, agentTools },
    });
    const recorded = (...agentTools: string[]): ProjectEvent => ({
      type: 'ConfigurationChanged',
      data: { config: { a: 1, b: 2 }, agentTools },
    });
    given(initialized).when(asked('alpha')).then(recorded('alpha'));
    given(initialized).when(asked()).then(recorded());
    given(initialized, recorded(), { type: 'ConfigurationChanged', data: { config: { a: 1, b: 2 } } })
      .when(asked())
      .then();
  });

  it('keeps its name when only the configuration changed', () => {
    given(initialized, { type: 'ConfigurationChanged', data: { config: { a: 2 } } })
      .when(initialize('shop', { a: 2 }))
      .then();
  });

  it('notes what was edited by hand, each key with what it was and became', () => {
    given(initialized)
      .when(observe({ a: 1, b: 2, structure: { sequenceDigits: 4 }, variables: { lead: 'kim' } }))
      .then({
        type: 'ConfigurationChanged',
        data: {
          config: { a: 1, b: 2, structure: { sequenceDigits: 4 }, variables: { lead: 'kim' } },
          changes: {
            'structure.sequenceDigits': { from: 3, to: 4 },
            'variables.lead': { from: null, to: 'kim' },
          },
        },
      });
    given(initialized, { type: 'ConfigurationChanged', data: { config: { a: 1, list: ['x'] } } })
      .when(observe({ a: 1, list: ['x', 'y'] }))
      .then({
        type: 'ConfigurationChanged',
        data: {
          config: { a: 1, list: ['x', 'y'] },
          changes: { list: { from: ['x'], to: ['x', 'y'] } },
        },
      });
  });

  it('notes an edit once, and none where nothing is different', () => {
    given(initialized)
      .when(observe({ b: 2, a: 1 }))
      .then();
    given(initialized, { type: 'ConfigurationChanged', data: { config: { a: 9 } } })
      .when(observe({ a: 9 }))
      .then();
  });

  it('takes a default that another version wrote out, or left out, for no edit', () => {
    const { structure } = DEFAULT_CONFIG;
    given(initialized)
      .when(observe({ a: 1, b: 2, autoCheck: true, structure: { ...structure } }))
      .then();
    given({ type: 'ProjectInitialized', data: { name: 'shop', config: { specsDir: 'specs', a: 1 } } })
      .when(observe({ a: 1 }))
      .then();
  });

  it('that was never initialised has nothing to compare with', () => {
    given()
      .when(observe({ a: 1 }))
      .then();
  });

  it('notes a skill when it is another one', () => {
    const installed: ProjectEvent = { type: 'SkillInstalled', data: { path: 'p', digest: 'd1' } };
    given(initialized).when(install('d1')).then(installed);
    given(initialized, installed).when(install('d1')).then();
    given(initialized, installed)
      .when(install('d2'))
      .then({ type: 'SkillInstalled', data: { path: 'p', digest: 'd2' } });
  });
});

it.each([5, null, {}, ['a']])('A name that is %j is none', (name) => {
  const data = { config: {}, name } as unknown as { config: object; name: string };
  const known = evolveProject(UNKNOWN_PROJECT, {
    type: 'ProjectInitialized',
    data: { name: 'shop', config: {} },
  });
  for (const type of ['ProjectInitialized', 'ConfigurationChanged'] as const)
    expect(evolveProject(known, { type, data: data as never })).toMatchObject({ name: 'shop' });
});
