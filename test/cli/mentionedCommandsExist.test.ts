import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createTestSpectool } from '../../src/composition/testing.js';
import { allDefinitions } from '../../src/adapters/cli/commandTable.js';

const ROOT = join(import.meta.dirname, '../..');
/** Matches commands in Markdown and in messages: `spectool …` in backquotes, or a line of a code block. */
const NAMED = /`(?:\$ )?spectool (?!<)([a-z][^`\n]*)`|^(?:\$ )?(?:npx )?spectool (?!<)([a-z][^\n]*)$/gm;
/** Flags that every command has. */
const COMMON = ['--help', '--json', '--cwd', '--version', '-h'];

const flagsOf = new Map<string, ReadonlySet<string>>();

beforeAll(async () => {
  for (const { name, flags: own } of await allDefinitions()) {
    const flags = own.flatMap(({ names }) => names);
    flagsOf.set(name, new Set([...flags, ...flags.map((flag) => flag.replace('--', '--no-')), ...COMMON]));
  }
});

/** Returns the command lines in a text whose command or flag does not exist. */
function unknownIn(text: string): readonly string[] {
  return [...text.matchAll(NAMED)].flatMap(([, inline, line]) => {
    // Skips sentences that begin with the name of the program.
    if (/[.!?:]$|[.!?] [A-Z]/.test(line ?? '')) return [];
    const words = (inline ?? line ?? '').replace(/"[^"]*"/g, '""').split(/\s+/);
    const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((candidate) => flagsOf.has(candidate));
    const command = `spectool ${words.join(' ')}`;
    if (name === undefined) return words[0] === 'help' ? [] : [command];
    const flags = words.flatMap((word) => /^\[?(--?[a-z][a-z-]*)/.exec(word)?.[1] ?? []);
    return flags.every((flag) => flagsOf.get(name)?.has(flag)) ? [] : [command];
  });
}

async function agentsFile(skill: boolean): Promise<string> {
  const spectool = createTestSpectool();
  await spectool.initProject.execute({ skill });
  return spectool.files.readText('AGENTS.md') ?? '';
}

describe('every spectool command that is named', () => {
  it.each([false, true])('in AGENTS.md exists, and so do its flags (with a skill: %s)', async (skill) => {
    const text = await agentsFile(skill);
    // When a skill is installed, AGENTS.md may name no command, because the skill names them.
    expect([...text.matchAll(NAMED)].length).toBeGreaterThan(skill ? 0 : 5);
    expect(unknownIn(text)).toEqual([]);
    expect(text.split('\n').length).toBeLessThan(skill ? 100 : 200);
  });

  const documents = [
    ...'. docs docs/internals docs/adr templates templates/skill templates/skill/references'.split(' '),
  ]
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.md'));
  it.each(documents)('in %s exists, and so do its flags', (path) => {
    expect(unknownIn(readFileSync(join(ROOT, path), 'utf8'))).toEqual([]);
  });

  it('in a message of the program exists, and so do its flags', () => {
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('Table.ts'))
      .map((path) => readFileSync(join(ROOT, 'src', path), 'utf8').replaceAll('\\`', '`'));
    // Skips a text that begins with `spectool import` but is the seed from which ids are computed.
    expect(sources.flatMap(unknownIn).filter((text) => !text.startsWith('spectool import\\n'))).toEqual([]);
  });

  it('in a message without backquotes exists, and so does every flag in a message', () => {
    const lines = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .filter(
        (path) =>
          /^(?:application|domain|adapters\/(?:cli|presentation))\/.*\.ts$/.test(path) &&
          !path.endsWith('Table.ts') &&
          // Names the flags that were removed.
          !path.endsWith('commandSynonyms.ts'),
      )
      .flatMap((path) => readFileSync(join(ROOT, 'src', path), 'utf8').split('\n'))
      .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line));
    const told = lines.flatMap((line) =>
      [...line.matchAll(/\bspectool ([a-z]+[^'"`&\n]*)/g)].map(([text]) => text),
    );
    // Skips the command in the completion scripts, which is mixed with shell syntax.
    const named = told.filter(
      (text) => flagsOf.has(text.split(' ')[1] ?? '') && !text.startsWith('spectool completion complete'),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.flatMap((text) => unknownIn(`\`${text}\``))).toEqual([]);
    const known = new Set([...flagsOf.values()].flatMap((flags) => [...flags]));
    // Not flags of spectool: prefixes from which flags are built, and flags of git and of editors.
    const others = new Set(['--no-', '--add-', '--remove-', '--wait', '--init', '--recursive', '--trailer']);
    const flags = lines.flatMap(
      (line) =>
        line.replace(/\bgit [a-z-]+(?: --[a-z-]+(?:=\S+)?)+/g, '').match(/(?<![\w'-])--[a-z][a-z-]*/g) ?? [],
    );
    expect(flags.length).toBeGreaterThan(20);
    expect(flags.filter((flag) => !known.has(flag) && !others.has(flag))).toEqual([]);
  });

  it('is checked by a function that does find unknown commands and flags', () => {
    expect(unknownIn('Run `spectool lst` or `spectool list --statu x`.\nspectool view 1 --raw\n')).toEqual([
      'spectool lst',
      'spectool list --statu x',
    ]);
  });
});
