import type { HookFound } from '../../domain/project/gitHooksAndAttributes.js';
import { PROJECT_STREAM } from '../../domain/log/records/record.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { assertProjectPath, parentOf } from '../../domain/naming/projectPath.js';
import type { Clone, LeftOut } from '../../ports/repository/cloneInfo.js';
import { cloneLocationOf } from './locations/cloneLocation.js';
import { type AnswersMemory, cachedGit, keep, SETTINGS } from './cached/cachedGitRunner.js';
import { type GitProcess, gitRefusal } from './gitProcess.js';
import { hookIn, setHook } from './gitHooks.js';
import { notCheckedOut } from './sparseCheckout.js';

/** Reads the clone of a project with the `git` program. The project may be in a subfolder of the clone. */
export class GitCloneReader implements Clone {
  readonly #git: GitProcess;
  readonly #remembered: AnswersMemory | undefined;

  constructor(git: GitProcess, remembered?: AnswersMemory) {
    this.#git = git;
    this.#remembered = remembered;
  }

  available(): boolean {
    return this.#git.workTree() === true;
  }

  complaint(): string | undefined {
    const tree = this.#git.workTree();
    return tree === true ? undefined : tree.complaint;
  }

  notCheckedOut(folder: string, isMissed = false): LeftOut {
    assertProjectPath(folder);
    const place = cloneLocationOf(this.#git.root, this.#git.env);
    if (place === 'none') return { files: [] };
    if ('problem' in place) return { files: [], ...(isMissed && { unknown: place.problem }) };
    return notCheckedOut(this.#git, place, this.#git.root, folder, isMissed);
  }

  logIgnoredBy(): ReturnType<Clone['logIgnoredBy']> {
    const paths = [`${LOG_FOLDER}/${PROJECT_STREAM}/0.json`, `${parentOf(LOG_FOLDER)}/.gitignore`];
    const answer = this.#git.runWithPatterns(
      ['check-ignore', '--verbose', '--non-matching', '-z', '--stdin'],
      paths.map((path) => `${path}\0`).join(''),
    );
    if (answer.status !== 0) return undefined;
    const told = answer.output.toString('utf8').split('\0');
    // For each path: file, line and pattern of the rule, and the path. Git also names a rule that makes an exception from another.
    const [rule, whole] = [told, told.slice(4)].map(([file = '', line = '', pattern = '']) =>
      pattern === '' || pattern.startsWith('!') ? undefined : `${file}:${line}`,
    );
    return rule === undefined ? undefined : { rule, isWhole: whole !== undefined };
  }

  userName(): string | undefined {
    const { GIT_AUTHOR_NAME: given = '' } = this.#git.env;
    if (given !== '') return given;
    const git = cachedGit(this.#git, SETTINGS, this.#remembered);
    const { status, output } = git.run(['config', '--get', 'user.name']);
    keep(git);
    return status === 0 ? output.toString('utf8').replace(/\n$/, '') : undefined;
  }

  hook(name: string, files: readonly string[]): (HookFound & { readonly prefix: string }) | undefined {
    const place = this.#git.place;
    if (place === undefined) return undefined;
    // Read all values of `core.hooksPath`. GitProcess sets the last one itself for every call; the one before it is the user's.
    const paths = this.#git.settings().get('core.hookspath');
    // If git's settings cannot be read, it is unknown which hooks folder git uses.
    if (paths === undefined) return undefined;
    const hooksPath = paths.at(-2);
    return {
      ...hookIn(place, name, files),
      prefix: place.prefix,
      ...(hooksPath !== undefined && { hooksPath }),
    };
  }

  setHook(name: string, text: string | undefined, was: string | undefined): void {
    const place = this.#git.place;
    if (place === undefined) throw gitRefusal(`set the hook ${name}`, this.complaint() ?? 'no repository');
    setHook(place, name, text, was);
  }

  readConfig(key: string): string | undefined {
    return this.#git.settings().get(key.toLowerCase())?.at(-1);
  }

  writeConfig(key: string, value: string | undefined): void {
    const change = value === undefined ? ['--unset-all', key] : ['--', key, value];
    this.#git.forgetSettings();
    this.#git.mustRun(['config', '--local', ...change], `set ${key} in this clone`);
  }
}
