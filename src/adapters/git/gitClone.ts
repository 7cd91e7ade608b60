import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileFailure, SpectoolError } from '../../domain/errors/spectoolError.js';
import { PROJECT_STREAM } from '../../domain/log/records/record.js';
import { assertProjectPath, parentOf } from '../../domain/naming/projectPath.js';
import { type HookFound, placeOfHook } from '../../domain/project/managedTexts.js';
import { CONFIG_FILE, LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { nameOfProject } from '../../domain/trace/projectsInRepository.js';
import { BOUNDS } from '../../domain/value/bounds.js';
import { isJsonObject } from '../../domain/value/jsonValue.js';
import type {
  Clone,
  FoundProject,
  LeftOut,
  ReferencedSpec,
  SpecsOfOtherProjects,
} from '../../ports/repository.js';
import { realPath, configObjectIn, openRegularFile, textOfRegularFile } from '../files/regularFiles.js';
import {
  type AnswersMemory,
  cachedGit,
  keep,
  SETTINGS,
  type AskGit,
  GitProcess,
  gitRefusal,
  pathsIn,
} from './gitProcess.js';
import { type CloneLocation, cloneLocationOf, inClone } from './cloneLocation.js';
import { projectReference } from '../../domain/naming/references.js';

/** The file mode by which git's index marks a submodule. */
const SUBMODULE = '160000 ';

/** Returns the format version of git's index (the file `index` in the git folder); undefined if it cannot be read. */
function indexVersion(gitDir: string): number | undefined {
  try {
    const file = openRegularFile(join(gitDir, 'index'), () => undefined);
    try {
      const head = Buffer.from(file.read(0, 8));
      return head.toString('latin1', 0, 4) === 'DIRC' ? head.readUInt32BE(4) : undefined;
    } finally {
      file.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * True if a sparse checkout may have excluded files from the working tree. Reads git's files instead of starting git, because
 * every listing of specs asks this. Excluded files need an index of version 3 or higher, or a split index (`sharedindex.*`).
 */
function mayLeaveOut({ gitDir }: CloneLocation): boolean {
  const version = indexVersion(gitDir);
  if (version === undefined ? existsSync(join(gitDir, 'info/sparse-checkout')) : version > 2) return true;
  return readdirSync(gitDir).some((name) => name.startsWith('sharedindex.'));
}

/** Returns the folder's path in the project with links resolved, because git's index has no entries below a link. */
function realFolder({ top, prefix }: CloneLocation, root: string, folder: string): string {
  const place = relative(join(top, prefix), realPath(join(root, folder)));
  return place.startsWith('..') || isAbsolute(place) ? folder : place.split(sep).join('/');
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/**
 * Returns the files in a folder that are in git's index but excluded from the working tree, and the submodules at, above or in
 * the folder that are not checked out. Files within submodules are not listed.
 */
function notCheckedOut(
  git: AskGit,
  place: CloneLocation,
  root: string,
  folder: string,
  isMissed: boolean,
): LeftOut {
  const { top, prefix } = place;
  if (!isMissed && !mayLeaveOut(place) && !existsSync(join(top, '.gitmodules'))) return { files: [] };
  const asked = inClone(place, realFolder(place, root, folder));
  // List everything in the topmost folder (`a` of `a/b/c`), because `a` or `a/b` may be a submodule.
  const within = asked.split('/', 1).filter(Boolean);
  const { status, output, complaint } = git.run(['-C', top, 'ls-files', '-t', '-s', '-z', '--', ...within]);
  const entries = output
    .toString('utf8')
    .split('\0')
    .map((line) => {
      const named = line.slice(line.indexOf('\t') + 1);
      return { line, named, path: named.slice(prefix === '' ? 0 : prefix.length + 1) };
    });
  return {
    files: entries.flatMap(({ line, named, path }) =>
      line.startsWith('S ') && isBelow(asked, named) ? [path] : [],
    ),
    submodules: entries.flatMap(({ line, named, path }) => {
      const isOnTheWay = isBelow(asked, named) || isBelow(named, asked);
      return line.startsWith(SUBMODULE, 2) && isOnTheWay && !existsSync(join(top, named, '.git'))
        ? [path]
        : [];
    }),
    ...(status !== 0 && { unknown: complaint }),
  };
}

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
    // Git prints four fields per path: the rule's file, line and pattern, and the path. A pattern with `!` exempts the path.
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
    // The last value of `core.hooksPath` is the one that GitProcess sets for its own calls; the value before it is the user's.
    const paths = this.#git.settings().get('core.hookspath');
    // If git's settings cannot be read, it is unknown which hooks folder git uses.
    if (paths === undefined) return undefined;
    const hooksPath = paths.at(-2);
    const found = { ...hookIn(place, name, files), ...(hooksPath !== undefined && { hooksPath }) };
    const there = hookAt(resolve(place.top, placeOfHook(name, found)));
    return {
      ...found,
      prefix: place.prefix,
      ...(typeof there === 'object' && { there: there.text }),
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

/** Returns all projects in the git clone that contains the folder; outside a clone, only the project in the folder itself. */
export function projectsAround(
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): readonly FoundProject[] {
  const here = realPath(folder);
  const top = new GitProcess(here, env).place?.top;
  const isProject = (root: string) => isOwnFolder(root) && existsSync(join(root, CONFIG_FILE));
  const between = (folder: string, root: string) => relative(folder, root).split(sep).join('/') || '.';
  return (top === undefined ? [here] : listedByGit(top, env)).filter(isProject).map((root) => ({
    name: nameIn(root),
    path: between(here, root),
    ...(top !== undefined && { top: between(top, root) }),
    root,
  }));
}

/**
 * Returns a factory for lookups of specs in all projects of the same git clone, by references such as `api:012`.
 * @param own the folder of the current project.
 * @param catalogIn returns the catalog of the project in a folder.
 */
export function specsOfOtherProjects(
  own: string,
  catalogIn: (root: string) => { referenced(): (reference: string) => ReferencedSpec | undefined },
): SpecsOfOtherProjects {
  return () => {
    let projects: readonly FoundProject[] | undefined;
    const known = new Map<string, (reference: string) => ReferencedSpec | undefined>();
    return (reference) => {
      const named = projectReference(reference);
      if (named === undefined) return undefined;
      projects ??= projectsAround(own);
      const all = projects.filter(({ name }) => name === named.project);
      // A project's name used in the project itself refers to this project, even if another project has the same name.
      const self = all.find(({ path }) => path === '.');
      const [project, ...others] = self === undefined ? all : [self];
      if (project === undefined || others.length > 0) return undefined;
      try {
        const find = known.get(project.root) ?? catalogIn(project.root).referenced();
        known.set(project.root, find);
        const spec = find(named.reference);
        return spec && (project === self ? spec : { ...spec, ref: `${project.name}:${spec.ref}` });
      } catch (error) {
        // Ignore an error of the other project, because that project's own commands report it.
        if (error instanceof SpectoolError) return undefined;
        throw error;
      }
    };
  };
}

/**
 * Returns the folders of projects whose configuration file is tracked by git, or untracked but not ignored; none if git fails.
 */
function listedByGit(top: string, env: NodeJS.ProcessEnv): readonly string[] {
  const what = ['--cached', '--others', '--exclude-standard', '--', `:(top,glob)**/${CONFIG_FILE}`];
  const { status, output } = new GitProcess(top, env).runWithPatterns(['ls-files', '-z', ...what]);
  const files = new Set(status === 0 ? pathsIn(output) : []);
  return [...files].map((file) => dirname(dirname(join(top, file)))).sort();
}

/** False for a folder that is reached through a link, because the link may lead out of the repository. */
function isOwnFolder(path: string): boolean {
  try {
    return realpathSync.native(path) === path;
  } catch {
    return false;
  }
}

function nameIn(root: string): string {
  const { variables } = configObjectIn(root);
  const name = isJsonObject(variables) ? variables['project_name'] : undefined;
  return nameOfProject(typeof name === 'string' ? name : undefined, basename(root));
}

/** Returns the git hook in the clone's own hooks folder, and those of `files` that exist at the top of the working tree. */
function hookIn(
  { commonDir, top }: Pick<CloneLocation, 'commonDir' | 'top'>,
  name: string,
  files: readonly string[],
): Pick<HookFound, 'files' | 'hook'> {
  const hook = hookAt(join(commonDir, 'hooks', name));
  return { files: files.filter((file) => existsSync(join(top, file))), ...(hook !== undefined && { hook }) };
}

/**
 * Writes a git hook, or removes it if `text` is undefined.
 * @param was the text that the hook is expected to have; undefined if there should be no hook.
 * @throws SpectoolError `CHANGED_MEANWHILE` if the current text is different.
 */
function setHook(
  { commonDir }: Pick<CloneLocation, 'commonDir'>,
  name: string,
  text: string | undefined,
  was: string | undefined,
): void {
  const path = join(commonDir, 'hooks', name);
  // Write to a temporary name first, which git does not run as a hook.
  const unfinished = `${path}.spectool-${String(process.pid)}`;
  const there = hookAt(path);
  const now = there === undefined || there === 'other' ? there : there.text.replaceAll('\r\n', '\n');
  if (now !== was)
    throw new SpectoolError(
      'CHANGED_MEANWHILE',
      `The git hook ${name} was changed by another program at the same time.`,
      {
        hint: 'Run the command again; nothing was changed.',
      },
    );
  try {
    if (text === undefined) {
      unlinkSync(path);
      return;
    }
    mkdirSync(dirname(path), { recursive: true });
    rmSync(unfinished, { force: true });
    try {
      // Rename the file only when it is complete, because git would run an incomplete hook.
      writeFileSync(unfinished, text, { flag: 'wx', mode: 0o755 });
      renameSync(unfinished, path);
    } finally {
      removeIfPossible(unfinished);
    }
  } catch (error) {
    throw fileFailure('WRITE_FAILED', `.git/hooks/${name}`, error);
  }
}

/** Removes a temporary file if possible. Git never runs a file that is left over. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The leftover file is harmless.
  }
}

/**
 * Returns the text of the hook; undefined if there is no hook; `other` for a hook that must not be changed. Such a hook is
 * unreadable, not a regular text file, or in a hooks folder that is a link and so may be shared by several clones.
 */
function hookAt(path: string): HookFound['hook'] {
  try {
    return readableHookAt(path);
  } catch {
    return 'other';
  }
}

function readableHookAt(path: string): HookFound['hook'] {
  const folder = lstatSync(dirname(path), { throwIfNoEntry: false });
  if (folder !== undefined && !folder.isDirectory()) return 'other';
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  const text = stat.isFile() ? textOfRegularFile(path, BOUNDS.smallFile) : undefined;
  return text === undefined ? 'other' : { text };
}
