import { allDefinitions } from '../../src/adapters/cli/runCli.js';
import { type CommandHelp, commandHelp } from '../../src/adapters/cli/commandHelp.js';

/** Returns the expected text of docs/reference.md, made from the definitions of the commands. */
export async function commandReference(): Promise<string> {
  const parts = [
    '# Commands',
    'Generated from the help of the commands by `npm run reference`; a test compares the two. Every command takes `--json` (one JSON document on standard output, described by `spectool/schemas/output.schema.json`: `#/definitions/list` for `list`, `#/definitions/error` for errors), `--cwd DIR` and `--help`. Exit codes: 0 done, 1 refused, or errors found, 2 wrong usage, 3 the project cannot be used, 4 another command is writing ([errors](errors.md)).',
  ];
  const commands = await allDefinitions();
  for (const group of new Set(commands.map((command) => command.group))) {
    parts.push(`## ${group}`);
    for (const command of commands.filter((one) => one.group === group))
      parts.push(...section(commandHelp(command)));
  }
  return `${parts.join('\n\n')}\n`;
}

function section({ command, usage, description, details, ...help }: CommandHelp): readonly string[] {
  const options = help.options.filter(({ option }) => !/--json|--cwd/.test(option));
  const examples = help.examples.map((example) => `${example.command}  # ${example.description}`);
  return [
    `### ${command}`,
    `${capital(description)}.${details === undefined ? '' : ` ${details}`}`,
    `\`\`\`text\n${usage}\n\`\`\``,
    ...(options.length === 0 ? [] : [optionTable(options)]),
    ...(examples.length === 0 ? [] : [`\`\`\`sh\n${examples.join('\n')}\n\`\`\``]),
  ];
}

function optionTable(options: CommandHelp['options']): string {
  const rows = options.map(
    ({ option, description }) => `| \`${escaped(option)}\` | ${escaped(description)} |`,
  );
  return ['| option | meaning |', '|---|---|', ...rows].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
