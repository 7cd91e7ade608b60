/** What renderers know of the place their text goes to. */
export interface Terminal {
  /** Undefined when nobody said: then nothing is wrapped or cut. */
  readonly columns: number | undefined;
  readonly colour: boolean;
  /** A person sits there and can answer. */
  readonly interactive: boolean;
  /** False where only ASCII can be shown. */
  readonly unicode: boolean;
  /** How the program is called there; by its name where nobody said. */
  readonly program?: string | undefined;
}

export interface TerminalStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The terminal behind `output`; `input` decides whether anyone can answer. */
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

/** A place without any abilities: a pipe, a file, a test. */
export const PLAIN_TERMINAL: Terminal = {
  columns: undefined,
  colour: false,
  interactive: false,
  unicode: true,
};

/** NO_COLOR is a wish and wins; FORCE_COLOR (but 0 or false) is an order; else a terminal that is not dumb. */
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
