import { bodyOf } from '../../domain/document/specDocument.js';
import { isMarkdown } from '../../domain/document/documentText.js';
import { titleOf } from '../../domain/document/sections/headings.js';
import { withoutComments } from '../../domain/document/sections/codeBlocks.js';
import { type SpecFolder, fileInSpec, lastNameIn } from '../../domain/naming/projectPath.js';
import {
  attachedNames,
  attachedWithin,
  type FieldTexts,
  fieldTextsOf,
  fieldValues,
  withoutBase64Data,
} from '../../domain/search/searchedTexts.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { toSpecView } from '../../domain/spec/toSpecView.js';
import type { FileStat, FileSystem } from '../../ports/fileSystem.js';
import type { SpecStore } from '../../ports/specStore.js';

/**
 * Detects changes of a spec: stamps (kind, size, times, inode, name) of the spec's folder (name `''`), its subfolders (even empty
 * ones), its document and its other searched files. Equal stamps mean equal content; the stamps are not stored if the spec was
 * changed just before it was read.
 */
export type Fingerprint = readonly string[];

/** The current state of a spec's folder and files, found without reading them. */
export interface SpecState {
  readonly folder: SpecFolder;
  /** Number of the spec in the stored index if its fingerprint is the same; -1 if the spec is new or has changed. */
  readonly known: number;
  readonly fingerprint: Fingerprint;
  /** True if the spec was written so recently that another write may leave the same times (git calls such a file racy). */
  readonly isRecent: boolean;
}

/** The fingerprints of the specs in the stored index. */
export interface KnownSpecs {
  /** Returns the number of the spec in a folder; -1 if the index does not contain it. */
  find(path: string): number;
  fingerprintOf(spec: number): Fingerprint;
}

type Files = Pick<FileSystem, 'stat'>;
type Store = Pick<SpecStore, 'folders' | 'contents'>;

const RECENT_NS = 2_000_000_000n;

/** Returns the Markdown files in a fingerprint. Folders are left out, because a folder can have such a name too. */
function markdownFiles(fingerprint: Fingerprint): readonly string[] {
  return fingerprint
    .filter((stamp) => !stamp.startsWith('directory '))
    .map(nameOf)
    .filter(isMarkdown);
}

/** Returns the other text files in a fingerprint, which are searched too. Links are left out. */
function attachedFiles(fingerprint: Fingerprint, document: string): readonly string[] {
  const sizes = new Map(
    fingerprint
      .filter((stamp) => stamp.startsWith('file '))
      .map((stamp) => [nameOf(stamp), Number(stamp.split(' ', 2)[1])] as const)
      .filter(([name]) => !isMarkdown(name) && name !== document),
  );
  return attachedWithin([...sizes.keys()], (name) => sizes.get(name) ?? 0);
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
    const same = before < 0 ? undefined : unchanged(folder, before, known, files);
    return same ?? stateOf(store, folder, files, since);
  });
}

/**
 * Returns the states of the indexed specs without checking their files, and the states of at most `most` specs that are not in
 * the index.
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
    if (before >= 0) return [{ folder, known: before, fingerprint: [], isRecent: false }];
    return ++others > most ? [] : [stateOf(store, folder, files, 0n)];
  });
}

/** Returns the state of an indexed spec if its stamps are unchanged; undefined if one differs or none are stored. */
function unchanged(folder: SpecFolder, spec: number, known: KnownSpecs, files: Files): SpecState | undefined {
  const fingerprint = known.fingerprintOf(spec);
  const isSame = (stamp: string) => {
    const stat = statOf(files, folder, nameOf(stamp));
    return stat !== undefined && stampOf(stat, nameOf(stamp)) === stamp;
  };
  return fingerprint.length > 0 && fingerprint.every(isSame)
    ? { folder, known: spec, fingerprint, isRecent: false }
    : undefined;
}

function stateOf(store: Store, folder: SpecFolder, files: Files, since: bigint): SpecState {
  const { entries, attached } = entriesOf(store, folder);
  const fingerprint: string[] = [];
  let isRecent = false;
  for (const name of entries) {
    const stat = statOf(files, folder, name);
    if (stat === undefined || (stat.kind === 'link' && attached.has(name))) continue;
    fingerprint.push(stampOf(stat, name));
    isRecent ||= isRecentEntry(stat, since);
  }
  return { folder, known: -1, fingerprint, isRecent };
}

function statOf(files: Files, folder: SpecFolder, name: string): FileStat | undefined {
  return files.stat(name === '' ? folder.path : fileInSpec(folder, name));
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

function stampOf({ kind, size, mtimeNs, ctimeNs, inode }: FileStat, name: string): string {
  return `${kind} ${String(size)} ${String(mtimeNs)} ${String(ctimeNs)} ${String(inode)} /${name}`;
}

function nameOf(stamp: string): string {
  return stamp.slice(stamp.indexOf('/') + 1);
}

export interface ReadSpec {
  readonly view: SpecView;
  readonly texts: FieldTexts;
  /**
   * True if a file of the spec could not be read. A later run may read it although its stamp is unchanged, for example after a
   * temporary disk error.
   */
  readonly isUnread: boolean;
}

/**
 * Reads what the index stores about one spec: its view, and its text by field. If the spec's document is broken, only its
 * readable parts are returned.
 */
export function readSpec(store: SpecStore, folder: SpecFolder, fingerprint: Fingerprint): ReadSpec {
  const document = store.open(folder);
  const { frontmatter, problem } = document;
  const title = titleOf(document, folder.name);
  const summary = { folder, frontmatter, title, ...(problem && { problem }) };
  // The index does not know the configuration, so it also keeps `part_of` as a custom field, in case the project declares it.
  const view = toSpecView(summary, undefined, { declared: { part_of: 'string' } });
  const defaultFile = lastNameIn(store.documentPath(folder));
  const readable = (text: string) => withoutBase64Data(withoutComments(text));
  const further = markdownFiles(fingerprint)
    .filter((name) => name !== defaultFile)
    .map((name) => readable(store.readFile(folder, name) ?? ''));
  const beside = attachedFiles(fingerprint, defaultFile);
  const attached = beside.map((name) => withoutBase64Data(store.readFile(folder, name) ?? ''));
  const body = readable(bodyOf(document));
  const texts = fieldTextsOf({
    title,
    name: folder.name,
    tags: view.tags,
    body,
    files: further,
    values: fieldValues(frontmatter),
    attached,
  });
  const unread = new Set(store.notRead().map(({ path }) => path));
  const isUnread =
    problem?.code === 'DOCUMENT_UNREADABLE' ||
    [...markdownFiles(fingerprint), ...beside].some((name) => unread.has(fileInSpec(folder, name)));
  return { view, texts, isUnread };
}
