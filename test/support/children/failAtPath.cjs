// Preloaded with `node --require`: makes every call on one path fail, as a broken disk does. Variables: FAIL_PATH, the path; FAIL_CODE,
// the system error code; FAIL_WHAT, `content` (only reads of the content fail) or `all` (stat calls fail too); FAIL_BELOW, the folder
// in which calls are watched; FAIL_SEEN, the file to which all paths of calls are written at exit.
const fs = require('node:fs');
const { resolve } = require('node:path');

const { FAIL_PATH, FAIL_CODE, FAIL_WHAT, FAIL_SEEN, FAIL_BELOW } = process.env;
const CONTENT = ['openSync', 'readSync', 'readFileSync', 'readdirSync'];
const LOOKS = ['statSync', 'lstatSync', 'fstatSync', 'realpathSync', 'readlinkSync', 'accessSync'];
const original = { ...fs };
const descriptors = new Map();
const seen = new Set();

function pathOf(file) {
  if (typeof file === 'number') return descriptors.get(file);
  const path = resolve(Buffer.from(file).toString());
  return path.startsWith(`${FAIL_BELOW}/`) ? path : undefined;
}

function failing(name, real) {
  return (file, ...args) => {
    const path = pathOf(file);
    if (path !== undefined) seen.add(path);
    if (path !== undefined && path === FAIL_PATH && (FAIL_WHAT === 'all' || CONTENT.includes(name)))
      throw Object.assign(new Error(`${FAIL_CODE}: made to fail`), {
        ...{ code: FAIL_CODE, syscall: name.replace('Sync', ''), path },
      });
    const answer = real(file, ...args);
    if (name === 'openSync' && path !== undefined) descriptors.set(answer, path);
    return answer;
  };
}

for (const name of [...CONTENT, ...LOOKS]) {
  const { native } = original[name];
  fs[name] = failing(name, original[name]);
  if (native !== undefined) fs[name].native = failing(name, native);
}
fs.closeSync = (descriptor) => {
  descriptors.delete(descriptor);
  original.closeSync(descriptor);
};

if (FAIL_SEEN !== undefined)
  process.on('exit', () => original.writeFileSync(FAIL_SEEN, [...seen].join('\n')));
