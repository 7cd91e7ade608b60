import type { ShowBoardResult } from '../../../application/queries/showBoard.js';
import type { Spectool } from '../../../application/spectool.js';
import { underItsName } from '../../../domain/naming/unambiguousSpecNames.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { isStatus } from '../../../domain/spec/status.js';
import { quoteForShell } from '../../../application/shellQuoting.js';
import type { CliContext, KeyPress, WatchTerminal } from '../cliContext.js';
import { fieldOption } from '../options/customFieldFlags.js';
import { safeText } from '../layout/escapeUnsafeText.js';
import { createStyle, type Style } from '../layout/terminalStyle.js';
import { fieldWords, filteredColumns } from './filterBoard.js';
import { outputOf } from './outputOf.js';
import { type Dialog, drawUi, layoutOf, type Pane, type UiView } from './drawUi.js';
import { edited, inserted, typedLine } from './lineEditor.js';
import { type Columns, followed, moved, selectedIn, type Selection } from './selection.js';
import { splitCommandLine } from './splitCommandLine.js';
import { type Choice, createSpec, helpLines, type Desk, SPEC_ACTIONS, undoNewest } from './uiActions.js';

export interface UiOptions {
  readonly cwd?: string | undefined;
  /** The actor; by default the actor that the environment determines. */
  readonly actor?: string | undefined;
  readonly groupBy?: string | undefined;
}

/** Time without a key after which the text of the selected spec is read, so that moving fast stays smooth. */
const SETTLED_MS = 60;
/** Exit code of an interrupted program (128 + SIGINT). */
const INTERRUPTED = 130;
const EMPTY: Pane = { lines: [], top: 0 };
/** Vi's keys, with the keys that they stand for. */
const VI_KEYS: Readonly<Record<string, string>> = { h: 'left', j: 'down', k: 'up', l: 'right', G: 'end' };
const FOOTER =
  'arrows move, Enter reads, / filters, s status, c claim, x criteria, : command, ? help, q quit';

/** Thrown to end the program from within a question. */
class Interrupted extends Error {}

/** Shows the board and acts on keys until the user quits. @returns the exit code. */
export async function runUi(context: CliContext, options: UiOptions): Promise<number> {
  const spectool = context.open(options.cwd, options.actor === undefined ? {} : { actor: options.actor });
  const board = await spectool.showBoard.execute({ groupBy: options.groupBy });
  const terminal = await context.watching(spectool.root, spectool.config.specsDir);
  try {
    return await new Ui(context, options, terminal, spectool, board).loop();
  } catch (error) {
    if (error instanceof Interrupted) return INTERRUPTED;
    throw error;
  } finally {
    terminal.end();
  }
}

class Ui implements Desk {
  readonly #style: Style;
  readonly #tops = new Map<string, number>();
  #filter = '';
  /** Paths of the specs that match `FIELD=VALUE` words of the filter; undefined if it has none. */
  #matching: ReadonlySet<string> | undefined;
  #columns: Columns;
  #selection: Selection = { column: 0, row: 0 };
  #detail: Pane = EMPTY;
  /** The spec whose text `#detail` shows, and its width. */
  #detailOf = '';
  #full: Pane | undefined;
  #output: readonly string[] = [];
  #suggested: readonly string[] = [];
  #dialog: Dialog | undefined;

  constructor(
    private readonly context: CliContext,
    private readonly options: UiOptions,
    private readonly terminal: WatchTerminal,
    public spectool: Spectool,
    private board: ShowBoardResult,
  ) {
    this.#style = createStyle(context.output);
    this.#columns = this.#filtered();
    const first = this.#columns.findIndex(({ specs }) => specs.length > 0);
    this.#selection = { column: Math.max(0, first), row: 0 };
  }

