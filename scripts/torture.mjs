// Stress test of the built program: parallel writers, simultaneous hand edits, kill -9, two worktrees, merges with real git,
// agents that claim specs.
// `npm run torture -- --seconds 60 --seed 7`; `--only texts --lines 60000 --updates 1000 --writing 150` for a single part.
// Prints counts of operations and of lost, duplicated, torn or unresolved data; exits with 1 unless all counts of such data
// are zero.
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { base, complain, complaints, count, expectSettled, git, option, pick } from './torture/harness.mjs';
import { project, random, run, seed, specsOf, start, wentWrong } from './torture/harness.mjs';
import { claims } from './torture/competingClaims.mjs';
import { killsAtEveryCall } from './torture/killAtEveryFileSystemCall.mjs';
import { textWriters } from './torture/concurrentTextEdits.mjs';
import { worktrees } from './torture/concurrentWorktrees.mjs';

const seconds = Number(option('seconds', 60));
const only = process.argv.includes('--only');
/** For the part `texts`: number of lines written by hand, minimum number of simultaneous updates, and duration in seconds. */
const lines = Number(option('lines', 1200));
const updates = Number(option('updates', 40));
const writing = Number(option('writing', seconds / 10));

async function parallelWriters() {
  const root = project('parallel');
  const created = await Promise.all(
    Array.from(
      { length: 50 },
      (_, i) => start(root, ['create', i < 30 ? `spec ${i}` : 'same', '--title', `T${i}`]).ended,
    ),
  );
  const specs = specsOf(root);
  const numbers = new Set(specs.map(({ sequence }) => sequence));
  if (numbers.size !== specs.length)
    complain('doubled', `${specs.length} specs share ${numbers.size} numbers`);
  created.forEach(({ status }, i) => {
    if (status === 0 && !specs.some(({ title }) => title === `T${i}`)) complain('lost', `create T${i}`);
  });
  const tags = Array.from({ length: 30 }, (_, i) => `tag${i}`);
  const updated = await Promise.all(tags.map((tag) => start(root, ['update', '1', '--add-tag', tag]).ended));
  const [first] = specsOf(root);
  updated.forEach(({ status }, i) => {
    if (status === 0 && !first?.tags.includes(tags[i])) complain('lost', `update ${tags[i]}`);
  });
}

async function kills(until) {
  const root = project('kills');
  const large = `# Large\n\n${'A line of text that is long enough to matter.\n'.repeat(45_000)}`;
  for (const name of ['small', 'third', 'fourth']) run(root, ['create', name]);
  run(root, ['create', 'big', '--body', '-'], { input: large });
  let expected = 0;
  while (Date.now() < until) {
    const before = specsOf(root);
    const target = pick(before);
    if (target === undefined) break;
    const tag = `k${expected++}`;
    const commands = [
      ['update', target.ref, '--add-tag', tag, '--assignee', tag],
      ['create', `made ${tag}`],
      [target.archived ? 'unarchive' : 'archive', target.ref],
      ['renumber', target.ref],
    ];
    const command = pick(commands);
    const child = start(root, command);
    const timer = setTimeout(() => child.kill('SIGKILL'), random(260));
    const { status, signal } = await child.ended;
    clearTimeout(timer);
    if (signal === 'SIGKILL') count.kills++;
    // The next command of any actor finishes the change of the killed command.
    run(root, ['update', 'third', '--assignee', tag]);
    const after = specsOf(root);
    for (const { ref, broken } of after) if (broken) complain('torn', `${ref} after ${command.join(' ')}`);
    for (const { id, ref } of before)
      if (!after.some((spec) => spec.id === id)) complain('lost', `${ref} after ${command.join(' ')}`);
    const now = after.find(({ id }) => id === target.id);
    if (command[0] === 'update' && now !== undefined) {
      const parts = [now.tags.includes(tag), now.assignee === tag || target.ref.endsWith('third')];
      if (status === 0 && !parts[0]) complain('lost', command.join(' '));
      if (parts[0] !== parts[1] && !target.ref.endsWith('third'))
        complain('torn', `half of ${command.join(' ')}`);
    }
    if (new Set(after.map(({ sequence }) => sequence)).size !== after.length)
      complain('doubled', `numbers after ${command.join(' ')}`);
  }
  run(root, ['resolve']);
  // The next command that needs the clone's lock removes the lock of the killed command.
  run(root, ['create', 'last']);
  expectSettled(root, 'the kills');
}

