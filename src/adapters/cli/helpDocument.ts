import { Cli, type CommandClass } from 'clipanion';
import { COMMAND_CATALOG } from '../../application/setup/commandCatalog.js';
import type { CliContext } from './context.js';

export interface ProgramHelp {
  readonly version: string;
  readonly commands: readonly {
    readonly name: string;
    readonly group: string;
    readonly purpose: string;
    /** Arguments and flags as the overview shows them. */
    readonly usage: string;
  }[];
}

export interface CommandHelp {
  readonly command: string;
  /** The whole line, `spectool` first. */
  readonly usage: string;
  readonly description: string;
  readonly details?: string;
  readonly options: readonly {
    /** With its value: `--limit N`. */
    readonly option: string;
    readonly description: string;
  }[];
  readonly examples: readonly { readonly description: string; readonly command: string }[];
}

/** `spectool --help --json`. */
export function programHelp(version: string): ProgramHelp {
  const commands = COMMAND_CATALOG.map(({ name, group, purpose, usage }) => ({
    name,
    group,
    purpose,
    usage,
  }));
  return { version, commands };
}

/** What a command says of itself: `spectool <command> --help --json`, and the text of `--help`. */
export function commandHelp(command: CommandClass<CliContext>): CommandHelp {
  const [definition] = Cli.from<CliContext>([command]).definitions();
  const name = (command.paths?.[0] ?? []).join(' ');
  const { usage = '' } = COMMAND_CATALOG.find((entry) => entry.name === name) ?? {};
  const details = oneParagraph(definition?.details);
  return {
    command: name,
    usage: `spectool ${name} ${usage}`.trim(),
    description: oneParagraph(definition?.description),
    ...(details !== '' && { details }),
    options: (definition?.options ?? []).map(({ definition: option, description = '' }) => ({
      option: option.replace(/ #0$/, ` ${valueName(option, usage)}`),
      description,
    })),
    examples: (definition?.examples ?? []).map(([label, line]) => ({
      description: label.trim(),
      command: line.trim(),
    })),
  };
}

/** clipanion numbers the values of options; the catalog's usage names them. */
function valueName(option: string, usage: string): string {
  const flag = /--[a-z-]+/.exec(option)?.[0] ?? '';
  if (flag === '--cwd') return 'DIR';
  return new RegExp(`${flag} ([^\\]\\s]+)`).exec(usage)?.[1] ?? 'VALUE';
}

function oneParagraph(text = ''): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}
