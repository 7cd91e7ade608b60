import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fuzz } from '../support/fuzz.js';
import { sealColumns, unsealColumns } from '../../src/adapters/cache/sealedColumns.js';
import { seal, unseal } from '../../src/adapters/cache/sealedFile.js';
import { type Outcome, runOnDisk } from '../support/inProcess.js';
import { ScratchProject } from '../support/scratchProject.js';

const COMMANDS = [
  'list --all',
  'search word',
  'search "one word" --json',
  'tokens',
  'view 3',
  'stats',
  'next',
  'validate',
];

let project: ScratchProject;
const truth: Outcome[] = [];
let kept: ReadonlyMap<string, Buffer>;
let places: readonly string[];
const folder = () => join(project.root, '.git/spectool/cache');
const run = (line: string, ...more: string[]) => runOnDisk(project.root, [...line.split(' '), ...more]);

beforeAll(async () => {
  // Findings are remembered by a program that was built.
  Object.assign(globalThis, { SPECTOOL_BUILD: 'test' });
  project = ScratchProject.initialised();
  // As much of a repository as git takes for one.
  for (const path of ['.git/objects/x', '.git/refs/x', '.git/HEAD']) project.write(path, '');
  for (let i = 1; i <= 70; i++) {
    const ref = `${String(i).padStart(3, '0')}-spec-${String(i)}`;
    project.write(
      `specs/${ref}/README.md`,
      `---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# One word ${String(i)}\n`,
    );
    for (const path of [`specs/${ref}/README.md`, `specs/${ref}`])
      utimesSync(join(project.root, path), 1e9, 1e9);
  }
  await run('create another');
  await new Promise((resolve) => setTimeout(resolve, 2100));
  for (const line of COMMANDS) truth.push(await run(line, '--no-cache'));
  for (const line of COMMANDS) await run(line);
  const names = readdirSync(folder(), { recursive: true, encoding: 'utf8' });
  places = names.filter((name) => statSync(join(folder(), name)).isFile());
  kept = new Map(places.map((name) => [name, readFileSync(join(folder(), name))]));
});
afterAll(() => project.remove());

/** Other bytes with a seal that fits: as somebody would forge them who knows the format. */
function forged(bytes: Buffer, value: unknown): Uint8Array {
  const columns = unsealColumns(bytes);
  if (columns !== undefined) return sealColumns({ numbers: columns.numbers, content: value });
  if (unseal(bytes) !== undefined) return seal(Buffer.from(JSON.stringify(value)));
  return Buffer.from(JSON.stringify(value));
}

const HOSTILE = [
  '',
  '..',
  '../../x',
  '/etc/passwd',
  '__proto__',
  '\u001b]0;x\u0007',
  '\u202e',
  'x'.repeat(5000),
];
const LEAVES = [...HOSTILE, 0, -1, 1e15, 1.5, null, true, [], {}];

/** The same shape, and one leaf that says something else: the stamps are right, and so is the checksum. */
function altered(value: unknown, which: number, leaf: unknown): unknown {
  let left = which;
  const visit = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(visit);
    if (typeof one === 'object' && one !== null)
      return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, visit(inner)]));
    left -= 1;
    return left === -1 ? leaf : one;
  };
  return visit(value);
}

function leavesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + leavesOf(inner), 0);
}

function lying(bytes: Buffer, which: number, leaf: unknown): Uint8Array {
  const columns = unsealColumns(bytes);
  const told = (value: unknown) => altered(value, which % Math.max(1, leavesOf(value)), leaf);
  if (columns !== undefined) {
    const numbers = columns.numbers.slice();
    if (typeof leaf === 'number' && Number.isInteger(leaf))
      numbers[which % Math.max(1, numbers.length)] = BigInt(leaf);
    return sealColumns({ numbers, content: told(columns.content) });
  }
  const content = unseal(bytes);
  try {
    const text = Buffer.from(content ?? bytes).toString('utf8');
    const json = Buffer.from(JSON.stringify(told(JSON.parse(text))));
    return content === undefined ? json : seal(json);
  } catch {
    const text = bytes.toString('latin1').split('\n');
    text[which % text.length] = String(leaf);
    return Buffer.from(text.join('\n'), 'latin1');
  }
}

const damage = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant('flip' as const),
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    by: fc.integer({ min: 1, max: 255 }),
  }),
  fc.record({ kind: fc.constant('swap' as const), with: fc.nat() }),
  fc.record({ kind: fc.constant('bytes' as const), bytes: fc.uint8Array({ maxLength: 200 }) }),
  fc.record({ kind: fc.constant('forge' as const), value: fc.jsonValue() }),
  fc.record({ kind: fc.constant('folder' as const) }),
);

