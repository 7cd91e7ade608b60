import { isMarkdown } from '../../domain/document/documentText.js';
import { assertProjectPath } from '../../domain/naming/projectPath.js';
import { largestNumber, remembered } from '../../domain/value/collections.js';
import type { ChangesSince, Commits, CommittedBeside } from '../../ports/repository.js';
import {
  type AnswersMemory,
  cachedGit,
  keep,
  type GitProcess,
  HARMLESS_LOG,
  pathsIn,
  type AskGit,
} from './gitProcess.js';
import { changesSince } from './gitCommitLog.js';
import { entriesIn, objectsIfReadable, textsNamed, linesAbout } from './gitObjects.js';
import { type CloneLocation, inClone } from './cloneLocation.js';

/** Maximum number of paths passed to one git command, whose length is limited. With more, git lists the whole project. */
const MOST_PATHS = 200;

/** Maximum number of commits from which the earlier texts of a file are read. */
const MOST_COMMITS = 20;

/** Matches a line of HEAD's reflog, such as `abc1234 HEAD@{1700000000}`: a commit, and the second at which HEAD moved to it. */
const CHECKOUT = /^(\w+) HEAD@\{(\d+)\}$/gm;

/** Reads commits with the `git` program. */
export class GitCommits implements Commits {
  readonly #git: GitProcess;
  readonly #remembered: AnswersMemory | undefined;

  constructor(git: GitProcess, remembered?: AnswersMemory) {
    this.#git = git;
    this.#remembered = remembered;
  }

  /** Returns the time of the last commit of each path, as the committer's time in milliseconds since 1970. */
  lastCommits(paths: readonly string[]): ReadonlyMap<string, number> {
    return new Map([...this.#lastOf(paths)].map(([path, { at }]) => [path, at]));
  }

  /** Returns the last commit of each path. In a merged history, this may be a commit whose version the merge discarded. */
  #lastOf(paths: readonly string[]): ReadonlyMap<string, { readonly commit: string; readonly at: number }> {
    const found = new Map<string, { readonly commit: string; readonly at: number }>();
    if (paths.length === 0) return found;
    const history = cachedGit(this.#git, 'git times', this.#remembered);
    const wanted = new Set(paths);
    const one = paths.length === 1 ? ['-1'] : [];
    const format = [...one, '--format=%x01%H %ct', '--name-only', '--relative', '--no-renames', '-z'];
    const answer = history.run(['log', ...HARMLESS_LOG, ...format, 'HEAD', '--', ...few(paths)]);
    keep(history);
    if (answer.status !== 0) return found;
    for (const told of answer.output.toString('utf8').split('\x01')) {
      const [head = '', ...names] = told.split('\0');
      const [, commit, seconds] = /^(\w+) (\d+)$/.exec(head) ?? [];
      if (commit === undefined) continue;
      for (const text of names) {
        const name = text.startsWith('\n') ? text.slice(1) : text;
        if (wanted.has(name) && !found.has(name)) found.set(name, { commit, at: Number(seconds) * 1000 });
      }
    }
    return found;
  }

  committedTexts(path: string): readonly { readonly commit: string; readonly text: string }[] {
    // Without `--full-history`, git leaves out commits whose version of the file was discarded in a merge.
    const commits = this.#commitsOf(path, '--full-history', `--max-count=${String(MOST_COMMITS)}`);
    const texts = textsNamed(
      this.#git,
      commits.map((commit) => `${commit}:./${path}`),
    );
    return commits.flatMap((commit, i) => {
      const text = texts[i];
      return text === undefined ? [] : [{ commit, text }];
    });
  }

  /** Returns the commits that changed a file, or anything in a folder, newest first. */
  #commitsOf(path: string, ...range: readonly string[]): readonly string[] {
    assertProjectPath(path);
    const listed = this.#git.run(['--literal-pathspecs', 'rev-list', ...range, 'HEAD', '--', path]);
    return listed.status === 0 ? listed.output.toString('latin1').split('\n').filter(Boolean) : [];
  }

  filesNotInHead(...places: readonly string[]): readonly string[] | undefined {
    places.forEach(assertProjectPath);
    const all = ['--untracked-files=all', '--ignored=matching', '--ignore-submodules=none', '--no-renames'];
    const answer = this.#git.compare(['status', '--porcelain=v1', '-z', ...all, '--', ...places]);
    if (answer.status !== 0) return undefined;
    const found = answer.output
      .toString('utf8')
      .split('\0')
      .flatMap((line) => {
        const [state, path] = [line.slice(0, 2), line.slice(3)];
        // Leave out files that are already deleted, because they cannot be lost.
        if (path === '' || state === ' D' || state === 'D ') return [];
        // Git's paths are relative to the top of the working tree, which may be above the project, so cut off everything before
        // the requested path.
        return [
          path.slice(
            largestNumber(
              places.map((place) => beginOf(place, path)),
              0,
            ),
          ),
        ];
      });
    // Trust an empty result only if HEAD has one of the requested paths: `GIT_DIR` may point git to another repository, which
    // does not have the project's files.
    const isInHead = (place: string) =>
      this.#git.run(['rev-parse', '--verify', '--quiet', `HEAD:./${place}`]).status === 0;
    return found.length > 0 || places.some(isInHead) ? found : undefined;
  }

  differingSince(): (time: number) => readonly string[] | undefined {
    const listed = this.#git.run([
      'log',
      ...HARMLESS_LOG,
      '-g',
      '--date=unix',
      '--format=%H %gd',
      'HEAD',
      '--',
    ]);
    const lines = listed.status === 0 ? listed.output.toString('latin1').matchAll(CHECKOUT) : [];
    const checkouts = [...lines].map(([, commit = '', at]) => ({ commit, at: Number(at) }));
    const known = new Map<string | undefined, readonly string[] | undefined>();
    return (time) => {
      const second = Math.floor(time / 1000);
      const isThen = ({ at }: { readonly at: number }) => at === second;
      const checkout = checkouts.find(({ at }) => at < second) ?? checkouts.findLast(isThen);
      const base = checkout?.commit ?? this.#mainCommitAt(second);
      const files =
        known.get(base) ?? (base === undefined ? this.projectFiles() : this.#differing(base, '--', '.'));
      known.set(base, files);
      return files;
    };
  }

