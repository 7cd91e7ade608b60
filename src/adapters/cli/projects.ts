import { BOUNDS } from '../../domain/value/bounds.js';
import { posix } from 'node:path';
import type { FoundProject } from '../../application/spectool.js';
import { SpectoolError, toSpectoolError } from '../../domain/errors/spectoolError.js';
import { pathFromRoot } from '../../domain/naming/projectPath.js';
import { PROGRAM } from '../../domain/project/programCall.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';
import type { CliContext } from './cliContext.js';
import type { CommandClass, CommandDefinition } from './flagsAndArguments.js';
import { jsonIndent, safeJson, safeText } from './layout/terminalText.js';
import { createStyle, type Terminal } from './layout/terminalStyle.js';
import {
  type ErrorDocument,
  errorDocument,
  exitCodeOf,
  type NoticeKind,
  renderError,
} from './renderError.js';
import { quoteForShell } from '../../domain/value/text.js';
import { projectReference } from '../../domain/naming/references.js';

/** The flags of a parsed command line that choose the project in which the command runs. */
export interface ProjectChoice {
  project?: string | undefined;
  cwd?: string | undefined;
}

/**
 * Matches the names of arguments (`SPEC`, `path`) whose value is a spec or a file. A path as value chooses the project that
 * contains it.
 */
const NAMES_FILE = /^(?:SPEC|path)\b/;

/**
 * Lets a command run in the project named by `--project` or by a reference such as `api:012`. If the working directory is already
 * in that project, only removes the project's name from references.
 * @returns the flag that chooses the project; undefined if the working directory is in the project.
 */
export function chooseProject(
  command: ProjectChoice,
  definition: CommandDefinition,
  context: CliContext,
): string | undefined {
  const { cwd = '' } = command;
  const values = command as Record<string, unknown>;
  const places = definition.arguments.filter(({ value }) => NAMES_FILE.test(value));
  const references = places.flatMap(({ key }) => (values[key] ?? []) as string | readonly string[]);
  const isAsked =
    command.project !== undefined || references.some((one) => projectReference(one) !== undefined);
  const paths = references.filter((one) => one.includes('/'));
  const leadOut = paths.some((one) => one.startsWith('../'));
  if (!isAsked && !leadOut && (paths.length === 0 || isInProject(command, context))) return undefined;
  const found = context.projects(command.cwd);
  const asked = command.project === undefined ? undefined : projectNamed(command.project, found);
  const chosen = references.map((one) => projectOf(one, found, asked));
  const named = new Set([...chosen, asked].flatMap((one) => one ?? []));
  const [project, ...others] = named;
  if (project === undefined) return undefined;
  const { name, root } = project;
  if (others.length > 0)
    throw new SpectoolError(
      'USAGE',
      `A command works in one project, not in ${[...named].map((one) => safeText(callOf(one, found))).join(', ')}.`,
      {
        hint: 'Run a command for each project.',
      },
    );
  const isHere = context.realFolder(context.open(command.cwd).root) === root;
  if (!isHere && asked === undefined && chosen.includes(undefined))
    throw new SpectoolError(
      'USAGE',
      `Some of these specs are in the project ${safeText(name)}, others are not.`,
      {
        hint: `Put ${safeText(name)}: before each spec of that project, and run a command for each project.`,
      },
    );
  if (!isHere) command.cwd = root;
  const folder = `${pathFromRoot('', project.path)}/`;
  const own = (text: string) =>
    text
      .split(',')
      .map((one) => (one.startsWith(`${name}:`) ? one.slice(name.length + 1) : one))
      .map((one) =>
        !isHere && pathFromRoot('', one).startsWith(folder)
          ? pathFromRoot('', one).slice(folder.length)
          : one,
      )
      .join(',');
  for (const { key, value = '' } of [...definition.arguments, ...definition.flags]) {
    const given = values[key];
    if (!NAMES_FILE.test(value) || given === undefined) continue;
    values[key] = Array.isArray(given) ? (given as string[]).map(own) : own(given as string);
  }
  return isHere ? undefined : flagFor({ cwd }, fromUser(cwd, project), found);
}

/**
 * True if the working directory (or the folder that `--cwd` names) is in a project, even if the project's configuration has
 * problems.
 */
function isInProject({ cwd }: ProjectChoice, context: CliContext): boolean {
  try {
    return Array.isArray(context.open(cwd).configWarnings);
  } catch (error) {
    return !(error instanceof SpectoolError) || error.code !== 'NOT_A_PROJECT';
  }
}

/**
 * Returns the project that a reference names (`api:012`); otherwise the innermost project that contains the reference's path.
 * @param asked the project that `--project` chose; paths are then relative to this project and do not choose another one.
 */
