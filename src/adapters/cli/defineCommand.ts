import { Command, type CommandClass } from 'clipanion';
import type { LockLeft, LockWait, Spectool } from '../../application/spectool.js';
import type { Warning } from '../../application/warning.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { advisedResult, advisedWarning } from './adviceHints.js';
import type { CliContext } from './cliContext.js';
import { pathsFromHere } from './pathsFromHere.js';
import { type NoticeKind, renderNotice } from './renderError.js';
import { fitLines } from './layout/breakLongLines.js';
import { fitPipe } from './layout/fitPipe.js';
import { jsonIndent, safeBlock, safeJson } from './layout/escapeUnsafeText.js';
import type { Terminal, TerminalStream } from './layout/describeTerminal.js';
import { type Given, on, type Takes, text } from './options/taken.js';

/** Codes of warnings that need no action and are printed as notes. */
const NOTES: ReadonlySet<string> = new Set([
  'UNCHANGED',
  'LEFT_IN_PROGRESS',
  'UNBLOCKED',
  'NUMBERS_ELSEWHERE',
  'NOT_IMPORTED',
  'OTHER_KINDS',
  'FILE_QUERY',
  'LOG_UNPACKED',
  'CRITERIA_LEFT',
  'MERGE_DRIVER_REPLACED',
  'ALL_PROVEN',
]);

/**
 * Everything about a command but its name and purpose, which `commandTable.ts` has. `Result` is the result of its use case;
 * `Document` is what `--json` prints, by default the result.
 */
export interface Definition<T extends Takes, Result, Document> {
  readonly details?: string;
  readonly examples?: readonly (readonly [description: string, command: string])[];
  /** Arguments and flags, by their names in the request of the use case. */
  readonly takes: T;
  /** True if the command changes the project. Such commands run one at a time: each waits for the lock of the project. */
  readonly writes?: true;
  /** True for the flag `--all-projects`. */
  readonly allProjects?: true;
  /** True if the command also works outside a project. */
  readonly worksOutside?: true;
  /** True if the output is a JSON document in any case, so that those of several projects are one document. */
  readonly isDocument?: true;
  /** True if the output is meant for copying, so that its lines are not wrapped. */
  readonly keepsLines?: true;
  readonly run: (spectool: Spectool, given: Given<T>, command: SpectoolCommand) => Promise<Result>;
  /** Renders the result as text for people, without a final newline; an empty string prints nothing. */
  readonly render: (
    result: Result,
    terminal: Terminal,
    spectool: Spectool,
    given: Given<T>,
    command: SpectoolCommand,
  ) => string | Promise<string>;
  /** Returns a text to print unchanged into a pipe, instead of the rendered one. */
  readonly raw?: (result: Result, given: Given<T>) => string | undefined;
  readonly document?: (result: Result, spectool: Spectool, given: Given<T>) => Document;
  /** The warnings in a result; by default those in its field `warnings`. */
  readonly warnings?: (result: Result) => readonly Warning[];
  /** The exit code: 1 if the command succeeded but its answer is negative, such as `validate` with errors. */
  readonly exitCode?: (result: Result) => number;
  /** The flag that shows what a long text in a pipe leaves out; undefined if the text is never cut. */
  readonly restShownBy?: (given: Given<T>) => string | undefined;
  /** Converts a use case's request into the values of flags and arguments, where the two differ. */
  readonly asFlags?: (request: never, useCase?: string) => object;
}

/** The class of a command, with the type of the document that it prints with `--json`. */
export type Defined<Document> = CommandClass<CliContext> & { readonly printed?: Document };

/** Makes a command from its definition. */
export function defineCommand<const T extends Takes, Result extends object, Document = Result>(
  definition: Definition<T, Result, Document>,
): Defined<Document> {
  const { details, examples = [], asFlags } = definition;
  return class extends SpectoolCommand {
    static override usage = {
      ...(details !== undefined && { details }),
      examples: examples as [string, string][],
    };
    static asFlags = asFlags;

    constructor() {
      super(definition as unknown as Definition<Takes, object, unknown>);
    }
  };
}

const GENERAL = {
  json: on('--json', 'print one JSON document'),
  noCache: on('--no-cache', 'do not read or write caches'),
  cwd: text('--cwd DIR', 'run as if started in this folder'),
  project: text(
    '--project PROJECT',
    'run in the project of this name or path, anywhere in the repository (docs/monorepo.md)',
  ),
  as: text(
    '--as NAME',
    'the actor: the name of the person or agent who runs the command, as the log keeps it; by default the environment variable SPECTOOL_ACTOR, else git’s user, else the system’s user',
  ),
};
const ALL_PROJECTS = on(
  '--all-projects',
  'show all projects of the repository, each under its name (docs/monorepo.md)',
);
const LOCK_TIMEOUT = text(
  '--lock-timeout SECONDS',
  'how many seconds to wait for another command that is writing; 60 by default',
);

/** A command as it runs: it opens the project, runs its definition and prints the result. */
export class SpectoolCommand extends Command<CliContext> {
  declare json: boolean;
  declare noCache: boolean;
  declare cwd: string | undefined;
  declare as: string | undefined;
  declare allProjects?: boolean;
  declare lockTimeout?: string;
  /** With `allProjects`: what leads from the working directory to the files of the current project, such as `api/`. */
  pathBefore = '';

  readonly #definition: Definition<Takes, object, unknown>;

  constructor(definition: Definition<Takes, object, unknown>) {
    super();
    this.#definition = definition;
    const { allProjects, writes, takes } = definition;
    Object.assign(this, GENERAL, allProjects && { allProjects: ALL_PROJECTS });
    Object.assign(this, writes && { lockTimeout: LOCK_TIMEOUT }, takes);
  }

