import { beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { MemoryFileSystem } from '../../src/adapters/memory/memoryFileSystem.js';
import { MemoryRegistry, NoRepository, type RegistryState } from '../../src/adapters/memory/testDoubles.js';
import { createTestSpectool, type TestSpectool } from '../../src/composition/testing.js';
import { SpectoolError } from '../../src/domain/errors/spectoolError.js';
import { LOG_FOLDER } from '../../src/domain/project/projectFolders.js';
import { filesOf } from '../support/memoryBranches.js';
import { expectRefusalOf } from '../support/thrownError.js';

let actor: string;
/** If set, the reason why git cannot list other branches. The claims of other worktrees are then unknown, too. */
let tool: TestSpectool;

const BODY = '# A\n\n## Problem\n\nOne.\n\n## Success Criteria\n\n- [x] a\n- [ ] b\n';

async function project(registry = new MemoryRegistry()): Promise<TestSpectool> {
  const made = createTestSpectool({ ports: { actors: { actor: () => actor }, registry } });
  actor = 'ada';
  await made.initProject.execute({ agentTools: 'none' });
  await made.createSpec.execute({ name: 'a', body: BODY });
  return made;
}

beforeEach(async () => {
  tool = await project();
});

type Change = {
  readonly events: readonly unknown[];
  readonly warnings: readonly { readonly code: string }[];
};

/** The commands in the table of the documentation, by the words in the first column of the table. */
const ACTS: Readonly<Record<string, () => Promise<Change>>> = {
  claim: () => tool.claimSpecs.execute({ specs: ['1'] }),
  'claim --steal --reason': () => tool.claimSpecs.execute({ specs: ['1'], steal: true, reason: 'gone' }),
  release: () => tool.releaseSpec.execute({ spec: '1' }),
  'release --status planned': () => tool.releaseSpec.execute({ spec: '1', status: 'planned' }),
  'update --status complete': () =>
    tool.updateSpec.execute({ spec: '1', status: 'complete', force: true, reason: 'enough' }),
  'update --assignee': () => tool.updateSpec.execute({ spec: '1', assignee: 'zoe' }),
  'update --priority': () => tool.updateSpec.execute({ spec: '1', priority: 'high' }),
  check: () => tool.checkCriteria.execute({ spec: '1', criteria: ['2'] }),
  uncheck: () => tool.uncheckCriteria.execute({ spec: '1', criteria: ['1'] }),
  'add-criterion': () => tool.addCriterion.execute({ spec: '1', text: 'c' }),
  note: () => tool.addNote.execute({ spec: '1', text: 'seen' }),
  'section --append': () => tool.replaceSection.execute({ spec: '1', heading: 'Problem', append: 'Two.' }),
  'archive --outcome': () =>
    tool.archiveSpecs.execute({ specs: ['1'], outcome: 'deferred', reason: 'later' }),
  'delete --reason': () => tool.deleteSpec.execute({ spec: '1', reason: 'twice', force: true }),
  undo: async () => {
    const { events } = await tool.showHistory.execute({ spec: '1' });
    const claim = events.find(({ type }) => type === 'SpecClaimed');
    const result = await tool.undoChange.execute({ event: claim?.id ?? events.at(-1)?.id });
    return { events: result.events, warnings: result.warnings };
  },
  renumber: () => tool.renumberSpec.execute({ spec: '1', to: 7 }),
};

async function outcome(act: () => Promise<Change>): Promise<string> {
  try {
    const { events, warnings } = await act();
    const codes = warnings.map(({ code }) => code);
    if (codes.includes('CLAIMED') || codes.includes('BLOCKED')) return 'warned';
    return events.length === 0 ? 'nothing' : 'done';
  } catch (error) {
    if (error instanceof SpectoolError) return error.code;
    throw error;
  }
}

const page = readFileSync('docs/sharing.md', 'utf8');
const acts = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '))
  .filter((cells) => cells.length === 6)
  .flatMap(([names = '', ...outcomes]) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, ...outcomes]),
  );

it('the table of claims in the documentation lists every command once', () => {
  expect(acts.map(([name]) => name).sort()).toEqual(Object.keys(ACTS).sort());
});

