// Simulates agents that work through one list of specs: in one working tree, in three worktrees of a clone, and in three
// clones that merge. In a clone, no two agents may work on the same spec. An agent whose claim conflicts with an earlier
// claim in another clone must be warned.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  base,
  complain,
  count,
  git,
  option,
  pick,
  project,
  random,
  run,
  specsOf,
  start,
} from './harness.mjs';

const AGENTS = ['ada', 'bea', 'cyd', 'dan', 'eva', 'fay'];
const BODY = '# Work\n\n## Success Criteria\n\n- [ ] first\n- [ ] second\n- [ ] third\n';

function ground(name) {
  const root = project(name);
  for (let i = 1; i <= SPECS; i++) {
    const needs = i % 4 === 0 ? ['--depends-on', String(1 + random(i - 1))] : [];
    run(root, ['create', `spec ${i}`, '--title', `Spec ${i}`, '--body', '-', ...needs], { input: BODY });
  }
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'base');
  return root;
}
const SPECS = 40;

async function spectool(root, actor, args) {
  const end = await start(root, [...args, '--json'], { env: { SPECTOOL_ACTOR: actor } }).ended;
  let json = {};
  try {
    json = JSON.parse(end.out || end.err || '{}');
  } catch {
    complain('torn', `${args.join(' ')} of ${actor} prints no JSON: ${end.out}${end.err}`);
  }
  return { status: end.status, json, code: json.error?.code };
}

const isTold = ({ json }) =>
  [json.warnings, json.findings].flat().some((one) => one?.code === 'CLAIMED_TWICE');

/** Records the claims and ticks of all agents, to check them afterwards. */
class Ledger {
  claims = [];
  ticks = [];
  /**
   * Number of claims that lost against an earlier claim in another clone; `told` counts those for which the agent was warned.
   */
  lost = 0;
  told = 0;

  claimed(actor, root, spec) {
    const { id, ref, claim } = spec;
    const mine = { actor, root, id, ref, since: claim?.since ?? '', hears: false, isDone: false };
    this.claims.push(mine);
    return mine;
  }
}

/** Claims the next spec and ticks its first criterion. @returns the claim; undefined if no spec is ready. */
async function begin(ledger, root, actor) {
  const next = await spectool(root, actor, ['next', '--claim']);
  if (next.status !== 0) {
    if (next.code !== 'NOTHING_READY')
      complain('torn', `next --claim of ${actor}: ${JSON.stringify(next.json)}`);
    return undefined;
  }
  const mine = ledger.claimed(actor, root, next.json.spec);
  await act(ledger, mine, ['check', mine.ref, '1']);
  return mine;
}

async function act(ledger, mine, args) {
  const end = await spectool(mine.root, mine.actor, args);
  if (isTold(end)) mine.hears = true;
  if (end.status === 0 && args[0] === 'check')
    ledger.ticks.push({ id: mine.id, ref: mine.ref, n: Number(args[2]), actor: mine.actor });
  return end;
}

async function finish(ledger, mine) {
  const { ref, actor } = mine;
  await act(ledger, mine, ['check', ref, '2']);
  if (random(3) === 0) {
    const early = await act(ledger, mine, ['update', ref, '--status', 'complete']);
    const { done = 0, total = 3 } = early.json.spec?.criteria ?? {};
    // The command may succeed if a merge has brought the tick of the last criterion from another clone; then no criterion is
    // open.
    if (early.status === 0 && done < total)
      complain('torn', `${ref} is complete with an open criterion (${actor})`);
  }
  if (random(4) === 0) await act(ledger, mine, ['note', ref, `by ${actor}`]);
  await act(ledger, mine, ['check', ref, '3']);
  const end = await act(ledger, mine, ['update', ref, '--status', 'complete']);
  mine.isDone = end.status === 0;
  return end;
}

