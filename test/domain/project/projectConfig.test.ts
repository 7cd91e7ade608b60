import { describe, expect, it } from '@jest/globals';
import { DEFAULT_CONFIG } from '../../../src/domain/project/configuration.js';
import type { ConfigurationChanges } from '../../../src/domain/project/configurationChanges.js';
import type { JsonObject } from '../../../src/domain/value/json.js';
import type { SettingChange } from '../../../src/domain/project/configurationKey.js';
import type { ProjectEvent } from '../../../src/domain/project/events.js';
import {
  decideProjectConfig,
  evolveProjectConfig,
  type ProjectConfigCommand,
  UNKNOWN_CONFIG,
} from '../../../src/domain/project/projectConfig.js';

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

describe('a project', () => {
  it('is initialised once', () => {
    given()
      .when(initialize('shop', { a: 1, b: 2 }))
      .then(initialized);
    given(initialized)
      .when(initialize('shop', { b: 2, a: 1 }))
      .then();
  });

  it('records nothing new after specs were imported', () => {
    const imported: ProjectEvent = {
      type: 'SpecsImported',
      data: { source: 'kiro', path: '.kiro/specs', count: 3 },
    };
    given(initialized, imported)
      .when(initialize('shop', { a: 1, b: 2 }))
      .then();
  });

  it('records a new configuration, and its name only when that is new', () => {
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

  it('records the assistants that were asked for only when they are new, and keeps them through other changes', () => {
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

  it('keeps its name when only the configuration changed', () => {
    given(initialized, { type: 'ConfigurationChanged', data: { config: { a: 2 } } })
      .when(initialize('shop', { a: 2 }))
      .then();
  });

  it.each<[change: SettingChange, config: object, changes: ConfigurationChanges]>([
    [
      { path: ['structure', 'prefix'], value: 'spec-' },
      { structure: { ...DEFAULT_CONFIG.structure, prefix: 'spec-' } },
      { 'structure.prefix': { from: '', to: 'spec-' } },
    ],
    [{ path: ['rules', 'SIZE'] }, { rules: {} }, { 'rules.SIZE': { from: 'off', to: null } }],
    [
      { path: ['template'], value: 'own.md' },
      { template: 'own.md', templates: { default: 'own.md' } },
      {
        template: { from: 'spec-template.md', to: 'own.md' },
        'templates.default': { from: 'spec-template.md', to: 'own.md' },
      },
    ],
    [
      { path: ['features', 'compliance'], value: true },
      {
        features: { ...DEFAULT_CONFIG.features, compliance: true },
        frontmatter: { ...DEFAULT_CONFIG.frontmatter, optional: ['tags', 'priority', 'compliance'] },
      },
      {
        'features.compliance': { from: false, to: true },
        'frontmatter.optional': { from: ['tags', 'priority'], to: ['tags', 'priority', 'compliance'] },
      },
    ],
  ])('records the keys changed by %j', (change, config, changes) => {
    const rules = { SIZE: 'off' };
    given({ type: 'ProjectInitialized', data: { name: 'shop', config: { rules } } })
      .when({ type: 'ChangeSettings', data: { given: { rules }, changes: [change] } })
      .then({
        type: 'ConfigurationChanged',
        data: { config: { ...DEFAULT_CONFIG, rules, ...config } as unknown as JsonObject, changes },
      });
  });

  it('records nothing when a default is written out, or when it is not initialised', () => {
    const changes = [{ path: ['autoCheck'], value: true }];
    given(initialized, { type: 'ConfigurationChanged', data: { config: {} } })
      .when({ type: 'ChangeSettings', data: { given: {}, changes } })
      .then();
    given()
      .when({ type: 'ChangeSettings', data: { given: {}, changes: [{ path: ['specsDir'], value: 'x' }] } })
      .then();
  });

  it('records hand edits with the former and new value of each key', () => {
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

  it('records a hand edit once, and nothing when nothing differs', () => {
    given(initialized)
      .when(observe({ b: 2, a: 1 }))
      .then();
    given(initialized, { type: 'ConfigurationChanged', data: { config: { a: 9 } } })
      .when(observe({ a: 9 }))
      .then();
  });

  it('takes a default that another version wrote out or left out for no edit', () => {
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

  it('records a skill when it is another one', () => {
    const installed: ProjectEvent = { type: 'SkillInstalled', data: { path: 'p', digest: 'd1' } };
    given(initialized).when(install('d1')).then(installed);
    given(initialized, installed).when(install('d1')).then();
    given(initialized, installed)
      .when(install('d2'))
      .then({ type: 'SkillInstalled', data: { path: 'p', digest: 'd2' } });
  });
});

it.each([5, null, {}, ['a']])('a project ignores the name %j in an event', (name) => {
  const data = { config: {}, name } as unknown as { config: object; name: string };
  const known = evolveProjectConfig(UNKNOWN_CONFIG, {
    type: 'ProjectInitialized',
    data: { name: 'shop', config: {} },
  });
  for (const type of ['ProjectInitialized', 'ConfigurationChanged'] as const)
    expect(evolveProjectConfig(known, { type, data: data as never })).toMatchObject({ name: 'shop' });
});
