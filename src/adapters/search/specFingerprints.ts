import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { SpecStore } from '../../ports/specStore.js';

/** A spec folder as it stands, without its content. */
export interface SpecState {
  readonly folder: SpecFolder;
  /** Equal fingerprints mean equal content, unless `young`. */
  readonly fingerprint: string;
  /** Written so short a time ago that another write may leave the same times: git's racy rule. */
  readonly young: boolean;
}

type Files = Pick<FileSystem, 'stat'>;
type Store = Pick<SpecStore, 'folders' | 'files'>;

const MARKDOWN = /\.(?:md|markdown)$/i;
const YOUNG_NS = 2_000_000_000n;
/** Between the entries of a fingerprint, and between an entry's path in the spec's folder and its stat. */
const [NEXT, STAT] = ['|', '>'];

/** Markdown files of a spec, the default file first. */
export function markdownFiles(store: Pick<SpecStore, 'files'>, folder: SpecFolder): readonly string[] {
  return store.files(folder).filter((name) => MARKDOWN.test(name));
}

/**
 * Looks at every Markdown file of every spec, without reading one. `known` gives the fingerprint of last time: a folder
 * whose own times are unchanged has the same entries and is not listed again. `now` is in milliseconds since 1970.
 */
export function specStates(
  store: Store,
  files: Files,
  now: number,
  known: (path: string) => string | undefined,
): readonly SpecState[] {
  const youngest = BigInt(now) * 1_000_000n - YOUNG_NS;
  return store.folders().map((folder) => {
    const before = known(folder.path);
    if (before !== undefined) {
      const entries = before.split(NEXT).map((entry) => decoded(entry.slice(0, entry.indexOf(STAT))));
      const again = stateOf(folder, entries, files, youngest);
      if (again.fingerprint === before) return again;
    }
    return stateOf(folder, entriesOf(store, folder), files, youngest);
  });
}

/** The folder itself (`''`), folders in it and Markdown files: together they tell every change. */
function entriesOf(store: Store, folder: SpecFolder): readonly string[] {
  const names = store.files(folder);
  const folders = new Set<string>();
  for (const name of names) {
    for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1))
      folders.add(name.slice(0, at));
  }
  return ['', ...folders, ...names.filter((name) => MARKDOWN.test(name))];
}

function stateOf(folder: SpecFolder, entries: readonly string[], files: Files, youngest: bigint): SpecState {
  const parts: string[] = [];
  let young = false;
  for (const entry of entries) {
    const stat = files.stat(entry === '' ? folder.path : `${folder.path}/${entry}`);
    if (stat === undefined) continue;
    const { kind, size, mtimeNs, ctimeNs, inode } = stat;
    parts.push(`${encoded(entry)}${STAT}${kind}:${size}:${numbersOf(mtimeNs, ctimeNs, inode)}`);
    // What a link leads to can change without the link: it is read every time.
    if (mtimeNs >= youngest || ctimeNs >= youngest || kind === 'link') young = true;
  }
  return { folder, fingerprint: parts.join(NEXT), young };
}

/** 64-bit numbers in halves: big ones take many times as long to write. */
const BIG = new BigUint64Array(3);
const HALVES = new Uint32Array(BIG.buffer);

function numbersOf(mtimeNs: bigint, ctimeNs: bigint, inode: bigint): string {
  BIG[0] = mtimeNs;
  BIG[1] = ctimeNs;
  BIG[2] = inode;
  return HALVES.join(':');
}

const SPECIAL = /[%|>\t\n\r]/g;

function encoded(name: string): string {
  return name.replace(SPECIAL, encodeURIComponent);
}

function decoded(name: string): string {
  return name.includes('%') ? decodeURIComponent(name) : name;
}
