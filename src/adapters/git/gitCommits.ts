import { isMarkdown } from '../../domain/document/decodeText.js';
import { assertProjectPath } from '../../domain/naming/projectPath.js';
import { largestNumber } from '../../domain/value/collections.js';
import type { ChangesSince, Commits, CommittedBeside, LeftOutside } from '../../ports/repository.js';
import { type AnswersMemory, cachedGit, keep } from './cachedGitRunner.js';
import { changesSince } from './gitCommitLog.js';
import { entriesIn, leftOutside, objectsIfReadable, textsNamed } from './gitObjects.js';
import { type GitProcess, HARMLESS_LOG, pathsIn } from './gitProcess.js';

/** With more paths than this, git is asked about the whole history, because the length of a command line is limited. */
const MOST_PATHS = 200;

/** Maximum number of commits from which the earlier texts of a file are read. */
const MOST_COMMITS = 20;

/** Matches an entry of the log of checkouts. */
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
    if (paths.length === 0) return new Map();
    const history = cachedGit(this.#git, 'git times', this.#remembered);
    const wanted = new Set(paths);
    const one = paths.length === 1 ? ['-1'] : [];
    const format = [...one, '--format=%x01%ct', '--name-only', '--relative', '--no-renames', '-z'];
    // Check only the paths that are passed to git.
    const only = paths.length > MOST_PATHS ? [] : paths;
    only.forEach(assertProjectPath);
    const answer = history.run(['log', ...HARMLESS_LOG, ...format, 'HEAD', '--', ...only]);
    const times = new Map<string, number>();
    keep(history);
    if (answer.status !== 0) return times;
    for (const commit of answer.output.toString('utf8').split('\x01')) {
      const [seconds = '', ...names] = commit.split('\0');
      if (!/^\d+$/.test(seconds)) continue;
      const time = Number(seconds) * 1000;
      for (const text of names) {
        const name = text.startsWith('\n') ? text.slice(1) : text;
        if (wanted.has(name) && !times.has(name)) times.set(name, time);
      }
    }
    return times;
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
        // Git's paths are relative to the top of the working tree, which may be a parent folder of the project, so cut off the
        // part before the place that was asked for.
        return [
          path.slice(
            largestNumber(
              places.map((place) => beginOf(place, path)),
              0,
            ),
          ),
        ];
      });
    // Trust an empty result only if HEAD has one of these places. The environment may name another repository, which does not
    // know the project's files.
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

  committedBeside(file: string, folder: string): CommittedBeside | undefined {
    const isUntouched = this.#isUntouched(file);
    if (isUntouched === undefined) return undefined;
    return { isUntouched, texts: this.#textsBeside(file, folder), added: () => this.#addedIn(folder) };
  }

  #isUntouched(path: string): boolean | undefined {
    assertProjectPath(path);
    const answer = this.#git.compare(['status', '--porcelain=v1', '-z', '--untracked-files=no', '--', path]);
    if (answer.status !== 0) return undefined;
    const [line = ''] = answer.output.toString('utf8').split('\0');
    if (line !== '') return line[1] === ' ';
    return this.#git.run(['rev-parse', '--verify', '--quiet', `HEAD:./${path}`]).status === 0;
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
    // One pattern for all texts that differ only in their numbers, because git tries each pattern on each line.
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

  /** Returns the names of the files of the project, or in a folder, whose staged version differs from HEAD. */
  #stagedNames(folder: string | undefined, filter: string): readonly string[] {
    if (folder !== undefined) assertProjectPath(folder);
    return this.#differing('--cached', `--diff-filter=${filter}`, '--', folder ?? '.');
  }

  #addedIn(folder: string): readonly string[] {
    const log = [
      'log',
      '--reverse',
      '--topo-order',
      '--no-renames',
      '--diff-filter=A',
      '--name-only',
      '--format=',
      '-z',
    ];
    const { status, output } = this.#git.run([...log, '--', folder]);
    const paths = status === 0 ? output.toString('utf8').split('\0') : [];
    return paths.filter(Boolean).map((path) => path.slice(path.lastIndexOf('/') + 1));
  }

  #textsBeside(file: string, folder: string): readonly string[] {
    assertProjectPath(folder);
    const [commit] = this.#commitsOf(file, '--max-count=1');
    if (commit === undefined) return [];
    const [tree] = objectsIfReadable(this.#git, [`${commit}:./${folder}`]);
    const files = entriesIn(tree).filter(({ kind }) => kind === 'file');
    return textsNamed(
      this.#git,
      files.map(({ at }) => at()),
    ).flatMap((text) => text ?? []);
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

  leftOutside(specsDir: string): readonly LeftOutside[] {
    const { place } = this.#git;
    return place === undefined ? [] : leftOutside(this.#git, place, specsDir);
  }
}

/** Returns the index in `path` at which `place` begins, if `path` ends with `place` or names a file in it; otherwise -1. */
function beginOf(place: string, path: string): number {
  return path.endsWith(`/${place}`) ? path.length - place.length : path.lastIndexOf(`${place}/`);
}

/** Returns an extended regular expression for a text and all texts with other numbers. */
function shapeOf(text: string): string {
  return text.replace(/[\\^$.|+*?()[\]{}]/g, '\\$&').replace(/\d+/g, '[0-9]+');
}
