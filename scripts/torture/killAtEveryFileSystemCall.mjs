// Kills every command before each of its calls that change the file system. Then a person edits files, and the next command
// repairs the project.
import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdirSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { base, complain, count, expectSettled, letAMinutePass } from './harness.mjs';
import { project, random, run, specsOf, start, wentWrong } from './harness.mjs';

const COMMANDS = {
  'a field': ['update', 'a', '--add-tag', 'x', '--assignee', 'k'],
  'title and fields': ['update', 'a', '--title', 'Another', '--add-tag', 'x', '--status', 'in-progress'],
  'a field after an edit by hand': ['update', 'edited', '--add-tag', 'x'],
  create: ['create', 'fresh', '--depends-on', 'a'],
  renumber: ['renumber', 'a'],
  'archive of two': ['archive', 'a', 'b'],
  unarchive: ['unarchive', 'stored'],
  delete: ['delete', 'stored', '--reason', 'made twice', '--force'],
  undo: ['undo'],
  compact: ['compact'],
  'create in the queue': ['create', 'fresh'],
  'update in the queue': ['update', 'a', '--assignee', 'k'],
};
/** Files to which a line is added after the kill. In the end, each line must be in its file exactly once. */
const FILES = [
  { name: 'a', file: 'README.md' },
  { name: 'b', file: 'README.md' },
  { name: 'b', file: 'DESIGN.md' },
  { name: 'b', file: 'notes/deep.md' },
  { name: 'edited', file: 'README.md' },
];

function ground() {
  const root = project('calls');
  run(root, ['create', 'a']);
  run(root, ['create', 'b', '--depends-on', 'a', '--body', '-'], {
    input: '# B\n\n[a](../001-a/README.md)\n',
  });
  for (const name of ['third', 'stored', 'edited']) run(root, ['create', name]);
  run(root, ['archive', 'stored']);
  mkdirSync(join(root, 'specs/002-b/notes'));
  writeFileSync(join(root, 'specs/002-b/DESIGN.md'), '# Design\n\n[a](../001-a/README.md)\n');
  writeFileSync(join(root, 'specs/002-b/notes/deep.md'), '# Deep\n\n[a](../../001-a/README.md)\n');
  const edited = join(root, 'specs/005-edited/README.md');
  writeFileSync(edited, `${readFileSync(edited, 'utf8')}\nBy hand.\n`);
  run(root, ['update', 'a', '--priority', 'high']);
  letAMinutePass(root);
  run(root, ['update', 'third', '--priority', 'high']);
  return root;
}

const OPTIONS = ['--require', join(import.meta.dirname, 'killAtCall.cjs')];

/** Takes the project's lock, so that a command has to wait for it. @returns a function that releases the lock. */
function holdLock(root) {
  const place = join(root, '.spectool/locks/project');
  const [, ...fields] = readFileSync('/proc/self/stat', 'latin1').split(') ');
  const owner = {
    pid: process.pid,
    host: hostname(),
    namespace: readlinkSync('/proc/self/ns/pid'),
    start: fields.join(') ').split(' ')[19],
    nonce: 'torture',
  };
  mkdirSync(join(root, '.spectool/locks'), { recursive: true });
  writeFileSync(place, JSON.stringify(owner));
  return () => rmSync(place, { force: true });
}

async function carryOut(root, name, env) {
  const release = name.includes('queue') ? holdLock(root) : undefined;
  const { ended } = start(root, COMMANDS[name], { node: OPTIONS, env });
  const timer = release && setTimeout(release, 250);
  const end = await ended;
  clearTimeout(timer);
  release?.();
  return end;
}

const placeOf = (root, specs, { name, file }) =>
  join(root, specs.find((spec) => spec.name === name)?.path ?? 'gone', file);

