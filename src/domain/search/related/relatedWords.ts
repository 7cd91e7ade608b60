/** How near a related word is: `equivalent` says the same, `related` is about it, `back` is what it is about. */
export type Nearness = 'equivalent' | 'related' | 'back';

export interface RelatedWord {
  /** Stems, one space between. */
  readonly stems: string;
  readonly nearness: Nearness;
  /** Words of the group as people wrote them, for explanations. */
  readonly group: string;
}

const LINE = '\n';

/**
 * Reads the compiled table: per line a key (stems), a tab, then the numbers of groups the key is an equivalent in, `;`,
 * numbers of groups it is related in. Groups are lines `equivalents;related;label`, phrases separated by `,`.
 * Nothing is parsed but the lines a query needs.
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

  /** The nearest relation to each related word; the word itself is not among them. */
  of(stems: string): readonly RelatedWord[] {
    const start = this.#keys.indexOf(`${LINE}${stems}\t`);
    if (start < 0) return [];
    const from = start + stems.length + 2;
    const [equal = '', loose = ''] = this.#keys.slice(from, this.#keys.indexOf(LINE, from)).split(';');
    const found = new Map<string, RelatedWord>();
    const add = (words: string | undefined, nearness: Nearness, group: string) => {
      for (const word of words === undefined || words === '' ? [] : words.split(',')) {
        if (word !== stems && !found.has(word)) found.set(word, { stems: word, nearness, group });
      }
    };
    const groups = (numbers: string) =>
      numbers === ''
        ? []
        : numbers.split(',').map((number) => (this.#groups[Number(number)] ?? '').split(';'));
    const own = groups(equal);
    for (const [equals, , label = ''] of own) add(equals, 'equivalent', label);
    for (const [, relations, label = ''] of own) add(relations, 'related', label);
    for (const [equals, , label = ''] of groups(loose)) add(equals, 'back', label);
    return [...found.values()];
  }
}
