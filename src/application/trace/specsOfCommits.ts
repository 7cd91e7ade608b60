import { BOUNDS } from '../../domain/value/bounds.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { formerNames } from '../../domain/log/logSummary.js';
import { PROJECT_STREAM } from '../../domain/log/records/record.js';
import { parseFolderName } from '../../domain/naming/folderName.js';
import { folderAt, lastNameIn, parentOf, type SpecFolder } from '../../domain/naming/projectPath.js';
import { type FormerName, projectReference, numberIn } from '../../domain/naming/references.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { filesOfFewSpecs } from '../../domain/trace/sharedFiles.js';
import {
  type CommitShare,
  commitShares,
  countingCommits,
  type LoggedCommit,
  specLines,
} from '../../domain/trace/commitsOfSpecs.js';
import {
  filesOfProject,
  type NamedProject,
  nameOfProject,
  projectsWith,
} from '../../domain/trace/projectsInRepository.js';
import { cutText } from '../../domain/value/text.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { LoggedCommits } from '../../ports/repository.js';
import type { SpecStore } from '../../ports/specStore.js';
import { logEnds } from '../changes/specLogs.js';
import { Service, text, useCase } from '../useCase.js';
import type { Services } from '../services.js';

/** A spec that is known from the log or a document, with the paths of its folders. */
interface KnownSpec {
  /** Path of the spec folder; for a deleted spec, its last folder name. */
  readonly spec: string;
  readonly places: readonly string[];
  /** Time (ISO 8601) at which the spec lost the name; absent if it still has the name, or if the time is unknown. */
  readonly until?: string | undefined;
}

/** Marks a word that names a spec of another project of the repository. */
const ELSEWHERE = 'elsewhere';

/** Returns the specs that have or had this name, number or id, including deleted specs. */
type SpecsNamed = (name: string) => readonly KnownSpec[];

function specsNamed(
  store: SpecStore,
  log: EventLog,
  specsDir: string,
  folders: readonly SpecFolder[],
): SpecsNamed {
  const summaries = store.summaries(folders).map(({ folder, frontmatter: { id } }) => {
    return { folder, id: typeof id === 'string' ? id : undefined };
  });
  const present = new Set(summaries.flatMap(({ id }) => id ?? []));
  const ends = logEnds(log, [...present]);
  const now = new Map<string | number, KnownSpec[]>();
  const before = new Map<string | number, KnownSpec[]>();
  const add = (to: typeof now, names: readonly (string | number)[], spec: KnownSpec) => {
    for (const name of new Set(names)) to.set(name, [...(to.get(name) ?? []), spec]);
  };
  for (const { folder, id } of summaries) {
    const places = [folder.path, ...(id === undefined ? [] : [`${LOG_FOLDER}/${id}`])];
    const spec = { spec: folder.path, places };
    add(now, [...namesOf(folder), folder.name, folder.path, ...(id === undefined ? [] : [id])], spec);
    for (const former of ends.get(id ?? '')?.former ?? [])
      add(before, namesOf(former), { ...spec, until: former.until });
  }
  for (const id of log.streams().filter((stream) => stream !== PROJECT_STREAM && !present.has(stream))) {
    const records = log.records(id);
    const { spec } = foldSpec(records);
    if (spec.kind === 'absent') continue;
    const { labels } = spec;
    const places = [folderAt(specsDir, labels).path, `${LOG_FOLDER}/${id}`];
    const names = [labels, ...formerNames(records)].flatMap(namesOf);
    add(before, [...names, labels.name], { spec: labels.ref, places, until: records.at(-1)?.at });
  }
  return (name) => {
    const number = numberIn(name);
    if (number === undefined) return now.get(name) ?? before.get(name) ?? [];
    return [...new Set([...(now.get(number) ?? []), ...(before.get(number) ?? [])])];
  };
}

function namesOf({ ref, sequence }: FormerName): readonly (string | number)[] {
  return sequence === null ? [ref] : [ref, sequence];
}

/**
 * Returns the spec that a word in a commit message names; `elsewhere` if it is a spec of another project; undefined if no single
 * spec can be determined. If several specs have had the number, the one that had it at the time of the commit is meant; if
 * several had it then, the one whose files the commit changed.
 * @param own the project whose commits are traced.
 */
function resolvedWord(
  word: string,
  { files, authoredAt }: LoggedCommit,
  own: NamedProject,
  others: readonly NamedProject[],
  specs: SpecsNamed,
): { readonly spec: string } | typeof ELSEWHERE | undefined {
  const find = (name: string) => {
    const known = specs(name);
    // If several specs have had the name, leave out those that had lost it before the commit.
    const hadIt = ({ until }: KnownSpec) => until === undefined || !(Date.parse(until) < authoredAt);
    const found = known.length > 1 ? known.filter(hadIt) : known;
    const isOf = ({ places }: KnownSpec) =>
      files.some((file) => places.some((place) => file.startsWith(`${place}/`)));
    const [spec, ...rivals] = found.length > 1 ? found.filter(isOf) : found;
    return rivals.length > 0 ? undefined : spec;
  };
  const all = [own, ...others];
  const named = projectReference(word);
  if (named !== undefined) {
    const [project, ...rivals] = all.filter(({ name }) => name === named.project);
    if (project === undefined || rivals.length > 0) return undefined;
    return project === own ? find(named.reference) : ELSEWHERE;
  }
  const spec = find(word);
  // A name, unlike a number, always refers to the spec of this project, whatever files the commit changed.
  if (numberIn(word) === undefined && spec !== undefined) return spec;
  // A merge commit has no files of its own, so it may be about any project.
  const touched = files.length === 0 ? new Set(all) : projectsWith(all, files);
  if (!touched.has(own)) return touched.size > 0 ? ELSEWHERE : undefined;
  return spec ?? (touched.size > 1 ? ELSEWHERE : undefined);
}

