import { describe, expect, it } from '@jest/globals';
import { DEFAULT_CONFIG } from '../../../src/domain/project/configuration.js';
import {
  type ConfigurationChanges,
  decideProjectConfig,
  evolveProjectConfig,
  type ProjectConfigCommand,
  type ProjectEvent,
  UNKNOWN_CONFIG,
} from '../../../src/domain/project/projectConfigFromEvents.js';
import type { JsonObject } from '../../../src/domain/value/jsonValue.js';

const given = (...events: readonly ProjectEvent[]) => ({
  when: (command: ProjectConfigCommand) => ({
    then: (...expected: readonly ProjectEvent[]) =>
      expect(decideProjectConfig(command, events.reduce(evolveProjectConfig, UNKNOWN_CONFIG))).toEqual(
        expected,
      ),
  }),
});

const initialize = (name: string, config: object = {}): ProjectConfigCommand => ({
  type: 'Initialize',
  data: { name, config: { ...config } },
});
const observe = (config: JsonObject): ProjectConfigCommand => ({
  type: 'ObserveConfiguration',
  data: { config },
});
const initialized: ProjectEvent = {
  type: 'ProjectInitialized',
  data: { name: 'shop', config: { a: 1, b: 2 } },
};
const install = (digest: string): ProjectConfigCommand => ({
  type: 'InstallSkill',
  data: { path: 'p', digest },
});

const RULES = { SIZE: 'off' };

describe('The event stream of a project', () => {
  it('gets one event when init runs twice', () => {
    given()
      .when(initialize('shop', { a: 1, b: 2 }))
      .then(initialized);
    given(initialized)
      .when(initialize('shop', { b: 2, a: 1 }))
      .then();
  });

  it('gets no event when init runs again after an import', () => {
    const imported: ProjectEvent = {
      type: 'SpecsImported',
      data: { source: 'kiro', path: '.kiro/specs', count: 3 },
    };
    given(initialized, imported)
      .when(initialize('shop', { a: 1, b: 2 }))
      .then();
  });

  it('gets an event for a changed configuration, with the project name only when the name changed', () => {
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

  it('has the requested assistants only when they changed, and keeps them through other events', () => {
    const asked = (...agentTools: string[]): ProjectConfigCommand => ({
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

  it('keeps the project name when only the configuration changed', () => {
    given(initialized, { type: 'ConfigurationChanged', data: { config: { a: 2 } } })
      .when(initialize('shop', { a: 2 }))
      .then();
  });

  it.each<[settings: JsonObject, config: object, changes: ConfigurationChanges]>([
    [
      { rules: RULES, structure: { prefix: 'spec-' } },
      { structure: { ...DEFAULT_CONFIG.structure, prefix: 'spec-' } },
      { 'structure.prefix': { from: '', to: 'spec-' } },
    ],
    [{}, { rules: {} }, { 'rules.SIZE': { from: 'off', to: null } }],
    [
      { rules: RULES, template: 'own.md' },
      { template: 'own.md', templates: { default: 'own.md' } },
      {
        template: { from: 'spec-template.md', to: 'own.md' },
        'templates.default': { from: 'spec-template.md', to: 'own.md' },
      },
    ],
    [
      { rules: RULES, features: { compliance: true } },
      {
        features: { ...DEFAULT_CONFIG.features, compliance: true },
        frontmatter: { ...DEFAULT_CONFIG.frontmatter, optional: ['tags', 'priority', 'compliance'] },
      },
      {
        'features.compliance': { from: false, to: true },
        'frontmatter.optional': { from: ['tags', 'priority'], to: ['tags', 'priority', 'compliance'] },
      },
    ],
  ])('has the keys of the configuration that a command changed to %j', (settings, config, changes) => {
    given({ type: 'ProjectInitialized', data: { name: 'shop', config: { rules: RULES } } })
      .when({ type: 'ChangeSettings', data: { given: settings } })
      .then({
        type: 'ConfigurationChanged',
        data: { config: { ...DEFAULT_CONFIG, rules: RULES, ...config } as unknown as JsonObject, changes },
      });
  });

  it('gets no event when a command writes out a default, or before init', () => {
    given(initialized, { type: 'ConfigurationChanged', data: { config: {} } })
      .when({ type: 'ChangeSettings', data: { given: { autoCheck: true } } })
      .then();
    given()
      .when({ type: 'ChangeSettings', data: { given: { specsDir: 'x' } } })
      .then();
  });

  it('gets hand edits of the configuration with the old and new value of each key', () => {
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
        data: { config: { a: 1, list: ['x', 'y'] }, changes: { list: { from: ['x'], to: ['x', 'y'] } } },
      });
  });

  it('gets no hand edit before init, because there is nothing to compare with', () => {
    given()
      .when(observe({ a: 1 }))
      .then();
  });

  it('gets an event for an installed skill only when the skill changed', () => {
    const installed: ProjectEvent = { type: 'SkillInstalled', data: { path: 'p', digest: 'd1' } };
    given(initialized).when(install('d1')).then(installed);
    given(initialized, installed).when(install('d1')).then();
    given(initialized, installed)
      .when(install('d2'))
      .then({ type: 'SkillInstalled', data: { path: 'p', digest: 'd2' } });
  });
});

it.each([5, null, {}, ['a']])(
  'folding a project ignores the name %j in an event, because that is no text',
  (name) => {
    const data = { config: {}, name } as unknown as { config: object; name: string };
    const known = evolveProjectConfig(UNKNOWN_CONFIG, {
      type: 'ProjectInitialized',
      data: { name: 'shop', config: {} },
    });
    for (const type of ['ProjectInitialized', 'ConfigurationChanged'] as const)
      expect(evolveProjectConfig(known, { type, data: data as never })).toMatchObject({ name: 'shop' });
  },
);