/** Works as one agent: claims and completes specs until none can be begun. @returns the number of completed specs. */
async function worker(ledger, root, actor, until) {
  for (let did = 0; Date.now() < until; did++) {
    const mine = await begin(ledger, root, actor);
    if (mine === undefined) return did;
    const end = await finish(ledger, mine);
    if (end.status !== 0)
      complain('lost', `${mine.ref} by ${actor} is not complete: ${JSON.stringify(end.json)}`);
  }
  return 0;
}

function expectWorkedOnce(ledger, where) {
  const workers = new Map();
  for (const { id, ref, actor } of ledger.claims) {
    if (workers.has(id)) complain('doubled', `${ref} is worked by ${workers.get(id)} and ${actor} ${where}`);
    workers.set(id, actor);
  }
}

/** Checks that complete specs have no open criteria, that no tick is lost, and that documents agree with the log. */
function expectWhole(ledger, root, where, all = true) {
  const specs = specsOf(root);
  if (specs.length !== SPECS) complain('lost', `${SPECS - specs.length} specs ${where}`);
  for (const { ref, status, criteria, broken } of specs) {
    if (broken) complain('torn', `${ref} ${where}`);
    if (status === 'complete' && criteria.done !== criteria.total)
      complain('torn', `${ref} is complete with ${criteria.done} of ${criteria.total} ${where}`);
    if (all && status !== 'complete') complain('lost', `${ref} is ${status} ${where}`);
  }
  for (const { id, ref, n, actor } of ledger.ticks) {
    const spec = specs.find((one) => one.id === id);
    const text = spec === undefined ? '' : readFileSync(join(root, spec.path, 'README.md'), 'utf8');
    if (!new RegExp(`- \\[x\\] ${['first', 'second', 'third'][n - 1]}`).test(text))
      complain('lost', `tick ${n} of ${ref} by ${actor} ${where}`);
  }
  const { findings = [] } = JSON.parse(run(root, ['validate', '--json', '--all']).stdout || '{}');
  for (const { code, severity, message } of findings)
    if (severity === 'error') complain('torn', `${code} ${message} ${where}`);
}

async function oneTree(until) {
  const root = ground('claims-tree');
  const ledger = new Ledger();
  while (Date.now() < until) {
    const did = await Promise.all(AGENTS.map((actor) => worker(ledger, root, actor, until)));
    // Specs that became ready at the end of this round are claimed in the next round.
    if (did.every((specs) => specs === 0)) break;
  }
  expectWorkedOnce(ledger, 'in one tree');
  expectWhole(ledger, root, 'in one tree', Date.now() < until);
  tell('one tree', ledger);
}

/** Merges the branches of all working trees into each working tree, with git. */
function mergeAll(roots, branches) {
  for (const root of roots) {
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'work');
  }
  const [first, ...others] = roots;
  const together = (root, from, branch) => {
    if (existsSync(join(root, '.git/objects')) && from !== undefined)
      git(root, 'fetch', '-q', from, `+${branch}:refs/heads/${branch}`);
    git(root, 'merge', '--no-edit', '-q', branch);
    count.merges++;
    const { status, stdout, stderr } = run(root, ['resolve', '--json']);
    if (status !== 0) complain('unresolved', `merge of ${branch}: ${stdout}${stderr}`);
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', `merge ${branch}`);
  };
  others.forEach((root, i) => together(first, root, branches[i + 1]));
  others.forEach((root) => together(root, first, branches[0]));
}

async function threeWorktrees(until) {
  const main = ground('claims-worktrees');
  git(main, 'branch', '-M', 'main');
  const roots = [main];
  for (const name of ['second', 'third']) {
    const root = join(base, `claims-${name}`);
    git(main, 'worktree', 'add', '-q', '-b', name, root);
    roots.push(root);
  }
  const ledger = new Ledger();
  while (Date.now() < until) {
    const did = await Promise.all(AGENTS.map((actor, i) => worker(ledger, roots[i % 3], actor, until)));
    for (const root of roots) git(root, 'add', '-A');
    mergeAll(roots, ['main', 'second', 'third']);
    if (did.every((specs) => specs === 0)) break;
  }
  expectWorkedOnce(ledger, 'in three worktrees');
  for (const root of roots) expectWhole(ledger, root, 'in three worktrees', Date.now() < until);
  tell('three worktrees', ledger);
}

