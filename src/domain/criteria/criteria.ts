import { bareHeading } from '../document/sections/sections.js';
import { BLANK_BOX, labelOf, lastBox, type PlacedBox } from './boxGrammar.js';
import { type Checkbox, checkboxesOf } from './checkboxes.js';

/** A task of the lists that say when a spec is done. */
export interface Criterion extends PlacedBox {
  /** 1-based, in order of appearance. */
  readonly n: number;
  /** What it begins with, where that is a name for it: `AC1:`, `**AC1**`, `(AC-1)`. */
  readonly label?: string;
  readonly text: string;
  readonly done: boolean;
  /** 1-based, in the scanned text. */
  readonly line: number;
}

/** What shows that a criterion is met; one of them at least. */
export type CriterionProof = {
  /** Whose word it is. */
  readonly by?: string;
  readonly commit?: string;
  readonly test?: string;
};

/**
 * The criteria of a text, nested ones too; boxes nobody has written anything beside are none.
 * @param sections headings they stand under, at any level.
 */
export function criteriaOf(body: string, sections: readonly string[]): readonly Criterion[] {
  return boxesUnder(body, sections)
    .filter(({ text }) => !BLANK_BOX.test(text))
    .map(({ text, checked, line, at, box }, i) => {
      const label = labelOf(text);
      return { n: i + 1, ...(label !== undefined && { label }), text, done: checked, line, at, box };
    });
}

/** A criterion's words as a message repeats them. */
export function briefly(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60).replace(/\s+\S*$/, '')} …`;
}

/** How far a spec is, by its criteria. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Undefined for a text without criteria. */
export function progressOf(body: string, sections: readonly string[]): Progress | undefined {
  const criteria = criteriaOf(body, sections);
  return criteria.length === 0
    ? undefined
    : { done: criteria.filter(({ done }) => done).length, total: criteria.length };
}

/** Boxes below a heading of one of these names, blank ones too. */
export function boxesUnder(body: string, sections: readonly string[]): readonly Checkbox[] {
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
  // The heading may begin in a line before, but in no other paragraph.
  const from = Math.max(0, body.lastIndexOf('\n\n', first));
  return checkboxesOf(body, from).filter(({ path }) => path.some(isWanted));
}

/** How the headings are found, made once for the sections of a project. */
interface Reading {
  readonly sections: readonly string[];
  readonly wanted: ReadonlySet<string>;
  /** Most texts have none of the headings, and to read a text for its structure takes much longer than to look for words. */
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
  // Each place of a text is compared with each of them: of many the structure tells sooner.
  const pattern = words.length > MOST_LOOKED_FOR ? '' : words.join('|');
  reading = { sections, wanted, mentions: new RegExp(pattern, ASCII.test(pattern) ? 'i' : 'iu') };
  return reading;
}

const ASCII = /^[\0-\x7f]*$/;

/** The Kelvin sign is the one letter that is written small in ASCII alone: without it, a pattern need not know all of Unicode. */
function folded(text: string): string {
  return text.replaceAll('\u212a', 'k');
}

/** A heading without markup, a remark in brackets, and what people put before and behind its words. */
export function plainHeading(heading: string): string {
  const shown = bareHeading(heading).replace(/\([^()]*\)$/, '');
  // Patterns of the world's letters cost a command a millisecond.
  if (ASCII.test(shown)) return /[a-z0-9](?:.*[a-z0-9])?/s.exec(shown)?.[0] ?? '';
  const endsInLetter = /[\p{L}\p{N}]$/u;
  const start = shown.search(/[\p{L}\p{N}]/u);
  let end = start < 0 ? start : shown.length;
  // Letter by letter: a pattern that reads on over the world's letters notes each, and has no room for millions.
  while (end > start && !endsInLetter.test(shown.slice(Math.max(0, end - 2), end))) end--;
  return shown.slice(start, end);
}
