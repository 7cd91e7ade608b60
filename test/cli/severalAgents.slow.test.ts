import { beforeAll, expect, it } from '@jest/globals';
import { GitSandbox } from '../support/gitSandbox.js';
import { run } from '../support/runProgram.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

interface Row {
  readonly ref: string;
  readonly status: string;
  readonly archived: boolean;
  readonly claim?: { readonly by: string; readonly expired?: true };
  readonly elsewhere?: object;
}

/** The worktree of one agent, and the name of the agent. */
interface Place {
  readonly root: string;
  readonly actor: string;
  readonly session?: string;
}

const BEGUN = Date.now();
let minute = 0;
let main: GitSandbox;
let ann: Place;
let bob: Place;
let lea: Place;

function spectool({ root, actor, session }: Place, line: string) {
  const env = {
    SPECTOOL_ACTOR: actor,
    SPECTOOL_NOW: new Date(BEGUN + minute * 60_000).toISOString(),
    ...(session !== undefined && { SPECTOOL_SESSION: session }),
  };
  return run(root, line.split(' '), { env });
}

function told(place: Place, line: string): unknown {
  const { status, stdout, stderr } = spectool(place, `${line} --json`);
  expect({ line, status, stderr: status === 0 ? '' : stderr }).toEqual({ line, status: 0, stderr: '' });
  return JSON.parse(stdout);
}

const specs = (place: Place) => (told(place, 'list --limit 50') as { specs: readonly Row[] }).specs;
const offered = (place: Place) =>
  (told(place, 'next --limit 50') as { specs: readonly Row[] }).specs.map(({ ref }) => ref);

/** Expects that `next` offers every spec that is neither complete nor claimed, and that each of these can be claimed. */
function queueHolds(place: Place): void {
  const ready = offered(place);
  const open = specs(place).filter(
    ({ status, claim, elsewhere }) =>
      status !== 'complete' && elsewhere === undefined && (claim === undefined || claim.expired === true),
  );
  expect({ actor: place.actor, minute, ready: ready.toSorted() }).toEqual({
    actor: place.actor,
    minute,
    ready: open.map(({ ref }) => ref).toSorted(),
  });
  const refused = ready.filter((ref) => spectool(place, `claim ${ref} --dry-run`).status !== 0);
  expect({ actor: place.actor, minute, refused }).toEqual({ actor: place.actor, minute, refused: [] });
}

function takenNext(place: Place): string {
  const held = specs(place).filter(({ claim }) => claim !== undefined && claim.expired !== true);
  const { spec } = told(place, 'next --claim') as { spec: Row };
  expect(held.map(({ ref }) => ref)).not.toContain(spec.ref);
  return spec.ref;
}

beforeAll(() => {
  main = new GitSandbox();
  ann = { root: main.root, actor: 'ann' };
  spectool(ann, 'init -y');
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']) {
    spectool(ann, `create ${name}`);
    spectool(ann, `section ${name} Problem --set Slow.`);
  }
  main.commit('eight specs');
  const worktree = temporaryFolder();
  main.git('worktree', 'add', '-q', `${worktree}/bob`, '-b', 'bob');
  bob = { root: `${worktree}/bob`, actor: 'bob' };
  main.git('clone', '-q', main.root, `${worktree}/lea`);
  lea = { root: `${worktree}/lea`, actor: 'lea' };
});

it('`next` offers every spec that no agent works on, and no other, throughout a day of several agents', () => {
  const places = () => [ann, bob];

  // Two agents that call `next --claim` get different specs.
  const first = takenNext(ann);
  const second = takenNext(bob);
  expect(second).not.toBe(first);
  places().forEach(queueHolds);

  // A released spec is offered again, and an assigned spec is offered first to its assignee.
  spectool(ann, `release ${first}`);
  expect(offered(bob)).toContain(first);
  const third = takenNext(ann);
  spectool(ann, `update ${third} --assignee lea`);
  expect(offered({ ...ann, actor: 'lea' })[0]).toBe(third);
  expect(spectool({ ...ann, actor: 'lea' }, 'prime').stdout).toContain('Assigned to you');
  places().forEach(queueHolds);

  // A spec that an agent sets in progress without a claim is not offered to other agents until a lease would end.
  const fourth = offered(ann).find((ref) => ref !== third && ref !== first) ?? '';
  spectool(ann, `update ${fourth} --status in-progress`);
  expect(offered(bob)).not.toContain(fourth);
  expect(spectool(bob, `claim ${fourth}`).stderr).toContain('ALREADY_CLAIMED');
  places().forEach(queueHolds);

  // An agent that has forgotten its work finds its claimed specs, their notes and next criteria with `prime`.
  spectool(bob, `add-criterion ${second} works`);
  spectool(bob, `note ${second} halfway`);
  const prime = spectool(bob, 'prime').stdout;
  expect(prime).toMatch(
    new RegExp(`specs/${second}/README\\.md; last note "halfway"; next criterion AC1 "works"`),
  );

  // After a crash of an agent, a new session of the same actor can claim the spec after ten minutes.
  const crashed = { ...bob, session: 'before' };
  const fifth = takenNext(crashed);
  expect(spectool({ ...bob, session: 'after' }, `claim ${fifth}`).stderr).toContain('ALREADY_CLAIMED');
  minute += 11;
  expect(spectool({ ...bob, session: 'after' }, `claim ${fifth}`).status).toBe(0);

  // A spec that is complete on another branch is not offered, also not in a clone that has fetched the branch.
  spectool(bob, `update ${second} --status complete --force --reason enough`);
  new GitSandbox(bob.root, []).commit('bob is done');
  expect(offered(ann)).not.toContain(second);
  new GitSandbox(lea.root, []).git('fetch', '-q');
  expect(offered(lea)).not.toContain(second);
  places().forEach(queueHolds);

  // `prime` reports a merge conflict first, and `resolve` resolves the conflict.
  spectool(bob, `update ${third} --priority high`);
  new GitSandbox(bob.root, []).commit('high');
  spectool(ann, `update ${third} --priority low`);
  main.commit('low');
  expect(() => main.git('merge', '-q', 'bob')).toThrow();
  expect(spectool(ann, 'prime').stdout.split('\n')[1]).toContain('spectool resolve');
  expect(spectool(ann, 'resolve').status).toBe(0);
  main.commit('merged');
  queueHolds(ann);

  // When all leases have ended, every spec that is not complete is offered again.
  minute += 24 * 60;
  expect(offered(ann)).toHaveLength(7);
  places().forEach(queueHolds);
});
