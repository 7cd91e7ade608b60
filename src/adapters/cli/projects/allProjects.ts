import { SpectoolError, toldFailure } from '../../../domain/errors/spectoolError.js';
import type { JsonValue } from '../../../domain/value/jsonValue.js';
import type { CliContext } from '../cliContext.js';
import { jsonIndent, safeJson, safeText } from '../layout/escapeUnsafeText.js';
import { createStyle } from '../layout/terminalStyle.js';
import { callFromOutside, flagFor, projectsFor } from './chooseProject.js';
import {
  type ErrorDocument,
  errorDocument,
  exitCodeOf,
  type NoticeKind,
  renderError,
} from '../renderError.js';

/** The document of a command with `--all-projects --json`. */
export interface AllProjectsOutput {
  readonly projects: readonly ProjectOutput[];
  /** True if there may be more projects. */
  readonly more?: true;
}

/** What a command prints for one of the projects. */
export interface ProjectOutput {
  readonly name: string;
  /** Path of the project from the working directory. */
  readonly path: string;
  /** The document that the command prints in the project; absent if the command failed there. */
  readonly result?: JsonValue;
  readonly error?: ErrorDocument['error'];
}

/** The flags and arguments that make sense for one project only, by their keys. */
const FOR_ONE: Readonly<Record<string, string>> = {
  project: '--project',
  fix: '--fix',
  claim: '--claim',
  out: '--out',
  reader: '--for',
  format: '--format',
  specs: 'A list of specs',
};

/** A command as it runs in one project, the one that contains `cwd`. */
interface CommandInProjects {
  readonly json: boolean;
  context: CliContext;
  cwd: string | undefined;
  pathBefore: string;
}

type Notify = (kind: NoticeKind, text: string) => void;

/**
 * Runs a command in each project of the repository, and prints the answers under the names of the projects.
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
      const error = toldFailure(thrown);
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
  for (const [key, value] of Object.entries(command)) {
    const flag = Object.hasOwn(FOR_ONE, key) ? FOR_ONE[key] : undefined;
    const isSet = value !== undefined && value !== false && String(value) !== '';
    if (flag !== undefined && isSet)
      throw new SpectoolError('USAGE', `${flag} cannot be used with --all-projects.`, {
        hint: 'Run the command for each project, with --project.',
      });
  }
}
