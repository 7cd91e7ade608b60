import { Command, Option } from 'clipanion';
import type { Spectool } from '../../application/spectool.js';
import type { Warning } from '../../application/warning.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { advisedResult, advisedWarning } from './adviceHints.js';
import type { CliContext } from './cliContext.js';
import { takes } from './commandDefinition.js';
import { pathsFromHere } from './pathsFromHere.js';
import { type NoticeKind, renderNotice } from './renderError.js';
import { fitLines } from './layout/breakLongLines.js';
import { fitPipe } from './layout/fitPipe.js';
import { jsonIndent, safeJson } from './layout/escapeUnsafeText.js';
import type { Terminal } from './layout/describeTerminal.js';

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
 * Base class of commands: parses flags, runs a use case and renders the result. `Result` is the use case's result. `Document` is
 * what `--json` prints, by default the result; a command has its own document type to avoid repetition or to limit the output's
 * size.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- commandOutputTypes.ts reads it off the class
export abstract class SpectoolCommand<Result, Document = Result> extends Command<CliContext> {
  json = Option.Boolean('--json', false, { description: 'print one JSON document' });
  noCache = Option.Boolean('--no-cache', false, { description: 'do not read or write caches' });
  cwd = takes('DIR', Option.String('--cwd', { description: 'run as if started in this folder' }));
  project = takes(
    'PROJECT',
    Option.String('--project', {
      description: 'run in the project of this name or path, anywhere in the repository (docs/monorepo.md)',
    }),
  );
  as = takes(
    'NAME',
    Option.String('--as', {
      description:
        'the actor: the name of the person or agent who runs the command, as the log keeps it; by default the environment variable SPECTOOL_ACTOR, else git’s user, else the system’s user',
    }),
  );

  protected abstract run(spectool: Spectool): Promise<Result>;
  /** Renders the result as text for people, without a final newline; an empty string prints nothing. */
  protected abstract render(result: Result, terminal: Terminal, spectool: Spectool): string;

  /** Returns the document that `--json` prints. */
  protected document(result: Result, _spectool: Spectool): Document {
    return result as unknown as Document;
  }

  /** True if the command runs in each project of the repository; a command that offers this has the flag. */
  allProjects = false;
  /** With `allProjects`: what leads from the working directory to the files of the current project, such as `api/`. */
  pathBefore = '';

  /** False for a command that also works outside a project. */
  protected needsProject = true;

  /** True if the output is meant for copying, so that its lines are not wrapped. */
  protected readonly keepsLines: boolean = false;

  /** Returns the warnings in the result of a command. */
  protected warnings(result: Result): readonly Warning[] {
    const { warnings } = (result ?? {}) as { readonly warnings?: unknown };
    // In some results, `warnings` is not a list but the number of warnings found.
    return Array.isArray(warnings) ? (warnings as readonly Warning[]) : [];
  }

  /** Returns the exit code: 0, or 1 if the command succeeded but its answer is negative, such as `validate` with errors. */
  protected exitCode(_result: Result): number {
    return 0;
  }

  protected open(): Spectool {
    return this.context.open(this.cwd, { ...this.who(), cache: !this.noCache });
  }

  protected who(): { readonly actor?: string } {
    // Refuse an empty `--as`, for example from an unset variable: the change would be recorded under another name.
    if (this.as?.trim() === '') throw new SpectoolError('USAGE', '--as needs a name.');
    return this.as === undefined ? {} : { actor: this.as };
  }

  override async execute(): Promise<number> {
    const notify = (kind: NoticeKind, notice: string) => this.notify(kind, notice);
    if (this.allProjects) {
      const { runInAllProjects } = await import('./projects/allProjects.js');
      const code = await runInAllProjects(this, this.context, notify, (tell) =>
        this.answer(this.context.output, tell),
      );
      if (code !== undefined) return code;
    }
    const { text, code } = await this.answer(this.context.output, notify);
    if (text !== '') this.context.stdout.write(`${text}\n`);
    return code;
  }

  /**
   * Runs the use case and returns the command's output, without a final newline, and its exit code.
   * @param notify receives warnings, hints and notes.
   */
  protected async answer(
    terminal: Terminal,
    notify: (kind: NoticeKind, text: string) => void,
  ): Promise<{ readonly text: string; readonly code: number }> {
    const spectool = this.open();
    const here = pathsFromHere(this.context, spectool.root, terminal);
    for (const { key, message, allowed } of this.needsProject ? spectool.configWarnings : []) {
      const text = `.spectool/config.json: ${key}: ${message}${allowed === undefined ? '' : ` (${allowed})`}`;
      notify('warning', (await here.advisedHint(text)) ?? text);
    }
    const result = await advisedResult(await this.run(spectool), here.advisedHint);
    // With `--json`, the document already contains the warnings.
    if (!this.json) await this.tell(result, notify);
    const text = this.json
      ? safeJson(this.document(result, spectool), jsonIndent(terminal))
      : this.#fitted(this.render(result, here.terminal, spectool), terminal);
    return { text, code: this.exitCode(result) };
  }

  /** Passes the warnings of a result, with their hints, to `notify`. */
  protected async tell(
    result: Result,
    notify: (kind: NoticeKind, text: string) => void = (kind, notice) => this.notify(kind, notice),
  ): Promise<void> {
    const hinted = new Set<string>();
    for (const warning of this.warnings(result)) {
      const { code, message, hint } = await advisedWarning(warning, this.context.advisedHint);
      notify(NOTES.has(code) ? 'note' : 'warning', message);
      // Several warnings often have the same hint; print it once.
      if (hint !== undefined && !hinted.has(hint)) notify('hint', hint);
      if (hint !== undefined) hinted.add(hint);
    }
  }

  /** Returns the flag that shows what a long text in a pipe leaves out; undefined if the text is never cut. */
  protected restShownBy(): string | undefined {
    return undefined;
  }

  #fitted(text: string, { columns }: Terminal): string {
    const flag = columns === undefined ? this.restShownBy() : undefined;
    if (flag !== undefined) return fitPipe(text, flag);
    return this.keepsLines ? text : fitLines(text, columns);
  }

  protected notify(kind: NoticeKind, text: string): void {
    this.context.stderr.write(`${renderNotice(kind, text, this.context.notices)}\n`);
  }
}
