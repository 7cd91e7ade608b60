import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { parseFolderName } from '../../domain/naming/folderName.js';
import { lastNameIn } from '../../domain/naming/projectPath.js';
import type { Configuration } from '../../domain/project/configuration.js';
import {
  type CommitShare,
  commitShares,
  countingCommits,
  type LoggedCommit,
} from '../../domain/trace/assignCommitsToSpecs.js';
import { filesOfFewSpecs } from '../../domain/trace/filesOfSpec.js';
import { filesOfProject, nameOfProject } from '../../domain/trace/projectsOfCommits.js';
import { specLines } from '../../domain/trace/specLinesInCommits.js';
import { cutText } from '../../domain/value/cutText.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { CommitLog, LoggedCommits, OtherProject } from '../../ports/repository/commits.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { ProjectLocation } from '../projectLocation.js';
import { CommitReferences } from './commitReferences.js';
import type { SpecCatalog } from '../specCatalog.js';

/**
 * A line of a commit message that begins with `Spec:` but does not count, because one of its words names no spec, or a
 * number that several specs had.
 */
export interface IgnoredLine {
  readonly commit: string;
  readonly line: string;
}

/** Commits with their specs, in the order of the commit log. */
export interface TracedCommits {
  /** `specs` are paths of spec folders; for a spec that was deleted, the folder name in the commit. */
  readonly shares: readonly CommitShare[];
  readonly ignored: readonly IgnoredLine[];
  /** Hashes of the commits that name a spec of another project of the repository. */
  readonly elsewhere: ReadonlySet<string>;
}

/** Maximum number of characters of an ignored line. */
const LONGEST_LINE = 500;

/** A spec as in a commit. */
export interface SpecInCommit {
  /** Path of the spec folder in the commit. */
  readonly path: string;
  /** File name of the document. */
  readonly file: string;
  readonly document: SpecDocument;
}

/** Finds the specs that commits name in lines such as `Spec: 012`. */
export class SpecsOfCommits {
  constructor(
    private readonly catalog: SpecCatalog,
    private readonly store: SpecStore,
    private readonly commitLog: CommitLog,
    private readonly place: ProjectLocation,
    private readonly config: Configuration,
  ) {}

