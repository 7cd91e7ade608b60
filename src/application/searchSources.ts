import type { SpecSummary } from '../domain/document/specSummary.js';
import type { SpecFolder } from '../domain/naming/specFolder.js';
import { membersOf } from '../domain/spec/members.js';
import type { SpecView } from '../domain/spec/specView.js';
import type { Clock } from '../ports/clock.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { IndexedSpec } from '../ports/searchIndex.js';
import type { SpecStore } from '../ports/specStore.js';

const MARKDOWN = /\.(?:md|markdown)$/i;
/** A file written this recently may change again without its time telling. */
const RACY_NS = 2_000_000_000n;

export interface SearchText {
  /** Relative to the root. */
  readonly file: string;
  readonly text: string;
  /** Line of the file at which `text` begins. */
  readonly firstLine: number;
}

/** What of a spec is searched: its document without the frontmatter, and every further Markdown file. */
export class SearchSources {
  readonly #store: SpecStore;
  readonly #files: FileSystem;
  readonly #clock: Clock;

  constructor(store: SpecStore, files: FileSystem, clock: Clock) {
    this.#store = store;
    this.#files = files;
    this.#clock = clock;
  }

  of({ folder, frontmatter, title }: SpecSummary): IndexedSpec {
    return {
      key: folder.path,
      signature: this.#signature(folder),
      load: () => ({
        title,
        name: folder.name,
        tags: membersOf(frontmatter, 'tags'),
        texts: this.texts(folder).map(({ text }) => text),
      }),
    };
  }

  texts(spec: Pick<SpecView, 'path'> & Partial<SpecFolder>): readonly SearchText[] {
    const folder = spec as SpecFolder;
    return this.#store
      .files(folder)
      .filter((name) => MARKDOWN.test(name))
      .flatMap((name) => {
        const file = `${folder.path}/${name}`;
        if (file === this.#store.documentPath(folder)) {
          const { text, bodyStart, bodyLine } = this.#store.open(folder);
          return [{ file, text: text.slice(bodyStart), firstLine: bodyLine }];
        }
        const text = this.#store.readFile(folder, name);
        return text === undefined ? [] : [{ file, text, firstLine: 1 }];
      });
  }

  /** Of all its Markdown files; empty while one of them is too young to be trusted (git's racy rule). */
  #signature(folder: SpecFolder): string {
    const newest = BigInt(Date.parse(this.#clock.now())) * 1_000_000n - RACY_NS;
    const parts: string[] = [];
    for (const name of this.#store.files(folder).filter((candidate) => MARKDOWN.test(candidate))) {
      const stat = this.#files.stat(`${folder.path}/${name}`);
      if (stat === undefined) continue;
      if (stat.mtimeNs > newest || stat.ctimeNs > newest) return '';
      parts.push([name, stat.size, stat.mtimeNs, stat.ctimeNs, stat.inode].join(':'));
    }
    return parts.join('|');
  }
}