export interface FindCommitSpecResult {
  /** A reference for the line `Spec:` of a commit message: the folder name, or the id if the folder name has spaces or commas. */
  readonly spec: string | null;
  /**
   * Reason why `spec` is null. `named`: the message has a line that begins with `Spec:`. `operation`: git is in the middle of a
   * merge, rebase, cherry-pick or revert.
   */
  readonly because?: 'named' | 'operation' | 'none' | 'several';
}

/**
 * Finds the spec that a commit of the actor belongs to: the one whose document the commit changes, or if there is none, the
 * one spec that the actor holds in this worktree. For the commit-msg hook. Commits that git repeats, as in a rebase, get no spec,
 * because their authors may be other people.
 */
export const findCommitSpec = useCase(
  {
    /** The message of the commit. If it already names specs, no spec is returned. */
    message: text,
  },
  (use, { message = '' }): FindCommitSpecResult => {
    if (specLines(message).length > 0) return { spec: null, because: 'named' };
    if (use.merges.continuation() !== undefined) return { spec: null, because: 'operation' };
    const specs = use.specCatalog.undated();
    const held = new Set(use.openClaims.held(specs));
    const [spec, ...others] = candidates(use, specs, held);
    if (spec === undefined || isOfOthers(use)) return { spec: null, because: 'none' };
    if (others.length > 0) return { spec: null, because: 'several' };
    const { ref, id } = spec;
    return { spec: /[\s,;]/.test(ref) ? id : ref };
  },
);

/** True if all staged files of the project's folder belong to projects nested in it. */
function isOfOthers({ commits, commitLog }: Services): boolean {
  const staged = commits.stagedFiles();
  return staged.length > 0 && filesOfProject(commitLog.otherProjects(), staged).length === 0;
}

function candidates(
  { commits, config, specStore }: Services,
  specs: readonly SpecView[],
  held: ReadonlySet<SpecView>,
): readonly SpecView[] {
  const staged = commits.stagedDocuments(config.specsDir);
  const ids = new Set(staged.map((text) => specStore.parse(text).frontmatter['id']));
  const documented = specs.filter(({ id }) => id !== null && ids.has(id));
  if (documented.length === 0) return [...held];
  // The commit that completes a spec belongs to it, although the completion ended the claim.
  const own = documented.filter(
    (spec) => held.has(spec) || (spec.claim === undefined && spec.status !== 'planned'),
  );
  const ofHolder = own.filter((spec) => held.has(spec));
  return own.length > 1 && ofHolder.length > 0 ? ofHolder : own;
}

/**
 * A line of a commit message that begins with `Spec:` but is ignored, because one of its words names no spec or is a number
 * that several specs had.
 */
export interface IgnoredLine {
  readonly commit: string;
  readonly line: string;
}

/** Commits with their specs, in the order of the commit log. */
interface TracedCommits {
  /** `specs` are paths of spec folders; for a spec that was deleted, the folder name in the commit. */
  readonly shares: readonly CommitShare[];
  readonly ignored: readonly IgnoredLine[];
  /** Hashes of the commits that name a spec of another project of the repository. */
  readonly elsewhere: ReadonlySet<string>;
}

/** A spec as in a commit. */
interface SpecInCommit {
  /** Path of the spec folder in the commit. */
  readonly path: string;
  /** File name of the document. */
  readonly file: string;
  readonly document: SpecDocument;
}

/** Finds the specs that commits name in lines such as `Spec: 012`. */
export class SpecsOfCommits extends Service {
  trace(commits: readonly LoggedCommit[]): TracedCommits {
    const elsewhere = new Set<string>();
    const ignored: IgnoredLine[] = [];
    // Finding the other projects calls git, so skip it without commits.
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
          ignored.push({ commit: commit.hash, line: cutText(line.join(' '), BOUNDS.line) });
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

  /** Traces all commits that name specs; empty without git, for callers that can do without commits. */
  traceNaming(): TracedCommits {
    return this.trace(unlessWithoutGit(() => this.use.commitLog.naming()));
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
    // Another spec may have had the folder name at the time of the commit.
    const isSame = ({ document: { frontmatter } }: SpecInCommit) =>
      id === undefined || frontmatter['id'] === undefined || frontmatter['id'] === id;
    const same = specsAt((ref) => ref === lastNameIn(spec)).find(isSame);
    if (same !== undefined || current === undefined) return same;
    // The spec had another folder name at that time. Look up former names only now, because that reads the logs. A folder that
    // was renamed by hand is found by the spec's name instead.
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
