import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { logsInWorktrees, worktreeFolders } from '../../../src/adapters/git/gitBranchesAndWorktrees.js';
import { LOG_FOLDER } from '../../../src/domain/project/projectFolders.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { linkedWorktrees, worktreeTops } from '../../../src/adapters/git/cloneLocation.js';

function written(path: string, text = ''): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** Makes two worktrees of one clone and a folder outside them; `texts` and `folders` read the other worktree. */
function clone() {
  const [top = '', other = '', outside = ''] = [1, 2, 3].map(() => realpathSync.native(temporaryFolder()));
  const commonDir = join(top, '.git');
  written(join(commonDir, 'worktrees/other/gitdir'), `${join(other, '.git')}\n`);
  const place = { gitDir: commonDir, commonDir, top, prefix: '', problem: undefined };
  const folders = () => worktreeFolders(place, 'specs', (name) => name.startsWith('00'));
  return {
    commonDir,
    other,
    outside,
    texts: () => logsInWorktrees(place, ['one']).get('one') ?? [],
    folders,
  };
}

describe('another worktree of the clone', () => {
  it.each(['.spectool', LOG_FOLDER, `${LOG_FOLDER}/one`, `${LOG_FOLDER}/one/1.json`])(
    'is not read when its %s is a link that leads out of the worktree',
    (link) => {
      const { other, outside, texts } = clone();
      const inside = `${LOG_FOLDER}/one/1.json`.slice(link.length);
      written(join(outside, `target${inside}`), 'secret');
      mkdirSync(dirname(join(other, link)), { recursive: true });
      symlinkSync(join(outside, 'target'), join(other, link));
      expect(texts()).toEqual([]);
    },
  );

  it('is read when its folders are links that stay inside the worktree', () => {
    const { other, texts, folders } = clone();
    written(join(other, 'there/one/1.json'), 'a record');
    mkdirSync(join(other, dirname(LOG_FOLDER)), { recursive: true });
    symlinkSync(join(other, 'there'), join(other, LOG_FOLDER));
    expect(texts()).toEqual(['a record']);
    mkdirSync(join(other, 'plans/001-a'), { recursive: true });
    symlinkSync(join(other, 'plans'), join(other, 'specs'));
    expect(folders()).toEqual(['001-a']);
  });

  it('counts as having no specs when its specs folder is a link that leads out of the worktree', () => {
    const { other, outside, folders } = clone();
    mkdirSync(join(outside, '001-secret'));
    symlinkSync(outside, join(other, 'specs'));
    expect(folders()).toEqual([]);
  });
});

it('linkedWorktrees finds no worktree when .git/worktrees is a file', () => {
  const commonDir = join(realpathSync.native(temporaryFolder()), '.git');
  written(join(commonDir, 'worktrees'));
  expect([[...linkedWorktrees(commonDir)], worktreeTops(commonDir)]).toEqual([[], [dirname(commonDir)]]);
});
