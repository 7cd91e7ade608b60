import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../src/adapters/memory/fixedClockAndActor.js';
import type { Spectool } from '../../src/application/spectool.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import type { GitSandbox } from '../support/gitSandbox.js';
import { codesOf } from '../support/memoryClone.js';
import { SharedRemote } from '../support/remoteClones.js';
import { refusalOf } from '../support/thrownError.js';

const KEY = 'e3b0c44298fc1c14';
const NOTES = `.git/spectool/${KEY}/remote.json`;

function toolIn(clone: GitSandbox, actor: string): Spectool {
  return createSpectool({ cwd: clone.root, ports: { actors: new FixedActor(actor) } });
}

/** A remote whose `main` has a project with the specs `001-a` and `002-b`. */
async function sharedProject(settings: object): Promise<SharedRemote> {
  const remote = new SharedRemote();
  const first = remote.clone();
  await toolIn(first, 'ada').initProject.execute({ agentTools: 'none' });
  first.write('.spectool/config.json', JSON.stringify(settings));
  for (const name of ['a', 'b'])
    await toolIn(first, 'ada').createSpec.execute({ name, noGit: true, body: 'Text.\n' });
  first.commit('specs');
  first.git('push', '-q', 'origin', 'HEAD:refs/heads/main');
  return remote;
}

describe('clones of a repository that ask its remote', () => {
  let remote: SharedRemote;
  let kim: GitSandbox;
  let lee: GitSandbox;
  beforeEach(async () => {
    remote = await sharedProject({ sync: { remote: 'origin' } });
    [kim, lee] = [remote.clone(), remote.clone()];
  });

  it('give a spec to one of them, until its end is on the default branch', async () => {
    await toolIn(kim, 'kim').claimSpecs.execute({ specs: ['1'] });
    expect(await refusalOf(() => toolIn(lee, 'lee').claimSpecs.execute({ specs: ['1'] }))).toMatchObject({
      code: 'ALREADY_CLAIMED',
      details: { holder: 'kim' },
    });
    expect((await toolIn(lee, 'lee').claimNext.execute({})).spec.ref).toBe('002-b');

    await toolIn(kim, 'kim').updateSpec.execute({ spec: '1', status: 'complete', force: true, reason: 'x' });
    const refusal = await refusalOf(() => toolIn(lee, 'lee').claimSpecs.execute({ specs: ['1'] }));
    expect(refusal).toMatchObject({ code: 'NOT_CLAIMABLE' });
    expect((await toolIn(kim, 'kim').syncClaims.execute({})).removed).toEqual([]);
    kim.commit('done').git('push', '-q', 'origin', 'HEAD:refs/heads/main');
    expect((await toolIn(kim, 'kim').syncClaims.execute({})).removed).toEqual(['001-a']);
    expect(remote.entries().map(([, text]) => JSON.parse(text) as unknown)).toMatchObject([{ by: 'lee' }]);
  });

  it('count all worktrees of a clone as one', async () => {
    await toolIn(kim, 'kim').claimSpecs.execute({ specs: ['1'] });
    const linked = `${kim.root}-linked`;
    kim.git('worktree', 'add', '-q', linked, '-b', 'other');
    const other = createSpectool({ cwd: linked, ports: { actors: new FixedActor('max') } });
    expect((await other.claimNext.execute({})).spec.ref).toBe('002-b');
    expect((await other.syncClaims.execute({})).claims.map(({ own }) => own)).toEqual([true, true]);
    expect((await other.syncClaims.execute({})).removed).toEqual([]);
  });

  it('keep a claim while another branch is checked out, until it is over on all branches', async () => {
    const tool = () => toolIn(kim, 'kim');
    kim.git('checkout', '-q', '-b', 'work');
    await tool().claimSpecs.execute({ specs: ['1'] });
    kim.commit('claim').git('checkout', '-q', 'main');
    await tool().claimSpecs.execute({ specs: ['2'] });
    expect((await tool().syncClaims.execute({})).removed).toEqual([]);
    await tool().addNote.execute({ spec: '1', text: 'seen' });
    expect(remote.entries()).toHaveLength(2);
    kim.commit('note').git('checkout', '-q', 'work');
    await tool().releaseSpec.execute({ spec: '1' });
    expect(remote.entries()).toHaveLength(1);
  });

  it('tell the remote nothing about the claim of another worktree, and offer it from there', async () => {
    kim.git('remote', 'set-url', 'origin', join(kim.root, 'missing.git'));
    await toolIn(kim, 'kim').claimSpecs.execute({ specs: ['1'] });
    kim.git('remote', 'set-url', 'origin', remote.bare.root);
    const linked = `${kim.root}-linked`;
    kim.git('worktree', 'add', '-q', linked, '-b', 'other');
    const other = createSpectool({ cwd: linked, ports: { actors: new FixedActor('max') } });
    await other.claimSpecs.execute({ specs: ['2'] });
    const states = remote.entries().map(([, text]) => JSON.parse(text) as unknown);
    expect(states).toHaveLength(2);
    expect(states).toContainEqual(expect.objectContaining({ state: 'claimed', by: 'kim', name: '001-a' }));
  });

  it('tell the end of a spec from another branch, so that no clone without it begins the spec', async () => {
    kim.git('checkout', '-q', '-b', 'work');
    kim.git('remote', 'set-url', 'origin', join(kim.root, 'missing.git'));
    await toolIn(kim, 'kim').claimSpecs.execute({ specs: ['1'] });
    await toolIn(kim, 'kim').updateSpec.execute({ spec: '1', status: 'complete', force: true, reason: 'x' });
    kim.commit('done').git('checkout', '-q', 'main');
    kim.git('remote', 'set-url', 'origin', remote.bare.root);
    await toolIn(kim, 'kim').addNote.execute({ spec: '2', text: 'seen' });
    const refusal = await refusalOf(() => toolIn(lee, 'lee').claimSpecs.execute({ specs: ['1'] }));
    expect(refusal).toMatchObject({ code: 'NOT_CLAIMABLE' });
    expect((refusal as Error).message).not.toContain('branch');
  });

  it('write a takeover into the log, also one of a claim that this clone had before', async () => {
    await toolIn(kim, 'kim').claimSpecs.execute({ specs: ['1'] });
    await toolIn(lee, 'lee').claimSpecs.execute({ specs: ['1'], steal: true, reason: 'kim is ill' });
    const back = await toolIn(kim, 'kim').claimSpecs.execute({
      specs: ['1'],
      steal: true,
      reason: 'I am back',
    });
    expect(back.events).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ stolenFrom: 'lee', reason: 'I am back' }) }),
    );
    expect(JSON.parse(remote.entries()[0]?.[1] ?? '')).toMatchObject({ by: 'kim' });
  });

  it('forget the end of a spec whose work was thrown away', async () => {
    await toolIn(kim, 'kim').claimSpecs.execute({ specs: ['1'] });
    await toolIn(kim, 'kim').updateSpec.execute({ spec: '1', status: 'complete', force: true, reason: 'x' });
    kim.git('checkout', '-q', '.');
    kim.git('clean', '-qfd');
    expect((await toolIn(kim, 'kim').syncClaims.execute({})).removed).toEqual(['001-a']);
    await toolIn(lee, 'lee').claimSpecs.execute({ specs: ['1'] });
  });

  it('keep each other from the numbers of an import', async () => {
    kim.write('adr/0001-x.md', '# X\n\n## Status\n\nAccepted\n').write('adr/0002-y.md', '# Y\n');
    await toolIn(kim, 'kim').importSpecs.execute({ source: 'adr', apply: true });
    const highest = Math.max(
      ...(await toolIn(kim, 'kim').listSpecs.execute({})).specs.map((one) => one.sequence ?? 0),
    );
    expect((await toolIn(lee, 'lee').createSpec.execute({ name: 'x' })).spec.sequence).toBe(highest + 1);
  });

  it('never take the same number', async () => {
    const refs = [];
    for (const clone of [kim, lee, kim, lee])
      refs.push((await toolIn(clone, 'kim').createSpec.execute({ name: 'x' })).spec.sequence);
    expect(refs).toEqual([3, 4, 5, 6]);
  });

  it('go on without the remote, and tell it later', async () => {
    kim.git('remote', 'set-url', 'origin', join(kim.root, 'missing.git'));
    const offline = await toolIn(kim, 'kim').claimSpecs.execute({ specs: ['1'] });
    expect(codesOf(offline)).toContain('REMOTE_UNREACHABLE');
    kim.git('remote', 'set-url', 'origin', remote.bare.root);
    expect(await toolIn(kim, 'kim').syncClaims.execute({})).toMatchObject({ offered: ['001-a'] });
  });

  it('keep their claims when the remote removes unused objects', async () => {
    await toolIn(kim, 'kim').claimSpecs.execute({ specs: ['1'] });
    remote.bare.git('gc', '-q', '--prune=now');
    kim.git('gc', '-q', '--prune=now');
    expect((await toolIn(kim, 'kim').syncClaims.execute({})).claims).toMatchObject([{ by: 'kim' }]);
    expect((await toolIn(lee, 'lee').syncClaims.execute({})).claims).toMatchObject([{ by: 'kim' }]);
  });
});

