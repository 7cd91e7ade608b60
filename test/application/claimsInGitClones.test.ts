import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../src/adapters/memory/testDoubles.js';
import type { Spectool } from '../../src/application/spectool.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import type { GitSandbox } from '../support/gitSandbox.js';
import { codesOf } from '../support/memoryClone.js';
import { SharedRemote } from '../support/remoteClones.js';
import { refusalOf } from '../support/thrownError.js';

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

  it('count all worktrees of a clone as one', async () => {
    await toolIn(kim, 'kim').claimSpecs.execute({ specs: ['1'] });
    const linked = `${kim.root}-linked`;
    kim.git('worktree', 'add', '-q', linked, '-b', 'other');
    const other = createSpectool({ cwd: linked, ports: { actors: new FixedActor('max') } });
    expect((await other.claimNext.execute({})).spec.ref).toBe('002-b');
    expect(codesOf(await toolIn(kim, 'max').primeProject.execute({}))).not.toContain('CLAIM_DIFFERS');
    expect((await toolIn(kim, 'kim').releaseSpec.execute({ spec: '1' })).spec.claim).toBeUndefined();
    expect(remote.entries()).toHaveLength(1);
  });

  it('keep a claim while another branch is checked out, until it is over on all branches', async () => {
    const tool = () => toolIn(kim, 'kim');
    kim.git('checkout', '-q', '-b', 'work');
    await tool().claimSpecs.execute({ specs: ['1'] });
    kim.commit('claim').git('checkout', '-q', 'main');
    await tool().claimSpecs.execute({ specs: ['2'] });
    expect(codesOf(await tool().primeProject.execute({}))).not.toContain('CLAIM_DIFFERS');
    await tool().addNote.execute({ spec: '1', text: 'seen' });
    // The log of this branch never had the claim.
    await tool().releaseSpec.execute({ spec: '1' });
    expect(remote.entries()).toHaveLength(2);
    kim.commit('note').git('checkout', '-q', 'work');
    await tool().releaseSpec.execute({ spec: '1' });
    expect(remote.entries()).toHaveLength(1);
  });

  it('keep their claims when the remote removes unused objects', async () => {
    await toolIn(kim, 'kim').claimSpecs.execute({ specs: ['1'] });
    remote.bare.git('gc', '-q', '--prune=now');
    kim.git('gc', '-q', '--prune=now');
    expect(codesOf(await toolIn(kim, 'kim').primeProject.execute({}))).not.toContain('CLAIM_DIFFERS');
    expect(await refusalOf(() => toolIn(lee, 'lee').claimSpecs.execute({ specs: ['1'] }))).toMatchObject({
      details: { holder: 'kim' },
    });
  });
});

describe('the git setting spectool.remote', () => {
  let off: SharedRemote;
  beforeAll(async () => {
    off = await sharedProject({});
  });

  it('is needed if the project has none: without it, no remote is asked', async () => {
    const clone = off.clone();
    await toolIn(clone, 'kim').claimSpecs.execute({ specs: ['1'] });
    await toolIn(clone, 'kim').createSpec.execute({ name: 'x' });
    expect(off.entries()).toEqual([]);
  });

  it('lets one clone ask the remote, or not', async () => {
    const clone = off.clone();
    clone.git('config', 'spectool.remote', 'origin');
    await toolIn(clone, 'kim').claimSpecs.execute({ specs: ['1'] });
    expect(off.entries()).toHaveLength(1);
    clone.write('.spectool/config.json', JSON.stringify({ sync: { remote: 'origin' } }));
    clone.git('config', 'spectool.remote', '');
    expect(codesOf(await toolIn(clone, 'kim').showBoard.execute({ remote: true }))).toContain('NO_REMOTE');
    clone.git('config', 'spectool.remote', '../elsewhere');
    expect(codesOf(await toolIn(clone, 'kim').showBoard.execute({ remote: true }))).toContain('NO_REMOTE');
  });

  it('leads to the step that is missing if no remote is asked', async () => {
    const clone = off.clone();
    const missing = async () =>
      (await toolIn(clone, 'kim').showBoard.execute({ remote: true })).warnings.find(
        ({ code }) => code === 'NO_REMOTE',
      );
    expect((await missing())?.advice).toMatchObject([{ useCase: 'setSetting' }]);
    clone.git('remote', 'remove', 'origin');
    expect((await missing())?.hint).toContain('git remote add');
    clone.git('config', 'spectool.remote', '');
    expect((await missing())?.hint).toContain('git config --unset-all spectool.remote');
    clone.git('config', '--unset-all', 'spectool.remote');
    expect((await missing())?.hint).toContain('git remote add');
  });
});
