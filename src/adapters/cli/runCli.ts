import { Cli } from 'clipanion';
import { SpectoolError, toSpectoolError } from '../../domain/errors/spectoolError.js';
import {
  commandNamed,
  commandTable,
  withoutOldFlags,
  withoutSynonym,
  allDefinitions,
} from './commandTable.js';
import type { CliContext } from './cliContext.js';
import {
  type CommandClass,
  type CommandDefinition,
  type CommandEntry,
  withoutRareFlags,
} from './flagsAndArguments.js';
import {
  commandHelp,
  programHelp,
  renderFullProgramHelp,
  renderHelp,
  renderProgramHelp,
} from './commandHelp.js';
import { fitLines, safeBlock, safeJson } from './layout/terminalText.js';
import type { ProjectChoice } from './projects.js';
import { errorDocument, exitCodeOf, renderError } from './renderError.js';
import { usageError } from './usageErrors.js';

export interface ProgramInfo {
  readonly version: string;
}

/**
 * Holds the context of a command line. The context is replaced if a flag or reference chooses another folder than the working
 * directory.
 */
interface Place {
  context: CliContext;
}

/** Runs one command line and returns its exit code; all errors are caught here and printed on standard error. */
export async function runCli(
  args: readonly string[],
  context: CliContext,
  program: ProgramInfo,
): Promise<number> {
  const place: Place = { context };
  try {
    return await run(args, place, program);
  } catch (error) {
    const known = error instanceof SpectoolError ? error : unexpected(error);
    const hint = await place.context.advisedHint(known.hint, known.advice);
    const text = args.includes('--json')
      ? safeJson(errorDocument(known, hint))
      : renderError(known, hint, place.context.notices);
    context.stderr.write(`${text}\n`);
    if (isOn(context.environment['SPECTOOL_DEBUG']) && error instanceof Error)
      context.stderr.write(`${safeBlock(String(error.stack))}\n`);
    return exitCodeOf(known.code);
  }
}

async function run(typed: readonly string[], place: Place, program: ProgramInfo): Promise<number> {
  const { context } = place;
  const args = withoutSynonym(typed, commandWords(typed));
  const words = commandWords(args);
  const json = args.includes('--json');
  if (words.length === 0) {
    const { version } = program;
    if (args.includes('--version') || args.includes('-v'))
      return print(json ? { version } : `${version}\n`, context);
    if (json) return print(programHelp(version, await allDefinitions()), context);
    const [cwd, isBare] = folderOnly(args);
    if (isBare) {
      const { overview } = await import('./commands/start/overview.js');
      return print(`${await overview(context, cwd, version)}\n`, context);
    }
    const render = asksForAll(args) ? renderFullProgramHelp : renderProgramHelp;
    return print(`${render(version, context.output)}\n`, context);
  }
  if (words[0] === 'help') {
    const flags = ['--help', ...['--json', '--all'].filter((flag) => args.includes(flag))];
    return run([...words.slice(1), ...flags], place, program);
  }
  if (words.join(' ') === 'completion complete') return completeTyped(args, context);
  const family = commandsUnder(words);
  if (family.length > 0) {
    return printHelp(family, args, context);
  }
  const entry = commandNamed(words);
  if (entry === undefined)
    throw usageError.unknownCommand(
      words,
      commandTable.map(({ name }) => name),
    );
  const command = await entry.load();
  const isHelp = flagsIn(args).some((arg) => arg === '--help' || arg === '-h');
  if (!isHelp) return process(withoutOldFlags(args, entry.name), command, place);
  return printHelp([entry], args, context);
}

/** Prints the help of the given commands. Without `--json` and `--all`, rarely needed flags are left out. */
async function printHelp(
  entries: readonly CommandEntry[],
  args: readonly string[],
  context: CliContext,
): Promise<number> {
  const { output } = context;
  const all = await Promise.all(entries.map(async ({ load }) => (await load()).definition));
  if (args.includes('--json')) {
    const helps = all.map((command) => commandHelp(command, output.program));
    return print(helps.length === 1 ? (helps[0] ?? {}) : helps, context);
  }
  const texts = all.map((command) => {
    const shown = asksForAll(args) ? command : withoutRareFlags(command);
    return renderHelp(commandHelp(shown, output.program), output, shown.flags.length < command.flags.length);
  });
  return print(`${texts.join('\n\n')}\n`, context);
}

async function process(args: readonly string[], command: CommandClass, place: Place): Promise<number> {
  const { context } = place;
  const { definition } = command;
  const cli = new Cli<CliContext>({
    binaryName: 'spectool',
    binaryLabel: 'spectool',
    enableColors: context.output.colour,
  });
  cli.register(command);
  refuseContradiction(args);
  let parsed;
  try {
    parsed = cli.process(args.map(shielded), context);
  } catch (error) {
    throw usageError.fromParser(
      String(error instanceof Error ? error.message : error).replaceAll(SHIELD, ''),
      definition,
      args,
    );
  }
  // For arguments such as `--help=x`, clipanion returns its built-in help command instead of this command; refuse them.
  if (!(parsed instanceof command))
    throw new SpectoolError('USAGE', '--help and -h accept no value.', {
      hint: `Run \`spectool ${definition.name} --help\`.`,
    });
  for (const [name, value] of Object.entries(parsed)) Object.assign(parsed, { [name]: unshielded(value) });
  if ('writes' in parsed && parsed.writes === true) refusePlaceholder(parsed, definition);
  const choice = parsed as ProjectChoice;
  const { cwd, project } = choice;
  if (cwd !== undefined || project !== undefined || args.some((arg) => /[:/]/.test(arg))) {
    const { callFromOutside, chooseProject, folderFlag } = await import('./projects.js');
    const flag =
      chooseProject(choice, definition, context) ?? (cwd === undefined ? undefined : folderFlag(cwd));
    if (flag !== undefined) parsed.context = place.context = callFromOutside(context, flag);
  }
  try {
    return await (parsed.execute() as Promise<number>);
  } catch (error) {
    if (!(error instanceof SpectoolError) || error.code !== 'NOT_A_PROJECT') throw error;
    const { outsideProject } = await import('./projects.js');
    throw outsideProject(error, choice, definition, context);
  }
}

