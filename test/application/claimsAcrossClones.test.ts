import { describe, expect, it } from '@jest/globals';
import { MemoryRemote } from '../support/memoryRemote.js';
import { codesOf, HOUR, MemoryClone, remoteTextOf } from '../support/memoryClone.js';
import { refusalOf } from '../support/thrownError.js';

const KEY = 'claims/';
/** What the remote has of another clone. */
const THEIRS = {
  state: 'claimed',
  name: '001-a',
  by: 'max',
  since: '2026-02-01T11:00:00.000Z',
  written: '2026-02-01T11:30:00.000Z',
  lease: 14_400,
  clone: 'c1',
};

describe('claims across clones', () => {
  it('give a spec to one clone only, and tell the other who has it', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    expect(remoteTextOf(remote)).toMatchObject({ state: 'claimed', by: 'kim', name: '001-a', lease: 14_400 });
    const refusal = await refusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'] }));
    expect(refusal).toMatchObject({
      code: 'ALREADY_CLAIMED',
      details: { holder: 'kim', remote: 'origin', until: '2026-02-01T16:00:00.000Z' },
    });
    expect((await lee.tool.viewSpec.execute({ spec: '1' })).spec).toMatchObject({
      status: 'planned',
      claim: { by: 'kim', remote: 'origin' },
    });
  });

  it('cost one connection, and none for a change that is no claim', async () => {
    const remote = new MemoryRemote();
    const kim = new MemoryClone(remote, 'kim');
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    expect(remote.asked).toBe(1);
    await kim.tool.addNote.execute({ spec: '1', text: 'Begun.' });
    expect(remote.asked).toBe(1);
  });

  it('are given back by a release', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    await kim.tool.releaseSpec.execute({ spec: '1' });
    expect(remote.entries.size).toBe(0);
    await lee.tool.claimSpecs.execute({ specs: ['1'] });
    expect(remoteTextOf(remote)).toMatchObject({ by: 'lee' });
  });

  it('are renewed by a change after half of the lease', async () => {
    const remote = new MemoryRemote();
    const kim = new MemoryClone(remote, 'kim');
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const before = remote.entries.get(`${KEY}spec1`)?.version;
    await kim.after(1.9 * HOUR).tool.addNote.execute({ spec: '1', text: 'One.' });
    expect(remote.entries.get(`${KEY}spec1`)?.version).toBe(before);
    await kim.after(0.2 * HOUR).tool.addNote.execute({ spec: '1', text: 'Two.' });
    expect(remote.entries.get(`${KEY}spec1`)?.version).not.toBe(before);
  });

  it.each([2, -2])('end by the clock of the reader, which may be %s days off', async (days) => {
    const remote = new MemoryRemote();
    const [kim, lee] = [
      new MemoryClone(remote, 'kim'),
      new MemoryClone(remote, 'lee').after(days * 24 * HOUR),
    ];
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    expect(await refusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'] }))).toMatchObject({
      code: 'ALREADY_CLAIMED',
    });
    lee.after(3.9 * HOUR);
    expect(await refusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'] }))).toMatchObject({
      code: 'ALREADY_CLAIMED',
    });
    await lee.after(0.2 * HOUR).tool.claimSpecs.execute({ specs: ['1'] });
    expect(remoteTextOf(remote)).toMatchObject({ by: 'lee' });
    // The former holder is told at the next change that renews the claim.
    const told = await kim.after(3 * HOUR).tool.addNote.execute({ spec: '1', text: 'Still here.' });
    expect(codesOf(told)).toContain('CLAIM_LOST');
  });

  it('are taken over with a reason', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    await lee.tool.claimSpecs.execute({ specs: ['1'], steal: true, reason: 'kim is away' });
    expect(remoteTextOf(remote)).toMatchObject({ by: 'lee' });
    const released = await kim.tool.releaseSpec.execute({ spec: '1' });
    expect(codesOf(released)).toContain('CLAIM_LOST');
    expect(remoteTextOf(remote)).toMatchObject({ by: 'lee' });
  });

  it('are not taken over by the change after a takeover that was refused', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    await refusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'], steal: true }));
    const done = { spec: '1', status: 'complete', force: true, reason: 'x' };
    expect(await refusalOf(() => lee.tool.updateSpec.execute(done))).toMatchObject({
      code: 'ALREADY_CLAIMED',
    });
  });

  it('of a spec that a clone has completed are refused, until its log has come', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
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
    const remote = new MemoryRemote();
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
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    for (const { project } of [kim, lee])
      project.spec('002-b', 'id: spec2\nstatus: planned\ncreated: 2026-01-01');
    await kim.tool.claimSpecs.execute({ specs: ['2'] });
    expect(await refusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1', '2'] }))).toMatchObject({
      code: 'ALREADY_CLAIMED',
    });
    expect([...remote.entries.keys()]).toEqual([`${KEY}spec2`]);
    lee.project.files.write('specs/001-a/README.md', '---\nid: spec1\nstatus: [\n---\n');
    expect(await refusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'] }))).toBeInstanceOf(Error);
    expect([...remote.entries.keys()]).toEqual([`${KEY}spec2`]);
  });

  it('that this clone refuses anyway do not ask the remote', async () => {
    const remote = new MemoryRemote();
    const kim = new MemoryClone(remote, 'kim');
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const lee = new MemoryClone(remote, 'lee', kim.now, kim.project.files);
    const { asked } = remote;
    await refusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'] }));
    expect(remote.asked).toBe(asked);
  });

  it('go on while the remote does not answer, with one warning, and are offered later', async () => {
    const remote = new MemoryRemote();
    const kim = new MemoryClone(remote, 'kim');
    kim.project.spec('002-b', 'id: spec2\nstatus: planned\ncreated: 2026-01-01');
    remote.failure = 'could not resolve host';
    const offline = await kim.tool.claimSpecs.execute({ specs: ['1'] });
    expect(codesOf(offline).filter((code) => code === 'REMOTE_UNREACHABLE')).toHaveLength(1);
    expect(offline.specs[0]?.claim?.by).toBe('kim');
    remote.failure = undefined;
    expect(codesOf(await kim.tool.claimSpecs.execute({ specs: ['2'] }))).not.toContain('REMOTE_UNREACHABLE');
    expect(remoteTextOf(remote)).toMatchObject({ by: 'kim' });
    expect(remoteTextOf(remote, 'spec2')).toMatchObject({ by: 'kim' });
  });

  it('of two clones that were cut off: the first to reach the remote has it, the other is told at once', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    remote.failure = 'no route to host';
    for (const { tool } of [kim, lee]) await tool.claimSpecs.execute({ specs: ['1'] });
    remote.failure = undefined;
    await lee.tool.createSpec.execute({ name: 'x' });
    await lee.tool.claimSpecs.execute({ specs: ['1'] });
    kim.project.spec('002-b', 'id: spec2\nstatus: planned\ncreated: 2026-01-01');
    const told = await kim.tool.claimSpecs.execute({ specs: ['2'] });
    expect(told.warnings).toContainEqual(
      expect.objectContaining({ code: 'CLAIM_LOST', message: expect.stringContaining('lee works on 001-a') }),
    );
    expect(remoteTextOf(remote)).toMatchObject({ by: 'lee' });
  });

  it('are made by setting the status, too', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    await kim.tool.updateSpec.execute({ spec: '1', status: 'in-progress' });
    expect(remoteTextOf(remote)).toMatchObject({ state: 'claimed', by: 'kim', byUpdate: true });
    expect(await refusalOf(() => lee.tool.claimSpecs.execute({ specs: ['1'] }))).toMatchObject({
      code: 'ALREADY_CLAIMED',
      details: { holder: 'kim', remote: 'origin' },
    });
    // As inside a clone, only a claim keeps others from setting the status.
    await lee.tool.updateSpec.execute({ spec: '1', status: 'in-progress' });
    expect(remoteTextOf(remote)).toMatchObject({ by: 'lee' });
  });

  it.each(['in-progress', 'complete'])('keep other clones from setting the status %s', async (status) => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const request = { spec: '1', status, force: true, reason: 'x' };
    const refusal = await refusalOf(() => lee.tool.updateSpec.execute(request));
    expect(refusal).toMatchObject({ code: 'ALREADY_CLAIMED' });
    expect((await lee.tool.viewSpec.execute({ spec: '1' })).spec.status).toBe('planned');
    expect(remoteTextOf(remote)).toMatchObject({ state: 'claimed', by: 'kim' });
  });

  it('do not keep a second clone from ending a spec that the first has ended', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    await kim.tool.archiveSpecs.execute({ specs: ['1'] });
    const archived = await lee.tool.archiveSpecs.execute({ specs: ['1'] });
    expect(codesOf(archived)).not.toContain('CLAIM_LOST');
    expect(remoteTextOf(remote)).toMatchObject({ state: 'archived', by: 'kim' });
  });

  it('are shown from what the clone last saw, and are not offered as ready', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const shown = async () => (await lee.tool.listSpecs.execute({})).specs[0]?.claim;
    expect((await lee.tool.nextSpecs.execute({})).specs).toHaveLength(1);
    expect(await shown()).toBeUndefined();
    const { asked } = remote;
    await lee.tool.showBoard.execute({ remote: true });
    expect(remote.asked).toBe(asked + 1);
    expect(await shown()).toMatchObject({ by: 'kim', remote: 'origin' });
    expect((await lee.tool.nextSpecs.execute({})).specs).toHaveLength(0);
    expect(remote.asked).toBe(asked + 1);
    await kim.tool.updateSpec.execute({ spec: '1', status: 'complete', force: true, reason: 'x' });
    const primed = await lee.tool.primeProject.execute({});
    expect(primed.ready.total).toBe(0);
    expect((await lee.tool.listSpecs.execute({})).specs[0]).toMatchObject({
      status: 'planned',
      elsewhere: { status: 'complete', remote: 'origin', branch: 'main' },
    });
  });

  it('of the same actor in another clone are the claims of another', async () => {
    const remote = new MemoryRemote();
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
  });

  it('end at once for a clone that sees them a week and more after their end', async () => {
    const remote = new MemoryRemote();
    const kim = new MemoryClone(remote, 'kim');
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const later = new MemoryClone(remote, 'lee').after(7.5 * 24 * HOUR);
    await later.tool.claimSpecs.execute({ specs: ['1'] });
    expect(remoteTextOf(remote)).toMatchObject({ by: 'lee' });
  });

  it('do not wait for a remote that has just taken too long', async () => {
    const remote = new MemoryRemote();
    const kim = new MemoryClone(remote, 'kim');
    remote.failure = 'git did not answer within 5 s';
    remote.isLate = true;
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const { asked } = remote;
    await kim.tool.addNote.execute({ spec: '1', text: 'One.' });
    expect(remote.asked).toBe(asked);
    remote.failure = undefined;
    await kim.after(HOUR / 30).tool.addNote.execute({ spec: '1', text: 'Two.' });
    expect(remoteTextOf(remote)).toMatchObject({ by: 'kim' });
  });

  it('that a clone has already are asked for again, and refused after a takeover', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    expect(codesOf(await kim.tool.claimSpecs.execute({ specs: ['1'] }))).toEqual(['UNCHANGED']);
    await lee.tool.claimSpecs.execute({ specs: ['1'], steal: true, reason: 'kim is away' });
    expect(await refusalOf(() => kim.tool.claimSpecs.execute({ specs: ['1'] }))).toMatchObject({
      code: 'ALREADY_CLAIMED',
      details: { holder: 'lee' },
    });
  });

  it('are read from what another clone wrote, without what is not safe to show', async () => {
    const remote = new MemoryRemote();
    const text = JSON.stringify({
      ...THEIRS,
      state: 'complete',
      branch: '--exec=x',
      record: '/etc',
      more: 1,
    });
    remote.write({ name: `${KEY}spec1`, text });
    const refusal = await refusalOf(() =>
      new MemoryClone(remote, 'kim').tool.claimSpecs.execute({ specs: ['1'] }),
    );
    expect(refusal).toMatchObject({ code: 'NOT_CLAIMABLE', details: { spec: '001-a', remote: 'origin' } });
    expect((refusal as Error).message).not.toContain('exec');
  });

  it('are missed with one warning an hour by changes that need not ask', async () => {
    const remote = new MemoryRemote();
    const kim = new MemoryClone(remote, 'kim');
    remote.failure = 'hook declined';
    expect(codesOf(await kim.tool.claimSpecs.execute({ specs: ['1'] }))).toContain('REMOTE_UNREACHABLE');
    const note = async () => codesOf(await kim.tool.addNote.execute({ spec: '1', text: `At ${kim.now}.` }));
    expect(await note()).toEqual([]);
    kim.after(1.5 * HOUR);
    expect(await note()).toEqual(['REMOTE_UNREACHABLE']);
    expect(await note()).toEqual([]);
    expect(codesOf(await kim.tool.releaseSpec.execute({ spec: '1' }))).not.toContain('REMOTE_UNREACHABLE');
    expect(codesOf(await kim.tool.claimSpecs.execute({ specs: ['1'] }))).toContain('REMOTE_UNREACHABLE');
  });

  it('are offered by the next change of the holder, if the remote has lost them', async () => {
    const remote = new MemoryRemote();
    const kim = new MemoryClone(remote, 'kim');
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    await new MemoryClone(remote, 'lee').tool.syncClaims.execute({ forget: true });
    await kim.tool.primeProject.execute({});
    await kim.tool.addNote.execute({ spec: '1', text: 'Still here.' });
    expect(remoteTextOf(remote)).toMatchObject({ by: 'kim' });
  });

  it('that a new clone has in its log are taken over with a reason', async () => {
    const remote = new MemoryRemote();
    const old = new MemoryClone(remote, 'kim');
    await old.tool.claimSpecs.execute({ specs: ['1'] });
    const now = new MemoryClone(remote, 'kim', old.now, old.project.files);
    const done = { spec: '1', status: 'complete' };
    expect(await refusalOf(() => now.tool.updateSpec.execute(done))).toMatchObject({
      code: 'ALREADY_CLAIMED',
    });
    const taken = await now.tool.claimSpecs.execute({ specs: ['1'], steal: true, reason: 'a new machine' });
    expect(taken.events).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ stolenFrom: 'kim' }) }),
    );
    await now.tool.updateSpec.execute({ ...done, force: true, reason: 'done' });
    expect(remoteTextOf(remote)).toMatchObject({ state: 'complete' });
  });

  it('are not lost when another clone begins again what this one has completed', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    await kim.tool.updateSpec.execute({ spec: '1', status: 'complete', force: true, reason: 'x' });
    await lee.tool.claimSpecs.execute({ specs: ['1'], steal: true, reason: 'It is broken.' });
    expect(codesOf(await kim.tool.syncClaims.execute({}))).toEqual([]);
  });

  it('are named as this clone names the spec, not as the remote does', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    await lee.tool.addNote.execute({ spec: '1', text: 'One.' });
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const text = JSON.stringify({ ...(remoteTextOf(remote) as object), name: '1 --as root' });
    const was = remote.entries.get(`${KEY}spec1`)?.version ?? '';
    remote.write({ name: `${KEY}spec1`, text, was });
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
    const remote = new MemoryRemote();
    remote.write({ name: `${KEY}spec1`, text });
    await new MemoryClone(remote, 'kim').tool.claimSpecs.execute({ specs: ['1'] });
    expect(remoteTextOf(remote)).toMatchObject({ by: 'kim' });
  });
});

