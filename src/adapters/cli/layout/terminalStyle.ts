import picocolors from 'picocolors';
import { asCalled, gitCalledIn } from '../../../domain/project/programCall.js';
import type { Priority, Status } from '../../../domain/fields/statusAndPriority.js';

/** Properties of a terminal or pipe, for the code that prints to it. */
export interface Terminal {
  /** Width in cells; if undefined, nothing is wrapped or cut. */
  readonly columns: number | undefined;
  readonly colour: boolean;
  /** True if a person can answer questions. */
  readonly interactive: boolean;
  /** How the program is called, such as `npx spectool`; `spectool` by default. */
  readonly program?: string | undefined;
  /** Path of the project's folder, quoted for a shell; absent if that folder is the working directory. */
  readonly folder?: string;
  /** Returns the path from the working directory to a file of the project; by default the path in the project. */
  readonly fromHere?: (path: string) => string;
}

export interface TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Describes the terminal behind `output`. `input` determines whether a person can answer questions. */
export function describeTerminal(
  output: TerminalStream,
  input: TerminalStream,
  environment: Environment,
): Terminal {
  const terminal = output.isTTY === true;
  const columns = positive(environment['COLUMNS']) ?? (terminal ? positive(output.columns) : undefined);
  return {
    columns,
    colour: wantsColour(environment, terminal),
    interactive: terminal && input.isTTY === true && environment['TERM'] !== 'dumb',
  };
}

/** The properties of a pipe, file or test: no width, no colour, no questions. */
export const PLAIN_TERMINAL: Terminal = {
  columns: undefined,
  colour: false,
  interactive: false,
};

/**
 * True if output should be coloured. NO_COLOR is checked first, then FORCE_COLOR (off for 0 and false); otherwise a terminal is
 * coloured unless TERM is `dumb`.
 */
function wantsColour(environment: Environment, terminal: boolean): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return terminal && TERM !== 'dumb';
}

function positive(value: string | number | undefined): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? Math.min(number, 100_000) : undefined;
}

type Paint = (text: string) => string;

/** Conditions of a spec, such as blocked, that are shown with a symbol. */
export type Mark =
  | 'blocked'
  | 'broken'
  | 'diverged'
  | 'archived'
  | 'stale'
  | 'oversized'
  | 'ready'
  | 'duplicate'
  | 'missing'
  | 'cycle';

/**
 * Colours and symbols for all output. A colour only repeats what a word or symbol already says, so that output without colour is
 * complete.
 */
export interface Style {
  readonly colour: boolean;
  readonly strong: Paint;
  readonly emphasis: Paint;
  readonly quiet: Paint;
  /**
   * Rewrites the commands in spectool's own text as the user calls the program: `spectool list` may become `npx spectool list`.
   */
  readonly called: Paint;
  /** Paints a line with the next step, which contains a command. */
  readonly step: Paint;
  readonly heading: Paint;
  readonly ref: Paint;
  /** Returns the path from the working directory to a file of the project. */
  readonly fromHere: Paint;
  /** Paints a file path. */
  readonly path: Paint;
  readonly link: Paint;
  readonly code: Paint;
  readonly tag: Paint;
  readonly strike: Paint;
  readonly inverse: Paint;
  readonly match: Paint;
  readonly error: Paint;
  readonly warning: Paint;
  readonly success: Paint;
  readonly hint: Paint;
  /** Returns the colour of a status. */
  statusPaint(status: Status | null): Paint;
  /** Returns symbol and word for a status, such as `◐ in-progress`; `? unknown` for null. */
  status(status: Status | null): string;
  statusSymbol(status: Status | null): string;
  priorityPaint(priority: Priority | undefined): Paint;
  /** Returns symbol and word for a condition, such as `⊘ blocked`. */
  mark(mark: Mark): string;
  markPaint(mark: Mark): Paint;
  /** Returns the symbol of a condition, without colour. */
  symbolOf(mark: Mark): string;
  readonly symbols: typeof SYMBOLS;
}

const SYMBOLS = {
  ellipsis: '…',
  bullet: '•',
  arrow: '→',
  line: '─',
  vertical: '│',
  branch: '├─',
  lastBranch: '└─',
  checked: '[✓]',
  unchecked: '[ ]',
  dot: '·',
} as const;

const STATUS_SYMBOLS: Readonly<Record<Status, string>> = {
  planned: '○',
  'in-progress': '◐',
  complete: '●',
};
const MARK_SYMBOLS: Readonly<Record<Mark, string>> = {
  blocked: '⊘',
  broken: '✗',
  diverged: '⇄',
  archived: '⌂',
  stale: '◷',
  oversized: '▲',
  ready: '→',
  duplicate: '≡',
  missing: '?',
  cycle: '↻',
};

/** Creates the style for a terminal. */
export function createStyle(terminal: Pick<Terminal, 'colour' | 'program' | 'folder' | 'fromHere'>): Style {
  const c = picocolors.createColors(terminal.colour);
  const called = (text: string) => gitCalledIn(asCalled(text, terminal.program), terminal.folder ?? '');
  const fromHere = terminal.fromHere ?? plain;
  const statusPaints = { planned: c.blue, 'in-progress': c.yellow, complete: c.green };
  const statusPaint = (status: Status | null): Paint => (status === null ? c.red : statusPaints[status]);
  const statusSymbol = (status: Status | null): string => (status === null ? '?' : STATUS_SYMBOLS[status]);
  const markPaint: Readonly<Record<Mark, Paint>> = {
    blocked: c.red,
    broken: c.red,
    diverged: c.magenta,
    archived: c.dim,
    stale: c.yellow,
    oversized: c.yellow,
    ready: c.green,
    duplicate: c.red,
    missing: c.red,
    cycle: c.red,
  };
  const priorities: Readonly<Record<Priority, Paint>> = {
    low: c.dim,
    medium: plain,
    high: c.yellow,
    critical: (text) => c.bold(c.red(text)),
  };
  return {
    colour: terminal.colour,
    strong: c.bold,
    emphasis: c.italic,
    quiet: c.dim,
    called,
    step: (text) => c.dim(called(text)),
    heading: (text) => c.bold(c.cyan(text)),
    ref: c.cyan,
    fromHere,
    path: (path) => c.dim(fromHere(path)),
    link: c.underline,
    code: c.yellow,
    tag: c.magenta,
    strike: c.strikethrough,
    inverse: c.inverse,
    match: (text) => c.bold(c.yellow(text)),
    error: (text) => c.bold(c.red(text)),
    warning: c.yellow,
    success: c.green,
    hint: c.cyan,
    statusPaint,
    statusSymbol,
    status: (status) => statusPaint(status)(`${statusSymbol(status)} ${status ?? 'unknown'}`),
    priorityPaint: (priority) => (priority === undefined ? plain : priorities[priority]),
    mark: (mark) => markPaint[mark](`${MARK_SYMBOLS[mark]} ${mark}`),
    markPaint: (mark) => markPaint[mark],
    symbolOf: (mark) => MARK_SYMBOLS[mark],
    symbols: SYMBOLS,
  };
}

function plain(text: string): string {
  return text;
}
