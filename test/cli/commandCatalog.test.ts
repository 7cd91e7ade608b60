import { describe, expect, it } from '@jest/globals';
import { Cli } from 'clipanion';
import { commandTable } from '../../src/adapters/cli/commandTable.js';
import type { CliContext } from '../../src/adapters/cli/context.js';
import { COMMAND_CATALOG } from '../../src/application/setup/commandCatalog.js';

describe('the command catalog', () => {
  it('names the commands there are, no more and no less', () => {
    expect(COMMAND_CATALOG.map(({ name }) => name).sort()).toEqual([...commandTable.keys()].sort());
  });

  it.each(COMMAND_CATALOG)('tells only flags that $name has', async ({ name, usage }) => {
    const command = await commandTable.get(name)?.();
    if (command === undefined) throw new Error('there is no such command');
    const [definition] = Cli.from<CliContext>([command]).definitions();
    const flags = new Set(
      (definition?.options ?? []).flatMap(({ definition: text }) => text.match(/--?[a-z-]+/g) ?? []),
    );
    const told = usage.match(/(?<![a-z])--?[a-z-]+/g) ?? [];
    expect(told.filter((flag) => !flags.has(flag) && !flags.has(flag.replace('--no-', '--')))).toEqual([]);
  });
});
