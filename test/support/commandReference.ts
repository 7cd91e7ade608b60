import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ERROR_CODES } from '../../src/domain/errors/spectoolError.js';
import { FINDING_CODES } from '../../src/domain/findings/finding.js';
import type { CommandClass, CommandDefinition } from '../../src/adapters/cli/flagsAndArguments.js';
import { type CommandHelp, commandHelp } from '../../src/adapters/cli/commandHelp.js';
import { commandTable } from '../../src/adapters/cli/commandTable.js';

const CLI = join(import.meta.dirname, '../../src/adapters/cli');
export const TABLE = join(CLI, 'commandTable.ts');
const GROUPS = ['Start', 'Look', 'Specs', 'Work', 'Review', 'Log', 'Tools'];

interface Found {
  readonly definition: CommandDefinition;
  /** Path of its module from the folder of the table, without the ending. */
  readonly path: string;
  readonly exported: string;
}

/** Finds the definitions in `commands/`, in the order of the table; a new one comes last in its group. */
export async function definedCommands(): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const file of readdirSync(join(CLI, 'commands'), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts') || !readFileSync(join(CLI, 'commands', file), 'utf8').includes('defineCommand'))
      continue;
    const module = (await import(pathToFileURL(join(CLI, 'commands', file)).href)) as Record<string, unknown>;
    for (const [exported, value] of Object.entries(module)) {
      const { definition } = value as Partial<CommandClass>;
      if (definition !== undefined)
        found.push({ definition, path: `./commands/${file.replace(/\.ts$/, '')}`, exported });
    }
  }
  const rows = commandTable.map(({ name }) => name);
  const place = ({ definition: { name, group } }: Found) =>
    GROUPS.indexOf(group) * 1000 + (rows.includes(name) ? rows.indexOf(name) : 999);
  return found.sort((a, b) => place(a) - place(b));
}

/** Returns the expected text of the table of commands. */
export function commandRows(found: readonly Found[]): string {
  const rows = found.map(
    ({ definition: { group, name, runs, purpose, usedBy }, path, exported }) =>
      `  { group: '${group}', name: '${name}', runs: [${runs.map((one) => `'${one}'`).join(', ')}], purpose: '${purpose}',${usedBy === undefined ? '' : ` usedBy: '${usedBy}',`} load: async () => (await import('${path}.js')).${exported} },\n`,
  );
  return readFileSync(TABLE, 'utf8').replace(
    /(const table = \[\n)[^]*(\] as const)/,
    (_, start: string, end: string) => start + rows.join('') + end,
  );
}

/** Returns the expected text of docs/reference.md, made from the definitions of the commands. */
export function commandReference(found: readonly Found[]): string {
  const parts = [
    '# Commands',
    'Generated from the help of the commands by `npm run reference`; a test compares the two. Every command takes `--json` (one JSON document on standard output, described by `spectool/schemas/output.schema.json`: `#/definitions/list` for `list`, `#/definitions/error` for errors), `--cwd DIR` and `--help`. Exit codes: 0 done, 1 refused, or errors found, 2 wrong usage, 3 the project cannot be used, 4 another command is writing; [codes](#codes) lists the errors.',
  ];
  const commands = found.map(({ definition }) => definition);
  for (const group of new Set(commands.map((command) => command.group))) {
    parts.push(`## ${group}`);
    for (const command of commands.filter((one) => one.group === group))
      parts.push(...section(commandHelp(command)));
  }
  parts.push('## Codes', codeTable());
  return `${parts.join('\n\n')}\n`;
}

/** Returns a table of the codes of errors and findings, made from the comments beside their definitions. */
function codeTable(): string {
  const exits = { refused: 1, usage: 2, unusable: 3, busy: 4 };
  const described = (file: string, code: string) => {
    const source = readFileSync(join(CLI, '../../domain', file), 'utf8');
    const [, comment] = new RegExp(`^ {2}'?${code}\\b.*?, // (.*)$`, 'm').exec(source) ?? [];
    if (comment === undefined) throw new Error(`${code} has no comment in ${file}.`);
    return comment;
  };
  const rows = [
    ...Object.entries(ERROR_CODES).map(
      ([code, kind]) =>
        `| \`${code}\` | exit ${String(exits[kind])} | ${described('errors/spectoolError.ts', code)} |`,
    ),
    ...FINDING_CODES.map((code) => `| \`${code}\` | ${described('findings/finding.ts', code)} |`),
  ];
  return [
    'Errors of commands have an exit code; findings of `validate` are an error or a warning ([more](validation.md)). `--fix` is a flag of `validate`.',
    `| code | kind | when | what to do |\n|---|---|---|---|\n${rows.sort().join('\n')}`,
  ].join('\n\n');
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
