// Preloaded with `node --require`: damages all cache files between two reads of the program, as another process could. Variables:
// CACHES, the cache folder; DAMAGE, a key of WAYS; DAMAGE_AT=n, to damage before the n-th call on a cache file, from 1;
// DAMAGE_CALLS, the file to which the number of calls on cache files is written at exit.
const fs = require('node:fs');
const { join } = require('node:path');

const { CACHES, DAMAGE, DAMAGE_AT, DAMAGE_CALLS } = process.env;
const original = { ...fs };
const descriptors = new Set();
let calls = 0;

function files() {
  return original
    .readdirSync(CACHES, { recursive: true })
    .map((name) => join(CACHES, name))
    .filter((path) => original.lstatSync(path).isFile());
}

const WAYS = {
  gone: () => original.rmSync(CACHES, { recursive: true }),
  cut: () =>
    files().forEach((path) => original.truncateSync(path, Math.floor(original.statSync(path).size / 2))),
  empty: () => files().forEach((path) => original.truncateSync(path, 0)),
  longer: () => files().forEach((path) => original.appendFileSync(path, 'more')),
  exchanged: () => {
    const all = files();
    const bytes = all.map((path) => original.readFileSync(path));
    all.forEach((path, i) => original.writeFileSync(path, bytes[(i + 1) % bytes.length]));
  },
  'a folder': () => {
    original.rmSync(CACHES, { recursive: true });
    original.writeFileSync(CACHES, '');
  },
};

function call(isCache) {
  if (isCache && (calls += 1) === Number(DAMAGE_AT)) WAYS[DAMAGE]();
}

for (const name of ['openSync', 'readdirSync', 'lstatSync', 'statSync'])
  fs[name] = (path, ...args) => {
    const isCache = typeof path === 'string' && path.startsWith(CACHES);
    call(isCache);
    const answer = original[name](path, ...args);
    if (name === 'openSync' && isCache) descriptors.add(answer);
    return answer;
  };
for (const name of ['readSync', 'fstatSync', 'readFileSync'])
  fs[name] = (file, ...args) => {
    call(descriptors.has(file));
    return original[name](file, ...args);
  };
fs.closeSync = (descriptor) => {
  descriptors.delete(descriptor);
  original.closeSync(descriptor);
};

if (DAMAGE_CALLS !== undefined) process.on('exit', () => original.writeFileSync(DAMAGE_CALLS, String(calls)));
