import { PRIORITIES } from '../../domain/spec/priority.js';
import { STATUSES } from '../../domain/spec/status.js';
import { COMMAND_CATALOG, type CommandEntry } from '../setup/commandCatalog.js';
import { SORT_FIELDS } from '../projections/sortSpecs.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Needs } from '../services.js';
import { required, texts, type RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

export interface CompleteWordsRequest {
  /** Words typed after the program's name; the last one, perhaps empty, is being typed. */
  readonly words: readonly string[];
}

export interface Candidate {
  readonly word: string;
  readonly description?: string;
}

/** What the command line knows of the project when specs, tags or templates are to be named. */
export interface CompletionSources {
  readonly catalog: () => SpecCatalog;
  readonly templates: () => readonly string[];
}

/** A folder may have any name; a shell gets only what it can take as one word. */
const HARMLESS = /^[\p{L}\p{N}._=,/-]+$/u;

/** What may come next on the command line: commands, flags, their values, names of specs. */
export class CompleteWords extends UseCase<CompleteWordsRequest, readonly Candidate[]> {
  static readonly needs = ['completionSources'] as const;
  static readonly request: RequestSchema<CompleteWordsRequest> = { words: required(texts) };
  readonly #sources: CompletionSources;

  constructor(services: Needs<typeof CompleteWords>) {
    super();
    this.#sources = services.completionSources;
  }

  protected override async run({ words }: CompleteWordsRequest): Promise<readonly Candidate[]> {
    const typed = words.at(-1) ?? '';
    const before = words.slice(0, -1);
    return this.#candidates(before, typed).filter(
      ({ word }) => word.startsWith(typed) && HARMLESS.test(word),
    );
  }

  #candidates(before: readonly string[], typed: string): readonly Candidate[] {
    const plain = before.filter((word) => !word.startsWith('-'));
    const entry = COMMAND_CATALOG.find(({ name }) => name.split(' ').every((word, i) => plain[i] === word));
    if (entry === undefined) return commands(plain);
    if (typed.startsWith('-')) return flags(entry);
    const flag = before.at(-1) ?? '';
    const values = flag.startsWith('--') ? valueOf(flag, entry) : undefined;
    if (values !== undefined) return this.#valuesOf(values, typed);
    const places = entry.usage.replace(/\[?--.*$/, '');
    if (/\bSPEC\b/.test(places)) return this.#specs(typed);
    return /^[a-z]+(?:\|[a-z]+)+$/.test(places) ? places.split('|').map(plainWord) : [];
  }

  /** @param name what the command catalog calls the value: `S,…`, `SPEC`, `text|github|sarif`. */
  #valuesOf(name: string, typed: string): readonly Candidate[] {
    if (/^[a-z,-]+(?:\|[a-z,-]+)+$/.test(name)) return name.split(/[|,]/).map(plainWord);
    const list = /^(?:.*,)?/.exec(typed)?.[0] ?? '';
    switch (name.replace(/,…$/, '')) {
      case 'S':
        return STATUSES.map((status) => plainWord(list + status));
      case 'P':
        return PRIORITIES.map((priority) => plainWord(list + priority));
      case 'SPEC':
        return this.#specs(typed.slice(list.length)).map(({ word }) => plainWord(list + word));
      case 'T':
      case 'a,b':
        return this.#known(({ tags }) => tags).map((tag) => plainWord(list + tag));
      case 'A':
      case 'R':
        return this.#known(({ assignee, reviewer }) => [assignee ?? '', reviewer ?? '']).map(plainWord);
      case 'NAME':
        return this.#sources.templates().map(plainWord);
      case 'FIELD':
        return SORT_FIELDS.map(plainWord);
      default:
        return [];
    }
  }

  /** Folder names; names alone too once a letter is typed. */
  #specs(typed: string): readonly Candidate[] {
    const folders = this.#sources.catalog().folders();
    const named = /^\p{L}/u.test(typed) ? folders.map(({ name }) => name) : [];
    return [...folders.map(({ ref }) => ref), ...named].map(plainWord);
  }

  #known(pick: (spec: ReturnType<SpecCatalog['all']>[number]) => readonly string[]): readonly string[] {
    const words = new Set(this.#sources.catalog().all().flatMap(pick));
    return [...words].filter((word) => word !== '').sort();
  }
}

function commands(plain: readonly string[]): readonly Candidate[] {
  const at = plain.length;
  const following = COMMAND_CATALOG.filter(({ name }) =>
    plain.every((word, i) => name.split(' ')[i] === word),
  );
  return following.flatMap(({ name, purpose }) => {
    const word = name.split(' ')[at];
    return word === undefined ? [] : [{ word, description: purpose }];
  });
}

function flags({ usage }: CommandEntry): readonly Candidate[] {
  return ['--json', '--cwd', '--help', ...(usage.match(/(?<![a-z])--[a-z-]+/g) ?? [])].map(plainWord);
}

/** What the catalog calls the value of a flag; undefined for a flag without one. */
function valueOf(flag: string, { usage }: CommandEntry): string | undefined {
  return new RegExp(`${flag.replace(/[^a-z-]/g, '')} ([^\\]\\s]+)`).exec(usage)?.[1];
}

function plainWord(word: string): Candidate {
  return { word };
}
