import { describe, expect, it } from '@jest/globals';
import { listFlag, usageOf } from '../../../src/adapters/cli/flagsAndArguments.js';
import { CommandLineInstructions } from '../../../src/adapters/presentation/agentInstructions.js';
import { SYNONYM_COMMANDS, SYNONYM_FLAGS, STEPS } from '../../../src/adapters/cli/commandSynonyms.js';
import { commandLinesIn, refusalOf } from '../../support/commandLinesInText.js';
import { allDefinitions } from '../../../src/adapters/cli/commandTable.js';

const commands = await allDefinitions();
const named = (name: string) => commands.find((command) => command.name === name)!;

async function refused(lines: readonly string[]): Promise<readonly string[]> {
  const told = await Promise.all(lines.map(async (line) => [line, await refusalOf(line)] as const));
  return told.flatMap(([line, refusal]) => (refusal === undefined ? [] : [`${line}: ${refusal}`]));
}

describe('the definition of a command', () => {
  it.each(commands)('describes itself and each flag without a final period: $name', ({ purpose, flags }) => {
    for (const text of [purpose, ...flags.map(({ description }) => description)])
      expect(text).toMatch(/^\S.*[^.]$/);
  });

  it('joins the values when a flag with a list is given several times', () => {
    const { read, told } = listFlag('--tag TAG,…', 'tags');
    expect(read(['a', 'b,c'] as never, {} as never)).toEqual(['a', 'b', 'c']);
    expect(told).toEqual({ names: ['--tag'], value: 'TAG,…', description: 'tags' });
    const lists = commands.flatMap(({ flags }) =>
      flags.filter(({ value }) => value?.endsWith(',…') === true),
    );
    expect(lists.length).toBeGreaterThan(5);
  });

  it('gives the usage line that --help prints', () => {
    expect(usageOf(named('view'))).toBe(
      '[SPEC…] [--area TAG|SPEC] [--raw] [--section HEADING] [--file FILE] [--as-of WHEN] [--fields FIELD,…]',
    );
    expect(usageOf(named('deps'))).toBe('[SPEC] [--reverse] [--format tree|mermaid]');
    expect(usageOf(named('claim'))).toMatch(/^SPEC… /);
    expect(usageOf(named('archive'))).toMatch(/^\[SPEC…\] \[--where FIELD=VALUE\]/);
    expect(usageOf(named('create'))).toMatch(
      / \[--tags TAG,…\].* \[--criterion TEXT\] \[-y\] \[--request ID\]$/,
    );
    expect(usageOf(named('init'))).toMatch(/^\[-y\] .*\[--skill\|--no-skill\]/);
  });
});

describe('a command line that spectool suggests', () => {
  it.each(commands)('is accepted by the parser: examples in the help of $name', async ({ examples }) => {
    const lines = examples.map(([, line]) => line).filter((line) => line.startsWith('spectool '));
    expect(await refused(lines)).toEqual([]);
  });

  it('is accepted by the parser when it replaces an unknown command', async () => {
    const lines = Object.keys(SYNONYM_COMMANDS).map((line) => `spectool ${line}`);
    expect(await refused(lines)).toEqual([]);
    const names = commands.map(({ name }) => name);
    const words = Object.values(SYNONYM_COMMANDS).flat();
    const steps = Object.values(STEPS).flatMap((told) => told.match(/spectool [^`]*/g) ?? []);
    expect(await refused(steps)).toEqual([]);
    expect(Object.keys(STEPS).filter((word) => !words.includes(word))).toEqual([]);
    expect(words.filter((word) => names.includes(word))).toEqual([]);
  });

  it('is accepted by the parser when it replaces an unknown flag', async () => {
    const flags = new Set(commands.flatMap((command) => command.flags.flatMap(({ names }) => names)));
    const meant = Object.values(SYNONYM_FLAGS).flat();
    const lines = meant.filter((line) => !line.startsWith('-'));
    expect(meant.filter((line) => line.startsWith('-') && !flags.has(line.split(' ')[0] ?? ''))).toEqual([]);
    expect(await refused(lines.map((line) => `spectool ${line}`))).toEqual([]);
  });

  it('is accepted by the parser when it is part of AGENTS.md', async () => {
    const instructions = new CommandLineInstructions();
    const lines = commandLinesIn(
      instructions.write({
        projectName: 'Shop',
        specsDir: 'specs',
        defaultFile: 'README.md',
        exampleRef: '005-user-login',
        exampleFolder: 'specs/005-user-login',
        collaboration: true,
        approvals: true,
        templates: ['api'],
        required: [],
        customFields: [['sprint', 'number']],
      }),
    );
    expect(lines.length).toBeGreaterThan(12);
    // Placeholders such as `<spec>` are replaced, because a shell reads `<` and `>` as redirections.
    expect(await refused(lines.map((line) => line.replaceAll(/<[a-z]+>/g, '5')))).toEqual([]);
  });
});
