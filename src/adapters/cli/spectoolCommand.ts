import { Command, Option } from 'clipanion';
import type { Spectool } from '../../application/spectool.js';
import type { Warning } from '../../application/warning.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { advisedResult, advisedWarning } from './advised.js';
import type { CliContext } from './context.js';
import { takes } from './definition.js';
import { type NoticeKind, renderNotice } from './renderError.js';
import { fitLines } from './layout/fitLines.js';
import { jsonIndent, safeJson } from './layout/safeText.js';
import type { Terminal } from './layout/terminal.js';

/** Told, and nothing is wrong. */
const NOTES: ReadonlySet<string> = new Set([
  'UNCHANGED',
  'UNBLOCKED',
  'NUMBERS_ELSEWHERE',
  'NOT_IMPORTED',
  'OTHER_KINDS',
]);

/**
 * A command of the command line: flags in, a use case, a rendering out. Subclasses hold neither rules nor layout.
 * `Result` is what the use case answers, `Document` what `--json` prints of it: the same, unless that would say things twice or cost a
 * reader too much.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- commandOutput.ts reads it off the class
export abstract class SpectoolCommand<Result, Document = Result> extends Command<CliContext> {
  json = Option.Boolean('--json', false, { description: 'print one JSON document' });
  noCache = Option.Boolean('--no-cache', false, { description: 'read everything anew and remember nothing' });
  cwd = takes('DIR', Option.String('--cwd', { description: 'run as if started in this directory' }));
  as = takes(
    'NAME',
    Option.String('--as', { description: 'who asks; else SPECTOOL_ACTOR, git’s user, the system’s' }),
  );

  protected abstract run(spectool: Spectool): Promise<Result>;
  /** Text for people, without a final newline; empty for nothing. */
  protected abstract render(result: Result, terminal: Terminal, spectool: Spectool): string;

  /** What `--json` prints. */
  protected document(result: Result, _spectool: Spectool): Document {
    return result as unknown as Document;
  }

  /** False for commands that work before there is a project. */
  protected needsProject = true;

  /** True for texts and values that are copied from the screen: a line of them is broken by the terminal alone. */
  protected readonly keepsLines: boolean = false;

  /** What the user should know about a command that succeeded. */
  protected warnings(result: Result): readonly Warning[] {
    const { warnings } = (result ?? {}) as { readonly warnings?: unknown };
    // Elsewhere it is a count of findings.
    return Array.isArray(warnings) ? (warnings as readonly Warning[]) : [];
  }

  /** 0, or 1 when the command ran and says no. */
  protected exitCode(_result: Result): number {
    return 0;
  }

  protected open(): Spectool {
    return this.context.open(this.cwd, { ...this.who(), cache: !this.noCache });
  }

  protected who(): { readonly actor?: string } {
    // An unset variable would have the work done in another's name.
    if (this.as?.trim() === '') throw new SpectoolError('USAGE', '--as needs a name.');
    return this.as === undefined ? {} : { actor: this.as };
  }

  override async execute(): Promise<number> {
    const { text, code } = await this.answer(this.context.output, (kind, notice) =>
      this.notify(kind, notice),
    );
    if (text !== '') this.context.stdout.write(`${text}\n`);
    return code;
  }

  /** What the command prints, without a final newline, and its exit code. @param notify is told what is not part of it. */
  protected async answer(
    terminal: Terminal,
    notify: (kind: NoticeKind, text: string) => void,
  ): Promise<{ readonly text: string; readonly code: number }> {
    const spectool = this.open();
    for (const { key, message, allowed } of this.needsProject ? spectool.configWarnings : []) {
      const text = `.spectool/config.json: ${key}: ${message}${allowed === undefined ? '' : ` (${allowed})`}`;
      notify('warning', text);
    }
    const result = await advisedResult(await this.run(spectool), this.context.advisedHint);
    // JSON has them already.
    if (!this.json) await this.tell(result, notify);
    const text = this.json
      ? safeJson(this.document(result, spectool), jsonIndent(terminal))
      : this.#fitted(this.render(result, terminal, spectool), terminal);
    return { text, code: this.exitCode(result) };
  }

  /** What the user should know of a result. */
  protected async tell(
    result: Result,
    notify: (kind: NoticeKind, text: string) => void = (kind, notice) => this.notify(kind, notice),
  ): Promise<void> {
    const hinted = new Set<string>();
    for (const warning of this.warnings(result)) {
      const { code, message, hint } = await advisedWarning(warning, this.context.advisedHint);
      notify(NOTES.has(code) ? 'note' : 'warning', message);
      // Of many specs it is the same: once is enough.
      if (hint !== undefined && !hinted.has(hint)) notify('hint', hint);
      if (hint !== undefined) hinted.add(hint);
    }
  }

  #fitted(text: string, { columns }: Terminal): string {
    return this.keepsLines ? text : fitLines(text, columns);
  }

  protected notify(kind: NoticeKind, text: string): void {
    this.context.stderr.write(`${renderNotice(kind, text, this.context.notices)}\n`);
  }
}
