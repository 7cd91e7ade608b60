// Test with people and programs that write to documents while spectool changes them. In the end, each written line must be in
// its document exactly once, except lines written to a file that was open while it was replaced (docs/adr/0008).
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { complain, count, expectSettled, letAMinutePass, pick } from './harness.mjs';
import { project, random, run, seed, specsOf, start } from './harness.mjs';

/**
 * Programs that write to documents, and their documents. The program that saves whole files overwrites the lines of others,
 * so it has one document for itself and shares only one other.
 */
const WRITERS = [
  { way: 'append1', documents: ['first', 'second', 'shared'], share: 1 },
  { way: 'inPlace1', documents: ['placed'], share: 1 },
  { way: 'save1', documents: ['saved'], share: 0.8 },
  { way: 'save2', documents: ['shared'], share: 0.2 },
];
const DOCUMENTS = ['first', 'second', 'shared', 'placed', 'saved'];
const BODY =
  '# A document\n\n## Problem\n\nSomething is to be done.\n\n## Notes\n\n## Success Criteria\n\n- [ ] it works\n';

function write(root, { way, documents, share }, lines, seconds) {
  const own = Math.round(lines * share);
  const args = [
    join(import.meta.dirname, 'documentWriterProcess.mjs'),
    root,
    way,
    own,
    seconds,
    random(1e9),
    ...documents,
  ];
  const child = spawn(process.execPath, args.map(String), { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  const ended = new Promise((resolve) =>
    child.on('close', (status) => resolve({ way, lines: own, status, out })),
  );
  return { child, ended };
}

function commandFor(i) {
  const name = pick(DOCUMENTS);
  const updates = [
    ['update', name, '--add-tag', `t${i % 30}`],
    ['update', name, '--assignee', `a${i}`],
    ['update', name, '--priority', pick(['low', 'medium', 'high'])],
    ['update', name, '--status', pick(['planned', 'in-progress'])],
  ];
  const rare = [
    ['archive', name],
    ['unarchive', name],
    ['renumber', name],
    ['create', `made ${i}`, '--depends-on', name],
    // Undo only later: at first, the newest change is the creation of a document, and undoing it would remove the document
    // that other programs write to.
    ...(i < 20 ? [] : [['undo']]),
  ];
  return random(10) === 0 ? pick(rare) : pick(updates);
}

/** Expected exit codes. They include refusals because of the project's state. */
const REFUSED = new Set([0, 1, 4]);

/**
 * Runs the test.
 * @param lines number of lines that all writers together write.
 * @param updates minimum number of commands to run meanwhile.
 */
export async function textWriters({ lines, updates, seconds }) {
  const root = project('texts');
  for (const name of DOCUMENTS) run(root, ['create', name, '--body', '-'], { input: BODY });
  const writers = WRITERS.map((writer) => write(root, writer, lines / 4, seconds));
  const ends = Promise.all(writers.map(({ ended }) => ended));
  let writing = true;
  void ends.then(() => (writing = false));
  let [i, updated, most] = [0, 0, 0];
  const worker = async () => {
    while (writing || updated < updates) {
      const command = commandFor(i++);
      const begun = performance.now();
      const { status, err } = await start(root, command).ended;
      most = Math.max(most, performance.now() - begun);
      if (command[0] === 'update' && status === 0) updated++;
      if (!REFUSED.has(status)) complain('torn', `exit ${status} of ${command.join(' ')}: ${err.trim()}`);
      if (status === 4) complain('unresolved', `${command.join(' ')}: ${err.trim()}`);
    }
  };
  await Promise.all([worker(), worker()]);
  account(root, await ends);
  process.stdout.write(`texts: ${updated} updates, the longest command took ${Math.round(most)} ms\n`);
}

function account(root, ends) {
  const settle = () => DOCUMENTS.map((name) => run(root, ['update', name, '--assignee', 'last']));
  settle();
  letAMinutePass(root);
  settle();
  expectSettled(root, `the writers of seed ${seed}`);
  const specs = specsOf(root);
  const texts = new Map(
    specs.map(({ name, path }) => {
      const file = join(root, path, 'README.md');
      return [name, existsSync(file) ? readFileSync(file, 'utf8') : ''];
    }),
  );
  const times = new Map();
  for (const [name, text] of texts) {
    for (const id of text.match(/^[a-zA-Z]+\d-\d+$/gm) ?? []) {
      times.set(id, (times.get(id) ?? 0) + 1);
      const writer = WRITERS.find(({ way }) => id.startsWith(way));
      if (!writer.documents.includes(name)) complain('lost', `${id} stands in ${name}`);
    }
    if (/^<{7} /m.test(text)) complain('unresolved', `conflict in ${name}`);
  }
  const overwritten = new Set(ends.flatMap(({ out }) => JSON.parse(out || '[]')));
  for (const { way, lines, status } of ends) {
    if (status !== 0) complain('torn', `the writer ${way} itself failed`);
    count.lines += lines;
    for (let n = 0; n < lines; n++) {
      const id = `${way}-${n}`;
      if (times.get(id) > 1) complain('doubled', `${id}, ${times.get(id)} times`);
      if (times.has(id)) continue;
      if (overwritten.has(id)) count.overwritten++;
      else if (/^(?:append|inPlace)/.test(way)) count.intoOld++;
      else complain('lost', id);
    }
  }
  for (const name of ['saved', 'shared']) {
    const { events = [] } = JSON.parse(
      run(root, ['history', name, '--json', '--limit', '100000']).stdout || '{}',
    );
    if (!events.some(({ type }) => type === 'TextEdited')) complain('lost', `no edit of ${name} is told`);
  }
}
