import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { nearestWords } from '../../domain/naming/nearestWords.js';
import { STEPS, REMOVED, SYNONYM_COMMANDS, SYNONYM_FLAGS } from './commandSynonyms.js';
import { type CommandDefinition, argumentsOf } from './flagsAndArguments.js';

/** Functions that create usage errors, each with a suggestion for a valid command line. */
export const usageError = { unknownCommand, fromParser };

/**
 * Returns the error for an unknown command.
 * @param words the word where the command was expected, and the word after it.
 * @param known the names of all commands.
 */
function unknownCommand(words: readonly string[], known: readonly string[]): SpectoolError {
  const [first = '', next] = words;
  const isGroup = known.some((name) => name.startsWith(`${first} `));
  const word = isGroup && next !== undefined ? `${first} ${next}` : first;
  const removed = removal(word.toLowerCase());
  if (removed !== undefined)
    return new SpectoolError('USAGE', `The command "${word}" was removed.`, { hint: removed });
  const near = nearestWords(words.join(' '), known).concat(nearestWords(word, known));
  const meant = guessed(word.toLowerCase(), next);
  const [command = meant] = meant === undefined ? near : [];
  return new SpectoolError('USAGE', `There is no command "${word}".`, {
    hint:
      command === undefined
        ? 'Run `spectool --help` to see all commands.'
        : Object.hasOwn(STEPS, word.toLowerCase())
          ? `Run \`spectool ${command}\` ${STEPS[word.toLowerCase()]?.replaceAll('SPEC', next ?? 'SPEC') ?? ''}.`
          : `Did you mean \`spectool ${command}\`?`,
    details: { command: word, nearest: [...new Set(command === undefined ? near : [command, ...near])] },
  });
}

/** Returns a sentence on what to do instead of a removed command or flag; undefined for any other name. */
function removal(name: string): string | undefined {
  // Every command that writes had this flag.
  const known = name.replace(/^.* (?=-{2}lock-timeout$)/, 'update ');
  return Object.hasOwn(REMOVED, known) ? REMOVED[known] : undefined;
}

/**
 * Returns the command line to suggest for a word known from other programs, such as `blame`; undefined for any other word.
 * @param next the argument after the word.
 */
function guessed(word: string, next: string | undefined): string | undefined {
  const lines = Object.entries(SYNONYM_COMMANDS).flatMap(([line, words]) =>
    words.includes(word) ? [line] : [],
  );
  const takesSpec = (line: string) => line.includes(' SPEC');
  const line = lines.find((one) => takesSpec(one) === (next !== undefined)) ?? lines[0];
  return line?.replace('SPEC', next ?? 'SPEC');
}

/** Converts a parser error of clipanion into an error that names the wrong argument and the expected one. */
function fromParser(message: string, command: CommandDefinition, args: readonly string[]): SpectoolError {
  const [sentence = 'Wrong usage.'] = message.split('\n');
  const { text, hint, near = [] } = explained(sentence, command, args);
  return new SpectoolError('USAGE', `spectool ${command.name}: ${text}`, {
    hint,
    ...(near.length > 0 && { details: { nearest: near } }),
  });
}

interface Explanation {
  readonly text: string;
  readonly hint: string;
  readonly near?: readonly string[];
}

