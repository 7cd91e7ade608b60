import { type AddedNote, withNote } from '../../document/noteEdits.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { withBody } from '../textFacts.js';
import { movedOn, textNotKept } from '../undoing.js';
import { type NoteRemoved, withoutAddedNote } from './noteRemoved.js';

/** A note was appended to the text. Without `signed` nobody knows how it was written. */
export type NoteAdded = Fact<'NoteAdded', AddedNote>;

export const noteAdded: EventDefinition<NoteAdded, NoteRemoved> = {
  type: 'NoteAdded',
  apply: (spec, data) =>
    data.signed === undefined ? spec : withBody(spec, (body) => withNote(body, data).body),
  inverse: (spec, data) => {
    if (data.signed === undefined) throw textNotKept(spec);
    if (withoutAddedNote(spec, data) === undefined) throw movedOn(spec, 'the note', 'another');
    return [{ type: 'NoteRemoved', data }];
  },
  writes: () => ({}),
};
