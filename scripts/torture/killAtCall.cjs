// Loaded before the program (`node --require`): counts the program's calls that change the file system, and kills the program at
// a given call.
// TORTURE_KILL_AT: number of that call, from 1. If the call is `writeFileSync`, half of its content is written before the kill.
// TORTURE_CALLS: file into which the number of calls is written.
const fs = require('node:fs');
const childProcess = require('node:child_process');

const at = Number(process.env.TORTURE_KILL_AT ?? 0);
const original = { ...fs };
let calls = 0;

/**
 * Calls that change files. A call whose work is already done is not counted, because a kill at this call has the same effect
 * as a kill before the next call.
 */
const CHANGES = {
  openSync: (_path, flags) => /[wax+]/.test(String(flags)) || (Number(flags) & 3) > 0,
  writeFileSync: () => true,
  writeSync: () => true,
  linkSync: () => true,
  symlinkSync: () => true,
  mkdirSync: (path) => !original.existsSync(path),
  renameSync: () => true,
  copyFileSync: () => true,
  unlinkSync: () => true,
  rmSync: (path) => original.lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  rmdirSync: () => true,
};

function writeHalf(file, content) {
  const bytes = Buffer.from(content);
  const descriptor = typeof file === 'number' ? file : original.openSync(file, 'w');
  original.writeSync(descriptor, bytes.subarray(0, bytes.length / 2));
}

for (const [name, isChange] of Object.entries(CHANGES)) {
  fs[name] = (...args) => {
    if (isChange(...args) && (calls += 1) === at) {
      if (name === 'writeFileSync') writeHalf(...args);
      process.kill(process.pid, 'SIGKILL');
    }
    return original[name](...args);
  };
}

// Also count the calls of git that change git's index or objects, because they run in child processes.
const { spawnSync } = childProcess;
childProcess.spawnSync = (program, args, ...more) => {
  const isChange = args.includes('update-index') || args.includes('hash-object');
  if (isChange && (calls += 1) === at) process.kill(process.pid, 'SIGKILL');
  return spawnSync(program, args, ...more);
};

if (process.env.TORTURE_CALLS !== undefined)
  process.on('exit', () => original.writeFileSync(process.env.TORTURE_CALLS, String(calls)));