describe('the git setting spectool.remote', () => {
  let off: SharedRemote;
  beforeAll(async () => {
    off = await sharedProject({});
  });

  it('is needed if the project has none: without it, no remote is asked and nothing is kept', async () => {
    const clone = off.clone();
    await toolIn(clone, 'kim').claimSpecs.execute({ specs: ['1'] });
    await toolIn(clone, 'kim').createSpec.execute({ name: 'x' });
    expect(off.entries()).toEqual([]);
    expect(existsSync(join(clone.root, NOTES))).toBe(false);
  });

  it('lets one clone ask the remote, or not', async () => {
    const clone = off.clone();
    clone.git('config', 'spectool.remote', 'origin');
    await toolIn(clone, 'kim').claimSpecs.execute({ specs: ['1'] });
    expect(off.entries()).toHaveLength(1);
    clone.write('.spectool/config.json', JSON.stringify({ sync: { remote: 'origin' } }));
    clone.git('config', 'spectool.remote', '');
    expect(codesOf(await toolIn(clone, 'kim').syncClaims.execute({}))).toEqual(['NO_REMOTE']);
    clone.git('config', 'spectool.remote', '../elsewhere');
    expect(codesOf(await toolIn(clone, 'kim').syncClaims.execute({}))).toEqual(['NO_REMOTE']);
  });
});
