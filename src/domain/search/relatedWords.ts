/** A word or phrase that may stand for another, and how much of its worth it keeps. */
export interface RelatedTerm {
  /** Stems, one or more. */
  readonly stems: readonly string[];
  readonly weight: number;
  /** Words as the table has them, for explanations. */
  readonly words: string;
}

/** Related terms by the stems of a word or phrase, joined by a space. */
export type RelatedWords = ReadonlyMap<string, readonly RelatedTerm[]>;

const EQUIVALENT = 0.8;
const LOOSE = 0.4;

/**
 * Reads a table of groups, one a line: equivalents separated by commas, then after a semicolon what is loosely related to
 * them. `#` begins a comment.
 */
export function readRelatedWords(table: string, stemsOf: (words: string) => readonly string[]): RelatedWords {
  const related = new Map<string, Map<string, RelatedTerm>>();
  const relate = (from: readonly string[], to: readonly string[], words: string, weight: number) => {
    const key = from.join(' ');
    const target = to.join(' ');
    if (key === '' || target === '' || key === target) return;
    const known = related.get(key) ?? new Map<string, RelatedTerm>();
    if ((known.get(target)?.weight ?? 0) < weight) known.set(target, { stems: to, weight, words });
    related.set(key, known);
  };
  for (const line of table.split('\n')) {
    const [equivalents = '', loose = ''] = line.replace(/#.*$/, '').split(';');
    const members = terms(equivalents, stemsOf);
    const others = terms(loose, stemsOf);
    for (const member of members) {
      for (const other of members) relate(member.stems, other.stems, other.words, EQUIVALENT);
      for (const other of others) {
        relate(member.stems, other.stems, other.words, LOOSE);
        relate(other.stems, member.stems, member.words, LOOSE);
      }
    }
  }
  return new Map([...related].map(([key, found]) => [key, [...found.values()]]));
}

function terms(list: string, stemsOf: (words: string) => readonly string[]) {
  return list
    .split(',')
    .map((words) => words.trim())
    .filter((words) => words !== '')
    .map((words) => ({ words, stems: stemsOf(words) }));
}
