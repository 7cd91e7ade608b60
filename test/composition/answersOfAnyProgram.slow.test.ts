import * as nodeFs from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aCase, type Program, recalled, run } from '../support/answeredCase.js';

const LONG_AGO = 1e9 + 0.123456;
const NAMES = ['a', 'b', 'd/a', 'd/b', 'd/e/a', 'd', 'd/e', 'l', 'l/a'] as const;
const LOOKS: Readonly<Record<string, (fs: typeof nodeFs, path: string) => unknown>> = {
  read: (fs, path) => fs.readFileSync(path, 'utf8'),
  open: (fs, path) => {
    const { O_RDONLY, O_NOFOLLOW } = fs.constants;
    const open = fs.openSync(path, O_RDONLY | O_NOFOLLOW);
    try {
      return [fs.fstatSync(open).size, fs.readFileSync(open, 'utf8')];
    } finally {
      fs.closeSync(open);
    }
  },
  lstat: (fs, path) => stampOf(fs.lstatSync(path, { bigint: true, throwIfNoEntry: false })),
  stat: (fs, path) => stampOf(fs.statSync(path, { bigint: true, throwIfNoEntry: false })),
  kind: (fs, path) => fs.lstatSync(path, { throwIfNoEntry: false })?.mode,
  'kind behind': (fs, path) => fs.statSync(path, { throwIfNoEntry: false })?.mode,
  exists: (fs, path) => fs.existsSync(path),
  list: (fs, path) => fs.readdirSync(path),
  link: (fs, path) => fs.readlinkSync(path),
  real: (fs, path) => fs.realpathSync.native(path),
};
function stampOf(stats: nodeFs.BigIntStats | undefined): unknown {
  return stats && [stats.mtimeNs, stats.size, stats.ino].map(String);
}
const CHANGES: Readonly<Record<string, (path: string, other: string) => void>> = {
  write: (path) => nodeFs.writeFileSync(path, 'written'),
  'write as much': (path) =>
    nodeFs.writeFileSync(path, nodeFs.readFileSync(path, 'utf8').split('').reverse().join('')),
  'give old times': (path) => nodeFs.utimesSync(path, LONG_AGO, LONG_AGO),
  remove: (path) => nodeFs.rmSync(path, { recursive: true }),
  'make a folder': (path) => nodeFs.mkdirSync(path),
  'move over': (path, other) => nodeFs.renameSync(path, other),
  link: (path, other) => nodeFs.symlinkSync(other, path),
  'move and link': (path, other) => {
    nodeFs.renameSync(path, `${path}-moved`);
    nodeFs.symlinkSync(other, path);
  },
  'change rights': (path) => nodeFs.chmodSync(path, 0o750),
};

it('whatever a program looks at and whatever changes, what it is said to answer is what it would answer', () => {
  const name = fc.constantFrom(...NAMES);
  const look = fc.tuple(fc.constantFrom(...Object.keys(LOOKS)), name);
  const change = fc.tuple(fc.constantFrom(...Object.keys(CHANGES)), name, name);
  let given = 0;
  fc.assert(
    fc.property(
      fc.array(look, { minLength: 1, maxLength: 8 }),
      fc.array(change, { maxLength: 3 }),
      (looks, changes) => {
        const one = aCase({ a: 'of a', b: 'of b', 'd/a': 'of d/a', 'd/e/a': 'of d/e/a' });
        nodeFs.symlinkSync('d', join(one.root, 'l'));
        const program: Program = (fs, root) =>
          JSON.stringify(
            looks.map(([how, path]) => {
              try {
                return LOOKS[how]?.(fs, join(root, path)) ?? null;
              } catch (error) {
                return (error as NodeJS.ErrnoException).code;
              }
            }),
          );
        run(one, program);
        for (const [how, path, other] of changes) {
          try {
            CHANGES[how]?.(join(one.root, path), join(one.root, other));
          } catch {
            // It cannot be done there.
          }
        }
        const said = recalled(one);
        if (said === undefined) return;
        given += 1;
        expect(said).toBe(program(nodeFs, one.root));
      },
    ),
    { numRuns: 300 },
  );
  expect(given).toBeGreaterThan(20);
});
