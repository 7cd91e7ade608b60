import * as nodeFs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { keep, recall } from '../../src/composition/answers/answers.js';
import type { Ground } from '../../src/composition/answers/question.js';
import { Looks } from '../../src/composition/answers/looks.js';
import { temporaryFolder } from './temporaryFolder.js';

export const nodeRequire = createRequire(import.meta.url);

/** A question of its own about files of its own. */
export interface Case {
  readonly root: string;
  readonly caches: string;
  readonly key: string;
  readonly rests: Ground;
}

export function aCase(files: Readonly<Record<string, string>> = {}, rests: Ground = 'texts'): Case {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) put(root, path, text);
  return { root, caches: join(temporaryFolder(), 'caches'), key: 'what is asked', rests };
}

export function put(root: string, path: string, text: string): void {
  nodeFs.mkdirSync(dirname(join(root, path)), { recursive: true });
  nodeFs.writeFileSync(join(root, path), text);
}

/** A program that answers what it sees. */
export type Program = (fs: typeof nodeFs, root: string) => string;

/** Lets some time pass, so that what was changed before is settled, and runs it. */
export function run(one: Case, program: Program, until = Infinity): Looks {
  wait(60);
  const from = Date.now();
  const looks = new Looks(one.caches, 0);
  const fs = looks.require(nodeRequire)('node:fs') as typeof nodeFs;
  looks.print(1, program(fs, one.root));
  keep(one, looks, { from, until });
  return looks;
}

export function wait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

export function recalled(one: Case): string | undefined {
  return recall(one)
    ?.output.map(([, bytes]) => Buffer.from(bytes).toString('utf8'))
    .join('');
}
