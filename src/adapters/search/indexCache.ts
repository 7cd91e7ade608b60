import type { FileSystem } from '../../ports/fileSystem.js';
import { decodeManifest, encodeManifest, type IndexedSpec, type ManifestSegment } from './indexManifest.js';
import { checksum } from './sections.js';
import { TermFile } from './termFile.js';

const FOLDER = '.spectool/cache/search';
const MANIFEST = `${FOLDER}/manifest`;

/** A segment opened for reading. */
export interface OpenSegment {
  readonly name: string;
  readonly specs: readonly IndexedSpec[];
  readonly terms: TermFile;
}

/**
 * The index on disk: a manifest and the term files it names after their content, so that readers and writers at the same
 * time never see a manifest with another's terms. Whatever cannot be read is as if it were not there; whatever cannot be
 * written is left.
 */
export class IndexCache {
  readonly #files: FileSystem;

  constructor(files: FileSystem) {
    this.#files = files;
  }

  open(): readonly OpenSegment[] {
    try {
      const manifest = this.#files.read(MANIFEST);
      if (manifest === undefined) return [];
      return decodeManifest(manifest).map(({ terms: name, specs }) => {
        if (!/^terms-[0-9a-z]+$/.test(name)) throw new Error('no term file');
        const bytes = this.#files.read(`${FOLDER}/${name}`);
        if (bytes === undefined) throw new Error('removed meanwhile');
        return { name, specs, terms: new TermFile(bytes) };
      });
    } catch {
      return [];
    }
  }

  /** Name a term file has by its content. */
  nameOf(terms: Uint8Array): string {
    return `terms-${terms.length.toString(36)}${checksum(terms).toString(36)}`;
  }

  save(segments: readonly ManifestSegment[], newTerms: ReadonlyMap<string, Uint8Array>): void {
    try {
      for (const [name, bytes] of newTerms) this.#files.write(`${FOLDER}/${name}`, bytes, { durable: false });
      this.#files.write(MANIFEST, encodeManifest(segments), { durable: false });
      if (newTerms.size > 0) this.#removeOthers(new Set(segments.map(({ terms }) => terms)));
    } catch {
      // Answers do not depend on the cache; a read-only project is searched without one.
    }
  }

  #removeOthers(used: ReadonlySet<string>): void {
    for (const { name } of this.#files.list(FOLDER)) {
      if (name.startsWith('terms-') && !used.has(name)) this.#files.remove(`${FOLDER}/${name}`);
    }
  }
}
