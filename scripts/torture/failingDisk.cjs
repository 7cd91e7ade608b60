// Runs commands of the built library on a simulated failing disk, for every k: from the k-th call that takes space, the disk
// is full (`full`), or the k-th call that writes fails once (`once`). A failed command must change nothing, and must succeed
// once the disk works again.
// node failingDisk.cjs full|once PROJECT COMMAND...; prints one line of JSON for each failure of spectool.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const original = { ...fs };
let failed = '';
let [calls, failing, isOn] = [0, 0, false];
const isFull = process.argv[2] === 'full';

/** File system calls that take disk space; on most disks, renaming and removing do not. */
const TAKES_SPACE = {
  openSync: (_path, flags) => /[wax+]/.test(String(flags)) || (Number(flags) & 3) > 0,
  writeFileSync: () => true,
  writeSync: () => true,
  linkSync: () => true,
  symlinkSync: () => true,
  mkdirSync: (path) => !original.existsSync(path),
  copyFileSync: () => true,
};

/** File system calls that can fail even if the disk is not full. */
const WRITES = {
  ...TAKES_SPACE,
  renameSync: () => true,
  unlinkSync: () => true,
  rmSync: () => true,
  rmdirSync: () => true,
  fsyncSync: () => true,
};

function writeHalf(file, content, options) {
  const isDescriptor = typeof file === 'number';
  const descriptor = isDescriptor ? file : original.openSync(file, options?.flag ?? 'w', options?.mode);
  const bytes = Buffer.from(content);
  original.writeSync(descriptor, bytes.subarray(0, bytes.length >> 1));
  if (!isDescriptor) original.closeSync(descriptor);
}

for (const [name, isMeant] of Object.entries(isFull ? TAKES_SPACE : WRITES)) {
  fs[name] = (...args) => {
    if (isOn && isMeant(...args) && ((calls += 1) === failing || (isFull && calls > failing))) {
      if (calls === failing && name.startsWith('write')) writeHalf(...args);
      const code = isFull ? 'ENOSPC' : 'EIO';
      failed = `${name} ${String(args[0])} ${String(args[1])}`.slice(0, 300);
      throw Object.assign(new Error(`${code}: ${name}`), { code });
    }
    return original[name](...args);
  };
}
syncBuiltinESMExports();

const { createSpectool } = require('../../dist/cjs/index.cjs');

const COMMANDS = {
  create: (spectool) => spectool.createSpec.execute({ name: 'fresh', dependsOn: ['1'] }),
  claim: (spectool) => spectool.claimSpecs.execute({ specs: ['1'] }),
  note: (spectool) => spectool.addNote.execute({ spec: '1', text: 'a word' }),
  check: (spectool) => spectool.checkCriteria.execute({ spec: '1', criteria: ['1'] }),
  archive: (spectool) => spectool.archiveSpecs.execute({ specs: ['1', '2'] }),
  delete: (spectool) => spectool.deleteSpec.execute({ spec: '2', reason: 'x', force: true }),
  import: (spectool) => spectool.importSpecs.execute({ source: 'flat', place: 'adr', apply: true }),
  undo: (spectool) => spectool.undoChange.execute({}),
  init: (spectool) => spectool.initProject.execute({ agentTools: 'claude', hooks: true }),
};
/** Matches files that users do not see and that may differ: caches, the registry, locks, and files kept for a short time. */
const INVISIBLE = /^(?:\.git\/(?:objects|index|spectool)|\.spectool\/(?:replaced|locks))/;

function filesIn(root) {
  const found = original.readdirSync(root, { withFileTypes: true, recursive: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const content = () =>
      entry.isSymbolicLink() ? original.readlinkSync(path) : original.readFileSync(path, 'latin1');
    return [path.slice(root.length + 1), entry.isDirectory() ? '' : content()];
  });
  return new Map(found.filter(([path]) => !INVISIBLE.test(path)));
}

function changesBetween(before, after) {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}

async function failureOf(run, root) {
  try {
    await run(createSpectool({ cwd: root }));
    return undefined;
  } catch (error) {
    return error;
  }
}

async function main([, project, ...names]) {
  const root = original.mkdtempSync(join(tmpdir(), 'full-'));
  const counts = {};
  for (const name of names) {
    for (let at = 1; ; at += 1) {
      original.rmSync(root, { recursive: true, force: true });
      original.cpSync(project, root, { recursive: true, verbatimSymlinks: true });
      const before = filesIn(root);
      [calls, failing, isOn] = [0, at, true];
      const failure = await failureOf(COMMANDS[name], root);
      isOn = false;
      counts[name] = at - 1;
      if (calls < at && failure === undefined) break;
      const find = (what) => console.log(JSON.stringify({ name, at, failed, ...what }));
      // A command that succeeds nevertheless only failed to write a cache, which it need not report.
      if (failure === undefined) continue;
      if (failure.code !== 'WRITE_FAILED') find({ failure: String(failure.stack) });
      const changed = changesBetween(before, filesIn(root));
      if (changed.length > 0) find({ changed });
      const again = at % 3 === 0 ? await failureOf(COMMANDS[name], root) : undefined;
      if (again !== undefined) find({ again: String(again) });
      if (calls < at) break;
    }
  }
  original.rmSync(root, { recursive: true, force: true });
  console.log(JSON.stringify(counts));
}

void main(process.argv.slice(2));
