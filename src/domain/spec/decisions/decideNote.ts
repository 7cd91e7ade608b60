import { insertedText, textProblem } from '../../document/plainText.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import type { CalendarDate } from '../../value/calendarDate.js';
import type { NoteAdded } from '../events/noteAdded.js';
import { addedNote } from '../events/noteRemoved.js';
import type { ActiveSpec } from '../spec.js';

/** Letters of a note, which the log keeps whole. */
const LONGEST = 10_000;

/** @throws SpectoolError `FIELD_INVALID` for no text, one that is too long, or one that is not plain. */
export function decideNote(
  { text: given, today, by }: { readonly text: string; readonly today: CalendarDate; readonly by: string },
  spec: ActiveSpec,
): readonly NoteAdded[] {
  const text = insertedText(given);
  const problem = noteProblem(text);
  if (problem !== undefined)
    throw new SpectoolError('FIELD_INVALID', `The note ${problem}.`, {
      hint: 'A note is a remark; longer texts have a section of their own, or a file beside the document.',
      details: { field: 'text' },
    });
  const signed = `${today} (${by.replace(/[\0-\x1f\x7f-\x9f\s]+/g, ' ').trim()})`;
  return [{ type: 'NoteAdded', data: addedNote(spec, text, signed) }];
}

function noteProblem(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  if (text.length > LONGEST) return `is longer than ${String(LONGEST)} characters`;
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)) return 'contains a control character';
  return textProblem(text);
}
