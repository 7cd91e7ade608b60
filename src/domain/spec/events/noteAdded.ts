import type { EventDefinition, Fact } from '../eventDefinition.js';
import { textNotKept } from '../undoing.js';

/** A note was appended to the text. */
export type NoteAdded = Fact<'NoteAdded', { readonly text: string }>;

export const noteAdded: EventDefinition<NoteAdded, never> = {
  type: 'NoteAdded',
  apply: (spec) => spec,
  inverse: (spec) => {
    throw textNotKept(spec);
  },
  writes: () => ({}),
};
