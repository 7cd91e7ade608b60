import { checkboxIn, withoutLabel } from '../criteria/checkboxes.js';
import { criteriaOf } from '../criteria/criteria.js';
import { wordsWithoutFormatting } from '../document/documentText.js';
import { linesOutsideCodeBlocks, THEMATIC_BREAK } from '../document/sections/codeBlocks.js';
import { withStableLinks } from '../document/links.js';
import { type Section, sectionsIn } from '../document/sections/sections.js';
import { bareHeading } from '../document/sections/headings.js';
import { isSamePerson, personText } from '../value/person.js';
import type { Approval } from '../spec/spec.js';
import type { CalendarDate } from '../value/dates.js';
import type { LogRecord, RecordedEvent } from '../log/records/record.js';

/** The digests of the part of a text that an approval covers. */
export interface AgreedText {
  /** The digest of the words, which stays the same when a formatter changes the text. */
  readonly digest: string;
  /** The digest as earlier versions recorded it, which included list signs and other marks. */
  readonly former: string;
}

/** Headings of the sections that an approval does not cover. */
const NOT_COVERED = /^(?:approvals?|notes)$/;
/** Matches a line that begins a new block, not a continued line: a list item, heading, quotation, table row or underline. */
const BLOCK = /^\s*(?:(?:[-+*]|\d{1,9}[.)])(?:\s|$)|#{1,6}(?:\s|$)|>|\||(?:=+|-+)\s*$)/;
/** Matches a one-line block: a line that the next line does not continue. */
const ALONE = /^\s*(?:#{1,6}(?:\s|$)|>|\||(?:=+|-+)\s*$)/;

/** Returns the sections of a text that an approval does not cover. */
function uncoveredSections(body: string): readonly Section[] {
  return sectionsIn(body).filter(({ heading, level }) => level > 1 && NOT_COVERED.test(bareHeading(heading)));
}

/** A paragraph, list item, heading or line of code of a text that an approval covers. */
export interface Block {
  /** Offset of the block's first line. */
  readonly at: number;
  /** The words: without a checkbox and a label, without line breaks, with single blanks. */
  readonly text: string;
  /** The heading's text, if the block is a heading. */
  readonly heading?: string;
}

/** Returns the blocks of a text that an approval covers. Checkboxes, labels, line breaks and blanks do not change them. */
export function coveredBlocks(text: string, uncovered = uncoveredSections(text)): readonly Block[] {
  const isCovered = coverage(uncovered);
  const prose = new Set(Array.from(linesOutsideCodeBlocks(text), ({ start }) => start));
  const blocks: { at: number; text: string; heading?: string }[] = [];
  let isOpen = false;
  let start = 0;
  for (const raw of text.split('\n')) {
    const line = raw.trimEnd();
    const at = start;
    start += raw.length + 1;
    if (!isCovered(at)) isOpen = false;
    else if (!prose.has(at)) {
      blocks.push({ at, text: line });
      isOpen = false;
    } else if (line === '') isOpen = false;
    else if (isOpen && !BLOCK.test(line) && !THEMATIC_BREAK.test(line))
      (blocks.at(-1) as Block & { text: string }).text += ` ${spaced(line)}`;
    else {
      const heading = /^ {0,3}#{1,6}\s+(.*)$/.exec(line)?.[1];
      blocks.push({ at, text: firstLine(line), ...(heading !== undefined && { heading }) });
      isOpen = !ALONE.test(line) && !THEMATIC_BREAK.test(line);
    }
  }
  return blocks;
}

/**
 * Returns the texts that are compared to find out whether an approved text has changed: the covered blocks, and all criteria.
 * Numbers in links are left out, because specs may be renumbered.
 * @param sections headings of the sections with criteria.
 */
function agreedBlocks(body: string, sections: readonly string[]): readonly string[] {
  const text = withStableLinks(body.replace(/^\uFEFF/, ''));
  const uncovered = uncoveredSections(text);
  const blocks = coveredBlocks(text, uncovered).map((block) => block.text);
  if (uncovered.length === 0) return blocks;
  const isCovered = coverage(uncovered);
  const hidden = criteriaOf(text, sections).filter(({ at }) => !isCovered(at));
  return [...blocks, ...hidden.map((one) => spaced(withoutLabel(one.text)))];
}

export function agreedText(
  body: string,
  sections: readonly string[],
  sha256: (text: string) => string,
): AgreedText {
  const blocks = agreedBlocks(body, sections);
  const words = blocks.map((block) => wordsWithoutFormatting(block.replace(/^\s*(?:#{1,6}(?=\s)|=+$)/, '')));
  const [digest, former] = [words.join(''), blocks.join('\n')].map((text) => sha256(text).slice(0, 32));
  return { digest: digest ?? '', former: former ?? '' };
}

/** True if an approval's digest belongs to this text, as computed now or by earlier versions of spectool. */
export function isText(recorded: string, { digest, former }: AgreedText): boolean {
  return recorded === digest || recorded === former;
}

/** Returns a function that is true for offsets that an approval covers; the function must be called with ascending offsets. */
function coverage(uncovered: readonly Section[]): (at: number) => boolean {
  let next = 0;
  let end = 0;
  return (at) => {
    for (; (uncovered[next]?.start ?? Infinity) <= at; next++) end = Math.max(end, uncovered[next]?.end ?? 0);
    return at >= end;
  };
}

/** Returns the first line of a block, without the checkbox and the label of a task. */
function firstLine(line: string): string {
  const indent = line.slice(0, line.length - line.trimStart().length);
  const task = checkboxIn(line);
  const mark = task && line.slice(0, task.at).trim();
  const words = task === undefined ? line : `${mark ?? ''} ${withoutLabel(task.text)}`;
  return indent + spaced(words);
}

/** Returns the words with single blanks, and with runs of dashes in tables shortened to three, as a formatter may change both. */
function spaced(words: string): string {
  return words.trim().replace(/\s+/g, ' ').replace(/-{3,}/g, '---');
}

/** The frontmatter field that people and templates use for approvals. */
export const APPROVAL_FIELD = 'approval';

/** Whether the text of a spec is approved. `lapsed`: an earlier text was approved. */
export const APPROVAL_STATES = ['approved', 'lapsed', 'waiting'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export interface ApprovalView {
  readonly state: ApprovalState;
  /** The actors who approved this text; for a lapsed approval, those who approved an earlier text. */
  readonly by?: readonly string[];
  /** The day of the last of these approvals. */
  readonly on?: CalendarDate;
}

/** Returns whether a text is approved. @param agreed returns the text's digests; not called if there are no approvals. */
export function approvalView(approvals: readonly Approval[], agreed: () => AgreedText): ApprovalView {
  if (approvals.length === 0) return { state: 'waiting' };
  const text = agreed();
  const current = approvals.filter((one) => isText(one.text, text));
  const told = current.length > 0 ? current : approvals;
  const on = told.at(-1)?.on;
  return {
    state: current.length > 0 ? 'approved' : 'lapsed',
    by: [...new Set(told.map(({ by }) => by))],
    ...(on !== undefined && { on }),
  };
}

/** The facts that decide whether a spec waits for a review. */
interface ReviewableSpec {
  readonly archived: boolean;
  readonly status: string | null;
  readonly reviewer?: string;
  readonly approval?: ApprovalView;
}

/** True if the spec's text is not approved and the person is its reviewer. */
export function waitsFor(person: string, spec: ReviewableSpec): boolean {
  const { archived, status, reviewer, approval } = spec;
  return (
    !archived && status !== 'complete' && approval?.state !== 'approved' && isSamePerson(reviewer, person)
  );
}

/** Describes the state of an approval in words: `approved by kim on 2026-01-05`. */
export function approvalWords({ state, by = [], on }: ApprovalView): string {
  if (by.length === 0) return 'waiting for approval';
  const who = `approved by ${by.map(personText).join(', ')}${on === undefined ? '' : ` on ${on}`}`;
  return state === 'lapsed' ? `lapsed, ${who}` : who;
}

/** The types of events that change the text to which an approval refers. */
const WRITTEN: ReadonlySet<string> = new Set([
  'SpecCreated',
  'TextEdited',
  'SectionReplaced',
  'CriterionAdded',
  'CriterionRemoved',
  'CriterionRetired',
  'CriterionRestored',
]);

/**
 * Returns the actor of the last record in a log that changed the text to which an approval refers; undefined after a hand edit.
 */
export function lastWriter(records: readonly LogRecord[]): string | undefined {
  return records.findLast(({ events }) => events.some(changesText))?.actor;
}

/** True for an event of the log that changes the text to which an approval refers. Links that spectool adjusted do not count. */
export function changesText({ type, data }: RecordedEvent): boolean {
  return (WRITTEN.has(type) && data['followed'] !== true) || (type === 'SpecRenamed' && 'title' in data);
}
