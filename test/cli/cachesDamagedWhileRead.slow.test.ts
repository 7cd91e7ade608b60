import { cpSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from '@jest/globals';
import { GitSandbox } from '../support/gitSandbox.js';
import { run } from '../support/runProgram.js';

const SCRIPT = fileURLToPath(new URL('../support/children/damageCaches.cjs', import.meta.url));
const WAYS = ['gone', 'cut', 'empty', 'longer', 'exchanged', 'a folder'];
const COMMANDS = ['list --all', 'search word', 'view 3', 'tokens', 'validate'];

let box: GitSandbox;
let kept: string;
const caches = () => join(box.root, '.git/spectool/cache');

beforeAll(async () => {
  box = new GitSandbox();
  box.write('.spectool/config.json', '{}').write('.spectool/templates/spec-template.md', '# {title}\n');
  for (let i = 1; i <= 20; i++) {
    const folder = `specs/${String(i).padStart(3, '0')}-spec`;
    box.write(`${folder}/README.md`, `---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# One word ${i}\n`);
    for (const path of [`${folder}/README.md`, folder]) utimesSync(join(box.root, path), 1e9, 1e9);
  }
  run(box.root, ['create', 'another']);
  box.commit();
  await new Promise((resolve) => setTimeout(resolve, 2100));
  for (const line of COMMANDS) run(box.root, line.split(' '));
  kept = `${box.root}-caches`;
  cpSync(caches(), kept, { recursive: true });
});

it.each(COMMANDS)(
  'command %s prints the same when cache files are damaged between any two of its reads',
  (line) => {
    const damaged = (env: Record<string, string>) => {
      rmSync(caches(), { recursive: true, force: true });
      cpSync(kept, caches(), { recursive: true, preserveTimestamps: true });
      return run(box.root, line.split(' '), {
        env: { NODE_OPTIONS: `--require ${SCRIPT}`, CACHES: caches(), ...env },
      });
    };
    const truth = run(box.root, [...line.split(' '), '--no-cache']);
    const counted = join(box.root, '.git/calls');
    expect(damaged({ DAMAGE_CALLS: counted })).toEqual(truth);
    const calls = Number(readFileSync(counted, 'utf8'));
    expect(calls).toBeGreaterThan(2);
    for (let at = 1; at <= calls; at += 1) {
      const way = WAYS[at % WAYS.length] ?? '';
      expect({ at, way, ...damaged({ DAMAGE: way, DAMAGE_AT: String(at) }) }).toEqual({ at, way, ...truth });
    }
  },
);
