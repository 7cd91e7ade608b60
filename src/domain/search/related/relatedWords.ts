export interface RelatedWord {
  /** The stems of the related word or phrase, separated by one space. */
  readonly stems: string;
  /** The words of the related word's group as written, to explain why a document was found. */
  readonly group: string;
}

const LINE = '\n';

/**
 * The compiled table of related words. Each line of `keys` has stems, a tab, and the numbers of their groups; each line of
 * `groups` is `phrases;label`, with phrases separated by `,`. Only the lines that a query needs are parsed.
 */
export class RelatedWords {
  readonly #keys: string;
  readonly #groups: readonly string[];

  constructor(table: { readonly keys: string; readonly groups: string }) {
    this.#keys = table.keys;
    this.#groups = table.groups.split(LINE);
  }

  has(stems: string): boolean {
    return this.#keys.includes(`${LINE}${stems}\t`);
  }

  /** Returns the words and phrases with a related meaning; the given word itself is not included. */
  of(stems: string): readonly RelatedWord[] {
    const start = this.#keys.indexOf(`${LINE}${stems}\t`);
    if (start < 0) return [];
    const from = start + stems.length + 2;
    const found = new Map<string, RelatedWord>();
    for (const number of this.#keys.slice(from, this.#keys.indexOf(LINE, from)).split(',')) {
      const [words = '', group = ''] = (this.#groups[Number(number)] ?? '').split(';');
      for (const word of words.split(','))
        if (word !== stems && !found.has(word)) found.set(word, { stems: word, group });
    }
    return [...found.values()];
  }
}
