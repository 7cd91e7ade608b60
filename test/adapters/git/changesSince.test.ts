import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { NoRepository } from '../../../src/adapters/memory/testDoubles.js';
import { GIT_ENV, GitSandbox } from '../../support/gitSandbox.js';
import { expectRefusal, refusal } from '../../support/thrownError.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { gitRepository } from '../../support/gitRepositoryPorts.js';

const at = (root: string) => gitRepository(root, GIT_ENV);

function branched(): GitSandbox {
  const box = new GitSandbox();
  box
    .write('specs/001-a/README.md', 'old\n')
    .write('specs/001-a/plan.md', 'plan\n')
    .write('specs/002-b/README.md');
  box.write('specs/002-b/picture.png').write('other.md').commit();
  box.git('checkout', '-q', '-b', 'feature');
  box.write('specs/001-a/README.md', 'committed\n').write('other.md', 'y\n').commit();
  box.git('checkout', '-q', 'main');
  box.write('specs/003-later/README.md').commit();
  box.git('checkout', '-q', 'feature');
  return box;
}

describe('GitRepository.changesSince', () => {
  it('compares the worktree with the merge base, so that later commits of the base branch do not count', () => {
    const box = branched();
    box.write('specs/004-new/README.md').write('.gitignore', 'ignored\n').write('specs/002-b/ignored');
    rmSync(join(box.root, 'specs/002-b/picture.png'));
    const { commit, before, changed } = at(box.root).changesSince('main', 'specs');
    expect(commit).toBe(box.git('merge-base', 'main', 'feature'));
    expect(changed).toEqual(['specs/001-a/README.md', 'specs/002-b/picture.png', 'specs/004-new/README.md']);
    expect([...before]).toEqual([
      ['specs/001-a/README.md', 'old\n'],
      ['specs/001-a/plan.md', 'plan\n'],
      ['specs/002-b/README.md', 'x\n'],
      ['specs/002-b/picture.png', ''],
    ]);
  });

  it('returns paths relative to a project in a subfolder', () => {
    const box = new GitSandbox().write('sub/specs/001-ä b/README.md', 'old\n').commit();
    box.write('sub/specs/001-ä b/README.md', 'new\n');
    const { before, changed } = at(join(box.root, 'sub')).changesSince('HEAD', 'specs');
    expect([changed, [...before]]).toEqual([
      ['specs/001-ä b/README.md'],
      [['specs/001-ä b/README.md', 'old\n']],
    ]);
  });

  it('fails with a hint when the base is unknown or shares no commit with HEAD', () => {
    const box = branched();
    box.git('update-ref', 'refs/remotes/origin/trunk', 'main');
    expectRefusal(() => at(box.root).changesSince('trunk', 'specs'), 'BASE_NOT_FOUND', {
      hint: 'Did you mean origin/trunk?',
    });
    for (const base of ['', '--output=x', 'no such'])
      expect(refusal(() => at(box.root).changesSince(base, 'specs')).code).toBe('BASE_NOT_FOUND');
    box.git('checkout', '-q', '--orphan', 'alone');
    box.commit();
    expect(refusal(() => at(box.root).changesSince('main', 'specs')).message).toContain(
      'no commit in common',
    );
  });

  it('fails with a hint to fetch more history in a shallow clone', () => {
    const box = branched();
    const clone = temporaryFolder();
    box.git('clone', '-q', '--depth', '1', '--no-single-branch', `file://${box.root}`, clone);
    const error = refusal(() => at(clone).changesSince('origin/main', 'specs'));
    expect([error.code, error.hint]).toEqual([
      'BASE_NOT_FOUND',
      expect.stringContaining('git fetch --unshallow'),
    ]);
    expect(refusal(() => at(clone).changesSince('v1', 'specs')).hint).toContain('fetch-depth: 0');
    expect(at(clone).changesSince('HEAD', 'specs').changed).toEqual([]);
  });

  it('fails outside a repository', () => {
    expect(refusal(() => at(temporaryFolder()).changesSince('main', 'specs')).code).toBe('GIT_FAILED');
    expect(refusal(() => new NoRepository().changesSince('main')).code).toBe('GIT_FAILED');
  });
});
