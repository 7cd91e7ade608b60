import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Status } from '../../src/domain/fields/statusAndPriority.js';
import { MemoryRemote } from '../support/memoryRemote.js';
import { codesOf, HOUR, MemoryClone, remoteTextOf } from '../support/memoryClone.js';
import { expectRefusalOf, refusalOf } from '../support/thrownError.js';

/** A claim of another clone as 4c2cc0ff, an earlier version, wrote it. */
const THEIRS = {
  state: 'claimed',
  name: '001-a',
  by: 'max',
  since: '2026-02-01T11:00:00.000Z',
  written: '2026-02-01T11:30:00.000Z',
  lease: 14_400,
  clone: 'c1',
};

let remote: MemoryRemote;
let kim: MemoryClone;
let lee: MemoryClone;
beforeEach(() => {
  remote = new MemoryRemote();
  [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
});

describe('claims across clones', () => {
  it('give a spec to one clone only, and tell the other who has it', async () => {
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    expect(remoteTextOf(remote)).toMatchObject({ state: 'claimed', by: 'kim', name: '001-a', lease: 14_400 });
    const refusal = await refusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'] }));
    expect(refusal).toMatchObject({
      code: 'ALREADY_CLAIMED',
      details: { holder: 'kim', remote: 'origin', until: '2026-02-01T16:00:00.001Z' },
    });
    expect((await lee.tool.viewSpec.execute({ spec: '1' })).spec.status).toBe('planned');
  });

  it('cost two connections, and none for a change that is no claim', async () => {
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    expect(remote.asked).toBe(2);
    await kim.tool.addNote.execute({ spec: '1', text: 'Begun.' });
    expect(remote.asked).toBe(2);
  });

  it('are given back by a release', async () => {
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    await kim.tool.releaseSpec.execute({ spec: '1' });
    expect(remote.entries.size).toBe(0);
    await lee.tool.claimSpecs.execute({ specs: ['1'] });
    expect(remoteTextOf(remote)).toMatchObject({ by: 'lee' });
  });

  it('are renewed by the first change in each half of the lease', async () => {
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const before = remote.entries.get('spec1')?.version;
    await kim.after(1.9 * HOUR).tool.addNote.execute({ spec: '1', text: 'One.' });
    expect(remote.entries.get('spec1')?.version).toBe(before);
    await kim.after(0.2 * HOUR).tool.addNote.execute({ spec: '1', text: 'Two.' });
    const renewed = remote.entries.get('spec1')?.version;
    expect(renewed).not.toBe(before);
    await kim.after(1.8 * HOUR).tool.addNote.execute({ spec: '1', text: 'Three.' });
    expect(remote.entries.get('spec1')?.version).toBe(renewed);
    await kim.after(0.2 * HOUR).tool.addNote.execute({ spec: '1', text: 'Four.' });
    expect(remote.entries.get('spec1')?.version).not.toBe(renewed);
  });

  it('end with their lease, and the former holder is told with the next change that renews it', async () => {
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    lee.after(3.9 * HOUR);
    await expectRefusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'] }), 'ALREADY_CLAIMED');
    await lee.after(0.2 * HOUR).tool.claimSpecs.execute({ specs: ['1'] });
    expect(remoteTextOf(remote)).toMatchObject({ by: 'lee' });
    const told = await kim.after(5 * HOUR).tool.addNote.execute({ spec: '1', text: 'Still here.' });
    expect(codesOf(told)).toContain('CLAIM_LOST');
    expect(remoteTextOf(remote)).toMatchObject({ by: 'lee' });
  });

  it('of a clock that is ahead end as if they were made now', async () => {
    await kim.after(48 * HOUR).tool.claimSpecs.execute({ specs: ['1'] });
    expect(await refusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'] }))).toMatchObject({
      details: { until: '2026-02-01T16:00:00.001Z' },
    });
  });

  it('are taken over with a reason', async () => {
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const { specs } = await lee.tool.claimSpecs.execute({ specs: ['1'], steal: true, reason: 'kim is away' });
    expect(specs[0]?.claim).toMatchObject({ by: 'lee' });
    expect(specs[0]?.claim).not.toHaveProperty('remote');
    expect(remoteTextOf(remote)).toMatchObject({ by: 'lee' });
    const released = await kim.tool.releaseSpec.execute({ spec: '1' });
    expect(codesOf(released)).toContain('CLAIM_LOST');
    expect(remoteTextOf(remote)).toMatchObject({ by: 'lee' });
  });

  it('are not taken over by the change after a takeover that was refused', async () => {
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    await refusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'], steal: true }));
    const done = { spec: '1', status: 'complete', force: true, reason: 'x' } as const;
    await expectRefusalOf(() => lee.tool.updateSpec.execute(done), 'ALREADY_CLAIMED');
  });

  it('of a spec that a clone has completed are refused, until its log has come', async () => {
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    await kim.tool.updateSpec.execute({ spec: '1', status: 'complete' });
    expect(remoteTextOf(remote)).toMatchObject({ state: 'complete', by: 'kim', branch: 'main' });
    const refusal = await refusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'] }));
    expect(refusal).toMatchObject({ code: 'NOT_CLAIMABLE' });
    expect((refusal as Error).message).toContain('in another clone on branch main');
    const asked = remote.asked;
    await kim.tool.addNote.execute({ spec: '1', text: 'Done.' });
    expect(remote.asked).toBe(asked);
  });

  it('let next pass over the specs of other clones', async () => {
    const clones = ['kim', 'lee', 'max'].map((actor) => new MemoryClone(remote, actor));
    for (const { project } of clones)
      for (const n of [2, 3])
        project.spec(`00${String(n)}-b`, `id: spec${String(n)}\nstatus: planned\ncreated: 2026-01-01`);
    const taken = [];
    for (const { tool } of clones) taken.push((await tool.claimNext.execute({})).spec.ref);
    expect(taken.sort()).toEqual(['001-a', '002-b', '003-b']);
    const fourth = new MemoryClone(remote, 'sam');
    expect(await refusalOf(() => fourth.tool.claimNext.execute({}))).toMatchObject({ code: 'NOTHING_READY' });
  });

  it('are given back if one of several is refused, or the change fails', async () => {
    for (const { project } of [kim, lee])
      project.spec('002-b', 'id: spec2\nstatus: planned\ncreated: 2026-01-01');
    await kim.tool.claimSpecs.execute({ specs: ['2'] });
    await expectRefusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1', '2'] }), 'ALREADY_CLAIMED');
    expect([...remote.entries.keys()]).toEqual(['spec2']);
    lee.project.files.write('specs/001-a/README.md', '---\nid: spec1\nstatus: [\n---\n');
    expect(await refusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'] }))).toBeInstanceOf(Error);
    expect([...remote.entries.keys()]).toEqual(['spec2']);
  });

  it('that this clone refuses anyway do not ask the remote', async () => {
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const lee = new MemoryClone(remote, 'lee', kim.now, kim.project.files);
    const { asked } = remote;
    await refusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'] }));
    expect(remote.asked).toBe(asked);
  });

  it('go on while the remote does not answer, with one warning, and are told to it by the next claim of the spec', async () => {
    remote.failure = 'could not resolve host';
    const offline = await kim.tool.claimSpecs.execute({ specs: ['1'] });
    expect(codesOf(offline).filter((code) => code === 'REMOTE_UNREACHABLE')).toHaveLength(1);
    expect(offline.specs[0]?.claim?.by).toBe('kim');
    const { asked } = remote;
    expect(codesOf(await kim.tool.claimNext.execute({}).catch(() => ({})))).toEqual([]);
    expect(remote.asked).toBe(asked + 1);
    remote.failure = undefined;
    await kim.tool.addNote.execute({ spec: '1', text: 'Begun.' });
    expect(codesOf(await kim.tool.primeProject.execute({}))).toContain('CLAIM_DIFFERS');
    expect(remote.entries.size).toBe(0);
    expect(codesOf(await kim.tool.claimSpecs.execute({ specs: ['1'] }))).toEqual(['UNCHANGED']);
    expect(remoteTextOf(remote)).toMatchObject({ by: 'kim' });
    expect(codesOf(await kim.tool.primeProject.execute({}))).not.toContain('CLAIM_DIFFERS');
  });

  it('that are over here while the remote did not answer are removed by a release', async () => {
    kim.project.spec('002-b', 'id: spec2\nstatus: planned\ncreated: 2026-01-01');
    await kim.tool.claimSpecs.execute({ specs: ['1', '2'] });
    remote.failure = 'no route to host';
    await kim.tool.releaseSpec.execute({ spec: '1' });
    await kim.tool.updateSpec.execute({ spec: '2', status: 'complete', force: true, reason: 'x' });
    remote.failure = undefined;
    const told = (await kim.tool.primeProject.execute({})).warnings ?? [];
    expect(told.filter(({ code }) => code === 'CLAIM_DIFFERS').map(({ message }) => message)).toEqual([
      'The remote origin still has a claim of 001-a that has ended here.',
      'The remote origin still has a claim of 002-b that has ended here.',
    ]);
    for (const spec of ['1', '2']) await kim.tool.releaseSpec.execute({ spec });
    expect(remoteTextOf(remote)).toBeNull();
    expect(remoteTextOf(remote, 'spec2')).toMatchObject({ state: 'complete' });
  });

  it('of two clones that were cut off: the first to reach the remote has it, the other is told', async () => {
    remote.failure = 'no route to host';
    for (const { tool } of [kim, lee]) await tool.claimSpecs.execute({ specs: ['1'] });
    remote.failure = undefined;
    await lee.tool.claimSpecs.execute({ specs: ['1'] });
    kim.project.spec('002-b', 'id: spec2\nstatus: planned\ncreated: 2026-01-01');
    const told = await kim.tool.claimSpecs.execute({ specs: ['2'] });
    expect(told.warnings).toContainEqual(
      expect.objectContaining({ code: 'CLAIM_LOST', message: expect.stringContaining('lee works on 001-a') }),
    );
    expect(remoteTextOf(remote)).toMatchObject({ by: 'lee' });
    const { warnings } = await kim.tool.releaseSpec.execute({ spec: '1' });
    expect(warnings[0]).toMatchObject({ code: 'CLAIM_LOST', advice: [{ useCase: 'claimNext' }] });
  });

  it('are made by setting the status, too', async () => {
    await kim.tool.updateSpec.execute({ spec: '1', status: 'in-progress' });
    expect(remoteTextOf(remote)).toMatchObject({ state: 'claimed', by: 'kim' });
    for (const begin of [
      () => lee.tool.claimSpecs.execute({ specs: ['1'] }),
      () => lee.tool.updateSpec.execute({ spec: '1', status: 'in-progress' }),
    ])
      await expectRefusalOf(begin, 'ALREADY_CLAIMED', { details: { holder: 'kim', remote: 'origin' } });
  });

  it.each<Status>(['in-progress', 'complete'])('keep other clones from setting %s', async (status) => {
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const request = { spec: '1', status, force: true, reason: 'x' };
    const refusal = await refusalOf(() => lee.tool.updateSpec.execute(request));
    expect(refusal).toMatchObject({ code: 'ALREADY_CLAIMED' });
    expect((await lee.tool.viewSpec.execute({ spec: '1' })).spec.status).toBe('planned');
    expect(remoteTextOf(remote)).toMatchObject({ state: 'claimed', by: 'kim' });
  });

  it('do not keep a second clone from ending a spec that the first has ended', async () => {
    await kim.tool.archiveSpecs.execute({ specs: ['1'] });
    const archived = await lee.tool.archiveSpecs.execute({ specs: ['1'] });
    expect(codesOf(archived)).not.toContain('CLAIM_LOST');
    expect(remoteTextOf(remote)).toMatchObject({ state: 'archived', by: 'kim' });
  });

  it('are shown by the board that reads the remote, and prime does not offer them', async () => {
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const { asked } = remote;
    const board = await lee.tool.showBoard.execute({ remote: true });
    expect(remote.asked).toBe(asked + 1);
    expect(board.columns.flatMap(({ specs }) => specs)).toMatchObject([
      { claim: { by: 'kim', remote: 'origin' } },
    ]);
    await kim.tool.updateSpec.execute({ spec: '1', status: 'complete', force: true, reason: 'x' });
    expect((await lee.tool.primeProject.execute({})).ready.total).toBe(0);
  });

  it('of the same actor in another clone are the claims of another, until its log has come', async () => {
    const [one, two] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'kim')];
    await one.tool.claimSpecs.execute({ specs: ['1'] });
    const refusal = await refusalOf(() => two.tool.claimSpecs.execute({ specs: ['1'] }));
    expect(refusal).toMatchObject({ code: 'ALREADY_CLAIMED' });
    expect((await two.tool.primeProject.execute({})).holding.total).toBe(0);
    const taken = await two.tool.claimSpecs.execute({
      specs: ['1'],
      steal: true,
      reason: 'the other is off',
    });
    expect(taken.events).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ stolenFrom: 'kim' }) }),
    );
    const later = new MemoryClone(remote, 'kim', two.now, two.project.files);
    await later.tool.updateSpec.execute({ spec: '1', status: 'complete', force: true, reason: 'x' });
    expect(remoteTextOf(remote)).toMatchObject({ state: 'complete' });
  });

  it('that are over are removed with the next change of a claim', async () => {
    for (const { project } of [kim, lee])
      for (const n of [2, 3])
        project.spec(`00${String(n)}-b`, `id: spec${String(n)}\nstatus: planned\ncreated: 2026-01-01`);
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    await kim.tool.archiveSpecs.execute({ specs: ['2'] });
    await lee.after(29 * 24 * HOUR).tool.claimSpecs.execute({ specs: ['3'] });
    expect([...remote.entries.keys()].sort()).toEqual(['spec2', 'spec3']);
    await lee.after(2 * 24 * HOUR).tool.releaseSpec.execute({ spec: '3' });
    expect(remote.entries.size).toBe(0);
  });

  it('that a clone has already are asked for again, and refused after a takeover', async () => {
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    expect(codesOf(await kim.tool.claimSpecs.execute({ specs: ['1'] }))).toEqual(['UNCHANGED']);
    await lee.tool.claimSpecs.execute({ specs: ['1'], steal: true, reason: 'kim is away' });
    await expectRefusalOf(() => kim.tool.claimSpecs.execute({ specs: ['1'] }), 'ALREADY_CLAIMED', {
      details: { holder: 'lee' },
    });
  });

  it('are read from what another clone wrote, without what is not safe to show', async () => {
    const text = JSON.stringify({
      ...THEIRS,
      state: 'complete',
      branch: '--exec=x',
      record: '/etc',
      more: 1,
    });
    remote.write({ spec: 'spec1', text });
    const refusal = await refusalOf(() =>
      new MemoryClone(remote, 'kim').tool.claimSpecs.execute({ specs: ['1'] }),
    );
    expect(refusal).toMatchObject({ code: 'NOT_CLAIMABLE', details: { spec: '001-a', remote: 'origin' } });
    expect((refusal as Error).message).not.toContain('exec');
  });

  it('of an earlier version are claims, and those of this clone are known by its log', async () => {
    remote.write({ spec: 'spec1', text: JSON.stringify(THEIRS) });
    await expectRefusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'] }), 'ALREADY_CLAIMED', {
      details: { holder: 'max', since: THEIRS.since, until: '2026-02-01T15:30:00.000Z' },
    });
    remote.write({ spec: 'spec1', was: remote.entries.get('spec1')?.version ?? '' });
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const own = { ...THEIRS, by: 'kim', since: kim.now, written: kim.now };
    const was = remote.entries.get('spec1')?.version ?? '';
    remote.write({ spec: 'spec1', text: JSON.stringify(own), was });
    expect(codesOf(await kim.tool.claimSpecs.execute({ specs: ['1'] }))).toEqual(['UNCHANGED']);
    await kim.tool.releaseSpec.execute({ spec: '1' });
    expect(remote.entries.size).toBe(0);
  });

  it('count here if the remote refuses them', async () => {
    remote.refusal = 'hook declined';
    const claimed = await kim.tool.claimSpecs.execute({ specs: ['1'] });
    expect(codesOf(claimed)).toContain('REMOTE_UNREACHABLE');
    expect(claimed.specs[0]?.claim?.by).toBe('kim');
  });

  it('are named as this clone names the spec, not as the remote does', async () => {
    await lee.tool.addNote.execute({ spec: '1', text: 'One.' });
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const text = JSON.stringify({ ...(remoteTextOf(remote) as object), name: '1 --as root' });
    const was = remote.entries.get('spec1')?.version ?? '';
    remote.write({ spec: 'spec1', text, was });
    const refusal = await refusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'] }));
    expect(refusal).toMatchObject({ details: { spec: '001-a' } });
  });

  it.each([
    'not JSON',
    '[]',
    '{"__proto__":{"state":"claimed"}}',
    JSON.stringify({ ...THEIRS, by: '\u001b[31mkim' }),
    JSON.stringify({ ...THEIRS, name: '' }),
    JSON.stringify({ ...THEIRS, state: 'taken' }),
    JSON.stringify({ ...THEIRS, since: 'soon' }),
    JSON.stringify({ ...THEIRS, written: '+275760-09-13T00:00:00Z' }),
    JSON.stringify({ ...THEIRS, lease: 1e99 }),
    JSON.stringify({ ...THEIRS, lease: '9' }),
    JSON.stringify({ ...THEIRS, clone: '../x' }),
    JSON.stringify({ ...THEIRS, name: 'x'.repeat(201) }),
  ])('replace what is no claim: %s', async (text) => {
    remote.write({ spec: 'spec1', text });
    await new MemoryClone(remote, 'kim').tool.claimSpecs.execute({ specs: ['1'] });
    expect(remoteTextOf(remote)).toMatchObject({ by: 'kim' });
  });
});
