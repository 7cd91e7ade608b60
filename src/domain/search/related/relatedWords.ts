export interface RelatedWord {
  /** Stems, one space between. */
  readonly stems: string;
  /** Words of the group as people wrote them, for explanations. */
  readonly group: string;
}

const LINE = '\n';

/**
 * Reads the compiled table: per line a key (stems), a tab, then the numbers of the groups it is in. Groups are lines
 * `phrases;label`, phrases separated by `,`. Nothing is parsed but the lines a query needs.
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

  /** Words that say the same; the word itself is not among them. */
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