function projectOf(
  reference: string,
  found: readonly FoundProject[],
  asked: FoundProject | undefined,
): FoundProject | undefined {
  const name = projectReference(reference)?.project;
  // Check that the project exists, because a colon may also be part of a spec's name.
  if (name !== undefined && found.some((one) => one.name === name)) return projectNamed(name, found);
  if (asked !== undefined || !reference.includes('/')) return undefined;
  const place = pathFromRoot('', reference);
  const around = found.filter((one) => place.startsWith(`${pathFromRoot('', one.path)}/`));
  return around.toSorted((a, b) => b.path.length - a.path.length)[0];
}

/** Finds a project by its name, or else by its path from the working directory or from the top of the repository. */
function projectNamed(name: string, found: readonly FoundProject[]): FoundProject {
  const byName = name.includes('/') ? [] : found.filter((one) => one.name === name);
  const place = pathFromRoot('', name);
  const isAt = (path?: string) => name !== '' && path !== undefined && pathFromRoot('', path) === place;
  const byPath = found.find(({ path }) => isAt(path)) ?? found.find(({ top }) => isAt(top));
  const [project, ...others] = byName.length > 0 || byPath === undefined ? byName : [byPath];
  if (project === undefined)
    throw new SpectoolError('USAGE', `There is no project "${name}".${listed(found)}`, {
      hint: 'Use the path of a project or its name: the setting variables.project_name, or else the name of its folder.',
    });
  if (others.length === 0) return project;
  const paths = [project, ...others].map(({ path }) => path);
  throw new SpectoolError(
    'USAGE',
    `Several projects have the name ${safeText(name)}: ${paths.map(safeText).join(', ')}.`,
    {
      hint: `Choose by path, as in \`${projectFlag(project, found)}\`, or set variables.project_name in one of them.`,
      details: { candidates: paths },
    },
  );
}

/** Returns the error for a command outside a project. The error lists the projects of the repository, if any. */
export function outsideProject(
  error: SpectoolError,
  choice: ProjectChoice,
  { flags }: CommandDefinition,
  context: CliContext,
): SpectoolError {
  const found = projectsFor(choice, context);
  if (found.length === 0) return error;
  const takesAll = flags.some(({ key }) => key === 'allProjects');
  return new SpectoolError('NOT_A_PROJECT', `This folder is not in a project.${listed(found)}`, {
    hint: howToGoOn(choice, found, takesAll),
    details: { projects: found.map(({ name, path }) => ({ name, path })) },
  });
}

/**
 * Returns a hint on how to choose one of the projects that were found. It proposes `init` only if the repository has no project,
 * because a project above or beside other projects is rarely intended.
 */
export function howToGoOn(choice: ProjectChoice, found: readonly FoundProject[], takesAll = false): string {
  const [first] = found;
  if (first !== undefined)
    return `Choose a project, as in \`${flagFor(choice, first, found)}\`${takesAll ? ', or use --all-projects' : ''}.`;
  return 'To make a project of this folder, run `spectool init`.';
}

/** Lists projects, one per line, each with a line break before it; empty if there are no projects. */
export function listed(projects: readonly FoundProject[]): string {
  if (projects.length === 0) return '';
  const left = projects.length - BOUNDS.listed;
  const lines = projects
    .slice(0, BOUNDS.listed)
    .map(({ name, path }) => (name === path ? safeText(name) : `${safeText(name)} (${safeText(path)})`));
  if (left > 0) lines.push(`and ${String(left)} more`);
  return ['Projects in this repository:', ...lines.map((line) => `  ${line}`)]
    .map((line) => `\n${line}`)
    .join('');
}

/** Returns the projects of the repository that contains the `--cwd` folder, with their paths from the working directory. */
export function projectsFor(
  { cwd = '' }: ProjectChoice,
  context: Pick<CliContext, 'projects'>,
): readonly FoundProject[] {
  return context.projects(cwd === '' ? undefined : cwd).map((one) => fromUser(cwd, one));
}

/** Converts the path of a project from relative to `cwd` into relative to the working directory. */
function fromUser(cwd: string, project: FoundProject): FoundProject {
  return { ...project, path: posix.join(cwd, project.path) };
}

/** Returns the `--cwd` flag that runs a command in a folder. */
export function folderFlag(path: string): string {
  return safeText(`--cwd ${quoteForShell(path)}`);
}

/**
 * Returns the flag that chooses a project from the working directory. If `--cwd` was given, this is a `--cwd` flag again, because
 * the folder may be in another repository, whose projects `--project` would not find.
 * @param project the project, with its path relative to the working directory.
 */
export function flagFor(
  { cwd = '' }: ProjectChoice,
  project: FoundProject,
  found: readonly FoundProject[],
): string {
  return cwd === '' ? projectFlag(project, found) : folderFlag(project.path);
}