  async loop(): Promise<number> {
    for (;;) {
      const { key } = await this.#key();
      if (this.#full !== undefined) {
        if (!this.#scrolls(key)) this.#full = undefined;
        continue;
      }
      if (key === 'q' || key === 'ctrl-d') return 0;
      await this.#guarded(() => this.#act(key));
    }
  }

  async #act(key: string): Promise<void> {
    const spec = selectedIn(this.#columns, this.#selection);
    const page = Math.max(1, layoutOf(this.terminal.size(), 1).specRows - 1);
    const suggestion = this.#suggested[Number(key) - 1];
    if (suggestion !== undefined) return this.#palette(suggestion);
    if (key === 'escape') this.#output = this.#suggested = [];
    else if (key === '/') await this.#askFilter();
    else if (key === ':') await this.#palette('');
    else if (key === '?') this.#full = { lines: helpLines(), top: 0 };
    else if (key === 'o' && this.#output.length > 0) this.#full = { lines: this.#output, top: 0 };
    else if (key === 'N') await createSpec(this);
    else if (key === 'u') await undoNewest(this);
    else if (key === 'enter' && spec !== undefined)
      this.#full = { lines: await this.#textOf(spec, this.terminal.size().columns), top: 0 };
    else {
      const action = SPEC_ACTIONS.find((one) => one.key === key);
      if (action !== undefined && spec !== undefined) await action.run(this, spec);
      else this.#selection = moved(this.#columns, this.#selection, VI_KEYS[key] ?? key, page);
    }
  }

  /** Runs an action and shows its error, if it fails. */
  async #guarded(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof SpectoolError)) throw error;
      const hint = await this.context.advisedHint(error.hint, error.advice);
      this.#output = [error.message, ...(hint === undefined ? [] : hint.split('\n'))].map(safeText);
    }
  }

  nameOf(spec: SpecView): string {
    const all = this.board.columns.flatMap(({ specs }) => specs);
    const isUnique = all.every(({ ref, path }) => ref !== spec.ref || path === spec.path);
    return isUnique ? spec.ref : spec.path;
  }

