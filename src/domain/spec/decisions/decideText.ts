import { quoted } from '../../value/quoted.js';
import { insertedText, textProblem, withoutBlankEnds } from '../../document/decodeText.js';
import { findSection } from '../../document/sections/findSection.js';
import { placedHeadings, type PlacedHeading } from '../../document/sections/headings.js';
import { editedSection, replacedLines } from '../../document/sections/sectionEdits.js';
import { bareHeading, type Section } from '../../document/sections/sections.js';
import { lineEnd } from '../../document/textEdit.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import { addedNote, type NoteAdded, type SectionReplaced } from '../events/textEvents.js';
import type { ActiveSpec } from '../spec.js';
import type { SpecRequests } from '../specCommands.js';

/** The greatest length of a section's new text in characters. */
const LONGEST = 100_000;

/**
 * Returns the event that replaces the text of a section, or appends a text to it.
 * @throws SpectoolError `SECTION_NOT_FOUND` if no section has the name, `SECTION_AMBIGUOUS` if several have it, `FIELD_INVALID`
 * for a text that would end the section.
 */
export function decideSection(
  { section: name, text: given, how }: SpecRequests['ReplaceSection'],
  spec: ActiveSpec,
): readonly SectionReplaced[] {
  const { body, bodyLine = 1 } = spec.text ?? { body: '' };
  const section = findSection({ ref: spec.labels.ref, body, bodyLine }, name);
  const text = withoutOwnHeading(plain(given), section);
  refuseHeadings(text, section);
  const old = body.slice(section.bodyStart, section.end);
  const now = text === '' && how === 'append' ? old : editedSection(body, section, text, how);
  if (now === old) return [];
  refuseOpenBlock(body, section, now);
  return [
    {
      type: 'SectionReplaced',
      data: {
        heading: section.heading,
        ...(section.nth > 1 && { nth: section.nth }),
        ...replacedLines(old, now),
      },
    },
  ];
}

function plain(given: string): string {
  const problem =
    given.length > LONGEST ? `is longer than ${String(LONGEST)} characters` : textProblem(given);
  if (problem !== undefined) throw invalid(`The text ${problem}.`);
  return insertedText(given);
}

/**
 * Returns the given text without the section's own heading, because a user may have copied a printed section, which includes it.
 */
function withoutOwnHeading(text: string, { heading, level }: Section): string {
  const [first] = placedHeadings(text);
  const isOwn =
    first?.line === 1 && first.level === level && bareHeading(first.heading) === bareHeading(heading);
  if (!isOwn) return text;
  const below = text.slice(lineEnd(text, first.textEnd));
  return withoutBlankEnds(text.startsWith('#') ? below : below.slice(lineEnd(below, 0)));
}

function refuseHeadings(text: string, { heading, level }: Section): void {
  for (const other of placedHeadings(text))
    if (other.level <= level)
      throw invalid(
        `Line ${String(other.line)} of the text is a heading that would end the section ${quoted(heading)}: ${quoted(other.heading)}.`,
        `Begin that heading with ${String(level + 1)} or more "#", or write that section in a change of its own.`,
      );
}

/**
 * Refuses a text with a code block or comment that is never closed, because the text below the section would become part of it.
 */
function refuseOpenBlock(body: string, { heading, bodyStart, end }: Section, now: string): void {
  const head = body.slice(0, bodyStart) + (bodyStart > 0 && body[bodyStart - 1] !== '\n' ? '\n' : '');
  const below = (text: string, from: number) =>
    [...placedHeadings(text)].filter(({ start }) => start >= from).map(nameAndLevel);
  const after = below(head + now + body.slice(end), head.length + now.length);
  if (after.join('\n') === below(body, end).join('\n')) return;
  throw invalid(
    `The text leaves a code block or comment open, which would include the sections below ${quoted(heading)}.`,
    'Close the code block or comment.',
  );
}

function nameAndLevel({ heading, level }: PlacedHeading): string {
  return `${String(level)} ${heading}`;
}

function invalid(message: string, hint?: string): SpectoolError {
  return new SpectoolError('FIELD_INVALID', message, {
    ...(hint !== undefined && { hint }),
    details: { field: 'text' },
  });
}

/** The greatest length of a note in characters, because the log stores the whole note. */
const LONGEST_NOTE = 10_000;

/**
 * Returns the event that adds a note.
 * @throws SpectoolError `FIELD_INVALID` if the note is empty, too long, or not plain text.
 */
export function decideNote(
  { text: given, today, by }: SpecRequests['AddNote'],
  spec: ActiveSpec,
): readonly NoteAdded[] {
  const text = insertedText(given);
  const problem = noteProblem(text);
  if (problem !== undefined)
    throw new SpectoolError('FIELD_INVALID', `The note ${problem}.`, {
      hint: 'Keep notes short; put longer text into a section or a file of its own.',
      details: { field: 'text' },
    });
  const signed = `${today} (${by.replace(/[\0-\x1f\x7f-\x9f\s]+/g, ' ').trim()})`;
  return [{ type: 'NoteAdded', data: addedNote(spec, text, signed) }];
}

function noteProblem(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  if (text.length > LONGEST_NOTE) return `is longer than ${String(LONGEST_NOTE)} characters`;
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)) return 'contains a control character';
  return textProblem(text);
}
