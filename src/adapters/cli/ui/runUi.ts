import type { ShowBoardResult } from '../../../application/queries/showBoard.js';
import type { Spectool } from '../../../application/spectool.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { personText } from '../../../domain/value/person.js';
import { underItsName } from '../../../domain/naming/references.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { isStatus } from '../../../domain/fields/statusAndPriority.js';
import { type AdvisedWord, shellLine } from '../../presentation/adviceText.js';
import type { CliContext, KeyPress, WatchTerminal } from '../cliContext.js';
import { safeText, fitLines } from '../layout/terminalText.js';
import { createStyle, type Style } from '../layout/terminalStyle.js';
import { drawUi, layoutOf, type Pane, type UiView } from './drawUi.js';
import { Questions, VI_KEYS } from './questions.js';
import { type Columns, filteredColumns, followed, moved, selectedIn, type Selection } from './selection.js';
import {
  splitCommandLine,
  type Choice,
  createSpec,
  type Desk,
  helpLines,
  SPEC_ACTIONS,
  undoNewest,
} from './uiActions.js';

interface CommandAnswer {
  readonly text: string;
  /** The command lines that the command advises as next steps, without the program's name. */
  readonly advised: readonly (readonly AdvisedWord[])[];
}

/**
 * Runs a command line and returns its output, then its errors and warnings, in lines of at most `columns` cells.
 * @param interactive true for a command that uses the terminal beside its output, such as `edit`.
 */
async function outputOf(
  words: readonly string[],
  columns: number,
  context: CliContext,
  interactive = false,
): Promise<CommandAnswer> {
  const [told, warned]: [string[], string[]] = [[], []];
  const into = (parts: string[]): CliContext['stdout'] => {
    const write = (text: string | Uint8Array): boolean => parts.push(String(text)) > 0;
    // Commands only call `write`, so no other member of a stream is needed.
    return { write } as unknown as CliContext['stdout'];
  };
  const output = { ...context.output, columns, interactive };
  const advised: (readonly AdvisedWord[])[] = [];
  // Take advised commands only from the advice data, never from printed text, which may contain text by other people.
  const advisedHint: CliContext['advisedHint'] = async (hint, advice = [], program) => {
    // For a command in another project, `program` ends with the flag that chooses the project.
    const place = splitCommandLine(/ --(?:cwd|project) .*$/.exec(program ?? '')?.[0] ?? '');
    for (const one of advice) {
      const command = await context.advisedCommand(one);
      const there = one.project === undefined ? place : ['--project', one.project];
      if (command !== undefined) advised.push([...there.map((text) => ({ text })), ...command]);
    }
    return context.advisedHint(hint, advice, program);
  };
  const stdout = into(told);
  const stderr = into(warned);
  await context.run(words, { ...context, stdout, stderr, output, notices: output, advisedHint });
  return { text: fitLines([...told, ...warned].join(''), columns), advised };
}

export interface UiOptions {
  readonly cwd?: string | undefined;
  /** The actor; by default the actor that the environment determines. */
  readonly actor?: string | undefined;
  readonly groupBy?: string | undefined;
}

/** Time without a key after which the selected spec's text is loaded; loading it at every key would make moving slow. */
const SETTLED_MS = 150;
/** Exit code of an interrupted program (128 + SIGINT). */
const INTERRUPTED = 130;
/** Maximum number of suggested command lines, because they are chosen with the keys 1 to 9. */
const MOST_SUGGESTED = 9;
const EMPTY: Pane = { lines: [], top: 0 };
const FOOTER = '? help, q quit, : command, arrows move, Enter reads, / filter, s status, c claim, x criteria';

/** Thrown when the user interrupts a question, to end the program. */
class Interrupted extends Error {}

/** Runs `ui`: shows the board and acts on keys until the user quits. @returns the exit code. */
export async function runUi(outside: CliContext, options: UiOptions): Promise<number> {
  const context = insideProject(outside, options);
  const spectool = context.open();
  const board = await spectool.showBoard.execute({ groupBy: options.groupBy });
  const terminal = await context.watching(spectool.root);
  try {
    return await new Ui(context, options, terminal, spectool, board).loop();
  } catch (error) {
    if (error instanceof Interrupted) return INTERRUPTED;
    throw error;
  } finally {
    terminal.end();
  }
}

/** Returns a context in which commands run as the given actor and in the board's project. */
function insideProject(context: CliContext, { cwd, actor }: UiOptions): CliContext {
  const by = actor === undefined ? {} : { actor };
  return {
    ...context,
    open: (directory = cwd, given = {}) => context.open(directory, { ...by, ...given }),
    projects: (directory = cwd) => context.projects(directory),
  };
}

