import type { Services } from '../../src/application/services.js';
import { execFileSync } from 'node:child_process';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { GitCommits } from '../../src/adapters/git/gitCommits.js';
import { GitProcess } from '../../src/adapters/git/gitProcess.js';
import { NodeFileSystem } from '../../src/adapters/storage/files/nodeFileSystem.js';
import { TestFiles } from '../../src/application/proof/testFiles.js';
import { GIT_ENV } from '../support/gitSandbox.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const BASE = Date.parse('2026-01-01T10:00:00Z');
const RUN = BASE + 60_000;
const [BEFORE, AFTER] = [RUN - 30_000, RUN + 30_000];

/** A repository with two source files and a document. What git checks out has the time of today, which is after the run. */
class Work {
  constructor(readonly root: string = temporaryFolder()) {}

  git(time: number, line: string): this {
    const date = new Date(time).toISOString();
    const env = { ...GIT_ENV, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date };
    execFileSync('git', line.split(' '), { cwd: this.root, env, stdio: 'pipe' });
    return this;
  }

  write(time: number, path: string, text: string): this {
    writeFileSync(join(this.root, path), text);
    utimesSync(join(this.root, path), new Date(time), new Date(time));
    return this;
  }

  commit(time: number, more = ''): this {
    return this.git(time, 'add -A').git(time, `commit -q -m x${more}`);
  }

  clone(): Work {
    const other = new Work();
    other.git(AFTER, `clone -q ${this.root} .`);
    return other;
  }

  /** Returns the files that changed since the run, of those that a test speaks for, and others. */
  changed(own: readonly string[]) {
    const age = new TestFiles({
      fileSystem: new NodeFileSystem(this.root),
      commits: new GitCommits(new GitProcess(this.root)),
      place: { root: this.root, workingDirectory: '', specsDir: 'specs' },
    } as Partial<Services> as Services);
    const test = { name: 'a', outcome: 'passed', files: own, ranAt: new Date(RUN).toISOString() } as const;
    return age.changes(own)(test, []);
  }
}

const begun = () => {
  const work = new Work().git(BASE, 'init -q -b main');
  for (const path of ['a.js', 'b.js', 'README.md']) work.write(BASE, path, `${path}\n`);
  return work.commit(BASE);
};
const committedByColleague = () =>
  begun()
    .git(BASE, 'checkout -q -b c')
    .write(BEFORE, 'a.js', 'other\n')
    .commit(BEFORE)
    .git(BEFORE, 'checkout -q main');
const edited = (time: number) => begun().write(time, 'a.js', 'other\n');

describe('Between a run and its report', () => {
  it.each<[string, () => Work, (readonly string[])?]>([
    ['an edit before it was committed', () => edited(BEFORE).commit(AFTER), []],
    ['a file was edited and committed', () => edited(AFTER).commit(AFTER)],
    ['a file was edited', () => edited(AFTER)],
    ['a formatter wrote a file', () => edited(BEFORE).write(AFTER, 'a.js', 'other;\n').commit(AFTER)],
    [
      'another branch was checked out, and back',
      () =>
        edited(BEFORE)
          .git(BEFORE, 'branch o')
          .commit(AFTER)
          .git(AFTER, 'checkout -q o')
          .git(AFTER, 'checkout -q main'),
    ],
    [
      'an earlier commit of a colleague was pulled',
      () => committedByColleague().git(AFTER, 'merge -q --ff-only c'),
    ],
    [
      'an earlier commit of a colleague was merged',
      () =>
        committedByColleague()
          .write(BEFORE, 'b.js', 'mine\n')
          .commit(BEFORE)
          .git(AFTER, 'merge -q --no-edit c'),
    ],
    [
      'an older branch was checked out',
      () => edited(BEFORE).git(BASE, 'branch o').commit(BEFORE).git(AFTER, 'checkout -q o'),
    ],
    ['the message was amended', () => edited(BEFORE).commit(BEFORE).commit(AFTER, ' --amend'), []],
    [
      'the work was put on top of a commit of documents',
      () =>
        begun()
          .git(BASE, 'checkout -q -b w')
          .write(BEFORE, 'a.js', 'other\n')
          .commit(AFTER)
          .git(AFTER, 'checkout -q main')
          .write(AFTER, 'README.md', 'docs\n')
          .commit(AFTER)
          .git(AFTER, 'checkout -q w')
          .git(AFTER, 'rebase -q main'),
    ],
    ['a document was edited', () => begun().write(AFTER, 'README.md', 'docs\n'), []],
    [
      'an edit was stashed, and brought back',
      () => edited(BEFORE).git(AFTER, 'stash -q').git(AFTER, 'stash pop -q'),
    ],
    ['the tested commit was cloned', () => begun().clone(), []],
    ['a later commit was cloned', () => edited(AFTER).commit(AFTER).clone()],
    [
      'a branch with an earlier commit was merged, and cloned',
      () => committedByColleague().git(AFTER, 'merge -q --no-ff --no-edit c').clone(),
    ],
    ['the run wrote a file of its own', () => begun().write(AFTER, 'b.js', 'snapshot\n'), ['b.js']],
    ['a file was deleted and committed', () => begun().git(AFTER, 'rm -q a.js').commit(AFTER)],
    ['a new file came that git does not have', () => begun().write(AFTER, 'c.js', 'new\n'), []],
  ])('%s', (_, situation, files = ['a.js']) => {
    const work = situation();
    expect(work.changed([])).toEqual({ own: [], others: files });
    expect(work.changed(['a.js', 'b.js']).own).toEqual(files);
  });

  it('a file that was deleted before does not count, and a new file of the test does', () => {
    const work = begun();
    rmSync(join(work.root, 'b.js'));
    utimesSync(work.root, new Date(BEFORE), new Date(BEFORE));
    expect(work.changed([])).toEqual({ own: [], others: [] });
    expect(work.write(AFTER, 'c.js', 'new\n').changed(['c.js']).own).toEqual(['c.js']);
  });
});
