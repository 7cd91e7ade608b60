import { describe, expect, it } from '@jest/globals';
import {
  decideProjectConfig,
  evolveProjectConfig,
  type ProjectConfigCommand,
  type ProjectEvent,
  UNKNOWN_CONFIG,
} from '../../../src/domain/project/projectConfigFromEvents.js';

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
const initialized: ProjectEvent = {
  type: 'ProjectInitialized',
  data: { name: 'shop', config: { a: 1, b: 2 } },
};

describe('The event stream of a project', () => {
  it('gets one event when init runs twice', () => {
    given()
      .when(initialize('shop', { a: 1, b: 2 }))
      .then(initialized);
    given(initialized)
      .when(initialize('shop', { b: 2, a: 1 }))
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
});

it.each([5, null, {}, ['a']])('folding a project ignores the name %j in an event: it is no text', (name) => {
  const data = { config: {}, name } as unknown as { config: object; name: string };
  const known = evolveProjectConfig(UNKNOWN_CONFIG, {
    type: 'ProjectInitialized',
    data: { name: 'shop', config: {} },
  });
  for (const type of ['ProjectInitialized', 'ConfigurationChanged'] as const)
    expect(evolveProjectConfig(known, { type, data: data as never })).toMatchObject({ name: 'shop' });
});
