import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/internals/architecture.md'), 'utf8');
const [, rooms = '', way = ''] = /```text\n([^]*?)```[^]*?```text\n([^]*?)```/.exec(page) ?? [];

/** Returns the paths of the folders in the folder tree of docs/internals/architecture.md, which indents each level by two spaces. */
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

it('docs/internals/architecture.md lists every source folder', () => {
  // The page does not list the folders below src/adapters/cli/commands.
  const there = folders('src').filter((path) => !path.startsWith('src/adapters/cli/commands'));
  expect([...drawn()].sort()).toEqual([...there].sort());
});

it('docs/internals/architecture.md names only existing files where it describes how a command runs', () => {
  const files = way.split('\n').flatMap((line) => /^\S+\.ts/.exec(line) ?? []);
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(join(ROOT, 'src', file)))).toEqual([]);
});

it('docs/security.md names an existing test file for every guarantee', () => {
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
  // A guarantee can have several rows, so there can be more rows than guarantees.
  expect(rows.length).toBeGreaterThanOrEqual([...guarantees.matchAll(/^- \*\*/gm)].length);
});

function sources(): readonly string[] {
  return ['src', ...folders('src')].flatMap((path) =>
    readdirSync(join(ROOT, path)).flatMap((name) => (name.endsWith('.ts') ? [`${path}/${name}`] : [])),
  );
}

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const linesIn = (path: string) => textOf(path).split('\n').length - 1;

it('no source folder has more than 16 files', () => {
  const full = folders('src').filter(
    (path) => sources().filter((file) => dirname(file) === path).length > 16,
  );
  expect(full).toEqual([]);
});

it('no source file has more than 500 lines', () => {
  expect(sources().filter((path) => linesIn(path) > 500)).toEqual([]);
});

it('a source file that only one other file imports has at least 20 lines', () => {
  const importers = new Map<string, number>();
  for (const path of sources()) {
    for (const [, target = ''] of textOf(path).matchAll(/ from '(\.[^']+)\.js'/g)) {
      const file = `${join(dirname(path), target)}.ts`;
      importers.set(file, (importers.get(file) ?? 0) + 1);
    }
  }
  const lonely = sources().filter((path) => importers.get(path) === 1 && linesIn(path) < 20);
  // Three exceptions: the table that a script writes, the files in composition/bin that start the program, and the list of readers.
  const apart = /relatedWordsTable|composition\/bin\/|importSources/;
  expect(lonely.filter((path) => !apart.test(path))).toEqual([]);
});

/** Ports that may have more than 14 methods, each with its own limit. */
const TOO_WIDE: ReadonlyMap<string, number> = new Map([
  ['FileSystem', 18],
  ['SpecStore', 17],
]);

it('a port has at most 14 methods, and there are at most 15 files of ports', () => {
  const ports = sources().filter((path) => path.startsWith('src/ports/'));
  expect(ports.length).toBeLessThanOrEqual(15);
  const large = ports.flatMap((path) =>
    [...textOf(path).matchAll(/^export interface (\w+)[^{]*\{\n([^]*?)^\}/gm)]
      .filter(
        ([, name = '', body = '']) =>
          [...body.matchAll(/^ {2}\w+\??(?:<[^>]*>)?\(/gm)].length > (TOO_WIDE.get(name) ?? 14),
      )
      .map(([, name]) => name),
  );
  expect(large).toEqual([]);
});

/** Files that compare names exactly, because they identify a record or its author and not a person. */
const EXACT_NAMES: ReadonlySet<string> = new Set([
  'src/application/changes/plannedChange.ts',
  'src/application/commands/undoChange.ts',
  'src/application/trace/overlaps.ts',
  'src/application/claims/claimsElsewhere.ts',
  'src/domain/import/importedHistory.ts',
  'src/domain/log/foldSpec.ts',
  'src/domain/spec/operations/approvals.ts',
  'src/domain/spec/operations/claims.ts',
]);

it('names of persons are compared by `isSamePerson`, so that `@kim` and `Kim` are one', () => {
  const compared =
    /\b(?:by|actor|assignee|reviewer|writer|holder) [!=]== (?:[\w?]+\.)*(?:by|actor|me|self)\b/;
  const found = sources().filter(
    (path) => !EXACT_NAMES.has(path) && !path.includes('/browser/') && compared.test(textOf(path)),
  );
  expect(found).toEqual([]);
  expect([...EXACT_NAMES].filter((path) => !compared.test(textOf(path)))).toEqual([]);
});
