/** Properties of a terminal or pipe that the code that prints to it needs to know. */
export interface Terminal {
  /** Width in cells; if undefined, nothing is wrapped or cut. */
  readonly columns: number | undefined;
  readonly colour: boolean;
  /** True if a person can answer questions. */
  readonly interactive: boolean;
  /** False if only ASCII can be shown. */
  readonly unicode: boolean;
  /** How the program is called, such as `npx spectool`; `spectool` by default. */
  readonly program?: string | undefined;
  /** The folder of the project, as a word for a shell, if it is not the working directory. */
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
  platform: string = process.platform,
): Terminal {
  const terminal = output.isTTY === true;
  const columns = positive(environment['COLUMNS']) ?? (terminal ? positive(output.columns) : undefined);
  return {
    columns,
    colour: wantsColour(environment, terminal),
    interactive: terminal && input.isTTY === true && environment['TERM'] !== 'dumb',
    unicode: speaksUnicode(environment, terminal, platform),
  };
}

/** The properties of a pipe, file or test: no width, no colour, no questions. */
export const PLAIN_TERMINAL: Terminal = {
  columns: undefined,
  colour: false,
  interactive: false,
  unicode: true,
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

function speaksUnicode(environment: Environment, terminal: boolean, platform: string): boolean {
  const { TERM, WT_SESSION, TERM_PROGRAM } = environment;
  if (terminal && (TERM === 'dumb' || TERM === 'linux')) return false;
  if (platform === 'win32') {
    return !terminal || WT_SESSION !== undefined || TERM_PROGRAM !== undefined || TERM !== undefined;
  }
  const locale = environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'];
  return locale === undefined || locale === '' || /utf-?8/i.test(locale);
}

function positive(value: string | number | undefined): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? Math.min(number, 100_000) : undefined;
}
