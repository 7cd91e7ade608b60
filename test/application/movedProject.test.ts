import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { GitSandbox } from '../support/gitSandbox.js';

const toolAt = (box: GitSandbox, folder: string, actor = 'kim') =>
  createSpectool({ cwd: join(box.root, folder), actor });

/** Returns a clone whose branch `feat` claims a spec and adds one, while `main` moved the project through these folders. */
async function moved(...folders: readonly [string, ...string[]]): Promise<GitSandbox> {
  const box = new GitSandbox();
  let at = folders[0];
  mkdirSync(join(box.root, at), { recursive: true });
  await toolAt(box, at).initProject.execute({ agentTools: 'none' });
  for (const name of ['user-login', 'pay']) await toolAt(box, at).createSpec.execute({ name });
  box.commit('project');
  box.git('switch', '-q', '-c', 'feat');
  await toolAt(box, at, 'ann').claimSpecs.execute({ specs: ['2'] });
  await toolAt(box, at, 'ann').createSpec.execute({ name: 'new-on-branch' });
  box.commit('work').git('switch', '-q', 'main');
  for (const to of folders.slice(1)) {
    mkdirSync(join(box.root, to), { recursive: true });
    for (const name of ['specs', '.spectool']) box.git('mv', join(at, name), join(to, name));
    box.commit(`moved to ${to}`);
    at = to;
  }
  return box;
}

describe('a project moved with git mv', () => {
  it.each<[string, [string, ...string[]]]>([
    ['into a subfolder', ['.', 'backend']],
    ['to the top', ['packages/tool', '.']],
    ['twice', ['.', 'a', 'b']],
  ])('%s keeps the claims and numbers of branches from before', async (_, folders) => {
    const box = await moved(...folders);
    const bob = toolAt(box, folders.at(-1) ?? '', 'bob');
    await expect(bob.claimSpecs.execute({ specs: ['2'] })).rejects.toMatchObject({ code: 'ALREADY_CLAIMED' });
    expect((await bob.createSpec.execute({ name: 'other' })).spec.sequence).toBe(4);
  });

  it('names a spec that a merge left in the old folder, with the command that moves it along', async () => {
    const box = await moved('.', 'backend');
    expect(() => box.git('merge', '-q', '--no-edit', 'feat')).toThrow();
    const left = { code: 'NOT_READ', message: expect.stringContaining('../specs/003-new-on-branch') };
    const { warnings } = await toolAt(box, 'backend').resolveConflicts.execute();
    expect(warnings).toContainEqual(expect.objectContaining(left));
    const found = async () => (await toolAt(box, 'backend').validateProject.execute({})).findings;
    const finding = (await found()).find(({ code }) => code === 'NOT_READ');
    expect(finding).toMatchObject(left);
    for (const command of /`(.*)`/.exec(finding?.fix ?? '')?.[1]?.split(' && ') ?? [])
      box.git('-C', 'backend', ...command.split(' ').slice(1));
    expect(existsSync(join(box.root, 'backend/specs/003-new-on-branch'))).toBe(true);
    expect((await found()).map(({ code }) => code)).not.toContain('NOT_READ');
  });
});
