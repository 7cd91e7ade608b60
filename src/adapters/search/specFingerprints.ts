import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { SpecStore } from '../../ports/specStore.js';

/** A spec folder as it stands, without its content. */
export interface SpecState {
  readonly folder: SpecFolder;
  /** Names of its Markdown files, the default file first. */
  readonly files: readonly string[];
  /** Equal fingerprints mean equal content, unless `young`. */
  readonly fingerprint: string;
  /** Written so short a time ago that another write may leave the same times: git's racy rule. */
  readonly young: boolean;
}

const MARKDOWN = /\.(?:md|markdown)$/i;
const YOUNG_NS = 2_000_000_000n;

/** Looks at every Markdown file of every spec, without reading one. `now` is in milliseconds since 1970. */
export function specStates(
  store: Pick<SpecStore, 'folders' | 'files' | 'documentPath'>,
  files: Pick<FileSystem, 'stat'>,
  now: number,
): readonly SpecState[] {
  const youngest = BigInt(now) * 1_000_000n - YOUNG_NS;
  return store.folders().map((folder) => {
    const names = store.files(folder).filter((name) => MARKDOWN.test(name));
    let fingerprint = '';
    let young = false;
    for (const name of names) {
      const stat = files.stat(`${folder.path}/${name}`);
      if (stat === undefined) continue;
      const { kind, size, mtimeNs, ctimeNs, inode } = stat;
      fingerprint += `${name}:${kind}:${size}:${mtimeNs}:${ctimeNs}:${inode}|`;
      // What a link leads to can change without the link: it is read every time.
      if (mtimeNs >= youngest || ctimeNs >= youngest || kind === 'link') young = true;
    }
    return { folder, files: names, fingerprint, young };
  });
}
