import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeOwnEnvironment } from './test/support/ownEnvironment.mjs';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 1 << 30;

// Tests write and remove thousands of small projects, flushing each file: a disk takes a third of the time for that.
const folder = mkdtempSync(join(hasMemoryFolder() ? MEMORY : tmpdir(), 'spectool-tests-'));
// Some tests run the program as nobody, who has to get there.
chmodSync(folder, 0o755);
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
// A signal alone ends the process without that.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

process.env.TMPDIR = folder;
takeOwnEnvironment(join(folder, 'machine'));

/** Whether nobody chose a folder, and memory passes for a disk with room on it, whose programs can be run. */
function hasMemoryFolder() {
  if (process.env.TMPDIR !== undefined) return false;
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : '';
  const mount = mounts.split('\n').find((line) => line.startsWith(`tmpfs ${MEMORY} `));
  if (mount === undefined || /\bnoexec\b/.test(mount)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ENOUGH_BYTES;
}

/**
 * The suite of every day. What takes long (hostile input, fuzzing, many processes, packaging) is named `*.slow.test.ts` and has
 * `jest.slow.config.mjs`.
 * @type {import('jest').Config}
 */
export default {
  testEnvironment: 'node',
  // Not below TMPDIR, which lives no longer than a run: what was compiled once stays compiled.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  roots: ['<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/(?!.*node_modules/).*)\\.js$': '$1',
    '^fast-check$': '<rootDir>/test/support/seededFastCheck.mjs',
  },
  transform: { '^.+\\.ts$': ['ts-jest', { useESM: true, tsconfig: 'tsconfig.json', diagnostics: false }] },
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['\\.slow\\.test\\.ts$'],
  testTimeout: 600_000,
  maxWorkers: '100%',
  // A worker keeps something of every file it ran, and each promise pays for it: a fresh one costs less.
  workerIdleMemoryLimit: '500MB',
};
