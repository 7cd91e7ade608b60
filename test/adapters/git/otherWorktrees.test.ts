import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { GitProcess } from '../../../src/adapters/git/gitProcess.js';
import { LogsOnRefs } from '../../../src/adapters/git/specsAndLogsOnBranches.js';
import {
  collectWorktreeFolders,
  linkedWorktrees,
  logsInWorktrees,
  worktreeTops,
} from '../../../src/adapters/git/linkedWorktrees.js';
import { LOG_FOLDER } from '../../../src/domain/project/projectFolders.js';
import { GitSandbox } from '../../support/gitSandbox.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

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
  const folders = () => {
    const names = new Set<string>();
    collectWorktreeFolders(place, 'specs', (name) => name.startsWith('00'), names);
    return [...names];
  };
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

describe('LogsOnRefs', () => {
  const streams = Array.from({ length: 20 }, (_, i) => `stream${String(i)}`);

  /** Makes a repository with 20 log streams and a branch for each stream that adds one record to the stream. */
  function branched() {
    const sandbox = new GitSandbox();
    for (const stream of streams) written(join(sandbox.root, LOG_FOLDER, stream, '1.json'), `of ${stream}`);
    sandbox.commit();
    for (const [i, stream] of streams.entries()) {
      sandbox.git('checkout', '-q', '-b', `b${String(i)}`);
      written(join(sandbox.root, LOG_FOLDER, stream, '2.json'), `branch ${stream}`);
      sandbox.commit();
    }
    const git = new GitProcess(sandbox.root, process.env);
    let asked = 0;
    const counting = {
      run: (args: readonly string[], input = '') => {
        asked += 1 + input.split('\n').length;
        return git.run(args, input);
      },
    };
    const gitDir = join(sandbox.root, '.git');
    const place = { gitDir, commonDir: gitDir, top: sandbox.root, prefix: '', problem: undefined };
    const logs = new LogsOnRefs(counting);
    return { sandbox, read: () => logs.read(place, streams), counted: () => asked };
  }

  it('reads the logs of all refs with few git calls, and reads them again when a ref has moved', () => {
    const { sandbox, read, counted } = branched();
    const told = read();
    for (const stream of streams)
      expect(told.get(stream)?.toSorted()).toEqual([`branch ${stream}`, `of ${stream}`]);
    expect(counted()).toBeLessThan((streams.length * streams.length) / 2);
    const before = counted();
    expect(read()).toEqual(told);
    expect(counted() - before).toBeLessThan(5);
    written(join(sandbox.root, LOG_FOLDER, 'stream0', '3.json'), 'more');
    sandbox.commit();
    expect(read().get('stream0')).toContain('more');
  });

  it('returns empty logs before the first commit and when no commit has a log', () => {
    const sandbox = new GitSandbox();
    const gitDir = join(sandbox.root, '.git');
    const place = { gitDir, commonDir: gitDir, top: sandbox.root, prefix: 'sub', problem: undefined };
    const read = () => new LogsOnRefs(new GitProcess(sandbox.root, process.env)).read(place, ['a', 'b']);
    const nothing = new Map([
      ['a', []],
      ['b', []],
    ]);
    expect(read()).toEqual(nothing);
    sandbox.write('sub/.spectool/config.json', '{}').commit();
    expect(read()).toEqual(nothing);
  });

  it('fails when git objects are missing, but ignores a tag that names a single file', () => {
    const { sandbox, read } = branched();
    sandbox.git('tag', 'a-file', `HEAD:${LOG_FOLDER}/stream0/1.json`);
    expect(read().size).toBe(streams.length);
    const tree = sandbox.git('rev-parse', `HEAD:${LOG_FOLDER}`).trim();
    rmSync(join(sandbox.root, '.git/objects', tree.slice(0, 2), tree.slice(2)));
    sandbox.git('tag', 'another', 'HEAD~1');
    expect(read).toThrow('objects are missing from the git repository');
  });
});
