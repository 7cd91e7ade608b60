import { type Changes, type Insisted, valuesWritten, withChanges } from '../change.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { reversedChanges } from '../undoing.js';

/** Scalars of the frontmatter. */
export type FieldsChanged = Fact<'FieldsChanged', { readonly changes: Changes } & Insisted>;

export const fieldsChanged: EventDefinition<FieldsChanged> = {
  type: 'FieldsChanged',
  apply: (spec, { changes }) => ({ ...spec, frontmatter: withChanges(spec.frontmatter, changes) }),
  inverse: (spec, { changes }) => {
    const reversed = reversedChanges(spec, changes);
    return Object.keys(reversed).length === 0 ? [] : [{ type: 'FieldsChanged', data: { changes: reversed } }];
  },
  writes: ({ changes }) => valuesWritten(changes),
};
