import type { OpenFile } from '../../ports/fileSystem.js';
import type { CachePlace } from '../cache/snapshot.js';
import { encodeManifest, type ManifestSegment, OpenManifest } from './indexManifest.js';
import { checksum, partsOf } from './sections.js';
import { TermFile } from './termFile.js';

const MANIFEST = 'manifest';

/** The index as it was kept. */
export interface OpenIndex {
  readonly manifest: OpenManifest;
  /** Of each segment. */
  readonly terms: readonly TermFile[];
  /** Nothing can be read after that. */
  close(): void;
}

/**
 * The index on disk: a manifest and the term files it names after their content, so that readers and writers at the same
 * time never see a manifest with another's terms. Whatever cannot be read is as if it were not there; whatever cannot be
 * written is left.
 */
export class IndexCache {
  readonly #place: CachePlace | undefined;
  readonly #embedder: string;

  /** @param place where caches are kept; undefined: nothing is kept. @param embedder whose vectors it holds, and what else it is made by; another's index is none. */
  constructor(place: CachePlace | undefined, embedder: string) {
    this.#place = place && { ...place, folder: `${place.folder}search/` };
    this.#embedder = embedder;
  }

  /** No specs when nothing is kept that can be used. */
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

  /** As if nothing were kept. */
  none(): OpenIndex {
    const manifest = new OpenManifest(partsOf(encodeManifest([], this.#embedder)));
    return { manifest, terms: [], close: () => undefined };
  }

  /** Name a term file has by its content. */
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
      // Answers do not depend on the cache; a read-only project is searched without one.
    }
  }
}

function removeOthers({ files, folder }: CachePlace, used: ReadonlySet<string>): void {
  for (const { name } of files.list(folder.slice(0, -1)))
    if (name.startsWith('terms-') && !used.has(name)) files.remove(folder + name);
}
