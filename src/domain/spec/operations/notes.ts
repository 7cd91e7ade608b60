import { insertedText, documentTextProblem } from '../../document/documentText.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import { BOUNDS } from '../../value/bounds.js';
import type { CalendarDate } from '../../value/dates.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { withBody, type ActiveSpec } from '../spec.js';
import { type AddedNote, withNote, withoutNote } from '../../document/sections/sectionEdits.js';
import { laterChangeError, textNotKept } from '../undoErrors.js';

/** A note was added to the text. If `signed` is absent, the exact form of the note in the text is unknown. */
export type NoteAdded = Fact<'NoteAdded', AddedNote>;

export const noteAdded: EventDefinition<NoteAdded, NoteRemoved> = {
  type: 'NoteAdded',
  apply: (spec, data) =>
    data.signed === undefined ? spec : withBody(spec, (body) => withNote(body, data).body),
  inverse: (spec, data) => {
    if (data.signed === undefined) throw textNotKept(spec);
    if (withoutAddedNote(spec, data) === undefined) throw laterChangeError(spec, 'the note', 'another');
    return [{ type: 'NoteRemoved', data }];
  },
};

/** A note that a command had added was removed. */
export type NoteRemoved = Fact<'NoteRemoved', AddedNote>;

export const noteRemoved: EventDefinition<NoteRemoved, Fact<'NoteAdded', AddedNote>> = {
  type: 'NoteRemoved',
  apply: (spec, data) => withBody(spec, (body) => withoutAddedNote(spec, data) ?? body),
  inverse: (spec, { text, signed }) => [{ type: 'NoteAdded', data: addedNote(spec, text, signed) }],
};

/** Returns the text without the added note; undefined if the note was changed since it was added. */
export function withoutAddedNote({ text }: ActiveSpec, data: AddedNote): string | undefined {
  return text && withoutNote(text.body, data);
}

/** Returns the event data for adding a note to the current text. */
export function addedNote({ text: known }: ActiveSpec, text: string, signed = ''): AddedNote {
  const { above, below } = withNote(known?.body ?? '', { text, signed });
  return { text, signed, ...(above !== undefined && { above }), ...(below !== undefined && { below }) };
}

/**
 * Returns the event that adds a note.
 * @throws SpectoolError `FIELD_INVALID` if the note is empty, too long, or not plain text.
 */
export function decideNote(
  { text: given, today, by }: { readonly text: string; readonly today: CalendarDate; readonly by: string },
  spec: ActiveSpec,
): readonly NoteAdded[] {
  const text = insertedText(given);
  const problem = noteProblem(text);
  if (problem !== undefined)
    throw new SpectoolError('FIELD_INVALID', `The note ${problem}.`, {
      hint: 'Keep notes short; put longer text into a section or a separate file.',
      details: { field: 'text' },
    });
  const signed = `${today} (${by.replace(/[\0-\x1f\x7f-\x9f\s]+/g, ' ').trim()})`;
  return [{ type: 'NoteAdded', data: addedNote(spec, text, signed) }];
}

function noteProblem(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  if (text.length > BOUNDS.note) return `is longer than ${String(BOUNDS.note)} characters`;
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)) return 'contains a control character';
  return documentTextProblem(text);
}
