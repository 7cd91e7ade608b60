import { isMarkdown } from '../../domain/document/decodeText.js';
import { attachedNames, attachedWithin } from '../../domain/search/searchedFiles.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { FileKind, FileStat, FileSystem } from '../../ports/fileSystem.js';
import type { SpecStore } from '../../ports/specStore.js';

/**
 * Detects changes of a spec. Contains the stamps of the spec's folder (entry `''`), its subfolders (even empty ones), its
 * document and its other searched files.
 */
export interface Fingerprint {
  readonly entries: readonly string[];
  /**
   * The kind, size, times and inode of each entry, in {@link STAMP_WORDS} words each. Equal stamps mean equal content, unless the
   * entry was changed recently.
   */
  readonly stamps: Uint32Array;
}

/** The current state of a spec's folder and files, found without reading them. */
export interface SpecState {
  readonly folder: SpecFolder;
  /** Number of the spec in the stored index if its fingerprint is the same; -1 if the spec is new or has changed. */
  readonly known: number;
  /** The current fingerprint; absent if the stored index has the same one. */
  readonly fingerprint?: Fingerprint;
  /** True if the spec was written so recently that another write may leave the same times (git calls such a file racy). */
  readonly isRecent: boolean;
}

/** The fingerprints of the specs in the stored index. */
export interface KnownSpecs {
  /** Returns the number of the spec in a folder; -1 if the index does not contain it. */
  find(path: string): number;
  entriesOf(spec: number): readonly string[];
  /** True if the entry (file or folder) of the spec has this stamp. */
  hasStamp(spec: number, entry: number, stamp: Uint32Array): boolean;
}

type Files = Pick<FileSystem, 'stat'>;
type Store = Pick<SpecStore, 'folders' | 'contents'>;

export const STAMP_WORDS = 8;
const RECENT_NS = 2_000_000_000n;
const KINDS: readonly FileKind[] = ['file', 'directory', 'link', 'other'];

/** Returns the Markdown files among the entries. Folders are left out, because a folder can have such a name too. */
export function markdownFiles({ entries, stamps }: Fingerprint): readonly string[] {
  return entries.filter((name, i) => isMarkdown(name) && kindOf(stamps, i) !== 'directory');
}

/** Returns the other text files among the entries, which are searched too. Links are left out. */
export function attachedFiles({ entries, stamps }: Fingerprint, document: string): readonly string[] {
  const files = entries.filter(
    (name, i) => !isMarkdown(name) && name !== document && kindOf(stamps, i) === 'file',
  );
  return attachedWithin(files, (name) => sizeOf(stamps, entries.indexOf(name)));
}

/**
 * Compares the stamp of every searched file of every spec with the index, without reading the files. A folder whose times are
 * unchanged has the same entries, so it is not listed again.
 * @param now milliseconds since 1970.
 */
export function specStates(store: Store, files: Files, now: number, known: KnownSpecs): readonly SpecState[] {
  const since = BigInt(now) * 1_000_000n - RECENT_NS;
  return store.folders().map((folder) => {
    const before = known.find(folder.path);
    if (before >= 0) {
      const age = ageIfSame(store, folder, before, known, files, since);
      if (age !== undefined) return { folder, known: before, isRecent: age === 'recent' };
    }
    return stateOf(store, folder, files, since);
  });
}

/**
 * Returns the states of the specs in the index, without checking their files, and of at most `most` specs that are not in the
 * index.
 */
export function assumedStates(
  store: Store,
  files: Files,
  known: KnownSpecs,
  most: number,
): readonly SpecState[] {
  let others = 0;
  return store.folders().flatMap((folder): readonly SpecState[] => {
    const before = known.find(folder.path);
    if (before >= 0) return [{ folder, known: before, isRecent: false }];
    return ++others > most ? [] : [stateOf(store, folder, files, 0n)];
  });
}

/** Returns whether an unchanged spec was written recently; undefined if the spec has changed. */
function ageIfSame(
  store: Store,
  folder: SpecFolder,
  spec: number,
  known: KnownSpecs,
  files: Files,
  since: bigint,
): 'recent' | 'old' | undefined {
  const { path } = folder;
  const entries = known.entriesOf(spec);
  let age: 'recent' | 'old' = 'old';
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] ?? '';
    const stat = files.stat(entry === '' ? path : `${path}/${entry}`);
    if (stat === undefined) return undefined;
    stamp(stat);
    if (!known.hasStamp(spec, i, WORDS)) return undefined;
    // The files in a linked folder may change without a change of the link's stamp, so the spec counts as changed.
    if (stat.kind === 'link' && !isMarkdown(entry)) return undefined;
    if (isRecentEntry(stat, since)) age = 'recent';
  }
  // A recently changed folder may have got a further file without a new modification time, so compare the names of its files too.
  if (age === 'recent' && entriesOf(store, folder).entries.some((entry) => !entries.includes(entry)))
    return undefined;
  return age;
}

function stateOf(store: Store, folder: SpecFolder, files: Files, since: bigint): SpecState {
  const { entries, attached } = entriesOf(store, folder);
  const there: string[] = [];
  const stamps = new Uint32Array(entries.length * STAMP_WORDS);
  let isRecent = false;
  for (const entry of entries) {
    const stat = files.stat(entry === '' ? folder.path : `${folder.path}/${entry}`);
    if (stat === undefined || (stat.kind === 'link' && attached.has(entry))) continue;
    stamp(stat);
    stamps.set(WORDS, there.length * STAMP_WORDS);
    there.push(entry);
    if (isRecentEntry(stat, since)) isRecent = true;
  }
  const fingerprint = { entries: there, stamps: stamps.subarray(0, there.length * STAMP_WORDS) };
  return { folder, known: -1, fingerprint, isRecent };
}

function entriesOf(store: Store, folder: SpecFolder) {
  const { files: names, folders } = store.contents(folder);
  const attached = attachedNames(names.slice(1));
  // The document comes first. Its name is configurable, so it need not end in `.md`.
  const read = names.filter((name, i) => i === 0 || isMarkdown(name));
  return { entries: ['', ...folders, ...read, ...attached], attached: new Set(attached) };
}

function isRecentEntry({ kind, mtimeNs, ctimeNs }: FileStat, since: bigint): boolean {
  // A link always counts as recent, so that its text is read every time: the target can change without the link.
  return mtimeNs >= since || ctimeNs >= since || kind === 'link';
}

function kindOf(stamps: Uint32Array, entry: number): FileKind | undefined {
  return KINDS[(stamps[entry * STAMP_WORDS + 7] ?? 0) & 3];
}

function sizeOf(stamps: Uint32Array, entry: number): number {
  const [low = 0, high = 0] = stamps.subarray(entry * STAMP_WORDS + 6);
  return low + Math.floor(high / 4) * 0x1_0000_0000;
}

/** A stamp as 32-bit words. `NUMBERS` views its beginning as 64-bit integers, because splitting these by arithmetic is slow. */
const WORDS = new Uint32Array(STAMP_WORDS);
const NUMBERS = new BigUint64Array(WORDS.buffer, 0, 3);

function stamp({ kind, size, mtimeNs, ctimeNs, inode }: FileStat): void {
  NUMBERS[0] = mtimeNs;
  NUMBERS[1] = ctimeNs;
  NUMBERS[2] = inode;
  WORDS[6] = size % 0x1_0000_0000;
  WORDS[7] = Math.floor(size / 0x1_0000_0000) * 4 + KINDS.indexOf(kind);
}
