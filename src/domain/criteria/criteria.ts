import { bodyOf, type SpecDocument } from '../document/specDocument.js';
import { isAscii, quoted } from '../value/text.js';
import {
  type Checkbox,
  checkboxesOf,
  isBlankText,
  labelOf,
  lastBox,
  type PlacedCheckbox,
  withoutLabel,
} from './checkboxes.js';
import { plainHeading } from '../document/sections/headings.js';
import { BOUNDS } from '../value/bounds.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { firstOf } from '../value/collections.js';

const STRIKE = '~~';
const MARK = `${STRIKE} (retired: `;

/** Returns the text of a retired criterion: struck through, with the reason. */
export function retiredText(words: string, reason: string): string {
  return `${STRIKE}${words}${MARK}${reason})`;
}

/** Returns the words of a criterion whose text is marked as retired, and the reason; undefined for any other text. */
export function retiredParts(text: string): { readonly words: string; readonly reason: string } | undefined {
  if (!text.startsWith(STRIKE) || !text.endsWith(')')) return undefined;
  const at = text.lastIndexOf(MARK);
  if (at < STRIKE.length) return undefined;
  return { words: text.slice(STRIKE.length, at), reason: text.slice(at + MARK.length, -1) };
}

/** Returns the words of a criterion whose text is marked as retired; undefined for any other text. */
export function retiredWords(text: string): string | undefined {
  return retiredParts(text)?.words;
}

/** Returns the words of a text that is struck through as a whole, with or without a remark in brackets; else undefined. */
export function struckWords(text: string): string | undefined {
  if (!text.startsWith(STRIKE)) return undefined;
  const end = text.lastIndexOf(STRIKE);
  const rest = text.slice(end + STRIKE.length).trim();
  const isWhole = rest === '' || (rest.startsWith('(') && rest.endsWith(')'));
  return end > STRIKE.length && isWhole ? text.slice(STRIKE.length, end) : undefined;
}

/** Returns the words of a criterion for comparison: without the label, and with single spaces. */
export function bareWords(text: string): string {
  return withoutLabel(text).replace(/\s+/g, ' ').trim();
}

/** A checkbox under an acceptance heading. */
export interface Criterion extends PlacedCheckbox {
  /** 1-based number of the criterion, in order of appearance. */
  readonly n: number;
  /** The label with which the criterion's text begins, written as `AC1:`, `**AC1**` or `(AC-1)`. */
  readonly label?: string;
  readonly text: string;
  /** Offset after the last character of the text. */
  readonly end: number;
  readonly done: boolean;
  /** 1-based line number in the scanned text. */
  readonly line: number;
}

/** The proof that a criterion is met; at least one of the fields is set. */
export type CriterionProof = {
  /** The person who confirms that the criterion is met. */
  readonly by?: string;
  readonly commit?: string;
  readonly test?: string;
  /** Why the person in `by` is sure; with it, the criterion is attested. */
  readonly reason?: string;
  /** Set if the actor who attested the criterion held the spec. */
  readonly byHolder?: true;
};

/**
 * Returns the criteria of a text, including nested ones; blank checkboxes are not criteria.
 * @param sections headings of the sections that hold criteria, at any level.
 */
export function criteriaOf(body: string, sections: readonly string[]): readonly Criterion[] {
  return boxesUnder(body, sections)
    .filter(({ text }) => !isBlankText(text))
    .map(({ text, end, checked, line, at, box }, i) => {
      const label = labelOf(text);
      return { n: i + 1, ...(label !== undefined && { label }), text, end, done: checked, line, at, box };
    });
}

/** Returns the criteria of a document. */
export function criteriaOfDocument(
  document: Pick<SpecDocument, 'text' | 'bodyStart'>,
  sections: readonly string[],
): readonly Criterion[] {
  return criteriaOf(bodyOf(document), sections);
}

/** Returns the criteria that are neither ticked nor retired. */
export function openCriteria(criteria: readonly Criterion[]): readonly Criterion[] {
  return criteria.filter(({ done, text }) => !done && retiredWords(text) === undefined);
}

