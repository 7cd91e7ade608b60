import { Cli } from 'clipanion';
import { commandTable } from '../../src/adapters/cli/commandTable.js';
import type { CliContext } from '../../src/adapters/cli/context.js';
import { COMMAND_CATALOG } from '../../src/application/commandCatalog.js';

/** docs/reference.md, made of what the commands say of themselves. */
export async function commandReference(): Promise<string> {
  const parts = [
    '# Commands',
    'Made from the commands themselves by `npm run reference`; a test holds it to them. Every command takes `--json` (one JSON document on standard output, described by `spectool/schemas/output.schema.json`: `#/definitions/list` for `list`, `#/definitions/error` for errors), `--cwd DIR` and `--help`. Exit codes: 0 done, 1 no, 2 wrong usage, 3 project cannot be used, 4 busy ([errors](errors.md)).',
  ];
  for (const group of [...new Set(COMMAND_CATALOG.map((entry) => entry.group))]) {
    parts.push(`## ${group}`);
    for (const { name, purpose, usage } of COMMAND_CATALOG.filter((entry) => entry.group === group))
      parts.push(...(await section(name, purpose, usage)));
  }
  return `${parts.join('\n\n')}\n`;
}

async function section(name: string, purpose: string, usage: string): Promise<readonly string[]> {
  const load = commandTable.get(name);
  if (load === undefined) throw new Error(`There is no command ${name}.`);
  const [definition] = Cli.from<CliContext>([await load()]).definitions();
  const details = (definition?.details ?? '').trim().replace(/[ \t]*\n[ \t]*/g, ' ');
  const options = (definition?.options ?? []).filter(({ definition: text }) => !/--json|--cwd/.test(text));
  const examples = (definition?.examples ?? []).map(
    ([what, command]) => `${command.trim()}  # ${what.trim()}`,
  );
  return [
    `### ${name}`,
    `${capital(purpose)}.${details === '' ? '' : ` ${details}`}`,
    `\`\`\`text\nspectool ${name} ${usage}`.trimEnd() + '\n```',
    ...(options.length === 0 ? [] : [optionTable(options)]),
    ...(examples.length === 0 ? [] : [`\`\`\`sh\n${examples.join('\n')}\n\`\`\``]),
  ];
}

function optionTable(
  options: readonly { readonly definition: string; readonly description?: string }[],
): string {
  const rows = options.map(
    ({ definition, description = '' }) =>
      `| \`${escaped(definition.replaceAll(/ #\d+/g, ' …'))}\` | ${escaped(description)} |`,
  );
  return ['| option | meaning |', '|---|---|', ...rows].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
