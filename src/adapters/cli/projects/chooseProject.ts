import type { FoundProject, FoundProjects } from '../../../application/spectool.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { PROGRAM } from '../../../domain/project/replaceProgramName.js';
import { projectReference } from '../../../domain/trace/projectsOfCommits.js';
import { quoteForShell } from '../../../application/shellQuoting.js';
import type { CliContext } from '../cliContext.js';
import type { Terminal } from '../layout/describeTerminal.js';
import type { CommandDefinition } from '../commandDefinition.js';
import { safeText } from '../layout/escapeUnsafeText.js';

/** The parts of a parsed command line that say in which project it runs. */
export interface ProjectChoice {
  project?: string | undefined;
  cwd?: string | undefined;
}

/** Maximum number of projects that a message lists. */
const LISTED = 20;

/**
 * Lets a command run in the project that `--project` or a reference such as `api:012` names. In that project itself, only the
 * project's name is removed from references.
 * @returns the flag that leads to the project, if it is not the one of the user's folder.
 */
export function chooseProject(
  command: ProjectChoice,
  definition: CommandDefinition,
  context: CliContext,
): string | undefined {
  const values = command as Record<string, unknown>;
  const places = definition.arguments.filter(({ value }) => value === 'SPEC');
  const references = places.flatMap(({ key }) => (values[key] ?? []) as string | readonly string[]);
  const wanted = references.flatMap((one) => projectReference(one)?.project ?? []);
  if (command.project === undefined && wanted.length === 0) return undefined;
  const found = context.projects(command.cwd);
  const known = new Set(found.projects.map(({ name }) => name));
  // A colon may also be part of a spec's name.
  const named = new Set(wanted.filter((name) => known.has(name)));
  if (command.project !== undefined) named.add(command.project);
  const [name, ...others] = named;
  if (name === undefined) return undefined;
  if (others.length > 0)
    throw new SpectoolError(
      'USAGE',
      `One command works in one project, not in ${[...named].map(safeText).join(', ')}.`,
      {
        hint: 'Run a command for each project.',
      },
    );
  const project = projectNamed(name, found);
  const { root } = project;
  const isHere = context.realFolder(context.open(command.cwd).root) === root;
  if (!isHere && command.project === undefined && wanted.length < references.length)
    throw new SpectoolError(
      'USAGE',
      `Some of these specs are in the project ${safeText(name)}, others not.`,
      {
        hint: `Write ${safeText(name)}: before each spec of that project, and run a command for each project.`,
      },
    );
  if (!isHere) command.cwd = root;
  const own = (text: string) =>
    text
      .split(',')
      .map((one) => (one.startsWith(`${name}:`) ? one.slice(name.length + 1) : one))
      .join(',');
  for (const { key, value = '' } of [...definition.arguments, ...definition.flags]) {
    const given = values[key];
    if (!/^SPEC\b/.test(value) || given === undefined) continue;
    values[key] = Array.isArray(given) ? (given as string[]).map(own) : own(given as string);
  }
  return isHere ? undefined : projectFlag(project);
}

function projectNamed(name: string, found: FoundProjects): FoundProject {
  const [project, ...others] = found.projects.filter((one) => one.name === name);
  if (project === undefined)
    throw new SpectoolError('USAGE', `There is no project "${name}".${listed(found)}`, {
      hint: 'A project has the name in its setting variables.project_name, else the name of its folder.',
    });
  if (others.length === 0) return project;
  const paths = [project, ...others].map(({ path }) => path);
  throw new SpectoolError(
    'USAGE',
    `Several projects have the name ${safeText(name)}: ${paths.map(safeText).join(', ')}.`,
    {
      hint: `Choose by path, as in \`${folderFlag(project.path)}\`, or set variables.project_name in one of them.`,
      details: { candidates: paths },
    },
  );
}

/** Returns the error for a command outside a project: if the repository contains projects, it names them. */
export function outsideProject(
  error: SpectoolError,
  { cwd }: ProjectChoice,
  { flags }: CommandDefinition,
  context: CliContext,
): SpectoolError {
  const found = context.projects(cwd);
  const { projects, submodules } = found;
  if (projects.length + submodules.length === 0) return error;
  const [first] = projects;
  const takesAll = flags.some(({ key }) => key === 'allProjects');
  return new SpectoolError('NOT_A_PROJECT', `This folder is in no project.${listed(found)}`, {
    hint:
      first === undefined
        ? `Change to the folder of a project, such as ${submodules[0] ?? ''}.`
        : `Choose a project, as in \`${projectFlag(first)}\`${takesAll ? ', or give --all-projects' : ''}.`,
    details: { projects: projects.map(({ name, path }) => ({ name, path })), submodules },
  });
}

/** Returns lines with the projects of the repository, each with a line break before it; empty if there is none. */
export function listed({ projects, submodules, more }: FoundProjects): string {
  const left = projects.length - LISTED;
  const lines = projects
    .slice(0, LISTED)
    .map(({ name, path }) => (name === path ? safeText(name) : `${safeText(name)} (${safeText(path)})`));
  if (left > 0) lines.push(`and ${String(left)} more`);
  if (more) lines.push('and perhaps more, because the search ended at its limit');
  const all = [
    ...(projects.length === 0 ? [] : ['Projects in this repository:', ...lines.map((line) => `  ${line}`)]),
    ...(submodules.length === 0 ? [] : [`Submodules with a project: ${submodules.map(safeText).join(', ')}`]),
  ];
  return all.map((line) => `\n${line}`).join('');
}

/** Returns the flag that runs a command in a folder. */
export function folderFlag(path: string): string {
  return safeText(`--cwd ${quoteForShell(path)}`);
}

/** Returns the flag that chooses a project. */
export function projectFlag({ name }: Pick<FoundProject, 'name'>): string {
  return safeText(`--project ${quoteForShell(name)}`);
}

/**
 * Returns the context of a command that runs in another folder than the user's: every command line that it prints has the flag
 * that leads to that folder, as in `spectool --project api deps`, and so works where the user is.
 * @param flag such as `--project api`, quoted for a shell.
 */
export function callFromOutside(context: CliContext, flag: string): CliContext {
  const program = `${context.output.program ?? PROGRAM} ${flag}`;
  const calling = (terminal: Terminal): Terminal => ({ ...terminal, program });
  return {
    ...context,
    output: calling(context.output),
    notices: calling(context.notices),
    advisedHint: (hint, advice) => context.advisedHint(hint, advice, program),
  };
}