/** Kills a command as soon as its first write to a document is visible, which is the worst moment. */
async function killedAtTheWrite(root, args, watched) {
  const look = () => {
    const stats = statSync(watched, { throwIfNoEntry: false });
    return stats === undefined ? 'gone' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
  };
  const before = look();
  const child = start(root, args);
  const deadline = Date.now() + 3000;
  // Check in a loop without pauses, because the write takes only a millisecond.
  while (look() === before && Date.now() < deadline);
  child.kill('SIGKILL');
  count.kills++;
  await child.ended;
}

async function killsAtTheWrite() {
  const root = project('worst');
  for (const name of ['third', 'fourth']) run(root, ['create', name]);
  run(root, ['update', 'fourth', '--add-dep', 'third']);
  const large = `# Large\n\n${'A line of text that is long enough to matter.\n'.repeat(45_000)}`;
  run(root, ['create', 'big', '--body', '-'], { input: large });
  const pathOf = (name) => specsOf(root).find((spec) => spec.name === name)?.path ?? '';
  for (let i = 0; i < 8; i++) {
    const document = join(root, pathOf('big'), 'README.md');
    await killedAtTheWrite(root, ['update', 'big', '--add-tag', `w${i}`], document);
    const size = statSync(document, { throwIfNoEntry: false })?.size ?? 0;
    if (size < large.length) complain('torn', `the large document has ${size} bytes`);
    if (size < large.length) return;
    const follower = join(root, pathOf('fourth'), 'README.md');
    await killedAtTheWrite(root, ['renumber', 'third'], follower);
    run(root, ['update', 'big', '--add-tag', `x${i}`]);
    const { findings = [] } = JSON.parse(run(root, ['validate', '--json', '--all']).stdout || '{}');
    for (const { code, file, severity } of findings)
      if (severity === 'error' || code === 'FOLDER_MOVED') complain('torn', `${code} ${file}`);
  }
}

/** Ways to integrate a branch into another, by name. */
const INTEGRATIONS = {
  merge: (cwd, branch) => git(cwd, 'merge', '--no-edit', branch),
  squash: (cwd, branch) => git(cwd, 'merge', '--squash', branch),
  'cherry-pick': (cwd, branch) => git(cwd, 'cherry-pick', branch),
  rebase: (cwd, branch) => {
    git(cwd, 'checkout', '-q', branch);
    git(cwd, 'rebase', 'clone0');
  },
};

/** Commits the result of `resolve`, as a person would. After a rebase, also moves the branch `clone0` to the rebased commits. */
function settle(cwd, integration, branch) {
  git(cwd, 'add', '-A');
  if (integration !== 'rebase') {
    git(cwd, 'commit', '-qm', `${integration} ${branch}`);
    git(cwd, 'cherry-pick', '--quit');
    return;
  }
  if (existsSync(join(cwd, '.git/rebase-merge'))) git(cwd, '-c', 'core.editor=true', 'rebase', '--continue');
  else git(cwd, 'commit', '-qm', `rebase ${branch}`);
  if (existsSync(join(cwd, '.git/rebase-merge'))) complain('unresolved', `rebase of ${branch} in ${cwd}`);
  git(cwd, 'checkout', '-q', 'clone0');
  git(cwd, 'merge', '-q', '--ff-only', branch);
}

/** Edits a document by hand: adds words to the text, or changes the reviewer. @returns the words, or the new reviewer. */
function byHand(clone, spec, tag) {
  const path = join(clone, spec.path, 'README.md');
  if (pick([true, false])) {
    writeFileSync(path, `${readFileSync(path, 'utf8')}\nBy hand ${tag}.\n`);
    return { words: `By hand ${tag}.` };
  }
  const text = readFileSync(path, 'utf8').replace(/^reviewer: .*\r?\n/m, '');
  const changed = text.replace(/^---\r?\n/, (line) => `${line}reviewer: ${tag}\n`);
  writeFileSync(path, changed);
  return { reviewer: tag };
}

