import { foldSpec } from '../log/foldSpec.js';
import type { LogRecord } from '../log/records/record.js';
import { childOf, foldersAbove, parentOf } from '../naming/projectPath.js';

/**
 * How a kind of documents is recognised, most certain first: by files that only its tool makes, by the folder layout, by file
 * names.
 */
const SURETIES = ['tool', 'layout', 'names'] as const;

/** The documents that one kind finds in a place. */
export interface Recognition {
  readonly surety: (typeof SURETIES)[number];
  /** Paths of the files that it would import as specs. */
  readonly documents: readonly string[];
  /** Set if a document includes its whole folder. */
  readonly areFolders?: true;
}

export interface Evidence extends Recognition {
  readonly source: string;
  /** Files that belong to the kind but are not imported. */
  readonly notTaken?: readonly string[];
}

/** A kind of documents that was found, without the documents that a more certain kind claims. */
export interface FoundKind extends Pick<Recognition, 'surety'> {
  readonly source: string;
  readonly documents: readonly string[];
  /** Path patterns that select only these documents; set if the kind also finds documents of more certain kinds. */
  readonly only?: readonly string[];
}

/**
 * Returns the kind of documents in a place, followed by the others. The most certain kind wins, however few documents it finds,
 * as a name with a number may mean anything. Among equally certain kinds, the one that explains most of all found documents wins,
 * then the first.
 */
export function chooseSource(evidence: readonly Evidence[]): readonly FoundKind[] {
  const all = new Set(evidence.flatMap(({ documents }) => documents));
  const ranked = evidence
    .map((one) => {
      const isExplained = explained(one);
      return { one, isExplained, share: [...all].filter(isExplained).length };
    })
    .sort((a, b) => rank(a.one) - rank(b.one) || b.share - a.share);
  return ranked.flatMap(({ one: { source, surety, documents } }, i): readonly FoundKind[] => {
    const surer = ranked.slice(0, i);
    const left = documents.filter((path) => !surer.some(({ isExplained }) => isExplained(path)));
    const only = patternsFor(left, documents);
    return left.length === 0 ? [] : [{ source, surety, documents: left, ...(only && { only }) }];
  });
}

function rank({ surety }: Evidence): number {
  return SURETIES.indexOf(surety);
}

function explained({ documents, areFolders, notTaken = [] }: Evidence): (path: string) => boolean {
  const files = new Set([...documents, ...notTaken]);
  const folders = new Set(areFolders === true ? documents.map(parentOf) : []);
  return (path) => files.has(path) || folders.has('') || foldersAbove(path).some((one) => folders.has(one));
}

/** Returns path patterns that select the wanted documents of a kind and none of its others; undefined if it has no others. */
export function patternsFor(
  wanted: readonly string[],
  all: readonly string[],
): readonly string[] | undefined {
  const taken = new Set(wanted);
  const others = all.filter((path) => !taken.has(path));
  if (others.length === 0) return undefined;
  const mixed = new Set(others.flatMap(foldersAbove));
  const direct = new Set(others.map(parentOf));
  const patterns = wanted.map((path) => {
    const folder = foldersAbove(path).find((one) => !mixed.has(one));
    if (folder !== undefined) return `/${folder}/**`;
    return direct.has(parentOf(path)) ? `/${path}` : `/${childOf(parentOf(path), '*')}`;
  });
  // Replaced, as a comma separates patterns.
  return [...new Set(patterns)].map((pattern) => pattern.replaceAll(',', '?'));
}

/**
 * True if the records of a document's `id` show that it is a spec of this project. They do, unless the document was imported in
 * place and the import was undone: the `id` then remains in another tool's document.
 */
export function isOwnSpec(records: readonly LogRecord[]): boolean {
  const [first] = records;
  const last = records.at(-1);
  if (first === undefined || last === undefined) return false;
  if (first.command !== 'import' || last.events.every(({ type }) => type !== 'ChangeUndone')) return true;
  const { spec } = foldSpec(records);
  return spec.kind === 'absent' || spec.deleted !== undefined || spec.frontmatter['source'] !== undefined;
}