describe.each(acts)('the command "%s"', (name = '', holder, other, late, free, byUpdate) => {
  const act = () => (ACTS[name] as () => Promise<Change>)();
  const claimed = async () => {
    actor = 'kim';
    await tool.claimSpecs.execute({ specs: ['1'] });
  };

  it(`by the holder has the outcome ${holder}`, async () => {
    await claimed();
    expect(await outcome(act)).toBe(holder);
  });

  it(`by another actor has the outcome ${other}`, async () => {
    await claimed();
    actor = 'lee';
    const before = tool.files.readText('specs/001-a/README.md');
    expect(await outcome(act)).toBe(other);
    if (other === 'ALREADY_CLAIMED') expect(tool.files.readText('specs/001-a/README.md')).toBe(before);
  });

  it(`by another actor after the lease ended has the outcome ${late}`, async () => {
    await claimed();
    actor = 'lee';
    tool.clock.advance({ hours: 4 });
    expect(await outcome(act)).toBe(late);
  });

  it(`when no actor holds the spec has the outcome ${free}`, async () => {
    await tool.updateSpec.execute({ spec: '1', status: 'in-progress' });
    tool.clock.advance({ hours: 4 });
    actor = 'lee';
    expect(await outcome(act)).toBe(free);
  });

  it(`after an actor who worked alone set the spec in progress with update has the outcome ${byUpdate}`, async () => {
    actor = 'kim';
    tool = await project();
    await tool.updateSpec.execute({ spec: '1', status: 'in-progress' });
    actor = 'lee';
    expect(await outcome(act)).toBe(byUpdate);
  });
});

it.each([
  ['planned', [], 'done'],
  ['in progress', ['in-progress'], 'done'],
  ['complete', ['in-progress', 'complete'], 'NOT_CLAIMABLE'],
] as const)(
  'claim of a spec that is %s has the result that the documentation says',
  async (_, steps, result) => {
    for (const status of steps)
      await tool.updateSpec.execute({
        spec: '1',
        status,
        ...(status === 'complete' && { force: true, reason: 'x' }),
      });
    expect(await outcome(ACTS['claim'] as () => Promise<Change>)).toBe(result);
  },
);

it('claim of a spec that is archived or blocked has the result that the documentation says', async () => {
  const { spec } = await tool.createSpec.execute({ name: 'b' });
  await tool.updateSpec.execute({ spec: '1', dependsOn: [spec.ref] });
  expect(await outcome(ACTS['claim'] as () => Promise<Change>)).toBe('warned');
  await ACTS['archive --outcome']?.();
  expect(await outcome(ACTS['claim'] as () => Promise<Change>)).toBe('NOT_CLAIMABLE');
});

describe('claimSpecs', () => {
  it('claims either all given specs or none', async () => {
    await tool.createSpec.execute({ name: 'b' });
    actor = 'kim';
    await tool.claimSpecs.execute({ specs: ['2'] });
    actor = 'lee';
    await expectRefusalOf(() => tool.claimSpecs.execute({ specs: ['1', '2'] }), 'ALREADY_CLAIMED', {
      details: {
        spec: '002-b',
        holder: 'kim',
        since: '2026-01-05T10:00:00.000Z',
        until: '2026-01-05T14:00:00.000Z',
      },
    });
    const { specs } = await tool.listSpecs.execute();
    expect(specs.map(({ claim }) => claim?.by)).toEqual([undefined, 'kim']);
  });

  it('writes one record, which an older build reads as an ordinary change', async () => {
    actor = 'kim';
    const { specs, events, registry } = await tool.claimSpecs.execute({ specs: ['1'], lease: '2d' });
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
    expect(events.map(({ type }) => type)).toEqual(['SpecClaimed', 'StatusChanged', 'FieldsChanged']);
    expect(specs[0]).toMatchObject({
      status: 'in-progress',
      assignee: 'kim',
      claim: { until: '2026-01-07T10:00:00.000Z' },
    });
    expect(registry).toBe('local');
  });

  it('refuses a reason without --steal, and an empty list of specs', async () => {
    await expectRefusalOf(() => tool.claimSpecs.execute({ specs: ['1'], reason: 'x' }), 'USAGE');
    await expect(tool.claimSpecs.execute({ specs: [] })).rejects.toMatchObject({ code: 'USAGE' });
  });
});

describe('claimNext', () => {
  it('claims the first spec that is ready, and says why when no spec is ready', async () => {
    await tool.createSpec.execute({ name: 'b', priority: 'high', assignee: 'zoe', body: BODY });
    await tool.createSpec.execute({ name: 'c', priority: 'high', dependsOn: ['1'] });
    actor = 'kim';
    expect((await tool.claimNext.execute({})).spec.ref).toBe('001-a');
    await expectRefusalOf(() => tool.claimNext.execute({}), 'NOTHING_READY', {
      message:
        'There is nothing to claim: 1 spec is claimed by @kim: 001-a; 1 spec waits for other specs: 003-c; 1 spec is assigned to @zoe: 002-b.',
      details: { blocked: 1, claimed: 1, assigned: 1 },
    });
    expect((await tool.claimNext.execute({ assignee: 'zoe' })).spec.ref).toBe('002-b');
    actor = 'lee';
    tool.clock.advance({ hours: 5 });
    expect((await tool.nextSpecs.execute({})).specs.map(({ ref }) => ref)).toEqual(['002-b', '001-a']);
    expect((await tool.claimNext.execute({})).spec).toMatchObject({ ref: '002-b', assignee: 'lee' });
  });

  it('claims only specs with the given tags', async () => {
    await expect(tool.claimNext.execute({ tags: ['x'] })).rejects.toMatchObject({
      message: 'There is nothing to claim: nothing is planned.',
    });
  });
});