  trace(commits: readonly LoggedCommit[]): TracedCommits {
    const lines = new Map(commits.map((commit) => [commit.hash, specLines(commit.message)]));
    const named = commits.filter(({ hash }) => (lines.get(hash) ?? []).length > 0);
    const elsewhere = new Set<string>();
    if (named.length === 0) return { shares: commitShares(commits, () => new Set()), ignored: [], elsewhere };
    const words = new Map(named.map(({ hash }) => [hash, (lines.get(hash) ?? []).flat()]));
    const references = new CommitReferences(this.commitLog, this.#own(), named, words, this.#finderById());
    const find = this.#finder();
    const ignored: IgnoredLine[] = [];
    const specsOf = (commit: LoggedCommit): ReadonlySet<string> => {
      const specs = new Set<string>();
      for (const line of lines.get(commit.hash) ?? []) {
        const found = line.map((word) => references.resolve(word, commit.hash, find));
        // A line such as "Spec: section 4" is an ordinary sentence and not a list of specs, so ignore the whole line.
        if (found.includes(undefined))
          ignored.push({ commit: commit.hash, line: cutText(line.join(' '), LONGEST_LINE) });
        else
          for (const one of found)
            if (typeof one === 'object') specs.add(one.spec);
            else elsewhere.add(commit.hash);
      }
      return specs;
    };
    const others = this.commitLog.otherProjects();
    const shares = commitShares(commits, specsOf).map((share) => {
      const files = filesOfProject(others, share.commit.files);
      return { ...share, commit: { ...share.commit, files } };
    });
    return { shares, ignored, elsewhere };
  }

  /** Returns the hashes of the commits that changed only files of other projects. */
  ofOtherProjects(commits: readonly LoggedCommit[]): readonly string[] {
    const others = this.commitLog.otherProjects();
    return commits
      .filter(({ files }) => files.length > 0 && filesOfProject(others, files).length === 0)
      .map(({ hash }) => hash);
  }

  /** Traces all commits that name specs; none without git, for callers to which commits are an addition. */
  traceNaming(): TracedCommits {
    return this.trace(unlessWithoutGit(() => this.commitLog.naming()));
  }

  /** Traces the commits of the current branch since a base; none without git. */
  traceSince(base: string): TracedCommits {
    return this.trace(unlessWithoutGit(() => this.commitLog.since(base)));
  }

  /** Returns the files that commits of one or two specs changed, by the path of the spec. */
  committedFiles(): ReadonlyMap<string, ReadonlySet<string>> {
    const commits = countingCommits(this.traceNaming().shares);
    return filesOfFewSpecs(
      new Map([...commits].map(([spec, own]) => [spec, new Set(own.flatMap(({ files }) => files))])),
    );
  }

  /**
   * Returns a spec as in a commit; undefined if the commit does not have the spec.
   * @param spec path of the spec folder; for a deleted spec, its folder name.
   */
  specIn(commit: string, spec: string): SpecInCommit | undefined {
    const { specsDir } = this.place;
    const current = this.catalog.folders().find(({ path }) => path === spec);
    const id = current && this.store.open(current).frontmatter['id'];
    const files = new Set([
      this.config.structure.defaultFile,
      ...(current ? [lastNameIn(this.store.documentPath(current))] : []),
    ]);
    const folders = (this.#foldersAt([commit]).get(commit) ?? []).map((path) => `${specsDir}/${path}`);
    const specsAt = (paths: readonly string[]) =>
      paths.flatMap((path) =>
        [...files].flatMap((file) => {
          const text = this.commitLog.textIn(commit, `${path}/${file}`);
          return text === undefined ? [] : [{ path, file, document: this.store.parse(text) }];
        }),
      );
    // Another spec may have had the folder name then.
    const isSame = ({ document: { frontmatter } }: SpecInCommit) =>
      id === undefined || frontmatter['id'] === undefined || frontmatter['id'] === id;
    const named = folders.filter((path) => lastNameIn(path) === lastNameIn(spec));
    const same = specsAt(named).find(isSame);
    if (same !== undefined || current === undefined) return same;
    // The spec had another folder name then. Former names are looked up only now, because that reads the logs, which do not know
    // the folders that were renamed by hand.
    const find = this.#finder();
    const mayBeSame = (ref: string) =>
      find(ref)?.path === spec || parseFolderName(this.config.structure, ref)?.name === current.name;
    return specsAt(folders.filter((path) => mayBeSame(lastNameIn(path)))).find(isSame);
  }

  #own(): OtherProject {
    const { root, specsDir } = this.place;
    const { structure, variables } = this.config;
    const name = nameOfProject(variables['project_name'], root.split(/[\\/]/).at(-1) ?? '');
    return { folder: '', specsDir, structure, name };
  }

  #foldersAt(commits: readonly string[]): ReadonlyMap<string, readonly string[]> {
    return this.commitLog.specFolders(commits, this.#own());
  }

  /** Returns a function that finds a spec by the id that the document in a folder had in a commit. */
  #finderById(): (commit: string, folder: string) => SpecFolder | undefined {
    const known = new Map<string, SpecFolder | undefined>();
    return (commit, folder) => {
      if (known.has(folder)) return known.get(folder);
      const path = `${this.place.specsDir}/${folder}/${this.config.structure.defaultFile}`;
      const text = this.commitLog.textIn(commit, path);
      const id = text === undefined ? undefined : this.store.parse(text).frontmatter['id'];
      const isId = typeof id === 'string' && id !== '';
      const spec = isId ? unlessNotFound(() => this.catalog.find(id)) : undefined;
      known.set(folder, spec);
      return spec;
    };
  }

  /**
   * Returns a function that finds a spec by its exact folder name or name. A word with a digit may also be another
   * reference, such as an id or a former folder name.
   */
  #finder(): (name: string) => SpecFolder | undefined {
    const folders = this.catalog.folders();
    const exact = new Map<string, SpecFolder | undefined>();
    for (const folder of folders)
      for (const name of new Set([folder.ref, folder.name]))
        // A name that two specs have means neither of them.
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

/**
 * True for a word that may be a folder name or an id. A plain word is not looked up, because it could be the beginning of a
 * spec's name by chance.
 */
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

function unlessWithoutGit(read: () => LoggedCommits): readonly LoggedCommit[] {
  try {
    return read().commits;
  } catch (error) {
    if (error instanceof SpectoolError && error.code === 'GIT_FAILED') return [];
    throw error;
  }
}
