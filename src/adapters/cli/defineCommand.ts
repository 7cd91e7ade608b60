import { Command } from 'clipanion';
import type {
  LockWait,
  Spectool,
  UseCaseName,
  UseCaseRequest,
  UseCaseResult,
} from '../../application/spectool.js';
import type { Warning } from '../../application/useCase.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { gitCalledIn } from '../../domain/project/programCall.js';
import type { AdviceHint, CliContext } from './cliContext.js';
import {
  type ArgumentDefinition,
  type CommandClass,
  type CommandEntry,
  type FlagDefinition,
  forOne,
  type Given,
  switchFlag,
  rareFlag,
  type Takes,
  textFlag,
} from './flagsAndArguments.js';
import { jsonIndent, safeBlock, safeJson, fitLines, fitPipe } from './layout/terminalText.js';
import type { Terminal, TerminalStream } from './layout/terminalStyle.js';
import { type NoticeKind, renderNotice } from './renderError.js';
import { quoteForShell } from '../../domain/value/text.js';

/**
 * Returns the terminal and the hints for a project outside the working directory: as in git, printed paths are relative to the
 * working directory, and printed git commands work there. In the project's own folder, nothing is changed.
 */
function pathsFromHere(
  context: CliContext,
  root: string,
  terminal: Terminal,
): { readonly terminal: Terminal; readonly advisedHint: AdviceHint } {
  const way = context.fromHere(root, '');
  if (way === '') return { terminal, advisedHint: context.advisedHint };
  const folder = quoteForShell(way);
  return {
    terminal: { ...terminal, folder, fromHere: (path) => context.fromHere(root, path) },
    advisedHint: async (hint, advice, program) => {
      const told = await context.advisedHint(hint, advice, program);
      return told === undefined ? undefined : gitCalledIn(told, folder);
    },
  };
}

/** Codes of warnings that need no action and are printed as notes. */
const NOTES: ReadonlySet<string> = new Set([
  'UNCHANGED',
  'LEFT_IN_PROGRESS',
  'UNBLOCKED',
  'NOT_IMPORTED',
  'OTHER_KINDS',
  'FILE_QUERY',
  'LOG_UNPACKED',
  'MERGE_DRIVER_REPLACED',
  'ALL_PROVEN',
  'ADOPTED',
]);

/** Everything about a command. `Result` is the result of its use case; `Document` is what `--json` prints, by default the result. */
interface Definition<T extends Takes, Name extends UseCaseName, Result, Document> extends Pick<
  CommandEntry,
  'name' | 'group' | 'purpose' | 'usedBy'
> {
  readonly details?: string;
  readonly examples?: readonly (readonly [description: string, command: string])[];
  /** The command's arguments and flags, by their names in the request of the use case. */
  readonly takes: T;
  /** The flags in `GENERAL`, which most commands share, that this command takes; all by default. */
  readonly general?: readonly (keyof typeof GENERAL)[];
  /** True if the command changes the project. Such commands run one at a time: each waits for the lock of the project. */
  readonly writes?: true;
  /** True if the command has the flag `--all-projects`. */
  readonly allProjects?: true;
  /** True if warnings about the settings are not printed, because the command does not use the settings. */
  readonly hidesConfigWarnings?: true;
  /** True if the output is always one JSON document, even with `--all-projects`. */
  readonly isDocument?: true;
  /** True if the output is meant for copying, so that its lines are not wrapped. */
  readonly keepsLines?: true;
  /** The use case that the command runs, or several use cases, one of which is run depending on the flags. */
  readonly runs?: Name | readonly Name[];
  /** Returns the result; by default, runs the use case in `runs` with the given arguments and flags. */
  readonly run?: (spectool: Spectool, given: Given<T>, command: SpectoolCommand) => Promise<Result>;
  /** Runs the whole command and returns the exit code; for a command that opens no project or controls the terminal. */
  readonly execute?: (given: Given<T>, command: SpectoolCommand) => Promise<number>;
  /** Renders the result as text for people, without a final newline; an empty string prints nothing. */
  readonly render?: (
    result: NoInfer<Result>,
    terminal: Terminal,
    spectool: Spectool,
    given: Given<T>,
    command: SpectoolCommand,
  ) => string | Promise<string>;
  /**
   * Returns a text to print instead of calling `render`. In a pipe, it is printed unchanged; in a terminal, without control
   * characters.
   */
  readonly raw?: (result: NoInfer<Result>, given: Given<T>) => string | undefined;
  readonly document?: (result: NoInfer<Result>, spectool: Spectool, given: Given<T>) => Document;
  /** The warnings in a result; by default those in its field `warnings`. */
  readonly warnings?: (result: NoInfer<Result>) => readonly Warning[];
  /** The exit code: 1 if the command succeeded but its result is negative, such as when `validate` finds errors. */
  readonly exitCode?: (result: NoInfer<Result>) => number;
  /** The flag that shows what a long text in a pipe leaves out; undefined if the text is never cut. */
  readonly restShownBy?: (given: Given<T>) => string | undefined;
  /**
   * Converts a use case's request into the values of flags and arguments, for suggested command lines. Needed only if the names
   * or values of the two differ.
   */
  readonly asFlags?: (request: never, useCase?: string) => object;
}