/** Kills one command and checks the project afterwards. @param at number of the call before which the command is killed. */
async function killedAt(original, before, name, at) {
  const root = join(base, `calls-${name.replaceAll(' ', '-')}-${at}`);
  cpSync(original, root, { recursive: true });
  const where = `${name}, killed at call ${at}, in ${root}`;
  const troubles = wentWrong();
  await carryOut(root, name, { TORTURE_KILL_AT: String(at) });
  count.kills++;
  const places = [before, specsOf(root)];
  FILES.forEach((one, i) => {
    const place = places.map((specs) => placeOf(root, specs, one)).find((path) => existsSync(path));
    if (place !== undefined) appendFileSync(place, `late-${i}\n`);
  });
  const next = run(root, ['resolve']);
  if (next.status !== 0) complain('torn', `${next.stderr.trim()} after ${where}`);
  letAMinutePass(root);
  run(root, ['create', 'after']);
  expectSettled(root, where);
  const after = specsOf(root);
  FILES.forEach((one, i) => {
    const place = placeOf(root, after, one);
    const text = existsSync(place) ? readFileSync(place, 'utf8') : '';
    const times = text.split(`late-${i}\n`).length - 1;
    if (times === 0) complain('lost', `what was written late to ${one.name}/${one.file}: ${where}`);
    if (times > 1 || /late-/.test(text.replaceAll(`late-${i}\n`, '')))
      complain('doubled', `what was written late, in ${one.name}/${one.file}: ${where}`);
    if (one.name === 'edited' && text.split('\nBy hand.\n').length !== 2)
      complain('lost', `the edit by hand: ${where}`);
    if (/^<{7} /m.test(text)) complain('unresolved', `conflict in ${one.name}/${one.file}: ${where}`);
  });
  for (const { id, ref } of before)
    if (!after.some((spec) => spec.id === id) && !(name === 'delete' && ref.endsWith('-stored')))
      complain('lost', `${ref}: ${where}`);
  const numbers = after.map(({ sequence }) => sequence).sort((a, b) => a - b);
  if (new Set(numbers).size !== numbers.length) complain('doubled', `numbers ${numbers.join(' ')}: ${where}`);
  const isGap = !['renumber', 'delete'].includes(name) && numbers.at(-1) !== numbers.length;
  if (isGap) complain('lost', `a number of ${numbers.join(' ')}: ${where}`);
  if (wentWrong() === troubles) rmSync(root, { recursive: true, force: true });
}

async function callsOf(original, name) {
  const root = join(base, 'calls-counted');
  cpSync(original, root, { recursive: true });
  const file = join(base, 'calls-count');
  const { status, err } = await carryOut(root, name, { TORTURE_CALLS: file });
  if (status !== 0) complain('torn', `${name} fails without being killed: ${err.trim()}`);
  rmSync(root, { recursive: true, force: true });
  return Number(readFileSync(file, 'utf8'));
}

/** Tests kills at every call of every command until the deadline: commands by turns, calls in random order. */
export async function killsAtEveryCall(until) {
  const original = ground();
  const before = specsOf(original);
  const left = new Map();
  let done = 0;
  for (let names = shuffled(Object.keys(COMMANDS)); names.length > 0;) {
    for (const name of names) {
      if (Date.now() >= until) names = [];
      if (names.length === 0) break;
      if (!left.has(name)) left.set(name, await placesOf(original, name));
      await killedAt(original, before, name, left.get(name).pop());
      done++;
    }
    names = names.filter((name) => left.get(name).length > 0);
  }
  const open = [...left.values()].reduce((sum, places) => sum + places.length, 0);
  process.stdout.write(`kills: ${done} calls of ${left.size} commands, ${open} left\n`);
}

async function placesOf(original, name) {
  const calls = await callsOf(original, name);
  return shuffled(Array.from({ length: calls }, (_, i) => i + 1));
}

function shuffled(list) {
  const rest = [...list];
  return list.map(() => rest.splice(random(rest.length), 1)[0]);
}