async function threeClones(until) {
  const origin = ground('claims-clones');
  git(origin, 'branch', '-M', 'clone0');
  const roots = [origin];
  for (const i of [1, 2]) {
    const clone = join(base, `claims-clone${i}`);
    git(base, 'clone', '-q', origin, clone);
    git(clone, 'checkout', '-q', '-b', `clone${i}`);
    roots.push(clone);
  }
  const ledger = new Ledger();
  for (let round = 0; Date.now() < until; round++) {
    const held = await Promise.all(AGENTS.map((actor, i) => begin(ledger, roots[i % 3], actor)));
    // Complete a third of the claimed specs before the merge; the others are still in progress.
    await Promise.all(held.map((mine) => mine && (pick([1, 0, 0]) ? finish(ledger, mine) : undefined)));
    const before = new Map(held.map((mine) => [mine, mine?.isDone]));
    mergeAll(roots, ['clone0', 'clone1', 'clone2']);
    await Promise.all(
      held.map(async (mine) => {
        if (mine === undefined || before.get(mine)) return;
        await finish(ledger, mine);
      }),
    );
    await expectTold(ledger, held.filter(Boolean), before, round);
    mergeAll(roots, ['clone0', 'clone1', 'clone2']);
    await giveUp(ledger, roots);
    if (held.every((mine) => mine === undefined)) break;
  }
  for (const [i, root] of roots.entries()) {
    const own = { ...ledger, claims: ledger.claims.filter((claim) => claim.root === root) };
    expectWorkedOnce(own, `in clone ${i}`);
    expectWhole(ledger, root, `in clone ${i}`, Date.now() < until);
  }
  tell('three clones', ledger);
}

/**
 * Checks that, if several agents claimed the same spec in one round, all but the earliest claim are reported to their agents
 * as lost.
 */
async function expectTold(ledger, held, before, round) {
  for (const mine of held) {
    const rivals = held.filter((other) => other.id === mine.id && other !== mine);
    const winner = [mine, ...rivals].sort((a, b) => (a.since < b.since ? -1 : 1))[0];
    if (winner === mine) continue;
    ledger.lost++;
    for (const args of [['view', mine.ref], ['validate']]) if (!mine.hears) await act(ledger, mine, args);
    if (mine.hears) ledger.told++;
    else
      complain(
        'lost',
        `the word to ${mine.actor} that ${winner.actor} has ${mine.ref}, round ${round}; done before the merge: ${winner.actor} ${before.get(winner)}, ${mine.actor} ${before.get(mine)}`,
      );
  }
}

/** Completes each spec that is still in progress, as the actor who holds it. */
async function giveUp(ledger, roots) {
  for (const { id, ref, actor, root } of ledger.claims) {
    const spec = specsOf(roots[0]).find((one) => one.id === id);
    if (spec?.status === 'in-progress' && spec.claim?.by === actor)
      await finish(ledger, { id, ref, actor, root });
  }
}

function tell(where, { claims, ticks, lost, told }) {
  const across = lost === 0 ? '' : `, ${lost} claims lost across clones, ${told} told`;
  process.stdout.write(`claims in ${where}: ${claims.length} claims, ${ticks.length} ticks${across}\n`);
}

/** Runs the three parts of the claims test. @param ms duration of each part in milliseconds. */
export async function claims(ms) {
  const parts = { tree: oneTree, worktrees: threeWorktrees, clones: threeClones };
  for (const name of option('places', Object.keys(parts).join(',')).split(','))
    await parts[name](Date.now() + ms);
}
