import type { OpenFile } from '../../ports/fileSystem.js';
import type { CachePlace } from '../cache/snapshot.js';
import { encodeManifest, type ManifestSegment, OpenManifest } from './indexManifest.js';
import { checksum, partsOf } from './indexFileSections.js';
import { TermFile } from './termFile.js';

const MANIFEST = 'manifest';

/** The search index as read from disk. */
export interface OpenIndex {
  readonly manifest: OpenManifest;
  /** For each segment (part) of the index, the file with its terms and their postings. */
  readonly terms: readonly TermFile[];
  /** Closes all files of the index. */
  close(): void;
}

/**
 * The search index on disk: a manifest, and term files. A term file is named after its content, so that a reader never combines a
 * manifest with term files of another version. An unreadable index counts as missing, and a failed write is ignored.
 */
export class IndexCache {
  readonly #place: CachePlace | undefined;
  readonly #embedder: string;

  /**
   * @param place the folder for caches; if undefined, nothing is stored.
   * @param embedder identifies the embedder and the settings that the index depends on: an index made with others is ignored.
   */
  constructor(place: CachePlace | undefined, embedder: string) {
    this.#place = place && { ...place, folder: `${place.folder}search/` };
    this.#embedder = embedder;
  }

  /** Opens the stored index; returns an empty index if there is none that can be used. */
  open(): OpenIndex {
    const opened: OpenFile[] = [];
    const { files, folder } = this.#place ?? {};
    const open = (name: string): OpenFile => {
      const file = files?.open(`${String(folder)}${name}`);
      if (file === undefined) throw new Error('not there');
      opened.push(file);
      return file;
    };
    const close = () => {
      for (const file of opened) file.close();
    };
    try {
      const manifest = new OpenManifest(open(MANIFEST));
      if (manifest.embedder !== this.#embedder) throw new Error('vectors of another embedder');
      const terms = manifest.segments.map(({ terms: name }) => {
        if (!/^terms-[0-9a-z]+$/.test(name)) throw new Error('no term file');
        return new TermFile(open(name));
      });
      return { manifest, terms, close };
    } catch {
      close();
      return this.none();
    }
  }

  /** Returns an index without specs. */
  none(): OpenIndex {
    const manifest = new OpenManifest(partsOf(encodeManifest([], this.#embedder)));
    return { manifest, terms: [], close: () => undefined };
  }

  /** Returns the name of a term file, derived from its content. */
  nameOf(terms: Uint8Array): string {
    return `terms-${terms.length.toString(36)}${checksum(terms).toString(36)}`;
  }

  save(segments: readonly ManifestSegment[], newTerms: ReadonlyMap<string, Uint8Array>): void {
    if (this.#place === undefined) return;
    const { files, folder } = this.#place;
    try {
      for (const [name, bytes] of newTerms) files.write(folder + name, bytes, { durable: false });
      files.write(folder + MANIFEST, encodeManifest(segments, this.#embedder), { durable: false });
      if (newTerms.size > 0) removeOthers(this.#place, new Set(segments.map(({ terms }) => terms)));
    } catch {
      // Ignore the error, because search results do not depend on the cache: a read-only project is searched without it.
    }
  }
}

function removeOthers({ files, folder }: CachePlace, used: ReadonlySet<string>): void {
  for (const { name } of files.list(folder.slice(0, -1)))
    if (name.startsWith('terms-') && !used.has(name)) files.remove(folder + name);
}