  override async execute(): Promise<number> {
    const notify = (kind: NoticeKind, notice: string) => this.notify(kind, notice);
    if (this.allProjects === true) {
      this.json ||= this.#definition.isDocument === true;
      const { runInAllProjects } = await import('./projects/allProjects.js');
      const code = await runInAllProjects(this, this.context, notify, (tell) =>
        this.#answer(this.context.output, tell),
      );
      if (code !== undefined) return code;
    }
    const { text: answer, code } = await this.#answer(this.context.output, notify);
    this.context.stdout.write(answer);
    return code;
  }

  /** Prints a warning, hint or note. */
  notify(kind: NoticeKind, notice: string): void {
    this.context.stderr.write(`${renderNotice(kind, notice, this.context.notices)}\n`);
  }

  /**
   * Runs the use case and returns the command's output and its exit code.
   * @param notify receives warnings, hints and notes.
   */
  async #answer(
    terminal: Terminal,
    notify: (kind: NoticeKind, text: string) => void,
  ): Promise<{ readonly text: string; readonly code: number }> {
    const { run, render, raw, document, exitCode, worksOutside, takes } = this.#definition;
    const spectool = this.#open();
    const here = pathsFromHere(this.context, spectool.root, terminal);
    for (const { key, message, allowed } of worksOutside === true ? [] : spectool.configWarnings) {
      const told = `.spectool/config.json: ${key}: ${message}${allowed === undefined ? '' : ` (${allowed})`}`;
      notify('warning', (await here.advisedHint(told)) ?? told);
    }
    const typed = this as unknown as Readonly<Record<string, never>>;
    const read = Object.entries(takes).map(
      ([key, one]) => [key, one.read(typed[key] as never, this.context)] as const,
    );
    const given = Object.fromEntries(read.filter(([, value]) => value !== undefined));
    const result = await advisedResult(await run(spectool, given, this), here.advisedHint);
    const code = exitCode?.(result) ?? 0;
    // With `--json`, the document already contains the warnings.
    if (this.json) {
      const printed = document === undefined ? result : document(result, spectool, given);
      return { text: `${safeJson(printed, jsonIndent(terminal))}\n`, code };
    }
    await this.#tell(result, notify);
    const unchanged = raw?.(result, given);
    // For a terminal, make control characters harmless.
    if (unchanged !== undefined)
      return { text: terminal.columns === undefined ? unchanged : safeBlock(unchanged), code };
    const told = this.#fitted(await render(result, here.terminal, spectool, given, this), terminal, given);
    return { text: told === '' ? '' : `${told}\n`, code };
  }

  #open(): Spectool {
    // Refuse an empty `--as`, for example from an unset variable: the change would be recorded under another name.
    if (this.as?.trim() === '') throw new SpectoolError('USAGE', '--as needs a name.');
    const { writes } = this.#definition;
    const { stderr } = this.context;
    return this.context.open(this.cwd, {
      ...(this.as !== undefined && { actor: this.as }),
      cache: !this.noCache,
      ...(writes === true && {
        lockTimeoutMs: milliseconds('--lock-timeout', this.lockTimeout),
        // Report the wait for the lock only to a terminal, not to a file or a pipe.
        onLockWait: (stderr as TerminalStream).isTTY === true ? (wait) => this.#tellOf(wait) : undefined,
        onLockLeft: (left) => this.#tellOfLock(left),
      }),
    });
  }

  /** Passes the warnings of a result, with their hints, to `notify`. */
  async #tell(result: object, notify: (kind: NoticeKind, text: string) => void): Promise<void> {
    const { warnings } = result as { readonly warnings?: unknown };
    // In some results, `warnings` is not a list but the number of warnings found.
    const told =
      this.#definition.warnings?.(result) ??
      (Array.isArray(warnings) ? (warnings as readonly Warning[]) : []);
    const hinted = new Set<string>();
    for (const warning of told) {
      const { code, message, hint } = await advisedWarning(warning, this.context.advisedHint);
      notify(NOTES.has(code) ? 'note' : 'warning', message);
      // Several warnings often have the same hint; print it once.
      if (hint !== undefined && !hinted.has(hint)) notify('hint', hint);
      if (hint !== undefined) hinted.add(hint);
    }
  }

  #fitted(told: string, { columns }: Terminal, given: Given<Takes>): string {
    const { restShownBy, keepsLines } = this.#definition;
    const flag = columns === undefined ? restShownBy?.(given) : undefined;
    if (flag !== undefined) return fitPipe(told, flag);
    return keepsLines === true ? told : fitLines(told, columns);
  }

  #tellOfLock({ path, reason }: LockLeft): void {
    this.notify('warning', `The lock file was not removed. ${reason}`);
    this.notify(
      'hint',
      `The next command takes the lock over. If that command cannot take the lock, delete ${path}.`,
    );
  }

  #tellOf({ owner }: LockWait): void {
    const who = owner === undefined ? 'another command' : `process ${owner.pid} on ${owner.host}`;
    this.notify('note', `Waiting for ${who} to finish changing the project.`);
  }
}

function milliseconds(flag: string, seconds: string | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  if (/^\d{1,6}(?:\.\d{1,3})?$/.test(seconds)) return Math.round(Number(seconds) * 1000);
  throw new SpectoolError('USAGE', `${flag}: "${seconds}" is not a number of seconds.`, {
    hint: 'Give 60 to wait a minute, or 0 not to wait at all.',
  });
}
