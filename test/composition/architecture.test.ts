import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

function sources(): readonly string[] {
  return ['src', ...folders('src')].flatMap((path) =>
    readdirSync(join(ROOT, path)).flatMap((name) => (name.endsWith('.ts') ? [`${path}/${name}`] : [])),
  );
}

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const linesIn = (path: string) => textOf(path).split('\n').length - 1;

it('no room holds more than 15 files', () => {
  const full = folders('src').filter(
    (path) => sources().filter((file) => dirname(file) === path).length > 15,
  );
  expect(full).toEqual([]);
});

/** Longer than a file should be, and none may grow: the record of a document and its log is to be one rule, which parts most of them. */
const TOO_LONG: ReadonlyMap<string, number> = new Map([
  ['src/adapters/storage/transaction/fileTransaction.ts', 557],
  ['src/application/changes/changeSpecs.ts', 615],
  ['src/application/commands/project/importSpecs.ts', 402],
  ['src/application/commands/project/initProject.ts', 485],
  ['src/application/commands/undoChange.ts', 425],
  ['src/application/queries/project/validateProject.ts', 456],
  ['src/domain/import/planImport.ts', 412],
]);

it('no file has more than 400 lines', () => {
  const long = sources().filter((path) => linesIn(path) > (TOO_LONG.get(path) ?? 400));
  expect(long).toEqual([]);
  expect(
    [...TOO_LONG.keys()].filter((path) => !existsSync(join(ROOT, path)) || linesIn(path) <= 400),
  ).toEqual([]);
});

it('no file of fewer than 20 lines is imported by one other alone', () => {
  const importers = new Map<string, number>();
  for (const path of sources()) {
    for (const [, target = ''] of textOf(path).matchAll(/ from '(\.[^']+)\.js'/g)) {
      const file = `${join(dirname(path), target)}.ts`;
      importers.set(file, (importers.get(file) ?? 0) + 1);
    }
  }
  const lonely = sources().filter((path) => importers.get(path) === 1 && linesIn(path) < 20);
  // What a script writes, and what the program starts with, which is loaded before anything else.
  const apart = /relatedWordsTable|composition\/bin\//;
  expect(lonely.filter((path) => !apart.test(path))).toEqual([]);
});

/** None may grow. */
const TOO_WIDE: ReadonlyMap<string, number> = new Map([
  ['FileSystem', 18],
  ['SpecStore', 17],
]);

it('a port has at most 12 methods, and there are at most 15 files of ports', () => {
  const ports = sources().filter((path) => path.startsWith('src/ports/'));
  expect(ports.length).toBeLessThanOrEqual(15);
  const large = ports.flatMap((path) =>
    [...textOf(path).matchAll(/^export interface (\w+)[^{]*\{\n([^]*?)^\}/gm)]
      .filter(
        ([, name = '', body = '']) =>
          [...body.matchAll(/^ {2}\w+\??(?:<[^>]*>)?\(/gm)].length > (TOO_WIDE.get(name) ?? 12),
      )
      .map(([, name]) => name),
  );
  expect(large).toEqual([]);
});