describe('caches are never believed further than they can be held to', () => {
  it('they stand in the git directory, and were made', () => {
    expect(places.map((name) => name.split('/').slice(1).join('/'))).toEqual(
      expect.arrayContaining([
        'specs/folders.bin',
        'specs/summaries.bin',
        'specs/inspections.bin',
        'search/manifest',
        'tokens.tsv',
      ]),
    );
    expect(readdirSync(join(project.root, '.spectool'))).not.toContain('cache');
  });

  it('what is damaged, cut, swapped or no cache at all changes no answer', async () => {
    const choice = fc.array(fc.tuple(fc.nat(), damage), { minLength: 1, maxLength: 4 });
    await fuzz(
      fc.asyncProperty(choice, async (choices) => {
        for (const [name, bytes] of kept) {
          rmSync(join(folder(), name), { recursive: true, force: true });
          writeFileSync(join(folder(), name), bytes);
        }
        for (const [which, how] of choices) {
          const name = places[which % places.length] ?? '';
          const bytes = kept.get(name) ?? Buffer.alloc(0);
          const place = join(folder(), name);
          if (how.kind === 'folder') {
            rmSync(place);
            mkdirSync(place);
            break;
          }
          const damaged = Buffer.from(bytes);
          if (how.kind === 'flip') {
            const at = Math.floor(how.at * damaged.length);
            damaged[at] = (damaged[at] ?? 0) ^ how.by;
          }
          writeFileSync(
            place,
            how.kind === 'cut'
              ? bytes.subarray(0, Math.floor(how.at * bytes.length))
              : how.kind === 'swap'
                ? (kept.get(places[how.with % places.length] ?? '') ?? '')
                : how.kind === 'bytes'
                  ? how.bytes
                  : how.kind === 'forge'
                    ? forged(bytes, how.value)
                    : damaged,
          );
        }
        for (const [i, line] of COMMANDS.entries())
          expect({ line, ...(await run(line)) }).toEqual({ line, ...truth[i] });
      }),
      25,
    );
  });

  it('what is sealed well and lies ends no command, reaches no terminal, and leads no change elsewhere', async () => {
    const choice = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(...LEAVES)), {
      minLength: 1,
      maxLength: 4,
    });
    const others = () =>
      [...project.files()].filter(([path]) => !/^\.git|^\.spectool\/|^specs\/003-/.test(path));
    await fuzz(
      fc.asyncProperty(choice, async (choices) => {
        for (const [name, bytes] of kept) {
          rmSync(join(folder(), name), { recursive: true, force: true });
          writeFileSync(join(folder(), name), bytes);
        }
        for (const [place, which, leaf] of choices) {
          const name = places[place % places.length] ?? '';
          writeFileSync(join(folder(), name), lying(kept.get(name) ?? Buffer.alloc(0), which, leaf));
        }
        const before = others();
        for (const line of [
          ...COMMANDS,
          'board',
          'deps',
          'update 3 --add-tag x',
          'update 3 --remove-tag x',
        ]) {
          const { stdout, stderr } = await run(line);
          const seen = stdout + stderr;
          if (/INTERNAL|[\u001b\u0007\u202e]|\n {4}at /.test(seen))
            expect({ line, choices, seen }).toBe('an answer');
        }
        expect(others()).toEqual(before);
      }),
      25,
    );
  });

  it('findings of another severity than there is are none', async () => {
    const name = places.find((path) => path.endsWith('specs/inspections.bin')) ?? '';
    const columns = unsealColumns(kept.get(name) ?? Buffer.alloc(0));
    const told = JSON.stringify(columns?.content).replaceAll(/"severity":"\w+"/g, '"severity":"\\u001b]0;x"');
    expect(told).toContain('u001b');
    const numbers = columns?.numbers ?? new BigInt64Array();
    writeFileSync(join(folder(), name), sealColumns({ numbers, content: JSON.parse(told) as unknown }));
    expect(await run('validate')).toEqual(truth[COMMANDS.indexOf('validate')]);
  });

  it('one that was committed is not read, and is gone after the first change', async () => {
    const copy = project.copy();
    try {
      const bytes = seal(
        Buffer.from(
          JSON.stringify({ key: 'x', seen: [], refs: '', numbers: [], starts: [], active: 0, groups: {} }),
        ),
      );
      for (const name of ['folders.bin', 'summaries.bin', 'inspections.bin'])
        copy.write(`.spectool/cache/specs/${name}`, Buffer.from(bytes).toString('latin1'));
      expect((await runOnDisk(copy.root, ['list', '--all'])).stdout).toBe(truth[0]?.stdout);
      await runOnDisk(copy.root, ['create', 'one-more']);
      expect(readdirSync(join(copy.root, '.spectool'))).not.toContain('cache');
    } finally {
      copy.remove();
    }
  });
});