class Ui implements Desk {
  readonly #style: Style;
  readonly #tops = new Map<string, number>();
  #filter = '';
  #columns: Columns;
  #selection: Selection = { column: 0, row: 0 };
  #detail: Pane = EMPTY;
  /**
   * The path of the spec in `#detail` and the width for which its text was rendered. If these change, the text is loaded again.
   */
  #detailOf = '';
  #full: Pane | undefined;
  /** The spec whose text `#full` shows. */
  #fullOf: SpecView | undefined;
  #output: readonly string[] = [];
  /** The command lines that the last command advised. */
  #suggested: CommandAnswer['advised'] = [];
  /** The command lines that the user typed. */
  readonly #earlier: string[] = [];
  readonly #questions = new Questions(() => this.#key());

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
    await this.#readDetail();
    for (;;) {
      const { key } = await this.#key();
      if (this.#full !== undefined) {
        if (!this.#scrolls(key)) this.#full = this.#fullOf = undefined;
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
    if (suggestion !== undefined) return this.#suggest(suggestion);
    if (key === 'escape' && this.#output.length > 0) this.#output = this.#suggested = [];
    else if (key === 'escape') this.#filterBy('');
    else if (key === 'J' || key === 'K') this.#scrollDetail(key === 'J' ? 1 : -1);
    else if (key === '/') await this.#askFilter();
    else if (key === ':') await this.#palette('');
    else if (key === '?') this.#full = { lines: this.#fitted(helpLines().join('\n')), top: 0 };
    else if (key === 'o' && this.#output.length > 0) this.#full = { lines: this.#output, top: 0 };
    else if (key === 'N') await createSpec(this);
    else if (key === 'u') await undoNewest(this);
    else if (key === 'enter' && spec !== undefined) await this.#read(spec);
    else {
      const action = SPEC_ACTIONS.find((one) => one.key === key);
      if (action !== undefined && spec !== undefined) await action.run(this, spec);
      else this.#selection = moved(this.#columns, this.#selection, VI_KEYS[key] ?? key, page);
    }
  }

  /** Runs an action; if it fails, shows the error instead of ending the program. */
  async #guarded(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof SpectoolError)) throw error;
      const hint = await this.context.advisedHint(error.hint, error.advice);
      this.#suggested = [];
      this.#output = [error.message, ...(hint === undefined ? [] : hint.split('\n'))].map(safeText);
    }
  }

  nameOf(spec: SpecView): string {
    const all = this.board.columns.flatMap(({ specs }) => specs);
    const isUnique = all.every(({ ref, path }) => ref !== spec.ref || path === spec.path);
    return isUnique ? spec.ref : spec.path;
  }

  async run(...words: readonly string[]): Promise<void> {
    await this.#show(words, await outputOf(words, this.terminal.size().columns, this.context));
  }

  async #show(words: readonly string[], { text, advised }: CommandAnswer): Promise<void> {
    const lines = new Map(advised.map((one) => [safeText(shellLine(one)), one]));
    this.#suggested = [...lines.values()].slice(0, MOST_SUGGESTED);
    this.#output = [
      `$ spectool ${safeText(shellLine(words.map((word) => ({ text: word }))))}`,
      ...text.trimEnd().split('\n'),
      ...[...lines.keys()]
        .slice(0, MOST_SUGGESTED)
        .map((line, i) => `${String(i + 1)} types: spectool ${line}`),
    ];
    await this.#reload();
  }

  async answer(...words: readonly string[]): Promise<string> {
    return (await outputOf(words, this.terminal.size().columns, this.context)).text;
  }

  async runOutside(...words: readonly string[]): Promise<void> {
    this.terminal.leave();
    const { columns } = this.terminal.size();
    await this.#show(words, await outputOf(words, columns, this.context, true));
  }

