import { type Analyser, type Token, tokensOf } from './analyser.js';

/** The parts of a spec that are searched. */
export interface SearchableFields {
  readonly title: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** Markdown of every file, the main one first, frontmatter left out. */
  readonly texts: readonly string[];
}

/** What the index keeps of a document. */
export interface DocumentTerms {
  /** Field-weighted frequency by term; a term's first letter tells its class (see TERM_CLASSES). */
  readonly frequencies: ReadonlyMap<string, number>;
  /** Weighted number of stems. */
  readonly length: number;
}

/**
 * `s` stems carry the meaning; `w` surface forms let the exact word win; `c` joined identifiers; `p` pairs of neighbouring
 * stems. The numbers are what a match of the class is worth.
 */
export const TERM_CLASSES = { s: 1, w: 0.3, c: 0.5, p: 0.25 } as const;

const TITLE_WEIGHT = 3;
const TAG_WEIGHT = 1;
const HEADING_WEIGHT = 1;

export function documentTerms(fields: SearchableFields, analyser: Analyser): DocumentTerms {
  const frequencies = new Map<string, number>();
  let length = 0;
  const add = (text: string, weight: number) => {
    const tokens = tokensOf(text, analyser);
    length += tokens.length * weight;
    for (const [term, count] of countTerms(tokens))
      frequencies.set(term, (frequencies.get(term) ?? 0) + count * weight);
  };
  add(`${fields.title}\n${fields.name}`, TITLE_WEIGHT);
  add(fields.tags.join('\n'), TAG_WEIGHT);
  for (const text of fields.texts) {
    add(text, 1);
    add(headingLines(text), HEADING_WEIGHT);
  }
  return { frequencies, length };
}

/** Every term a run of tokens gives, with its count. */
export function countTerms(tokens: readonly Token[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (term: string) => counts.set(term, (counts.get(term) ?? 0) + 1);
  tokens.forEach((token, i) => {
    count(`s${token.stem}`);
    count(`w${token.word}`);
    if (token.compound !== undefined) count(`c${token.compound}`);
    const next = tokens[i + 1];
    if (next !== undefined && next.position - token.position <= 2) count(`p${token.stem} ${next.stem}`);
  });
  return counts;
}

function headingLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => /^#{1,6} /.test(line))
    .join('\n');
}