  async run(...words: readonly string[]): Promise<void> {
    const text = await this.answer(...words);
    const line = `$ spectool ${words.map((word) => (word.startsWith('--') ? word : quoteForShell(word))).join(' ')}`;
    this.#suggested = [
      ...new Set([...text.matchAll(/`spectool ([^`]+)`/gu)].map(([, command = '']) => command)),
    ]
      .filter((command) => !command.startsWith('--'))
      .slice(0, 9);
    this.#output = [
      line,
      ...text.trimEnd().split('\n'),
      ...this.#suggested.map((command, i) => `${String(i + 1)} runs: spectool ${command}`),
    ];
    await this.#reload();
  }

  async answer(...words: readonly string[]): Promise<string> {
    return this.#captured(words, this.terminal.size().columns);
  }

  async runOutside(...words: readonly string[]): Promise<void> {
    this.terminal.leave();
    await this.context.run(this.#with(words), this.context);
    await this.#reload();
  }

  async askText(title: string, given = ''): Promise<string | undefined> {
    return this.#typed(title, given, async () => undefined);
  }

  async choose(title: string, choices: readonly Choice[], at?: string): Promise<string | undefined> {
    const chosen = await this.#chosen(title, choices, at, false);
    return chosen?.[0]?.value;
  }

  async tick(title: string, choices: readonly Choice[]): Promise<readonly string[] | undefined> {
    const chosen = await this.#chosen(title, choices, undefined, true);
    return chosen?.filter(({ isTicked }) => isTicked === true).map(({ value }) => value);
  }

  /** Returns the chosen item, or with `isMany` all items with their ticks; undefined if the user cancels. */
  async #chosen(
    title: string,
    choices: readonly Choice[],
    at: string | undefined,
    isMany: boolean,
  ): Promise<readonly Choice[] | undefined> {
    let dialog = {
      kind: 'choice' as const,
      title,
      choices,
      at: Math.max(
        0,
        choices.findIndex(({ value }) => value === at),
      ),
      isMany,
    };
    try {
      for (;;) {
        this.#dialog = dialog;
        const { key } = await this.#key();
        if (key === 'escape') return undefined;
        if (key === 'enter') return isMany ? dialog.choices : dialog.choices.slice(dialog.at, dialog.at + 1);
        const way = VI_KEYS[key] ?? key;
        const to = dialog.at + (way === 'down' ? 1 : way === 'up' ? -1 : 0);
        dialog = { ...dialog, at: Math.max(0, Math.min(to, choices.length - 1)) };
        if (key === ' ' && isMany)
          dialog = {
            ...dialog,
            choices: dialog.choices.map((one, i) =>
              i === dialog.at ? { ...one, isTicked: one.isTicked !== true } : one,
            ),
          };
      }
    } finally {
      this.#dialog = undefined;
    }
  }

  /** Reads a line. @param changed called after each change of the line; may return the line to continue with. */
  async #typed(
    title: string,
    given: string,
    changed: (text: string, key: string) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    let line = typedLine(given);
    try {
      for (;;) {
        this.#dialog = { kind: 'text', title, line };
        const { key, text } = await this.#key();
        if (key === 'escape') return undefined;
        if (key === 'enter') return line.text;
        const isNamed = /^[a-z]{2,}|^ctrl-|^page /u.test(key);
        const next =
          edited(line, key) ?? (isNamed && text === undefined ? line : inserted(line, text ?? key));
        const other = await changed(next.text, key);
        line = other === undefined ? next : typedLine(other);
      }
    } finally {
      this.#dialog = undefined;
    }
  }

  async #askFilter(): Promise<void> {
    const before = this.#filter;
    const apply = (text: string) =>
      this.#guarded(async () => {
        this.#filter = text;
        await this.#match();
        this.#refilter();
      });
    const text = await this.#typed('Filter', before, async (typed) => {
      await apply(typed);
      return undefined;
    });
    if (text === undefined) await apply('');
  }

  async #palette(given: string): Promise<void> {
    const line = await this.#typed('spectool', given, async (text, key) =>
      key === 'tab' ? this.#completed(text) : undefined,
    );
    const words = splitCommandLine(line ?? '');
    const [command] = words;
    if (command === undefined) return;
    if (command === 'edit') return this.runOutside(...words);
    await this.run(...words);
  }

  /** Completes the last word of a command line, and shows the candidates if there are several. */
  async #completed(text: string): Promise<string | undefined> {
    const { completeLine } = await import('../shellCompletion.js');
    const words = /(?:^|\s)$/u.test(text) ? [...splitCommandLine(text), ''] : splitCommandLine(text);
    const candidates = await completeLine(words, () => this.#opened());
    const [first] = candidates;
    if (first === undefined) return undefined;
    const last = words.at(-1) ?? '';
    const common = candidates.reduce((shared, { word }) => sharedStart(shared, word), first.word);
    this.#output = candidates.length === 1 ? [] : candidates.map(({ word }) => safeText(word));
    const start = text.slice(0, text.length - last.length);
    return start + (common.length >= last.length ? common : last) + (candidates.length === 1 ? ' ' : '');
  }

  /** Waits for a key. Shows changes of the project and of the terminal meanwhile. */
  async #key(): Promise<KeyPress> {
    for (;;) {
      this.#draw();
      const isStale = this.#isDetailStale();
      const event = await this.terminal.next(isStale ? SETTLED_MS : undefined);
      if (event === 'interrupted') throw new Interrupted();
      if (typeof event === 'object') return event;
      if (event === 'idle' && isStale) await this.#readDetail();
      else if (event !== 'resized') await this.#guarded(() => this.#reload());
    }
  }

  #draw(): void {
    const size = this.terminal.size();
    const { health } = this.board;
    const filter = this.#filter === '' ? '' : ` · filter: ${safeText(this.#filter)}`;
    const view: UiView = {
      heading: `spectool · ${safeText(this.spectool.actor)} · ${String(health.total)} specs${filter}`,
      columns: this.#columns,
      titleOf: (key) =>
        this.board.groupBy === 'status' && isStatus(key)
          ? `${this.#style.statusSymbol(key)} ${key}`
          : safeText(key),
      selection: this.#selection,
      tops: this.#tops,
      markOf: (spec) =>
        underItsName(this.board.waitingFor, spec) === undefined ? '' : this.#style.symbolOf('blocked'),
      actor: this.spectool.actor,
      digits: this.spectool.config.structure.sequenceDigits,
      detail: this.#detail,
      ...(this.#full !== undefined && { full: this.#full }),
      output: this.#full === undefined && this.#dialog?.kind !== 'choice' ? this.#output : [],
      ...(this.#dialog !== undefined && { dialog: this.#dialog }),
      footer: this.#full === undefined ? FOOTER : 'arrows and space scroll; any other key goes back',
    };
    this.terminal.show(drawUi(view, size, this.#style));
  }

  #scrolls(key: string): boolean {
    const full = this.#full ?? EMPTY;
    const page = Math.max(1, this.terminal.size().rows - 3);
    const steps: Readonly<Record<string, number>> = {
      up: -1,
      down: 1,
      'page up': -page,
      'page down': page,
      ' ': page,
      home: -full.top,
      end: full.lines.length,
    };
    const step = steps[VI_KEYS[key] ?? key];
    if (step === undefined) return false;
    this.#full = { ...full, top: Math.max(0, Math.min(full.top + step, full.lines.length - page)) };
    return true;
  }

  #opened(): Spectool {
    const { cwd, actor } = this.options;
    return this.context.open(cwd, actor === undefined ? {} : { actor });
  }

  async #reload(): Promise<void> {
    this.spectool = this.#opened();
    this.board = await this.spectool.showBoard.execute({ groupBy: this.options.groupBy });
    await this.#match();
    this.#detailOf = '';
    this.#refilter();
  }

  /** Finds the specs that match the `FIELD=VALUE` words of the filter, as `list --where` does. */
  async #match(): Promise<void> {
    const fields = fieldWords(this.#filter);
    this.#matching =
      fields.length === 0
        ? undefined
        : new Set(
            (await this.spectool.listSpecs.execute({ where: fieldOption(fields) })).specs.map(
              ({ path }) => path,
            ),
          );
  }

  #refilter(): void {
    const before = this.#columns;
    this.#columns = this.#filtered();
    this.#selection = followed(before, this.#selection, this.#columns);
  }

  #filtered(): Columns {
    return filteredColumns(this.board.columns, this.#filter, this.#matching);
  }

  #isDetailStale(): boolean {
    const spec = selectedIn(this.#columns, this.#selection);
    const detail = layoutOf(this.terminal.size(), 1).detail;
    return detail !== undefined && this.#detailOf !== `${spec?.path ?? ''} ${String(detail.columns)}`;
  }

  async #readDetail(): Promise<void> {
    const spec = selectedIn(this.#columns, this.#selection);
    const { detail } = layoutOf(this.terminal.size(), 1);
    if (detail === undefined) return;
    this.#detailOf = `${spec?.path ?? ''} ${String(detail.columns)}`;
    this.#detail = spec === undefined ? EMPTY : { lines: await this.#textOf(spec, detail.columns), top: 0 };
  }

  async #textOf(spec: SpecView, columns: number): Promise<readonly string[]> {
    return (await this.#captured(['view', spec.path], columns)).trimEnd().split('\n');
  }

  #captured(words: readonly string[], columns: number): Promise<string> {
    return outputOf(this.#with(words), columns, this.context);
  }

  #with(words: readonly string[]): readonly string[] {
    const { cwd, actor } = this.options;
    return [
      ...words.slice(0, 1),
      ...(cwd === undefined ? [] : ['--cwd', cwd]),
      ...(actor === undefined ? [] : ['--as', actor]),
      ...words.slice(1),
    ];
  }
}

function sharedStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}