describe('Claims in several worktrees of one clone:', () => {
  /** Returns two worktrees that read each other's log and share one registry. */
  async function worktrees(...more: readonly string[]) {
    const state: RegistryState = {};
    const here = await project(new MemoryRegistry(state));
    for (const name of more) await here.createSpec.execute({ name, priority: 'low', body: BODY });
    const logOf = (stream: string) =>
      here.files
        .list(`${LOG_FOLDER}/${stream}`)
        .map(({ name }) => here.files.readText(`${LOG_FOLDER}/${stream}/${name}`) ?? '');
    const repository = Object.assign(new NoRepository(), {
      logsInWorktrees: (streams: readonly string[]) =>
        new Map(streams.map((stream) => [stream, logOf(stream)])),
      worktrees: () => ({ own: 'wt', names: ['wt'] }),
    });
    const fileSystem = new MemoryFileSystem('/other');
    for (const [path, text] of Object.entries(filesOf(here.files))) fileSystem.write(path, text);
    const ports = {
      actors: { actor: () => actor },
      ...repository.ports,
      registry: new MemoryRegistry(state, '/other'),
    };
    const there = createTestSpectool({ fileSystem, ports });
    return { here, there, state };
  }

  it('a claim is listed in all worktrees, blocks other actors in them, and ends in them when it is released', async () => {
    const { here, there } = await worktrees();
    actor = 'kim';
    await here.claimSpecs.execute({ specs: ['1'] });
    actor = 'lee';
    const [seen] = (await there.listSpecs.execute()).specs;
    expect(seen?.claim).toMatchObject({ by: 'kim' });
    await expectRefusalOf(() => there.claimSpecs.execute({ specs: ['1'] }), 'ALREADY_CLAIMED');
    await expectRefusalOf(
      () => there.updateSpec.execute({ spec: '1', status: 'in-progress' }),
      'ALREADY_CLAIMED',
    );
    const { warnings } = await there.updateSpec.execute({ spec: '1', priority: 'high' });
    expect(warnings.map(({ code }) => code)).toContain('CLAIMED');
    await expect(there.claimNext.execute({})).rejects.toMatchObject({ code: 'NOTHING_READY' });
    actor = 'kim';
    await expectRefusalOf(() => there.claimSpecs.execute({ specs: ['1'] }), 'ALREADY_CLAIMED');
    await here.releaseSpec.execute({ spec: '1', status: 'planned' });
    actor = 'lee';
    expect((await there.listSpecs.execute()).specs[0]?.claim).toBeUndefined();
    expect((await there.claimNext.execute({})).spec.claim).toMatchObject({ by: 'lee', place: 'wt' });
  });

  it('a spec completed in one worktree cannot be claimed in another, even before a merge', async () => {
    const { here, there } = await worktrees('b');
    actor = 'kim';
    await here.claimSpecs.execute({ specs: ['1'] });
    await here.updateSpec.execute({ spec: '1', status: 'complete', force: true, reason: 'enough' });
    actor = 'lee';
    await expectRefusalOf(() => there.claimSpecs.execute({ specs: ['1'] }), 'NOT_CLAIMABLE', {
      message: '001-a is complete in another worktree of this clone: there is nothing to work on.',
    });
    expect((await there.claimNext.execute({})).spec.ref).toMatch(/-b$/);
    await expect(there.claimNext.execute({})).rejects.toMatchObject({ code: 'NOTHING_READY' });
    actor = 'kim';
    await here.updateSpec.execute({ spec: '1', status: 'in-progress', force: true, reason: 'again' });
    await here.releaseSpec.execute({ spec: '1' });
    actor = 'lee';
    expect((await there.claimNext.execute({})).spec.ref).toBe('001-a');
  });
});

it('a claim of a spec that is assigned to another person says so, and a release assigns the spec to that person again', async () => {
  await tool.updateSpec.execute({ spec: '1', assignee: 'lee' });
  actor = 'kim';
  const claimed = await tool.claimSpecs.execute({ specs: ['1'] });
  expect(claimed.warnings.map(({ code }) => code)).toContain('ASSIGNEE_REPLACED');
  expect((await tool.releaseSpec.execute({ spec: '1' })).spec.assignee).toBe('lee');
});

it('a spec in progress that its holder released can be begun again', async () => {
  await tool.claimSpecs.execute({ specs: ['1'] });
  const { warnings } = await tool.releaseSpec.execute({ spec: '1' });
  expect(warnings.map(({ code }) => code)).toEqual(['LEFT_IN_PROGRESS']);
  expect((await tool.nextSpecs.execute({})).specs[0]?.ref).toBe('001-a');
});