type Any = Definition<Takes, UseCaseName, object, unknown>;

/** Requires `run` or `execute` if the arguments and flags are not a valid request of the use case. */
type Runs<T extends Takes, Name extends UseCaseName> = [Name] extends [never]
  ? { readonly run: unknown } | { readonly execute: unknown }
  : Given<T> extends UseCaseRequest<Name>
    ? unknown
    : { readonly run: unknown } | { readonly execute: unknown };

/** Creates a command. `npm run reference` finds it in `commands/` and generates its row in the table, its docs and its schema. */
export function defineCommand<
  const T extends Takes,
  const Name extends UseCaseName = never,
  Result extends object = UseCaseResult<Name>,
  Document = Result,
>(definition: Definition<T, Name, Result, Document> & Runs<T, Name>): CommandClass<Document> {
  const any = definition as unknown as Any;
  const { name, group, purpose, usedBy, details = '', examples = [], runs = [], asFlags } = any;
  const told = (takes: Takes) => Object.entries(takes).map(([key, one]) => ({ key, ...one.told }));
  const own = told(any.takes);
  const general = told(generalOf(any)).map((flag) => ({ ...flag, isGeneral: true as const }));
  return class extends SpectoolCommand {
    static override paths = [name.split(' ')];
    static definition = {
      name,
      group,
      purpose,
      ...(usedBy !== undefined && { usedBy }),
      details: details.trim().replace(/\s*\n\s*/g, ' '),
      examples,
      runs: [runs].flat(),
      arguments: own.filter((one): one is ArgumentDefinition => !('names' in one)),
      flags: [...own, ...general].filter(
        (one): one is FlagDefinition => 'names' in one && one.isFormer !== true,
      ),
      asFlags: (asFlags ?? ((request) => request)) as (request: object) => object,
    };

    constructor() {
      super(any);
    }
  };
}

const GENERAL = {
  json: switchFlag('--json', 'print one JSON document'),
  noCache: rareFlag(switchFlag('--no-cache', 'do not read or write caches')),
  cwd: textFlag('--cwd DIR', 'run as if started in this folder'),
  project: forOne(
    rareFlag(
      textFlag(
        '--project PROJECT',
        'run in the project with this name or path, anywhere in the repository (docs/monorepo.md)',
      ),
    ),
  ),
  as: textFlag(
    '--as NAME',
    'the actor: the name of the person or agent who runs the command, for the log; by default the environment variable SPECTOOL_ACTOR, else git’s user, else the system’s user',
  ),
};
const ALL_PROJECTS = rareFlag(
  switchFlag('--all-projects', 'show all projects of the repository, each under its name (docs/monorepo.md)'),
);

/** Returns those of the shared flags (`GENERAL`, `--all-projects` and others) that a command takes. */
function generalOf({ general, allProjects }: Any): Takes {
  return {
    ...(general === undefined ? GENERAL : Object.fromEntries(general.map((key) => [key, GENERAL[key]]))),
    ...(allProjects && { allProjects: ALL_PROJECTS }),
  };
}

/** The class of all commands: opens the project, runs the command's definition and prints the result. */
export class SpectoolCommand extends Command<CliContext> {
  declare json: boolean;
  declare noCache: boolean;
  declare cwd: string | undefined;
  declare as: string | undefined;
  declare allProjects?: boolean;
  /** With `allProjects`: the prefix of paths from the working directory to files of the current project, such as `api/`. */
  pathBefore = '';

  readonly #definition: Any;

  readonly writes: boolean;

  constructor(definition: Any) {
    super();
    this.writes = definition.writes === true;
    this.#definition = definition;
    for (const [key, { option }] of Object.entries({ ...generalOf(definition), ...definition.takes }))
      Object.assign(this, { [key]: option });
  }

