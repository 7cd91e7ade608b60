import { type AddedNote, withNote, withoutNote } from '../../document/noteEdits.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import type { ActiveSpec } from '../spec.js';
import { withBody } from '../textFacts.js';

/** A note that was added by command was taken out again. */
export type NoteRemoved = Fact<'NoteRemoved', AddedNote>;

export const noteRemoved: EventDefinition<NoteRemoved, Fact<'NoteAdded', AddedNote>> = {
  type: 'NoteRemoved',
  apply: (spec, data) => withBody(spec, (body) => withoutAddedNote(spec, data) ?? body),
  inverse: (spec, { text, signed }) => [{ type: 'NoteAdded', data: addedNote(spec, text, signed) }],
  writes: () => ({}),
};

/** The text without it; undefined where it no longer stands as it was added. */
export function withoutAddedNote({ text }: ActiveSpec, data: AddedNote): string | undefined {
  return text && withoutNote(text.body, data);
}

/** A note as it would be added now. */
export function addedNote({ text: known }: ActiveSpec, text: string, signed = ''): AddedNote {
  const { above, below } = withNote(known?.body ?? '', { text, signed });
  return { text, signed, ...(above !== undefined && { above }), ...(below !== undefined && { below }) };
}
