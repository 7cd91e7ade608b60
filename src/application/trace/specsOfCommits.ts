import { parseFolderName } from '../../domain/naming/folderName.js';
import { lastNameIn, parentOf } from '../../domain/naming/projectPath.js';
import {
  type CommitShare,
  commitShares,
  countingCommits,
  type LoggedCommit,
} from '../../domain/trace/assignCommitsToSpecs.js';
import { filesOfFewSpecs } from '../../domain/trace/filesOfSpec.js';
import { filesOfProject, type NamedProject, nameOfProject } from '../../domain/trace/projectsOfCommits.js';
import { specLines } from '../../domain/trace/specLinesInCommits.js';
import { cutText } from '../../domain/value/cutText.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { LoggedCommits } from '../../ports/repository/commits.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { ELSEWHERE, resolvedWord, type SpecsNamed, specsNamed } from './commitReferences.js';
import type { Services } from '../services.js';

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
  constructor(private readonly use: Services) {}

  trace(commits: readonly LoggedCommit[]): TracedCommits {
    const elsewhere = new Set<string>();
    const ignored: IgnoredLine[] = [];
    // Git is asked for the other projects, so only if there is a commit.
    const others = commits.length === 0 ? [] : this.use.commitLog.otherProjects();
    const own = this.#own();
    let known: SpecsNamed | undefined;
    const specsOf = (commit: LoggedCommit): ReadonlySet<string> => {
      const specs = new Set<string>();
      for (const line of specLines(commit.message)) {
        const named = (known ??= this.#specsNamed());
        const found = line.map((word) => resolvedWord(word, commit, own, others, named));
        // A line such as "Spec: section 4" is an ordinary sentence and not a list of specs, so ignore the whole line.
        if (found.includes(undefined))
          ignored.push({ commit: commit.hash, line: cutText(line.join(' '), LONGEST_LINE) });
        else
          for (const one of found)
            if (one === ELSEWHERE) elsewhere.add(commit.hash);
            else if (one !== undefined) specs.add(one.spec);
      }
      return specs;
    };
    const shares = commitShares(commits, specsOf).map((share) => {
      const files = filesOfProject(others, share.commit.files);
      return { ...share, commit: { ...share.commit, files } };
    });
    return { shares, ignored, elsewhere };
  }

  /** Returns the hashes of the commits that changed only files of other projects. */
  ofOtherProjects(commits: readonly LoggedCommit[]): readonly string[] {
    if (commits.length === 0) return [];
    const others = this.use.commitLog.otherProjects();
    return commits
      .filter(({ files }) => files.length > 0 && filesOfProject(others, files).length === 0)
      .map(({ hash }) => hash);
  }

  /** Traces all commits that name specs; none without git, for callers to which commits are an addition. */
  traceNaming(): TracedCommits {
    return this.trace(unlessWithoutGit(() => this.use.commitLog.naming()));
  }

  /** Traces the commits of the current branch since a base; none without git. */
  traceSince(base: string): TracedCommits {
    return this.trace(unlessWithoutGit(() => this.use.commitLog.since(base)));
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
    const { specsDir } = this.use.place;
    const current = this.use.specCatalog.folders().find(({ path }) => path === spec);
    const id = current && this.use.specStore.open(current).frontmatter['id'];
    const files = new Set([
      this.use.config.structure.defaultFile,
      ...(current ? [lastNameIn(this.use.specStore.documentPath(current))] : []),
    ]);
    const documents = this.use.commitLog
      .filesIn(commit, specsDir)
      .filter((path) => files.has(lastNameIn(path)));
    const specsAt = (isAsked: (ref: string) => boolean) =>
      documents.flatMap((file) => {
        const path = parentOf(file);
        const text = isAsked(lastNameIn(path)) ? this.use.commitLog.textIn(commit, file) : undefined;
        return text === undefined
          ? []
          : [{ path, file: lastNameIn(file), document: this.use.specStore.parse(text) }];
      });
    // Another spec may have had the folder name then.
    const isSame = ({ document: { frontmatter } }: SpecInCommit) =>
      id === undefined || frontmatter['id'] === undefined || frontmatter['id'] === id;
    const same = specsAt((ref) => ref === lastNameIn(spec)).find(isSame);
    if (same !== undefined || current === undefined) return same;
    // The spec had another folder name then. Former names are looked up only now, because that reads the logs, which do not know
    // the folders that were renamed by hand.
    const named = this.#specsNamed();
    const mayBeSame = (ref: string) =>
      named(ref).some((one) => one.spec === spec) ||
      parseFolderName(this.use.config.structure, ref)?.name === current.name;
    return specsAt(mayBeSame).find(isSame);
  }

  #own(): NamedProject {
    const name = this.use.config.variables['project_name'];
    return { folder: '', name: nameOfProject(name, this.use.place.root.split(/[\\/]/).at(-1) ?? '') };
  }

  #specsNamed(): SpecsNamed {
    return specsNamed(
      this.use.specStore,
      this.use.eventLog,
      this.use.place.specsDir,
      this.use.specCatalog.folders(),
    );
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
