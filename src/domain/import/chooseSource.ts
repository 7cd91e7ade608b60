import { foldSpec } from '../log/foldSpec.js';
import type { LogRecord } from '../log/records/record.js';
import { childOf, foldersAbove, parentOf } from '../naming/projectPath.js';

/** By what a kind of documents is recognised, the surest first: what its tool alone makes, how its files lie, their names. */
const SURETIES = ['tool', 'layout', 'names'] as const;

/** What a kind of documents finds in a place. */
export interface Recognition {
  readonly surety: (typeof SURETIES)[number];
  /** Paths of the files that it would make specs of. */
  readonly documents: readonly string[];
  /** Each of them is its whole folder. */
  readonly areFolders?: true;
}

export interface Evidence extends Recognition {
  readonly source: string;
  /** Files that belong to it and become no specs. */
  readonly notTaken?: readonly string[];
}

/** A kind of documents that is there, with those of its documents that no surer one explains. */
export interface FoundKind extends Pick<Recognition, 'surety'> {
  readonly source: string;
  readonly documents: readonly string[];
  /** Patterns that take them alone, where it would find those of the surer ones too. */
  readonly only?: readonly string[];
}

/**
 * Which kind of documents a place holds, and after it the others. The surest wins, however few it finds: a name with a number may be
 * anybody's. Of equally sure ones it is the one that explains most of all that was found, then the first.
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

/** Patterns of paths that take some of a kind's documents and none of its others; undefined where it has no others. */
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
  // A comma would end the pattern.
  return [...new Set(patterns)].map((pattern) => pattern.replaceAll(',', '?'));
}

/**
 * Whether the records of a document's `id` say that it is a spec of this project. They do wherever there are any; but an import in place
 * that was undone leaves the `id` in what is another tool's document again.
 */
export function isOwnSpec(records: readonly LogRecord[]): boolean {
  const [first] = records;
  const last = records.at(-1);
  if (first === undefined || last === undefined) return false;
  if (first.command !== 'import' || last.events.every(({ type }) => type !== 'ChangeUndone')) return true;
  const { spec } = foldSpec(records);
  return spec.kind === 'absent' || spec.deleted !== undefined || spec.frontmatter['source'] !== undefined;
}
