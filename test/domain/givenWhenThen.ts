import { expect } from '@jest/globals';
import { type SpecCommand, decide, type SpecEvent, evolve } from '../../src/domain/spec/specEvents.js';
import { DEFAULT_CONFIG } from '../../src/domain/project/configuration.js';
import { ABSENT, type ActiveSpec, type Spec } from '../../src/domain/spec/spec.js';
import type { JsonObject } from '../../src/domain/value/jsonValue.js';

export function created(frontmatter: JsonObject = {}, ref = '001-user-login'): SpecEvent {
  return {
    type: 'SpecCreated',
    data: {
      sequence: 1,
      name: 'user-login',
      ref,
      archived: false,
      title: 'User login',
      frontmatter: { status: 'planned', created: '2026-01-05', ...frontmatter },
    },
  };
}

/**
 * Returns the first step of a test in the form: given these events, when a command is decided, then these events are
 * expected.
 */
export function given(...events: readonly SpecEvent[]) {
  const spec = events.reduce<Spec>(evolve, ABSENT);
  return {
    ...asked(spec),
    /** Adds a document with the given text to the spec. */
    reading(body: string) {
      if (spec.kind === 'absent') throw new Error('there is no spec');
      return asked({ ...spec, text: { body, criteriaSections: DEFAULT_CONFIG.criteria.sections } });
    },
  };
}

function asked(spec: Spec) {
  return {
    when: (command: SpecCommand) => ({
      then: (...expected: readonly SpecEvent[]) => expect(decide(command, spec)).toEqual(expected),
      thenNothing: () => expect(decide(command, spec)).toEqual([]),
      thenRefused: (code: string, message = /./, more: object = {}) =>
        expect(() => decide(command, spec)).toThrow(
          expect.objectContaining({ code, message: expect.stringMatching(message), ...more }),
        ),
      thenState: (check: (spec: ActiveSpec) => void) => {
        const after = decide(command, spec).reduce<Spec>(evolve, spec);
        if (after.kind === 'absent') throw new Error('there is no spec');
        check(after);
      },
    }),
  };
}

/** Returns the events of a command, and the spec after them. */
export function after(command: SpecCommand, before: ActiveSpec) {
  const events = decide(command, before);
  return { events, spec: events.reduce<Spec>(evolve, before) as ActiveSpec };
}

export const undo = (...events: readonly SpecEvent[]): SpecCommand => ({
  type: 'Undo',
  data: { undone: 'x', events },
});