/** Returns the `--project` flag that chooses a project. */
export function projectFlag(project: FoundProject, found: readonly FoundProject[]): string {
  return safeText(`--project ${quoteForShell(callOf(project, found))}`);
}

/** Returns a project's name, or its path if several projects have that name. A path always contains a slash, unlike a name. */
function callOf({ name, path }: FoundProject, projects: readonly FoundProject[]): string {
  if (projects.filter((one) => one.name === name).length < 2) return name;
  return path.includes('/') ? path : `./${path}`;
}

/**
 * Returns a context for a command that runs in another folder than the working directory. The command lines that it prints
 * contain the flag for that folder, as in `spectool --project api deps`, so that they work when copied.
 * @param flag such as `--project api`, quoted for a shell.
 */
export function callFromOutside(context: CliContext, flag: string): CliContext {
  const outer = context.output.program ?? PROGRAM;
  // Replace an earlier `--cwd`, because the new flag is already relative to the working directory.
  const program = `${outer.replace(/ --cwd .*$/, '')} ${flag}`;
  const calling = (terminal: Terminal): Terminal => ({ ...terminal, program });
  return {
    ...context,
    output: calling(context.output),
    notices: calling(context.notices),
    advisedHint: (hint, advice, inner = program) => context.advisedHint(hint, advice, inner),
  };
}

/** The document of a command with `--all-projects --json`. */
export interface AllProjectsOutput {
  readonly projects: readonly ProjectOutput[];
  /** True if there may be more projects. */
  readonly more?: true;
}

/** The part of the `--all-projects --json` document about one project. */
export interface ProjectOutput {
  readonly name: string;
  /** Path of the project from the working directory. */
  readonly path: string;
  /** The document that the command prints in the project; absent if the command failed there. */
  readonly result?: JsonValue;
  readonly error?: ErrorDocument['error'];
}

/** The properties of a command that `runInAllProjects` sets for each project before the command runs there. */
interface CommandInProjects {
  readonly json: boolean;
  context: CliContext;
  cwd: string | undefined;
  pathBefore: string;
}

type Notify = (kind: NoticeKind, text: string) => void;

/**
 * Runs a command in each project of the repository, and prints each project's output under the project's name.
 * @returns the highest of the exit codes; undefined if there is no project.
 */
export async function runInAllProjects(
  command: CommandInProjects,
  context: CliContext,
  notify: Notify,
  answer: (notify: Notify) => Promise<{ readonly text: string; readonly code: number }>,
): Promise<number | undefined> {
  refuseForOne(command);
  const choice = { cwd: command.cwd };
  const projects = projectsFor(choice, context);
  const { stdout, stderr, output } = context;
  const style = createStyle(output);
  const documents: ProjectOutput[] = [];
  let worst = 0;
  for (const [i, project] of projects.entries()) {
    const { name, path, root } = project;
    command.cwd = root;
    command.context = callFromOutside(context, flagFor(choice, project, projects));
    command.pathBefore = path === '.' ? '' : `${path}/`;
    const heading = `# ${safeText(name)}${name === path ? '' : ` (${safeText(path)})`}`;
    if (!command.json) stdout.write(`${i === 0 ? '' : '\n'}${style.strong(heading)}\n`);
    try {
      const { text, code } = await answer((kind, notice) => notify(kind, `${safeText(name)}: ${notice}`));
      worst = Math.max(worst, code);
      if (command.json) documents.push({ name, path, result: JSON.parse(text) as JsonValue });
      else stdout.write(text);
    } catch (thrown) {
      const error = toSpectoolError(thrown);
      if (!(error instanceof SpectoolError)) throw error;
      worst = Math.max(worst, exitCodeOf(error.code));
      const hint = await command.context.advisedHint(error.hint, error.advice);
      if (command.json) documents.push({ name, path, ...errorDocument(error, hint) });
      else stderr.write(`${safeText(name)}: ${renderError(error, hint, command.context.notices)}\n`);
    }
  }
  command.context = context;
  if (projects.length === 0) return undefined;
  const document: AllProjectsOutput = { projects: documents };
  if (command.json) stdout.write(`${safeJson(document, jsonIndent(output))}\n`);
  return worst;
}

function refuseForOne(command: CommandInProjects): void {
  const { flags, arguments: places } = (command.constructor as CommandClass).definition;
  const given = new Map<string, unknown>(Object.entries(command));
  const isGiven = (key: string) => !['undefined', 'false', ''].includes(String(given.get(key)));
  const used = [...flags, ...places].find(({ key, isForOne }) => isForOne === true && isGiven(key));
  if (used === undefined) return;
  const name = 'names' in used ? used.names[0] : used.value;
  throw new SpectoolError('USAGE', `${String(name)} cannot be used with --all-projects.`, {
    hint: 'Run the command for each project, with --project.',
  });
}
