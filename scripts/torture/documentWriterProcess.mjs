// A process that edits documents while spectool changes them: `node documentWriterProcess.mjs ROOT WAY LINES SECONDS SEED DOCUMENT...`.
// Writes each line `<way>-<n>` once. Prints as JSON the lines of other writers that its saves overwrote.
import { constants, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [root, way, lineCount, seconds, seed, ...names] = process.argv.slice(2);
const lines = Number(lineCount);
let state = Number(seed);
const random = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const sleep = (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
const line = (n) => `${way}-${n}\n`;
const LINE = /^[a-zA-Z]+\d-\d+$/gm;

/** Returns the current path of a document; waits while the document's folder is being moved. */
function locate(name) {
  for (;;) {
    if (!existsSync(root)) process.exit(1);
    for (const folder of ['specs', 'specs/archived']) {
      const found = entriesOf(join(root, folder)).find((entry) => entry.replace(/^\d+-/, '') === name);
      if (found !== undefined) return join(root, folder, found, 'README.md');
    }
    sleep(1);
  }
}

function entriesOf(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Tries again until the document is found, because it may be moved at any time. A failed attempt writes nothing. */
function atItsPlace(work) {
  const name = names[random(names.length)];
  for (;;) {
    try {
      return work(locate(name));
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR'].includes(error.code)) throw error;
    }
  }
}

/** Flags without O_CREAT, so that the file is not created again after its folder was moved. */
const APPEND = constants.O_WRONLY | constants.O_APPEND;
const displaced = [];

/**
 * Ways of writing to a document: each function writes some lines, from the n-th on, and returns the number of lines written.
 */
const WAYS = {
  /** Appends like `command >> file`: the file is open for a moment before the write. */
  append(n) {
    const file = atItsPlace((path) => openSync(path, APPEND));
    sleep(random(3));
    writeSync(file, line(n));
    closeSync(file);
    return 1;
  },
  /** Writes bytes at the end of a file opened for reading and writing. */
  inPlace(n) {
    const file = atItsPlace((path) => openSync(path, 'r+'));
    sleep(random(3));
    writeSync(file, line(n), fstatSync(file).size);
    closeSync(file);
    return 1;
  },
  /** Saves like an editor: reads the whole file, and later replaces it by its own version. */
  save(n) {
    const many = Math.min(1 + random(40), lines - n);
    const added = Array.from({ length: many }, (_, i) => line(n + i)).join('');
    const isAtEnd = random(2) === 0;
    atItsPlace((path) => {
      const text = readFileSync(path, 'utf8');
      const mine = isAtEnd ? text + added : text.replace('## Notes\n', (heading) => heading + added);
      const own = join(dirname(path), '.README.md.swp');
      writeFileSync(own, mine);
      const old = openSync(path, 'r');
      try {
        renameSync(own, path);
      } catch (error) {
        rmSync(own, { force: true });
        closeSync(old);
        throw error;
      }
      displaced.push({ old, kept: new Set(mine.match(LINE)) });
    });
    return many;
  },
};

const begun = performance.now();
function keepPace(n) {
  const early = (n / lines) * Number(seconds) * 1000 - (performance.now() - begun);
  if (early > 0) sleep(early);
}

const write = WAYS[way.replace(/\d$/, '')];
for (let n = 0; n < lines; keepPace(n)) n += write(n);
// Wait until other processes that have a replaced file open have finished writing to it.
sleep(1500);
const overwritten = displaced.flatMap(({ old, kept }) =>
  (readFileSync(old, 'utf8').match(LINE) ?? []).filter((id) => !kept.has(id)),
);
process.stdout.write(JSON.stringify([...new Set(overwritten)]));