/**
 * Resolves conflicts as a person would: picks one side in frontmatter, keeps both sides in the text, and stages the files.
 * @returns the texts with conflict marks.
 */
function decide(cwd, conflicts) {
  let told = '';
  for (const { path } of conflicts) {
    const text = readFileSync(join(cwd, path), 'utf8');
    told += text;
    const head = text.search(/^---\r?\n(?![^]*^---\r?\n)/m);
    const conflict = /^<{7} .*\r?\n([^]*?)^={7}\r?\n([^]*?)^>{7} .*\r?\n/gm;
    const chosen = text.replace(conflict, (_, ours, theirs, at) =>
      at < head ? pick([ours, theirs]) : ours + theirs,
    );
    writeFileSync(join(cwd, path), chosen);
    git(cwd, 'add', '--', path);
    count.decided++;
  }
  return told;
}

/**
 * Checks the reviewers written by hand: one of them must be in the document, and the others must have been reported. Plain
 * git may apply an edit to a similar document instead, which is accepted if it was reported.
 */
function expectReviewers(specs, reviewers, told, isDriven, where) {
  for (const [id, byClone] of reviewers) {
    const values = [...byClone.values()];
    const { ref, reviewer } = specs.find((spec) => spec.id === id) ?? {};
    const isElsewhere = (value) => specs.some((spec) => spec.id !== id && spec.reviewer === value);
    const strayed = isDriven ? [] : values.filter((value) => value !== reviewer && isElsewhere(value));
    count.strayed += strayed.length;
    if (!values.includes(reviewer) && strayed.length === 0)
      complain('lost', `reviewer ${values.join(', ')} of ${ref ?? id}, now ${reviewer} ${where}`);
    for (const value of values)
      if (value !== reviewer && !told.includes(value))
        complain('lost', `reviewer ${value} of ${ref} without a word ${where}`);
  }
}

