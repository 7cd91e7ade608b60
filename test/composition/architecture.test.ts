import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
const [, rooms = '', way = ''] = /```text\n([^]*?)```[^]*?```text\n([^]*?)```/.exec(page) ?? [];

/** Folders as the page draws them: two spaces deeper is one level down. */
function drawn(): readonly string[] {
  const path: string[] = [];
  return rooms.split('\n').flatMap((line) => {
    const [, indent = '', name] = /^( *)(\S+)\/ /.exec(line) ?? [];
    if (name === undefined) return [];
    path.splice(indent.length / 2, path.length, name);
    return [path.join('/')];
  });
}

function folders(under: string): readonly string[] {
  return readdirSync(join(ROOT, under), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => [`${under}/${name}`, ...folders(`${under}/${name}`)]);
}

it('docs/architecture.md draws the rooms there are', () => {
  // A command stands in the folder that --help groups it in: those are not drawn.
  const there = folders('src').filter((path) => !path.startsWith('src/adapters/cli/commands'));
  expect([...drawn()].sort()).toEqual([...there].sort());
});

it('docs/architecture.md tells the way of a command by files there are', () => {
  const files = way.split('\n').flatMap((line) => /^\S+\.ts/.exec(line) ?? []);
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(join(ROOT, 'src', file)))).toEqual([]);
});

it('docs/security.md names tests there are, and some for every guarantee', () => {
  const security = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const there = new Set(
    readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }).map((path) =>
      path.split('/').at(-1),
    ),
  );
  const named = [...security.matchAll(/`(?:test\/[\w/]*\/)?(\w+(?:\.slow)?\.test\.ts)`/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !there.has(name))).toEqual([]);
  const [, guarantees = ''] = /## Guarantees\n([^]*?)\n## /.exec(security) ?? [];
  const [, held = ''] = /\| guarantee \| tests \|\n([^]*?)\n\n/.exec(security) ?? [];
  const rows = held.split('\n').slice(1);
  expect(rows.filter((row) => !/`\w+(\.slow)?\.test\.ts`/.test(row))).toEqual([]);
  // Compiled code, and the contents of folders of our own, have rows of their own.
  expect(rows.length).toBeGreaterThanOrEqual([...guarantees.matchAll(/^- \*\*/gm)].length);
});

it('no room holds more than 25 files', () => {
  const full = folders('src').filter(
    (path) => readdirSync(join(ROOT, path)).filter((name) => name.endsWith('.ts')).length > 25,
  );
  expect(full).toEqual([]);
});
