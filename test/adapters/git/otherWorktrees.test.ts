import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { logInWorktrees } from '../../../src/adapters/git/logElsewhere.js';
import { collectWorktreeFolders } from '../../../src/adapters/git/worktreeFolders.js';
import { linkedWorktrees, worktreeTops } from '../../../src/adapters/git/worktreeTops.js';
import { LOG_FOLDER } from '../../../src/domain/project/projectFolders.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

function written(path: string, text = ''): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** A working tree, another one of its clone, and a folder that is in neither. */
function clone() {
  const [top = '', other = '', outside = ''] = [1, 2, 3].map(() => realpathSync.native(temporaryFolder()));
  const commonDir = join(top, '.git');
  written(join(commonDir, 'worktrees/other/gitdir'), `${join(other, '.git')}\n`);
  const place = { gitDir: commonDir, commonDir, top, prefix: '', problem: undefined };
  const folders = () => {
    const names = new Set<string>();
    collectWorktreeFolders(
      { ...place, commits: new Map() } as unknown as Parameters<typeof collectWorktreeFolders>[0],
      'specs',
      (name) => name.startsWith('00'),
      names,
    );
    return [...names];
  };
  return { commonDir, other, outside, texts: () => logInWorktrees(place, 'one'), folders };
}

describe('in another worktree', () => {
  it.each(['.spectool', LOG_FOLDER, `${LOG_FOLDER}/one`, `${LOG_FOLDER}/one/1.json`])(
    'a link %s that leads out of it is not followed',
    (link) => {
      const { other, outside, texts } = clone();
      const inside = `${LOG_FOLDER}/one/1.json`.slice(link.length);
      written(join(outside, `target${inside}`), 'secret');
      mkdirSync(dirname(join(other, link)), { recursive: true });
      symlinkSync(join(outside, 'target'), join(other, link));
      expect(texts()).toEqual([]);
    },
  );

  it('a link that stays in it is', () => {
    const { other, texts, folders } = clone();
    written(join(other, 'there/one/1.json'), 'a record');
    mkdirSync(join(other, dirname(LOG_FOLDER)), { recursive: true });
    symlinkSync(join(other, 'there'), join(other, LOG_FOLDER));
    expect(texts()).toEqual(['a record']);
    mkdirSync(join(other, 'plans/001-a'), { recursive: true });
    symlinkSync(join(other, 'plans'), join(other, 'specs'));
    expect(folders()).toEqual(['001-a']);
  });

  it('the folder of specs that is a link out of it holds none', () => {
    const { other, outside, folders } = clone();
    mkdirSync(join(outside, '001-secret'));
    symlinkSync(outside, join(other, 'specs'));
    expect(folders()).toEqual([]);
  });
});

it('a file where git keeps its worktrees names none', () => {
  const commonDir = join(realpathSync.native(temporaryFolder()), '.git');
  written(join(commonDir, 'worktrees'));
  expect([linkedWorktrees(commonDir), worktreeTops(commonDir)]).toEqual([[], [dirname(commonDir)]]);
});
