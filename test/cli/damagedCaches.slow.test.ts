import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fuzz } from '../support/fuzzProperty.js';
import { type Outcome, runOnDisk } from '../support/runInProcess.js';
import { ScratchProject } from '../support/scratchProject.js';

const COMMANDS =
  'list --all, search word, search "one word" --json, tokens, view 3, stats, next, validate'.split(', ');

let project: ScratchProject;
const truth: Outcome[] = [];
let kept: ReadonlyMap<string, Buffer>;
let places: readonly string[];
const folder = () => join(project.root, '.git/spectool/cache');
const run = (line: string, ...more: string[]) => runOnDisk(project.root, [...line.split(' '), ...more]);

beforeAll(async () => {
  project = ScratchProject.initialised();
  // With these three files, spectool takes the folder for a git repository.
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

const damage = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant('flip' as const),
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    by: fc.integer({ min: 1, max: 255 }),
  }),
  fc.record({ kind: fc.constant('swap' as const), with: fc.nat() }),
  fc.record({ kind: fc.constant('bytes' as const), bytes: fc.uint8Array({ maxLength: 200 }) }),
  fc.record({ kind: fc.constant('zeroed' as const), at: fc.double({ min: 0, max: 0.999, noNaN: true }) }),
  fc.record({ kind: fc.constant('other' as const), value: fc.jsonValue() }),
  fc.record({ kind: fc.constant('folder' as const) }),
);

describe('the caches of spectool', () => {
  it('are stored in the git folder', () => {
    expect(places.map((name) => name.split('/').slice(1).join('/'))).toEqual(
      expect.arrayContaining(['snapshot', 'search/manifest']),
    );
    expect(readdirSync(join(project.root, '.spectool'))).not.toContain('cache');
  });

  it('do not change the output of commands when cache files are cut, damaged, swapped or replaced', async () => {
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
          if (how.kind === 'zeroed') damaged.fill(0, Math.floor(how.at * damaged.length));
          // Single changed bytes are not tested in the snapshot, which has no checksum, because no crash causes them.
          if (how.kind === 'flip' && !name.endsWith('snapshot')) {
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
                  : how.kind === 'other'
                    ? JSON.stringify(how.value)
                    : damaged,
          );
        }
        for (const [i, line] of COMMANDS.entries())
          expect({ line, ...(await run(line)) }).toEqual({ line, ...truth[i] });
      }),
      25,
    );
  });

  it('are not read from .spectool/cache, which a commit can contain; the first change removes that folder', async () => {
    const copy = project.copy();
    copy.write('.spectool/cache/specs/folders.bin', 'x');
    copy.write('.spectool/cache/snapshot', '{"spectool":1,"sections":[]}\n');
    expect((await runOnDisk(copy.root, ['list', '--all'])).stdout).toBe(truth[0]?.stdout);
    await runOnDisk(copy.root, ['create', 'one-more']);
    expect(readdirSync(join(copy.root, '.spectool'))).not.toContain('cache');
  });
});