function explained(sentence: string, command: CommandDefinition, args: readonly string[]): Explanation {
  const { name } = command;
  const help = `\`spectool ${name} --help\``;
  const words = args.flatMap((arg) => arg.split('='));
  for (const [i, value] of words.entries()) {
    const removed = removal(`${name} ${words[i - 1] ?? ''} ${value}`);
    if (removed !== undefined) return { text: `${value} was removed.`, hint: removed };
  }
  const option = /option name \("(-[^"]+)"\)/.exec(sentence)?.[1] ?? strangeFlag(sentence, command, args);
  if (option !== undefined) {
    const known = flagNames(command);
    const [name = option] = option.split('=');
    const removed = removal(`${command.name} ${name}`);
    if (removed !== undefined) return { text: `the flag ${name} was removed.`, hint: removed };
    const isKnown = (line: string) => !line.startsWith('-') || known.includes(line.split(' ')[0] ?? '');
    const meant = SYNONYM_FLAGS[name]?.find(isKnown);
    const near = meant === undefined ? nearestWords(name, known) : [meant];
    const hint =
      near[0] !== undefined
        ? `Did you mean ${near[0].startsWith('-') ? near[0] : `\`spectool ${near[0]}\``}? ${help} shows all flags.`
        : `${help} shows all flags${command.arguments.length > 0 ? '; write `--` before an argument that begins with a dash' : ''}.`;
    return { text: `there is no flag ${option}.`, hint, near };
  }
  const poor =
    /arguments to option (--?[a-z-]+)/.exec(sentence)?.[1] ?? flagWithoutValue(sentence, command, args);
  if (poor !== undefined)
    return {
      text: `${poor} needs a value.`,
      hint: `${help} shows what it takes. If the value begins with a dash, write \`${poor}=VALUE\`.`,
    };
  const usage = `spectool ${`${name} ${argumentsOf(command)}`.trim()} [flags]`;
  const extra =
    /^Extraneous positional argument \("([^]*)"\)/.exec(sentence)?.[1] ??
    strangeArgument(sentence, command, args);
  if (extra !== undefined) {
    const [, flag = '', value = ''] = /^([a-z][a-z-]*)=(.+)$/.exec(extra) ?? [];
    const hint = flagNames(command).includes(`--${flag}`)
      ? `Did you mean \`--${flag} ${value}\`?`
      : `Usage: ${usage}. Put quotes around an argument of several words, and commas between several values of a flag.`;
    return { text: `the argument "${extra}" was not expected.`, hint };
  }
  // For a missing argument after a bare `--`, clipanion (the command line parser) reports "Command not found".
  if (/^(?:Not enough positional|Command not found)/.test(sentence)) {
    const required = command.arguments.filter(({ isRequired }) => isRequired);
    const missing = (required[argumentsIn(command, args).length] ?? required[0])?.value ?? 'An argument';
    return { text: `${missing} is missing.`, hint: `Usage: ${usage}` };
  }
  return { text: sentence, hint: `${help} shows all arguments and flags.` };
}

/**
 * Returns the unknown flag on the command line. For a command without required arguments, clipanion (the command line parser)
 * does not name the flag and only reports "Command not found".
 */
function strangeFlag(
  sentence: string,
  { flags }: CommandDefinition,
  args: readonly string[],
): string | undefined {
  if (!sentence.startsWith('Command not found')) return undefined;
  const known = flags.flatMap(({ names }) => names);
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).find(
    (arg) => /^--?[a-z]/i.test(arg) && !known.includes(arg.split('=')[0] ?? ''),
  );
}

/** Returns the last word if it is a flag whose value is missing; clipanion does not name it if all arguments are optional. */
function flagWithoutValue(
  sentence: string,
  { flags }: CommandDefinition,
  args: readonly string[],
): string | undefined {
  if (!sentence.startsWith('Command not found') || args.includes('--')) return undefined;
  return args
    .slice(-1)
    .find((arg) => flags.some(({ names, value }) => value !== undefined && names.includes(arg)));
}

/** Returns the first argument beyond those of the command; clipanion does not name it if all arguments are optional. */
function strangeArgument(
  sentence: string,
  command: CommandDefinition,
  args: readonly string[],
): string | undefined {
  const taken = command.arguments;
  if (!sentence.startsWith('Command not found') || taken.some(({ isList }) => isList)) return undefined;
  return argumentsIn(command, args)[taken.length];
}

/** Returns the arguments of a command line: without the command, flags and their values. */
function argumentsIn({ name, flags }: CommandDefinition, args: readonly string[]): readonly string[] {
  const withValue = new Set(flags.flatMap(({ names, value }) => (value === undefined ? [] : names)));
  const words = args.filter((arg, i) => !arg.startsWith('-') && !withValue.has(args[i - 1] ?? ''));
  return words.slice(name.split(' ').length);
}

function flagNames({ flags }: CommandDefinition): readonly string[] {
  return [...flags.flatMap(({ names }) => names).filter((name) => name.startsWith('--')), '--help'];
}
