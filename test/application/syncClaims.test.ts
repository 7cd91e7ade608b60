import { describe, expect, it } from '@jest/globals';
import { MemoryRemote } from '../support/memoryRemote.js';
import { codesOf, HOUR, MemoryClone, remoteTextOf } from '../support/memoryClone.js';
import { MemoryProject } from '../support/memoryProject.js';
import { refusalOf } from '../support/thrownError.js';

describe('syncClaims', () => {
  it('says so if the project asks no remote', async () => {
    const result = await new MemoryProject().spectool.syncClaims.execute({});
    expect(result).toMatchObject({ claims: [] });
    expect(codesOf(result)).toEqual(['NO_REMOTE']);
  });

  it('shows the claims of all clones', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const claim = { spec: '001-a', by: 'kim', state: 'claimed', until: '2026-02-01T16:00:00.000Z' };
    expect(await kim.tool.syncClaims.execute({})).toMatchObject({ claims: [{ ...claim, own: true }] });
    expect(await lee.tool.syncClaims.execute({})).toMatchObject({
      remote: 'origin',
      claims: [{ ...claim, own: false }],
      offered: [],
      removed: [],
    });
  });

  it('offers a claim and its release that the remote does not know of', async () => {
    const remote = new MemoryRemote();
    const kim = new MemoryClone(remote, 'kim');
    remote.failure = 'no route to host';
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    expect(await refusalOf(() => kim.tool.syncClaims.execute({}))).toMatchObject({ code: 'GIT_FAILED' });
    remote.failure = undefined;
    expect(await kim.tool.syncClaims.execute({})).toMatchObject({ offered: ['001-a'], warnings: [] });
    remote.failure = 'no route to host';
    await kim.tool.releaseSpec.execute({ spec: '1' });
    remote.failure = undefined;
    expect(await kim.tool.syncClaims.execute({})).toMatchObject({ offered: [], claims: [] });
    expect(remote.entries.size).toBe(0);
  });

  it('asks a remote again that took too long a moment ago', async () => {
    const remote = new MemoryRemote();
    const kim = new MemoryClone(remote, 'kim');
    remote.failure = 'git did not answer within 5 s';
    remote.isLate = true;
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    remote.failure = undefined;
    expect(await kim.tool.syncClaims.execute({})).toMatchObject({ offered: ['001-a'], warnings: [] });
  });

  it('fails if the remote answers, but takes nothing', async () => {
    const remote = new MemoryRemote();
    const kim = new MemoryClone(remote, 'kim');
    remote.refusal = 'hook declined';
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const refusal = await refusalOf(() => kim.tool.syncClaims.execute({}));
    expect(refusal).toMatchObject({ code: 'GIT_FAILED', message: expect.stringContaining('hook declined') });
  });

  it('shows in a dry run what it would offer and remove', async () => {
    const remote = new MemoryRemote();
    const kim = new MemoryClone(remote, 'kim');
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    const before = [...remote.entries];
    const rehearsed = await kim.tool.syncClaims.execute({ forget: true, dryRun: true });
    expect(rehearsed).toMatchObject({ claims: [{ spec: '001-a' }], removed: ['001-a'], dryRun: true });
    expect([...remote.entries]).toEqual(before);
  });

  it('offers nothing of a claim that another clone has, and says so', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    remote.failure = 'no route to host';
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    remote.failure = undefined;
    await lee.tool.claimSpecs.execute({ specs: ['1'] });
    const result = await kim.tool.syncClaims.execute({});
    expect(codesOf(result)).toEqual(['CLAIM_LOST']);
    expect(result.offered).toEqual([]);
    expect(remoteTextOf(remote)).toMatchObject({ by: 'lee' });
  });

  it('removes expired claims of any clone, by the clock of this one', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    expect(await lee.tool.syncClaims.execute({})).toMatchObject({ removed: [] });
    lee.after(5 * HOUR);
    expect(await lee.tool.syncClaims.execute({ dryRun: true })).toMatchObject({
      removed: ['001-a'],
      dryRun: true,
    });
    expect(remote.entries.size).toBe(1);
    expect(await lee.tool.syncClaims.execute({})).toMatchObject({ removed: ['001-a'], claims: [] });
    expect(remote.entries.size).toBe(0);
  });

  it('keeps the end of a spec until it is on the default branch, and a month at most', async () => {
    const remote = new MemoryRemote();
    const kim = new MemoryClone(remote, 'kim');
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    await kim.tool.updateSpec.execute({ spec: '1', status: 'complete' });
    expect(await kim.after(20 * 24 * HOUR).tool.syncClaims.execute({})).toMatchObject({ removed: [] });
    expect(await kim.after(11 * 24 * HOUR).tool.syncClaims.execute({})).toMatchObject({ removed: ['001-a'] });
  });

  it('removes everything of the project from the remote', async () => {
    const remote = new MemoryRemote();
    const [kim, lee] = [new MemoryClone(remote, 'kim'), new MemoryClone(remote, 'lee')];
    await kim.tool.claimSpecs.execute({ specs: ['1'] });
    await kim.tool.createSpec.execute({ name: 'x' });
    remote.write({ name: 'claims/other', text: 'not a claim' });
    await lee.tool.syncClaims.execute({ forget: true });
    expect([...remote.entries.keys()]).toEqual([]);
  });
});