  override async execute(): Promise<number> {
    const { execute } = this.#definition;
    if (execute !== undefined) return execute(this.#given(), this);
    const notify = (kind: NoticeKind, notice: string) => this.notify(kind, notice);
    if (this.allProjects === true) {
      this.json ||= this.#definition.isDocument === true;
      const { runInAllProjects } = await import('./projects.js');
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
    const { render, raw, document, exitCode, hidesConfigWarnings } = this.#definition;
    const spectool = this.#open();
    const here = pathsFromHere(this.context, spectool.root, terminal);
    for (const { key, message, allowed } of hidesConfigWarnings === true ? [] : spectool.configWarnings) {
      const told = `.spectool/config.json: ${key}: ${message}${allowed === undefined ? '' : ` (${allowed})`}`;
      notify('warning', (await here.advisedHint(told)) ?? told);
    }
    const given = this.#given();
    const result = await advisedResult(await this.#run(spectool, given), here.advisedHint);
    const code = exitCode?.(result) ?? 0;
    // With `--json`, the document already contains the warnings.
    if (this.json) {
      const printed = document === undefined ? result : document(result, spectool, given);
      return { text: `${safeJson(printed, jsonIndent(terminal))}\n`, code };
    }
    await this.#tell(result, notify);
    const unchanged = raw?.(result, given);
    // Make control characters harmless if the text is printed to a terminal.
    if (unchanged !== undefined)
      return { text: terminal.columns === undefined ? unchanged : safeBlock(unchanged), code };
    const told = this.#fitted(
      (await render?.(result, here.terminal, spectool, given, this)) ?? '',
      terminal,
      given,
    );
    return { text: told === '' ? '' : `${told}\n`, code };
  }

  /** Returns the values of arguments and flags, without those that were not given. */
  #given(): Given<Takes> {
    const typed = this as unknown as Readonly<Record<string, never>>;
    const read = Object.entries(this.#definition.takes).map(
      ([key, one]) => [key, one.read(typed[key] as never, this.context)] as const,
    );
    return Object.fromEntries(read.filter(([, value]) => value !== undefined));
  }

  #run(spectool: Spectool, given: Given<Takes>): Promise<object> {
    const { run, runs = [], name } = this.#definition;
    const [useCase] = [runs].flat();
    if (run !== undefined) return run(spectool, given, this);
    if (useCase === undefined) throw new Error(`${name} runs nothing.`);
    return (spectool[useCase] as { execute(request: object): Promise<object> }).execute(given);
  }

  #open(): Spectool {
    // Refuse an empty `--as`, for example from an unset variable, because the change would be recorded under another name.
    if (this.as?.trim() === '') throw new SpectoolError('USAGE', '--as needs a name.');
    const { writes } = this.#definition;
    const { stderr } = this.context;
    return this.context.open(this.cwd, {
      ...(this.as !== undefined && { actor: this.as }),
      cache: !this.noCache,
      ...(writes === true && {
        // Report the wait for the lock only to a terminal, not to a file or a pipe.
        onLockWait: (stderr as TerminalStream).isTTY === true ? (wait) => this.#tellOf(wait) : undefined,
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
      const { code, message, hint } = await withHint(warning, 'hint', this.context.advisedHint);
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

  #tellOf({ owner }: LockWait): void {
    const who = owner === undefined ? 'another command' : `process ${owner.pid} on ${owner.host}`;
    this.notify('note', `Waiting for ${who} to finish changing the project.`);
  }
}

/** The lists of a result whose items have advice, each with the field that shows it. */
const ADVISED = { warnings: 'hint', notes: 'hint', summary: 'fix', findings: 'fix' } as const;

/**
 * Returns a use case's result with all advice (suggested next steps) replaced by command lines, in the hints of warnings and
 * notes and in the fixes of findings.
 */
export async function advisedResult<Result>(result: Result, advisedHint: AdviceHint): Promise<Result> {
  const lists: Record<string, readonly object[]> = {};
  for (const [key, field] of Object.entries(ADVISED)) {
    const items = (result as Readonly<Record<string, unknown>>)[key];
    if (!Array.isArray(items)) continue;
    const advised: object[] = [];
    for (const item of items as readonly Advised[]) advised.push(await withHint(item, field, advisedHint));
    lists[key] = advised;
  }
  return { ...result, ...lists };
}

interface Advised {
  readonly advice?: Warning['advice'];
  readonly hint?: string;
  readonly fix?: string;
}

async function withHint<Item extends Advised>(
  { advice, ...item }: Item,
  field: 'hint' | 'fix',
  advisedHint: AdviceHint,
): Promise<Omit<Item, 'advice'>> {
  const hint = await advisedHint(item[field], advice);
  return hint === undefined ? item : { ...item, [field]: hint };
}