/** Shortens a criterion's text for a message. @param most the number of characters that stay. */
export function shortenCriterion(text: string, most = 60): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, '')} …`;
}

/** The number of ticked criteria and of all criteria, both without the retired ones. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** The number of retired criteria; absent if there are none. */
  readonly retired?: number;
}

/** Counts all criteria and the ticked ones, without those marked as retired; undefined for a text without criteria. */
export function progressOf(body: string, sections: readonly string[]): Progress | undefined {
  const criteria = criteriaOf(body, sections);
  if (criteria.length === 0) return undefined;
  const counted = criteria.filter(({ text }) => retiredWords(text) === undefined);
  const retired = criteria.length - counted.length;
  return {
    done: counted.filter(({ done }) => done).length,
    total: counted.length,
    ...(retired > 0 && { retired }),
  };
}

/** The first line of a text in which every checkbox is a criterion, whatever the heading above it. */
export const ALL_BOXES = '<!-- every checkbox is a criterion -->';

/** Returns a text for readers, without {@link ALL_BOXES}. */
export function withoutMark(body: string): string {
  return body.startsWith(ALL_BOXES) ? body.slice(ALL_BOXES.length + 1) : body;
}

/** Returns the checkboxes below every heading that is in `sections`, including those without text. */
export function boxesUnder(body: string, sections: readonly string[]): readonly Checkbox[] {
  if (body.startsWith(ALL_BOXES)) return checkboxesOf(body);
  const { mentions, wanted } = readingOf(sections);
  const first = folded(body).search(mentions);
  if (first < 0 || lastBox(body) < first) return [];
  const known = new Map<string, boolean>();
  const isWanted = (heading: string) => {
    let answer = known.get(heading);
    if (answer === undefined) {
      answer = mentions.test(folded(heading)) && wanted.has(plainHeading(heading));
      known.set(heading, answer);
    }
    return answer;
  };
  // Scanning begins at the start of the paragraph, because a heading may begin on an earlier line than the word that was found.
  const from = Math.max(0, body.lastIndexOf('\n\n', first));
  return checkboxesOf(body, from).filter(({ path }) => path.some(isWanted));
}

/** The project's headings for criteria, prepared for searching; kept in `reading`, because all specs have the same headings. */
interface Reading {
  readonly sections: readonly string[];
  readonly wanted: ReadonlySet<string>;
  /**
   * Matches a text that may contain one of the headings. Most texts contain none, so this saves scanning their Markdown, which is
   * slow.
   */
  readonly mentions: RegExp;
}

let reading: Reading | undefined;
const MOST_LOOKED_FOR = 20;

function readingOf(sections: readonly string[]): Reading {
  if (reading?.sections === sections) return reading;
  const wanted = new Set(sections.map(plainHeading));
  const words = [...wanted].map((heading) =>
    heading
      .split(' ')
      .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
      .join('[\\s*_`]+'),
  );
  // With many headings, the pattern would be slower than scanning Markdown, so it is empty and matches any text.
  const pattern = words.length > MOST_LOOKED_FOR ? '' : words.join('|');
  reading = { sections, wanted, mentions: new RegExp(pattern, isAscii(pattern) ? 'i' : 'iu') };
  return reading;
}

/**
 * Replaces the Kelvin sign (the only non-ASCII letter whose lower case is ASCII) by `k`, so that a pattern without the `u` flag
 * finds it.
 */
function folded(text: string): string {
  return text.replaceAll('\u212a', 'k');
}

/**
 * Finds a criterion for an edit, by its number, its label, or a unique beginning of its text.
 * @throws SpectoolError `CRITERION_NOT_FOUND` if no criterion matches, `CRITERION_AMBIGUOUS` if several do.
 */
export function findCriterion(criteria: readonly Criterion[], wanted: string, ref: string): Criterion {
  const asked = plain(wanted);
  const numbered = /^#?\d{1,9}$/.test(asked) ? Number(asked.replace('#', '')) : undefined;
  const label = asked.replace(/:$/, '');
  const ways: readonly ((one: Criterion) => boolean)[] = [
    (one) => one.label?.toLowerCase() === label,
    (one) => plainOf(one) === asked,
    (one) => begins(one, asked),
  ];
  const byWords = (): readonly Criterion[] =>
    ways.reduce<readonly Criterion[]>(
      (before, way) => (before.length > 0 ? before : criteria.filter(way)),
      [],
    );
  const found =
    numbered !== undefined
      ? criteria.slice(Math.max(0, numbered - 1), numbered)
      : asked === ''
        ? []
        : byWords();
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const among = found.length > 0 ? found : criteria;
  const named = among.map(({ n, text }) => `${String(n)} ${quoted(shortenCriterion(text))}`);
  const which =
    found.length > 0
      ? `"${wanted}" matches ${String(found.length)} criteria of ${ref}`
      : `${ref} has no criterion "${wanted}"`;
  throw new SpectoolError(
    found.length > 0 ? 'CRITERION_AMBIGUOUS' : 'CRITERION_NOT_FOUND',
    criteria.length === 0
      ? `${ref} has no criteria.`
      : `${which}. ${found.length > 0 ? 'The matches' : 'The criteria'} are: ${firstOf(named, BOUNDS.listed)}.`,
    {
      advice:
        criteria.length === 0
          ? [{ useCase: 'addCriterion', request: { spec: ref }, needs: ['text'], to: 'add one' }]
          : [{ useCase: 'listCriteria', request: { spec: ref }, to: 'see their numbers' }],
      details: { criterion: wanted, candidates: among.slice(0, BOUNDS.listed).map(({ n }) => n) },
    },
  );
}

/** True if the criterion's text, with or without its label, begins with the text `asked`, which the user typed. */
function begins(one: Criterion, asked: string): boolean {
  const words = plainOf(one);
  const label = (one.label ?? '').toLowerCase();
  const own = words.slice(words.indexOf(label) + label.length).replace(/^[):\s]+/, '');
  return words.startsWith(asked) || own.startsWith(asked);
}

/** Cache of the normalized texts of criteria, because a command that names many criteria compares each name with all texts. */
const known = new WeakMap<Criterion, string>();

function plainOf(one: Criterion): string {
  const words = known.get(one) ?? plain(one.text);
  known.set(one, words);
  return words;
}

/** Normalizes a text for comparing: removes markup, and converts it to lower case. */
function plain(text: string): string {
  return text
    .replace(/[*_`]|~~/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
