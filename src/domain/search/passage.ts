import { type Heading, placedHeadings } from '../document/sections/headings.js';
import type { MatchedTerm } from './findDocuments.js';
import type { Compound, WordSplitter } from './wordSplitter.js';

/** The part of a file that matches a query best. */
export interface Passage {
  /** 1-based line number in the file. */
  readonly line: number;
  /** The headings above the passage, outermost first. */
  readonly headings: readonly string[];
  readonly snippet: string;
  /** The matching words as written in the file: words of the query (`terms`) and related words (`relatedTerms`). */
  readonly terms: readonly string[];
  readonly relatedTerms: readonly string[];
  readonly score: number;
}

const MOST_WORDS = 150;
const ENOUGH_WORDS = 50;
const LONGEST_TEXT = 400_000;
/** The score of a passage that contains the file path in the query; it is higher than any score of words. */
const NAMED = 1e6;

interface Line {
  readonly text: string;
  readonly words: number;
  readonly hits: readonly { readonly token: Compound; readonly term: MatchedTerm }[];
}

/**
 * Returns the best passage of a text, at most 150 words within one section; undefined if the text contains no term.
 * @param path the file path in the query, or `''` if there is none. With a path, the best passage is the one that contains the
 * path, or the longest end of the path.
 */
export function bestPassage(
  text: string,
  terms: readonly MatchedTerm[],
  splitter: WordSplitter,
  path = '',
): Passage | undefined {
  const named = nameIn(text, path);
  const lines = linesOf(text.slice(0, LONGEST_TEXT), terms, splitter);
  const headings = [...placedHeadings(text.slice(0, LONGEST_TEXT))];
  const headingLines = new Set(headings.map(({ line }) => line - 1));
  let best: { readonly from: number; readonly to: number; readonly score: number } | undefined;
  lines.forEach((line, from) => {
    if (line.hits.length === 0) return;
    let [to, words] = [from, line.words];
    // The passage is extended below the matching line to about `ENOUGH_WORDS` words, because that line may be only a heading.
    for (let next = from + 1; next < lines.length && words < ENOUGH_WORDS; next++) {
      if (headingLines.has(next)) break;
      words += lines[next]?.words ?? 0;
      if (words > MOST_WORDS) break;
      to = next;
    }
    const ofWords = scoreOf(lines.slice(from, to + 1)) * (headingLines.has(from) ? 1.1 : 1);
    const isNamed = named !== '' && line.text.toLowerCase().includes(named);
    const score = isNamed ? ofWords + (NAMED * named.length) / path.length : ofWords;
    if (best === undefined || score > best.score) best = { from, to, score };
  });
  if (best === undefined) return undefined;
  const { from, to, score } = best;
  const chosen = lines.slice(from, to + 1);
  const above = headings
    .filter(({ line }) => line <= from + 1)
    .reduce<readonly Heading[]>((path, one) => [...path.filter(({ level }) => level < one.level), one], []);
  return {
    line: from + 1,
    headings: above.map(({ heading }) => heading),
    snippet: snippetOf(chosen),
    ...wordsOf(chosen),
    score,
  };
}

/** Returns the longest end of a path that the text contains, in lower case. */
function nameIn(text: string, path: string): string {
  if (path === '') return '';
  const small = text.toLowerCase();
  let rest = path.toLowerCase();
  while (rest !== '' && !small.includes(rest)) rest = rest.replace(/^[^/]*\/?/, '');
  return rest;
}

function linesOf(text: string, terms: readonly MatchedTerm[], splitter: WordSplitter): readonly Line[] {
  const byStem = new Map<string, MatchedTerm>();
  for (const term of terms) {
    for (const stem of term.stems.split(' ')) {
      const before = byStem.get(stem);
      if (before === undefined || (before.kind === 'related' && term.kind === 'direct'))
        byStem.set(stem, term);
    }
  }
  const mayMatch = beginnings([...byStem.keys()]);
  return text.split('\n').map((line): Line => {
    const shown = line.replace(/\r$/, '');
    if (!mayMatch.test(line)) return { text: shown, words: line.match(/\w+/g)?.length ?? 0, hits: [] };
    const { tokens, compounds } = splitter.split(line);
    const hits = [...tokens.filter(({ stop }) => !stop), ...compounds].flatMap((token) => {
      const term = byStem.get(token.stem);
      return term === undefined ? [] : [{ token, term }];
    });
    return { text: shown, words: tokens.length, hits };
  });
}

/**
 * Matches lines that may contain a word with one of the stems, because splitting all lines into words is slow. A line matches if
 * it contains a stem without the last letter, which stemming may change, or if it is not ASCII.
 */
function beginnings(stems: readonly string[]): RegExp {
  const parts = stems.map((stem) =>
    Array.from(stem.slice(0, Math.max(1, stem.length - 1)), (letter) =>
      letter.replace(/[^\p{L}\p{N}]/u, '\\$&'),
    ).join('[-_ ]?'),
  );
  return new RegExp([...parts, '[^\\x00-\\x7f]'].join('|'), 'i');
}

/** Returns the score of a passage: each term counts in full once, and its repetitions only slightly. */
function scoreOf(lines: readonly Line[]): number {
  const seen = new Set<MatchedTerm>();
  let score = 0;
  for (const { term } of lines.flatMap(({ hits }) => hits)) {
    const value = Math.max(term.score, 0.05) * (term.kind === 'direct' ? 1 : 0.8);
    score += seen.has(term) ? value * 0.1 : value;
    seen.add(term);
  }
  return score;
}

function snippetOf(lines: readonly Line[]): string {
  const text = lines
    .map((line) => line.text)
    .join('\n')
    .trimEnd();
  if (text.length <= 2000) return text;
  // A long text is shortened, because a single line may be a whole file.
  const from = Math.max(0, (lines[0]?.hits[0]?.token.start ?? 0) - 300);
  return `${from > 0 ? '…' : ''}${text.slice(from, from + 1000)}…`;
}

function wordsOf(lines: readonly Line[]): Pick<Passage, 'terms' | 'relatedTerms'> {
  const direct = new Set<string>();
  const related = new Set<string>();
  for (const { text, hits } of lines) {
    for (const { token, term } of hits) {
      (term.kind === 'direct' ? direct : related).add(text.slice(token.start, token.end));
    }
  }
  return { terms: [...direct], relatedTerms: [...related].filter((word) => !direct.has(word)) };
}
