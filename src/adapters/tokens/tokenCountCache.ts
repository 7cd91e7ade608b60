import type { FileStat, FileSystem } from '../../ports/fileSystem.js';
import type { Hasher } from '../../ports/system.js';
import type { TokenCache } from '../../ports/caches.js';
import type { Section } from '../cache/snapshotSection.js';
import type { Snapshot } from '../cache/snapshot.js';

/** The SHA-256 digest of a text, and the text's number of tokens. */
type Counted = readonly [digest: string, tokens: number];

/** Token counts of files, cached in the snapshot. A count is valid while the file's stat is unchanged. */
export class TokenCountCache implements TokenCache {
  readonly #files: FileSystem;
  readonly #hasher: Hasher;
  readonly #snapshot: Snapshot;

  constructor(files: FileSystem, hasher: Hasher, snapshot: Snapshot) {
    this.#files = files;
    this.#hasher = hasher;
    this.#snapshot = snapshot;
  }

  known(path: string): number | undefined {
    if (this.#section().last(path) === undefined) return undefined;
    const stat = this.#own(path);
    return stat && this.#section().known(path, stat)?.[1];
  }

  counted(path: string, text: string): number | undefined {
    const [digest, tokens] = this.#section().last(path) ?? [];
    return digest === this.#hasher.sha256(text) ? tokens : undefined;
  }

  remember(path: string, text: string, tokens: number): void {
    const digest = this.#hasher.sha256(text);
    const stat = this.#own(path);
    const section = this.#section();
    const isOld = stat !== undefined && section.isSettled(stat);
    if (isOld) section.learn(path, stat, [digest, tokens]);
    else if (section.last(path)?.[0] !== digest) section.put(path, [digest, tokens]);
  }

  /**
   * Returns the stat of a regular file; undefined for a link, because its stat does not change when the text of its target
   * changes.
   */
  #own(path: string): FileStat | undefined {
    const stat = this.#files.stat(path);
    return stat?.kind === 'file' ? stat : undefined;
  }

  #section(): Section<Counted> {
    return this.#snapshot.section('tokens');
  }
}