  #mainCommitAt(second: number): string | undefined {
    const before = ['--first-parent', '--max-count=1', `--before=${String(second)}`];
    const { status, output } = this.#git.run(['rev-list', ...before, 'HEAD', '--']);
    return status === 0 ? output.toString('latin1').trim() || undefined : undefined;
  }

  #differing(...asked: readonly string[]): readonly string[] {
    const how = ['--name-only', '--no-renames', '--relative', '-z', '--ignore-submodules'];
    const answer = this.#git.compare(['diff', ...how, ...asked]);
    return answer.status === 0 ? answer.output.toString('utf8').split('\0').filter(Boolean) : [];
  }

  committedBeside(
    asked: readonly (readonly [file: string, folder: string])[],
  ): readonly CommittedBeside[] | undefined {
    if (asked.length === 0) return [];
    const indexed = this.#indexed(asked.map(([file]) => file));
    if (indexed === undefined) return undefined;
    const added = remembered(() => this.#addedIn(asked.map(([, folder]) => folder)));
    const texts = remembered(() => this.#textsBeside(asked.filter(([file]) => indexed.get(file) === true)));
    return asked.map(([file, folder]) => ({
      isUntouched: indexed.get(file) === true,
      texts: () => texts(undefined).get(file) ?? [],
      added: () =>
        added(undefined).flatMap((path) =>
          path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : [],
        ),
    }));
  }

  /** Returns those of the files that are in git's index, each with true if the working tree has the same content. */
  #indexed(paths: readonly string[]): ReadonlyMap<string, boolean> | undefined {
    const listed = this.#git.compare(['ls-files', '-z', '-t', '--cached', '--modified', '--', ...few(paths)]);
    if (listed.status !== 0) return undefined;
    const found = new Map<string, boolean>();
    for (const line of pathsIn(listed.output)) {
      const [tag, path] = [line.slice(0, 1), line.slice(2)];
      found.set(path, tag === 'H' && found.get(path) !== false);
    }
    return found;
  }

  stagedDocuments(folder: string): readonly string[] {
    const names = (filter: string) => this.#stagedNames(folder, filter).filter(isMarkdown);
    const asked = [
      ...names('ACMRT').map((path) => `:./${path}`),
      ...names('D').map((path) => `HEAD:./${path}`),
    ];
    return textsNamed(this.#git, asked).flatMap((text) => text ?? []);
  }

  untracked(folder: string): readonly string[] {
    assertProjectPath(folder);
    const listed = this.#git.run(['ls-files', '--others', '--exclude-standard', '-z', '--', folder]);
    return listed.status === 0 ? pathsIn(listed.output) : [];
  }

  projectFiles(): readonly string[] | undefined {
    const listed = this.#git.run(['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', '.']);
    return listed.status === 0 ? [...new Set(pathsIn(listed.output))] : undefined;
  }

  filesContaining(texts: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const found = new Map(texts.map((text) => [text, new Set<string>()]));
    // Use one pattern for all texts that differ only in their numbers, because `git grep` tries every pattern on every line.
    const shapes = [...new Set(texts.map(shapeOf))];
    for (let at = 0; at < shapes.length; at += MOST_PATHS) {
      const patterns = shapes.slice(at, at + MOST_PATHS).flatMap((shape) => ['-e', shape]);
      const how = [
        'grep',
        '-I',
        '-o',
        '-z',
        '--untracked',
        '--extended-regexp',
        '--no-color',
        '--no-line-number',
      ];
      const answer = this.#git.run([...how, ...patterns]);
      if (answer.status !== 0) continue;
      for (const [, path = '', text = ''] of answer.output
        .toString('utf8')
        .matchAll(/([^\0\n]+)\0([^\n]*)\n/g))
        found.get(text)?.add(path);
    }
    return new Map([...found].map(([text, paths]) => [text, [...paths]]));
  }

  stagedFiles(folder?: string, only?: 'removed'): readonly string[] {
    return this.#stagedNames(folder, only === undefined ? 'ACDMRT' : 'D');
  }

  /** Returns the paths of files, in the project or in a folder, whose staged version differs from HEAD. */
  #stagedNames(folder: string | undefined, filter: string): readonly string[] {
    if (folder !== undefined) assertProjectPath(folder);
    return this.#differing('--cached', `--diff-filter=${filter}`, '--', folder ?? '.');
  }

  /** Returns the files in these folders in the order in which the commits added them. */
  #addedIn(folders: readonly string[]): readonly string[] {
    const order = ['--reverse', '--topo-order', '--no-renames', '--diff-filter=A'];
    const format = ['--name-only', '--relative', '--format=', '-z'];
    const listed = this.#git.run(['log', ...HARMLESS_LOG, ...order, ...format, '--', ...few(folders)]);
    return listed.status === 0 ? pathsIn(listed.output) : [];
  }

  /**
   * For each pair of a file and a folder, returns the texts that the folder's files had in the last commit that changed the file.
   */
  #textsBeside(asked: readonly (readonly [file: string, folder: string])[]) {
    const last = this.#lastOf(asked.map(([file]) => file));
    // `-` stands for an unknown commit: git finds no object under this name.
    const commits = asked.map(([file]) => last.get(file)?.commit ?? '-');
    const versions = asked.flatMap(([file], i) => [`${commits[i] ?? ''}:./${file}`, `HEAD:./${file}`]);
    const ids = objectsIfReadable(this.#git, versions).map((version) => version?.id);
    const trees = objectsIfReadable(
      this.#git,
      asked.map(([file, folder], i) => {
        const isKept = ids[2 * i] === ids[2 * i + 1];
        const commit = isKept ? commits[i] : this.#commitsOf(file, '--max-count=1')[0];
        return `${commit ?? '-'}:./${folder}`;
      }),
    );
    const files = trees.map((tree) =>
      entriesIn(tree).flatMap(({ kind, at }) => (kind === 'file' ? at() : [])),
    );
    const texts = textsNamed(this.#git, files.flat())[Symbol.iterator]();
    return new Map(
      asked.map(([file], i) => [file, (files[i] ?? []).flatMap(() => texts.next().value ?? [])] as const),
    );
  }

  lastFolder(folder: string): ReadonlyMap<string, Uint8Array> {
    const [commit] = this.#commitsOf(folder, '--max-count=1');
    if (commit === undefined) return new Map();
    // The last commit that changed the folder may have deleted it, so try the parent commit too.
    const files = [commit, `${commit}^`].map((one) => this.#filesIn(one, folder));
    return files.find(({ size }) => size > 0) ?? new Map();
  }

  #filesIn(commit: string, folder: string): ReadonlyMap<string, Uint8Array> {
    const listed = this.#git.run(['--literal-pathspecs', 'ls-tree', '-r', '-z', commit, '--', `${folder}/`]);
    if (listed.status !== 0) return new Map();
    const files = [...listed.output.toString('utf8').matchAll(/100\d{3} blob (\w+)\t([^\0]+)\0/g)];
    const objects = objectsIfReadable(
      this.#git,
      files.map(([, id = '']) => id),
    );
    return new Map(
      files.flatMap(([, , path = ''], i) => {
        const content = objects[i]?.content;
        return content === undefined ? [] : [[path.slice(folder.length + 1), content] as const];
      }),
    );
  }

  changesSince(base: string, folder: string): ChangesSince {
    assertProjectPath(folder);
    return changesSince(this.#git, base, folder);
  }
}

/** Returns the paths as arguments for git. If there are too many, returns none, so that git lists all files of the project. */
function few(paths: readonly string[]): readonly string[] {
  if (paths.length > MOST_PATHS) return [];
  paths.forEach(assertProjectPath);
  return paths;
}

/** Returns the index at which `place` begins in `path`, such as 4 for `specs` in `api/specs/1.md`; -1 if it is not found. */
function beginOf(place: string, path: string): number {
  return path.endsWith(`/${place}`) ? path.length - place.length : path.lastIndexOf(`${place}/`);
}

/** Returns an extended regular expression that matches the text with any numbers: `AC[0-9]+` for `AC12`. */
function shapeOf(text: string): string {
  return text.replace(/[\\^$.|+*?()[\]{}]/g, '\\$&').replace(/\d+/g, '[0-9]+');
}

/** Returns the id of the git tree object of a project's folder in each commit; `''` if the commit lacks the folder. */
export function treeInEach(
  git: AskGit,
  place: Pick<CloneLocation, 'prefix'>,
  commits: readonly string[],
  path: string,
): readonly string[] {
  const folder = inClone(place, path);
  const lines = linesAbout(
    git,
    commits.map((commit) => `${commit}:${folder}`),
  );
  return commits.map((_commit, i) => /^(\w+) tree$/.exec(lines[i] ?? '')?.[1] ?? '');
}
