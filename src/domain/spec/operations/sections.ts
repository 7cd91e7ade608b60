import { insertedText, documentTextProblem } from '../../document/documentText.js';
import { type PlacedHeading, placedHeadings, bareHeading } from '../../document/sections/headings.js';
import { findSection, type Section, sectionAt } from '../../document/sections/sections.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import { BOUNDS } from '../../value/bounds.js';
import { withoutBlankEnds, lineEnd, quoted } from '../../value/text.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { withBody, type ActiveSpec } from '../spec.js';
import {
  editedSection,
  replacedBack,
  type ReplacedLines,
  replacedLines,
  standsReplaced,
  withLines,
} from '../../document/sections/sectionEdits.js';
import { laterChangeError, textNotKept } from '../undoErrors.js';

/** Lines of a section were replaced. If only the heading is recorded, the replaced lines are unknown. */
export type SectionReplaced = Fact<
  'SectionReplaced',
  {
    readonly heading: string;
    /** The 1-based number of the section among those with the same heading; 1 if absent. */
    readonly nth?: number;
  } & (ReplacedLines | { readonly [Field in keyof ReplacedLines]?: never })
>;

export const sectionReplaced: EventDefinition<SectionReplaced> = {
  type: 'SectionReplaced',
  apply: (spec, data) =>
    data.to === undefined
      ? spec
      : withBody(spec, (body) => {
          const section = sectionAt(body, data.heading, data.nth);
          return section === undefined ? body : withLines(body, section, data);
        }),
  inverse: (spec, data) => {
    const back = data.to === undefined ? undefined : replacedBack(data);
    if (data.to === undefined || back === undefined || spec.text === undefined) throw textNotKept(spec);
    const { body } = spec.text;
    const { heading } = data;
    const section = sectionAt(body, heading, data.nth);
    if (section === undefined || !standsReplaced(body, section, data))
      throw laterChangeError(
        spec,
        `the section ${quoted(heading)}`,
        section === undefined ? null : 'another',
      );
    const nth = data.nth !== undefined && { nth: data.nth };
    return [{ type: 'SectionReplaced', data: { heading, ...nth, ...back } }];
  },
};

/**
 * Returns the event that replaces the text of a section, or appends a text to it.
 * @throws SpectoolError `SECTION_NOT_FOUND` if no section has the name, `SECTION_AMBIGUOUS` if several have it, `FIELD_INVALID`
 * for a text that would end the section.
 */
export function decideSection(
  {
    section: name,
    text: given,
    how,
  }: {
    readonly section: string;
    readonly text: string;
    readonly how: 'set' | 'append';
  },
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
    given.length > BOUNDS.section
      ? `is longer than ${String(BOUNDS.section)} characters`
      : documentTextProblem(given);
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
        `Begin that heading with at least ${String(level + 1)} "#", or write that section in a separate change.`,
      );
}

/** Refuses a text with a code block or comment that is never closed, because all text below it would become part of it. */
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