function merges(until) {
  for (let round = 0; Date.now() < until; round++) {
    // Every second project has the merge driver, every fourth has no `.gitattributes`, every third converts line endings.
    const isDriven = round % 2 === 0;
    const origin = project(`merge${round}`, ...(isDriven ? ['--merge-driver'] : []));
    if (round % 4 === 3) rmSync(join(origin, '.gitattributes'));
    for (const name of ['a', 'b', 'c', 'd']) run(origin, ['create', name]);
    git(origin, 'add', '-A');
    git(origin, 'commit', '-qm', 'base');
    const clones = [0, 1, 2].map((i) => {
      const clone = join(base, `merge${round}-${i}`);
      cpSync(origin, clone, { recursive: true });
      if (round % 3 === 2) git(clone, 'config', 'core.autocrlf', 'true');
      git(clone, 'checkout', '-qb', `clone${i}`);
      return clone;
    });
    const said = [];
    const written = [];
    /** Reviewers that were written by hand, by spec and clone. */
    const reviewers = new Map();
    let told = '';
    clones.forEach((clone, i) => {
      for (let step = 0; step < 4; step++) {
        const spec = pick(specsOf(clone));
        const tag = `t${i}${step}`;
        if (random(5) === 0) {
          const { words, reviewer } = byHand(clone, spec, tag);
          if (words !== undefined) written.push(words);
          else reviewers.set(spec.id, (reviewers.get(spec.id) ?? new Map()).set(i, reviewer));
          continue;
        }
        const command = pick([
          ['update', spec.ref, '--add-tag', tag],
          ['update', spec.ref, '--add-tag', tag, '--priority', pick(['low', 'high'])],
          ['update', spec.ref, '--add-tag', tag, '--title', `Title ${tag}`],
          ['create', `new ${pick(['x', 'y', i])}`, '--tags', tag],
          ['archive', spec.ref],
          ['renumber', spec.ref],
        ]);
        const { status } = run(clone, command, { actor: `actor${i}` });
        if (status === 0 && command.includes(tag)) said.push(tag);
      }
      git(clone, 'add', '-A');
      git(clone, 'commit', '-qm', `clone ${i}`);
    });
    const merged = join(base, `merge${round}-all`);
    cpSync(clones[0], merged, { recursive: true });
    const ways = [];
    for (const i of [1, 2]) {
      const branch = `clone${i}`;
      const integration = pick(Object.keys(INTEGRATIONS));
      ways.push(integration);
      git(merged, 'fetch', '-q', clones[i], `${branch}:${branch}`);
      const tree = git(merged, 'merge-tree', '--write-tree', '--name-only', 'clone0', branch);
      if (tree.status === 1 && /^\.spectool\/log\//m.test(tree.stdout))
        complain('unresolved', `log conflict of merge-tree in round ${round}`);
      INTEGRATIONS[integration](merged, branch);
      count.merges++;
      const conflicted = git(merged, 'diff', '--name-only', '--diff-filter=U').stdout;
      if (/\.spectool\/log\//.test(conflicted)) complain('unresolved', `log conflict in round ${round}`);
      const { status, stdout } = run(merged, ['resolve', '--json']);
      told += stdout;
      if (status === 1) told += decide(merged, JSON.parse(stdout).conflicts);
      const again = status === 0 ? undefined : run(merged, ['resolve']);
      if (again !== undefined && again.status !== 0)
        complain('unresolved', `round ${round}, ${integration}: ${again.stdout}${again.stderr}`.trim());
      told += run(merged, ['validate', '--json', '--all']).stdout;
      run(merged, ['validate', '--fix']);
      settle(merged, integration, branch);
    }
    const specs = specsOf(merged);
    const where = `in round ${round} (${ways.join(', ')}${isDriven ? ', with the driver' : ''})`;
    const tags = specs.flatMap((spec) => spec.tags);
    for (const tag of said) if (!tags.includes(tag)) complain('lost', `${tag} ${where}`);
    const texts = specs.map(({ path }) => readFileSync(join(merged, path, 'README.md'), 'utf8')).join('\n');
    for (const words of written) if (!texts.includes(words)) complain('lost', `"${words}" ${where}`);
    expectReviewers(specs, reviewers, told, isDriven, where);
    const ids = specs.map(({ id }) => id);
    if (new Set(ids).size !== ids.length) complain('doubled', `ids ${where}`);
    if (new Set(specs.map(({ sequence }) => sequence)).size !== specs.length)
      complain('doubled', `numbers ${where}`);
    for (const { ref, broken } of specs) if (broken) complain('torn', `${ref} ${where}`);
    for (const folder of [origin, merged, ...clones])
      if (count.lost + count.doubled + count.torn + count.unresolved === 0)
        rmSync(folder, { recursive: true, force: true });
  }
}

const PARTS = {
  parallel: () => parallelWriters(),
  texts: () => textWriters({ lines, updates, seconds: writing }),
  calls: (until) => killsAtEveryCall(until),
  atTheWrite: () => killsAtTheWrite(),
  kills: (until) => kills(until),
  worktrees: (until) => worktrees(until),
  merges: (until) => merges(until),
  claims: (until) => claims((until - Date.now()) / 3),
};
/** Fraction of the total time for each part of the test that runs until a deadline. Parts not listed run to completion. */
const SHARES = { calls: 0.4, kills: 0.15, worktrees: 0.15, merges: 0.2, claims: 1 };

process.stdout.write(`seed ${seed}, ${seconds} s, in ${base}\n`);
for (const name of option('only', Object.keys(PARTS).join(',')).split(','))
  await PARTS[name](Date.now() + seconds * 1000 * (only ? 1 : (SHARES[name] ?? 1)));
for (const [name, number] of Object.entries(count))
  process.stdout.write(`${name.padEnd(12)}${String(number).padStart(8)}\n`);
for (const complaint of complaints) process.stdout.write(`  ${complaint}\n`);
if (wentWrong() === 0) rmSync(base, { recursive: true, force: true });
process.exit(wentWrong() === 0 ? 0 : 1);
