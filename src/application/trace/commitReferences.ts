import { parseFolderName } from '../../domain/naming/folderName.js';
import { lastNameIn } from '../../domain/naming/projectPath.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { numberIn } from '../../domain/naming/specNumbers.js';
import type { LoggedCommit } from '../../domain/trace/assignCommitsToSpecs.js';
import { projectReference, projectsWith } from '../../domain/trace/projectsOfCommits.js';
import type { CommitLog, OtherProject } from '../../ports/repository/commits.js';

/** The references in the message of each commit, by the commit's hash. */
type Words = ReadonlyMap<string, readonly string[]>;
type FoldersByHash = ReadonlyMap<string, readonly string[]>;

/**
 * The references in commit messages. A number means the spec that had it in the commit, because specs may be renumbered later, and
 * the project whose folder holds files of the commit, because several projects of a repository may have the number.
 */
export class CommitReferences {
  readonly #own: OtherProject;
  readonly #projects: readonly OtherProject[];
  readonly #touched: ReadonlyMap<string, ReadonlySet<OtherProject>>;
  readonly #folders: ReadonlyMap<OtherProject, FoldersByHash>;
  readonly #specWas: (commit: string, folder: string) => SpecFolder | undefined;

  /**
   * @param own the project whose commits are traced.
   * @param words the references of each commit, by hash.
   * @param specWas returns the spec that a folder of the own specs folder had in a commit.
   */
  constructor(
    commitLog: CommitLog,
    own: OtherProject,
    commits: readonly LoggedCommit[],
    words: Words,
    specWas: (commit: string, folder: string) => SpecFolder | undefined,
  ) {
    this.#own = own;
    this.#specWas = specWas;
    this.#projects = [own, ...commitLog.otherProjects()];
    // A merge commit has no files of its own, so it may be about any project.
    this.#touched = new Map(
      commits.map(({ hash, files }) => [
        hash,
        files.length === 0 ? new Set(this.#projects) : projectsWith(this.#projects, files),
      ]),
    );
    const numbersIn = (project: OtherProject) => (hash: string) =>
      new Set((words.get(hash) ?? []).flatMap((word) => numberOf(word, project) ?? []));
    this.#folders = new Map(
      this.#projects.map((project) => {
        const numbersOf = numbersIn(project);
        const hashes = commits
          .map(({ hash }) => hash)
          .filter((hash) => (project === own || this.#isShared(hash, project)) && numbersOf(hash).size > 0);
        return [project, commitLog.specFolders(hashes, project, numbersOf)];
      }),
    );
  }

  /**
   * Returns the path of the spec that a word names; for a deleted spec, its folder name; `elsewhere` for a spec of another
   * project; undefined if the word names no spec, or may name several.
   */
  resolve(
    word: string,
    hash: string,
    find: (name: string) => SpecFolder | undefined,
  ): { readonly spec: string } | 'elsewhere' | undefined {
    const named = projectReference(word);
    if (named !== undefined) {
      const [project, ...others] = this.#projects.filter(({ name }) => name === named.project);
      if (project === undefined || others.length > 0) return undefined;
      return project === this.#own ? this.#inOwn(named.reference, hash, find) : 'elsewhere';
    }
    const spec = this.#inOwn(word, hash, find);
    const number = numberIn(word);
    // The folder name of a spec of this project means that spec, even if another project has the name, too.
    if (number === undefined && spec !== undefined) return spec;
    const touched = this.#touched.get(hash) ?? new Set();
    if (!touched.has(this.#own)) return touched.size > 0 ? 'elsewhere' : undefined;
    const rivals = [...touched].filter((project) => project !== this.#own && this.#has(project, hash, word));
    if (rivals.length === 0) return spec;
    return spec === undefined ? 'elsewhere' : undefined;
  }

  #inOwn(word: string, hash: string, find: (name: string) => SpecFolder | undefined) {
    const number = numberIn(word);
    const known = number === undefined ? find(word)?.path : undefined;
    if (known !== undefined) return { spec: known };
    const wanted = number ?? numberOf(word, this.#own);
    if (wanted === undefined) return undefined;
    const paths = this.#numbered(this.#own, hash, wanted);
    const [path, ...others] = number === undefined ? paths.filter((one) => lastNameIn(one) === word) : paths;
    if (path === undefined || others.some((one) => lastNameIn(one) !== lastNameIn(path))) return undefined;
    const name = lastNameIn(path);
    return { spec: (find(name) ?? this.#specWas(hash, path))?.path ?? name };
  }

  /** Whether a project has a spec of this number or folder name in a commit. */
  #has(project: OtherProject, hash: string, word: string): boolean {
    const number = numberOf(word, project);
    const paths = number === undefined ? [] : this.#numbered(project, hash, number);
    return numberIn(word) === undefined ? paths.some((path) => lastNameIn(path) === word) : paths.length > 0;
  }

  #numbered(project: OtherProject, hash: string, number: number): readonly string[] {
    const paths = this.#folders.get(project)?.get(hash) ?? [];
    return paths.filter((path) => parseFolderName(project.structure, lastNameIn(path))?.sequence === number);
  }

  #isShared(hash: string, project: OtherProject): boolean {
    const touched = this.#touched.get(hash);
    return touched?.has(this.#own) === true && touched.has(project);
  }
}

/** Returns the number of a reference: a number itself, or that of a folder name. */
function numberOf(word: string, { structure }: OtherProject): number | undefined {
  const reference = projectReference(word)?.reference ?? word;
  return numberIn(reference) ?? parseFolderName(structure, reference)?.sequence ?? undefined;
}