  /** Asks for the missing values of an advised command line, then puts the line into the prompt. */
  async #suggest(words: readonly AdvisedWord[]): Promise<void> {
    const given: AdvisedWord[] = [];
    for (const { text, asked } of words) {
      const answer = asked === undefined ? '' : await this.askText(`${text}${asked}`);
      if (answer === undefined) return;
      given.push({ text: text + answer });
    }
    await this.#palette(shellLine(given));
  }

  tell(text: string): void {
    this.#output = [text];
    this.#suggested = [];
  }

  async askText(title: string, given = ''): Promise<string | undefined> {
    return this.#questions.text(title, given);
  }

  async choose(title: string, choices: readonly Choice[], at?: string): Promise<string | undefined> {
    const chosen = await this.#questions.choice(title, choices, { at });
    return chosen?.[0]?.value;
  }

  async tick(title: string, choices: readonly Choice[]): Promise<readonly string[] | undefined> {
    const items = await this.#questions.choice(title, choices, { isMany: true });
    return items?.filter(({ isTicked }) => isTicked === true).map(({ value }) => value);
  }

  async #askFilter(): Promise<void> {
    const text = await this.#questions.text('Filter', this.#filter, (typed) => {
      this.#filterBy(typed);
      return Promise.resolve(undefined);
    });
    if (text === undefined) this.#filterBy('');
  }

  #filterBy(filter: string): void {
    this.#filter = filter;
    this.#refilter();
  }

  #scrollDetail(by: number): void {
    const { lines, top } = this.#detail;
    this.#detail = { lines, top: Math.max(0, Math.min(top + by, lines.length - 1)) };
  }

  async #palette(given: string): Promise<void> {
    const lines = [...this.#earlier, given];
    let at = lines.length - 1;
    const line = await this.#questions.text('spectool', given, async (text, key) => {
      if (key === 'tab') return this.#completed(text);
      if (key !== 'up' && key !== 'down') return undefined;
      at = Math.max(0, Math.min(at + (key === 'up' ? -1 : 1), lines.length - 1));
      return lines[at];
    });
    const words = splitCommandLine(line ?? '');
    const [command] = words;
    if (line === undefined || command === undefined) return;
    this.#earlier.push(line);
    if (command === 'edit') return this.runOutside(...words);
    await this.run(...words);
  }

  /** Completes the last word of a command line, and shows the candidates if there are several. */
  async #completed(text: string): Promise<string | undefined> {
    const words = /(?:^|\s)$/u.test(text) ? [...splitCommandLine(text), ''] : splitCommandLine(text);
    const candidates = await this.context.complete(words, () => this.context.open());
    const [first] = candidates;
    if (first === undefined) return undefined;
    const last = words.at(-1) ?? '';
    const common = candidates.reduce((shared, { word }) => sharedStart(shared, word), first.word);
    this.#output =
      candidates.length === 1
        ? []
        : this.#fitted([...new Set(candidates.map(({ word }) => safeText(word)))].join('  '));
    const start = text.slice(0, text.length - last.length);
    return start + (common.length >= last.length ? common : last) + (candidates.length === 1 ? ' ' : '');
  }

  /** Waits for a key. Meanwhile, redraws the screen when the project or the size of the terminal changes. */
  async #key(): Promise<KeyPress> {
    for (;;) {
      this.#draw();
      const isStale = this.#isDetailStale();
      const event = await this.terminal.next(isStale ? SETTLED_MS : undefined);
      if (event === 'interrupted') throw new Interrupted();
      if (typeof event === 'object') return event;
      if (event === 'idle' && isStale) await this.#readDetail();
      else if (event === 'resized' && this.#fullOf !== undefined) await this.#read(this.#fullOf);
      else if (event !== 'resized') await this.#guarded(() => this.#reload());
    }
  }

  #draw(): void {
    const size = this.terminal.size();
    const { total } = this.board.health;
    const shown = this.#columns.reduce((sum, { specs }) => sum + specs.length, 0);
    const count = `${shown === total ? '' : `${String(shown)} of `}${String(total)} ${total === 1 ? 'spec' : 'specs'}`;
    const filter = this.#filter === '' ? '' : ` · filter: ${safeText(this.#filter)}`;
    const view: UiView = {
      heading: `spectool · ${safeText(personText(this.spectool.actor))} · ${count}${filter}`,
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
      output: this.#full === undefined && this.#questions.shown?.kind !== 'choice' ? this.#output : [],
      ...(this.#questions.shown !== undefined && { dialog: this.#questions.shown }),
      footer: this.#footer(total),
    };
    this.terminal.show(drawUi(view, size, this.#style));
  }

  #fitted(text: string): readonly string[] {
    return fitLines(text, this.terminal.size().columns).split('\n');
  }

  #footer(total: number): string {
    if (this.#full !== undefined) return 'arrows and space scroll; any other key goes back';
    if (this.#questions.shown !== undefined) return '';
    return total === 0 ? `There are no specs. Press N to create one. ${FOOTER}` : FOOTER;
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

  async #reload(): Promise<void> {
    this.spectool = this.context.open();
    this.board = await this.spectool.showBoard.execute({ groupBy: this.options.groupBy });
    this.#detailOf = '';
    if (this.#fullOf !== undefined) await this.#read(this.#fullOf);
    this.#refilter();
  }

  #refilter(): void {
    const before = this.#columns;
    this.#columns = this.#filtered();
    this.#selection = followed(before, this.#selection, this.#columns);
  }

  #filtered(): Columns {
    return filteredColumns(this.board.columns, this.#filter);
  }

  #isDetailStale(): boolean {
    const spec = selectedIn(this.#columns, this.#selection);
    const detail = layoutOf(this.terminal.size(), 1).detail;
    return detail !== undefined && this.#detailOf !== `${spec?.path ?? ''} ${String(detail.columns)}`;
  }

  /** Fills the screen with the text of a spec; keeps the scroll position. */
  async #read(spec: SpecView): Promise<void> {
    this.#fullOf = spec;
    this.#full = {
      lines: await this.#textOf(spec, this.terminal.size().columns),
      top: this.#full?.top ?? 0,
    };
  }

  async #readDetail(): Promise<void> {
    const spec = selectedIn(this.#columns, this.#selection);
    const { detail } = layoutOf(this.terminal.size(), 1);
    if (detail === undefined) return;
    this.#detailOf = `${spec?.path ?? ''} ${String(detail.columns)}`;
    this.#detail = spec === undefined ? EMPTY : { lines: await this.#textOf(spec, detail.columns), top: 0 };
  }

  async #textOf(spec: SpecView, columns: number): Promise<readonly string[]> {
    // Reuse the open project, because opening it again is slow with thousands of specs.
    const context = { ...this.context, open: () => this.spectool };
    const { text } = await outputOf(['view', spec.path], columns, context);
    return text.trimEnd().split('\n');
  }
}

function sharedStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}
