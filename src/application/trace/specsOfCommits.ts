import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { parseFolderName } from '../../domain/naming/folderName.js';
import { numberIn } from '../../domain/naming/specNumbers.js';
import type { Configuration } from '../../domain/project/configuration.js';
import {
  type CommitShare,
  commitShares,
  type LoggedCommit,
} from '../../domain/trace/assignCommitsToSpecs.js';
import { specLines } from '../../domain/trace/specLinesInCommits.js';
import type { CommitLog } from '../../ports/repository/commits.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { ProjectLocation } from '../projectLocation.js';
import type { SpecCatalog } from '../specCatalog.js';

/** A line that begins with `Spec:` and names no spec, or more than one for a number. */
export interface IgnoredLine {
  readonly commit: string;
  readonly line: string;
}

/** Commits with their specs, in the order of the commit log. */
export interface TracedCommits {
  /** `specs` are paths of spec folders; for a spec that was deleted, the folder name in the commit. */
  readonly shares: readonly CommitShare[];
  readonly ignored: readonly IgnoredLine[];
}

/** Finds the specs that commits name in lines such as `Spec: 012`. */
export class SpecsOfCommits {
  constructor(
    private readonly catalog: SpecCatalog,
    private readonly commitLog: CommitLog,
    private readonly place: ProjectLocation,
    private readonly config: Configuration,
  ) {}

  trace(commits: readonly LoggedCommit[]): TracedCommits {
    const lines = new Map(commits.map((commit) => [commit, specLines(commit.message)]));
    const named = commits.filter((commit) => (lines.get(commit) ?? []).length > 0);
    const isNumbered = (commit: LoggedCommit) =>
      (lines.get(commit) ?? []).flat().some((word) => numberIn(word) !== undefined);
    const foldersAt = this.commitLog.specFolders(
      named.filter(isNumbered).map(({ hash }) => hash),
      this.place.specsDir,
      (name) => parseFolderName(this.config.structure, name) !== undefined,
    );
    const find = this.#finder();
    const numbered = new Map([...new Set(foldersAt.values())].map((names) => [names, this.#byNumber(names)]));
    const ignored: IgnoredLine[] = [];
    const specsOf = (commit: LoggedCommit): ReadonlySet<string> => {
      const specs = new Set<string>();
      for (const words of lines.get(commit) ?? []) {
        const names = foldersAt.get(commit.hash);
        const found = words.map((word) => specNamed(word, names && numbered.get(names), find));
        // A sentence such as "Spec: section 4" is no list of specs.
        if (found.includes(undefined)) ignored.push({ commit: commit.hash, line: words.join(' ') });
        else for (const spec of found) if (spec !== undefined) specs.add(spec);
      }
      return specs;
    };
    return { shares: commitShares(commits, specsOf), ignored };
  }

  /** Returns the folder of each number; undefined for a number that several folders have. */
  #byNumber(names: ReadonlySet<string>): ReadonlyMap<number, string | undefined> {
    const folders = new Map<number, string | undefined>();
    for (const name of names) {
      const sequence = parseFolderName(this.config.structure, name)?.sequence ?? null;
      if (sequence !== null) folders.set(sequence, folders.has(sequence) ? undefined : name);
    }
    return folders;
  }

  /** Finds specs by their exact folder name or name. A word with a digit may also be any other reference, such as an id or a former folder name. */
  #finder(): (name: string) => SpecFolder | undefined {
    const folders = this.catalog.folders();
    const exact = new Map<string, SpecFolder | undefined>();
    for (const folder of folders)
      for (const name of new Set([folder.ref, folder.name]))
        // Two specs with one name: the name means neither.
        exact.set(name, exact.has(name) ? undefined : folder);
    const findFormer = this.catalog.finder(folders);
    const known = new Map<string, SpecFolder | undefined>();
    return (name) => {
      if (exact.has(name)) return exact.get(name);
      if (!known.has(name))
        known.set(name, isDistinctive(name) ? unlessNotFound(() => findFormer(name)) : undefined);
      return known.get(name);
    };
  }
}

/** A number means the spec that had the number in the commit, because specs may be renumbered later. */
function specNamed(
  word: string,
  numbered: ReadonlyMap<number, string | undefined> | undefined,
  find: (name: string) => SpecFolder | undefined,
): string | undefined {
  const number = numberIn(word);
  if (number === undefined) return find(word)?.path;
  const name = numbered?.get(number);
  return name === undefined ? undefined : (find(name)?.path ?? name);
}

/** True for folder names and ids: a plain word could be the beginning of a spec's name by chance. */
function isDistinctive(name: string): boolean {
  return /\d/.test(name) && name.length >= 6;
}

function unlessNotFound(find: () => SpecFolder): SpecFolder | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof SpectoolError && ['SPEC_NOT_FOUND', 'SPEC_AMBIGUOUS'].includes(error.code))
      return undefined;
    throw error;
  }
}
