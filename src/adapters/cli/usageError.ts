import type { CommandClass } from 'clipanion';
import { COMMAND_CATALOG } from '../../application/setup/commandCatalog.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { nearest } from '../../domain/naming/nearest.js';
import { COMMAND_SYNONYMS } from './commandSynonyms.js';
import type { CliContext } from './context.js';

/** Wrong usage, said with the nearest right one. */
export const usageError = { unknownCommand, fromParser };

/** @param words the one that was taken for a command, and the one after it. */
function unknownCommand(words: readonly string[], known: readonly string[]): SpectoolError {
  const [word = '', next] = words;
  const near = nearest(words.join(' '), known).concat(nearest(word, known));
  const meant = COMMAND_SYNONYMS.get(word.toLowerCase())?.replace('SPEC', next ?? 'SPEC');
  const [command = meant] = meant === undefined ? near : [];
  return new SpectoolError('USAGE', `There is no command "${word}".`, {
    hint:
      command === undefined
        ? 'Run `spectool --help` to see all commands.'
        : `Did you mean \`spectool ${command}\`?`,
    details: { command: word, nearest: [...new Set(command === undefined ? near : [command, ...near])] },
  });
}

/** clipanion tells what is wrong in a sentence followed by the usage; ours names the place and what belongs there. */
function fromParser(error: unknown, command: CommandClass<CliContext>): SpectoolError {
  const message = error instanceof Error ? error.message : String(error);
  const [sentence = 'Wrong usage.'] = message.split('\n');
  const name = (command.paths?.[0] ?? []).join(' ');
  const usage = COMMAND_CATALOG.find((entry) => entry.name === name)?.usage ?? '';
  const { text, hint, near = [] } = told(sentence, name, usage);
  return new SpectoolError('USAGE', `spectool ${name}: ${text}`, {
    hint,
    ...(near.length > 0 && { details: { nearest: near } }),
  });
}

interface Told {
  readonly text: string;
  readonly hint: string;
  readonly near?: readonly string[];
}

function told(sentence: string, name: string, usage: string): Told {
  const help = `\`spectool ${name} --help\``;
  const option = /option name \("(-[^"]+)"\)/.exec(sentence)?.[1];
  if (option !== undefined) {
    const near = nearest(option, flagsIn(usage));
    const hint =
      near[0] !== undefined
        ? `Did you mean ${near[0]}? ${help} shows all flags.`
        : name === 'search'
          ? `For words that begin with a dash: \`spectool search -- "${option}"\`.`
          : `${help} shows all flags.`;
    return { text: `there is no flag ${option}.`, hint, near };
  }
  const poor = /arguments to option (--?[a-z-]+)/.exec(sentence)?.[1];
  if (poor !== undefined)
    return {
      text: `${poor} needs a value.`,
      hint: `One that begins with a dash is written \`${poor}=VALUE\`.`,
    };
  if (/^Not enough positional/.test(sentence)) {
    const [place = 'An argument'] = usage.split(' ');
    return {
      text: `${place} is missing.`,
      hint: `Usage: spectool ${name} ${firstPlaces(usage)}${usage.includes('--') ? ' [flags]' : ''}`,
    };
  }
  const extra = /^Extraneous positional argument \("([^]*)"\)/.exec(sentence)?.[1];
  if (extra !== undefined) {
    const assigned = /^([a-z][a-z-]*)=(.+)$/.exec(extra);
    const flag =
      assigned === null ? undefined : flagsIn(usage).find((one) => one === `--${assigned[1] ?? ''}`);
    const hint =
      flag !== undefined
        ? `Did you mean \`${flag} ${assigned?.[2] ?? ''}\`?`
        : `It takes: spectool ${name} ${firstPlaces(usage)}${usage.includes('--') ? ' [flags]' : ''}. Several words are one argument in quotes, several values of a flag are parted by commas.`;
    return { text: `"${extra}" is one argument too many.`, hint };
  }
  return { text: sentence, hint: `Run ${help} to see its arguments.` };
}

/** The part of a usage before the flags. */
function firstPlaces(usage: string): string {
  return usage.replace(/\s*\[?-.*$/, '');
}

function flagsIn(usage: string): readonly string[] {
  return ['--json', '--cwd', '--help', ...(usage.match(/(?<![a-z])--[a-z-]+/g) ?? [])];
}