describe('numbers across clones', () => {
  it('are never the same in two clones', async () => {
    const remote = new MemoryRemote();
    const clones = ['kim', 'lee', 'max'].map((actor) => new MemoryClone(remote, actor));
    const refs = [];
    for (const name of ['x', 'y'])
      for (const { tool } of clones) refs.push((await tool.createSpec.execute({ name })).spec.sequence);
    expect(refs).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('are taken without the remote while it does not answer', async () => {
    const remote = new MemoryRemote();
    const kim = new MemoryClone(remote, 'kim');
    remote.failure = 'no route to host';
    const created = await kim.tool.createSpec.execute({ name: 'x' });
    expect(created.spec.sequence).toBe(2);
    expect(codesOf(created)).toContain('REMOTE_UNREACHABLE');
  });

  it('that were taken without the remote are told to it later', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    remote.failure = 'no route to host';
    await kim.tool.createSpec.execute({ name: 'x' });
    remote.failure = undefined;
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    expect((await lee.tool.createSpec.execute({ name: 'y' })).spec.sequence).toBe(3);
    remote.failure = 'no route to host';
    await kim.tool.createSpec.execute({ name: 'z' });
    await lee.tool.createSpec.execute({ name: 'z' });
    remote.failure = undefined;
    for (const { tool } of [kim, lee]) await tool.syncClaims.execute({});
    expect(JSON.parse(remote.entries.get('next')?.text ?? '')).toMatchObject({ next: 5 });
  });

  it('are not those of another clone that chose its number itself', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    await kim.tool.renumberSpec.execute({ spec: '1', to: 50 });
    expect((await lee.tool.createSpec.execute({ name: 'x' })).spec.sequence).toBe(51);
    // A lower number changes nothing.
    await lee.tool.renumberSpec.execute({ spec: '1', to: 7 });
    expect((await kim.tool.createSpec.execute({ name: 'y' })).spec.sequence).toBe(52);
  });

  it.each(['{"next":999999999999}', '{"next":-5}', '{"next":"7"}', 'x'])(
    'do not follow a counter that cannot be right: %s',
    async (text) => {
      const remote = new MemoryRemote();
      remote.write({ name: 'next', text });
      const created = await new MemoryClone(remote, 'kim').tool.createSpec.execute({ name: 'x' });
      expect(created.spec.sequence).toBe(2);
      expect(JSON.parse(remote.entries.get('next')?.text ?? '')).toMatchObject({ next: 3 });
    },
  );
});
