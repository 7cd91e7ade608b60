import { Cli, type CommandClass } from 'clipanion';
import { COMMAND_CATALOG } from '../../application/commandCatalog.js';
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
  /** The whole line, `spectool` first. */
  readonly usage: string;
  readonly description: string;
  readonly details?: string;
  readonly options: readonly {
    /** With its value: `--limit #0`. */
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
    usage: usage.trim(),
  }));
  return { version, commands };
}

/** `spectool <command> --help --json`. */
export function commandHelp(command: CommandClass<CliContext>): CommandHelp {
  const [definition] = Cli.from<CliContext>([command], { binaryName: 'spectool' }).definitions();
  const details = oneParagraph(definition?.details);
  return {
    usage: definition?.usage ?? 'spectool',
    description: definition?.description?.trim() ?? '',
    ...(details !== '' && { details }),
    options: (definition?.options ?? []).map(({ definition: option, description = '' }) => ({
      option,
      description,
    })),
    examples: (definition?.examples ?? []).map(([description, line]) => ({
      description: description.trim(),
      command: line.trim(),
    })),
  };
}

function oneParagraph(text = ''): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}
