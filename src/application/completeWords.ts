import { COMMAND_CATALOG } from './commandCatalog.js';
import type { SpecCatalog } from './specCatalog.js';

export interface CompleteWordsRequest {
  /** Words typed after the program's name; the last one, perhaps empty, is being typed. */
  readonly words: readonly string[];
}

/** A folder may have any name; a shell gets only what it can take as one word. */
const HARMLESS = /^[\p{L}\p{N}._=/-]+$/u;

/** What may come next on the command line: commands, their flags, names of specs. */
export class CompleteWords {
  readonly #catalog: () => SpecCatalog;

  /** @param catalog asked for only when specs are to be named. */
  constructor(catalog: () => SpecCatalog) {
    this.#catalog = catalog;
  }

  async execute({ words }: CompleteWordsRequest): Promise<readonly string[]> {
    const typed = words.at(-1) ?? '';
    const before = words.slice(0, -1).filter((word) => !word.startsWith('-'));
    return this.#candidates(before, typed).filter(
      (candidate) => candidate.startsWith(typed) && HARMLESS.test(candidate),
    );
  }

  #candidates(before: readonly string[], typed: string): readonly string[] {
    const entry = COMMAND_CATALOG.find(({ name }) => before.join(' ').startsWith(name));
    if (entry === undefined)
      return [...new Set(COMMAND_CATALOG.map(({ name }) => name.split(' ')[before.length] ?? ''))];
    if (typed.startsWith('-'))
      return ['--json', '--cwd', '--help', ...(entry.usage.match(/(?<![a-z])--[a-z-]+/g) ?? [])];
    if (!/\bSPEC\b/.test(entry.usage)) return [];
    return this.#catalog()
      .folders()
      .flatMap(({ ref, name }) => [ref, name]);
  }
}