/**
 * A private-use character that is put before an argument such as `- a`, so that clipanion does not take the argument for a flag.
 */
const SHIELD = '\uE000';

/**
 * Adds the prefix `SHIELD` to an argument that clipanion would mistake for a flag. For example, `- a` in `note 5 "- a"` is a
 * text, because its first word is followed by a space.
 */
function shielded(arg: string): string {
  return /^-[^\s=]*\s/.test(arg) ? SHIELD + arg : arg;
}

function unshielded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unshielded);
  return typeof value === 'string' && value.startsWith(SHIELD) ? value.slice(SHIELD.length) : value;
}

/** Refuses a flag given together with its negation. @throws SpectoolError `USAGE`. */
function refuseContradiction(args: readonly string[]): void {
  const flags = flagsIn(args);
  const given = new Set(flags);
  const both = flags.find((flag) => flag.startsWith('--no-') && given.has(flag.replace('--no-', '--')));
  if (both === undefined) return;
  const opposite = both.replace('--no-', '--');
  throw new SpectoolError('USAGE', `${opposite} and ${both} contradict each other.`, {
    hint: 'Use only one of these two flags.',
  });
}

/** Refuses a value that is a placeholder copied from a hint or usage line, such as `SPEC`. @throws SpectoolError `USAGE`. */
function refusePlaceholder(parsed: object, { arguments: places, flags }: CommandDefinition): void {
  const values = parsed as Readonly<Record<string, unknown>>;
  for (const { key, value = '' } of [...places, ...flags]) {
    const name = value.replace(/,?…$|\|-$/, '');
    const words = [values[key]].flat().filter((word) => typeof word === 'string');
    const placeholder = words.find((word) => word === name || /^(?:[^\s=]+=)?…$/.test(word));
    if (placeholder !== undefined)
      throw new SpectoolError('USAGE', `${placeholder} is a placeholder.`, {
        hint: 'Replace it with the value.',
      });
  }
}

/**
 * Prints the candidates for shell completion; the completion scripts call this at each press of Tab. Errors are ignored, because
 * their messages would disturb the prompt.
 */
async function completeTyped(args: readonly string[], context: CliContext): Promise<number> {
  try {
    const { completeLine } = await import('./shellCompletion.js');
    const candidates = await completeLine(args.slice(args.indexOf('--') + 1), () => context.open());
    const lines = candidates.map(({ word, description }) =>
      description === undefined ? `${word}\n` : `${word}\t${description}\n`,
    );
    return print(lines.join(''), context);
  } catch {
    return 0;
  }
}

function print(what: string | object, { stdout, output }: CliContext): number {
  stdout.write(typeof what === 'string' ? fitLines(what, output.columns) : `${safeJson(what, 2)}\n`);
  return 0;
}

function asksForAll(args: readonly string[]): boolean {
  return flagsIn(args).includes('--all');
}

/** Returns the arguments before `--`. */
function flagsIn(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end < 0 ? args : args.slice(0, end);
}

/**
 * Returns up to two words that may name the command, such as `config get`: the first arguments that are not flags. A flag between
 * the two words ends the search. `--cwd`, `--project` and their values are skipped.
 */
function commandWords(args: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (let i = 0; i < args.length && words.length < 2; i++) {
    const arg = args[i] ?? '';
    if (arg === '--') break;
    if (arg === '--cwd' || arg === '--project') i++;
    else if (!arg.startsWith('-')) words.push(arg);
    else if (words.length > 0) break;
  }
  return words;
}

/** Returns the value of `--cwd`, if given, and whether the command line has no other arguments. */
function folderOnly(args: readonly string[]): readonly [cwd: string | undefined, isAlone: boolean] {
  const [first, value] = args;
  if (first === undefined) return [undefined, true];
  if (first === '--cwd') return [value, value !== undefined && args.length === 2];
  return [first.replace('--cwd=', ''), first.startsWith('--cwd=') && args.length === 1];
}

function unexpected(error: unknown): SpectoolError {
  const told = toSpectoolError(error);
  if (told instanceof SpectoolError) return told;
  // V8 (the JavaScript engine) throws this error for a string that exceeds its maximum length.
  if (error instanceof RangeError && error.message === 'Invalid string length')
    return new SpectoolError('USAGE', 'The output would be longer than 512 MB.', {
      hint: 'Run the command for fewer specs at once.',
    });
  const message = error instanceof Error ? error.message : String(error);
  return new SpectoolError('INTERNAL', `Unexpected error: ${message}`, {
    hint: 'Run the command again with SPECTOOL_DEBUG=1, and report the output to the developers of spectool.',
  });
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0';
}

/**
 * Returns the two-word commands that begin with a single word, such as `config get` for `config`. Returns an empty list for
 * several words, or if the word itself is a command.
 */
function commandsUnder(words: readonly string[]): readonly CommandEntry[] {
  const [first = '', second] = words;
  if (second !== undefined || commandNamed(words) !== undefined) return [];
  return commandTable.filter(({ name }) => name.startsWith(`${first} `));
}
