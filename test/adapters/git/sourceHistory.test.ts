import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { GitSourceHistory } from '../../../src/adapters/git/sourceHistory.js';
import { GIT_ENV, GitSandbox } from '../../support/gitSandbox.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const history = () => new GitSourceHistory(GIT_ENV);

it('tells who changed which lines of a file when, renames followed, from where the file came', () => {
  const git = new GitSandbox();
  git.write('old/1.md', `# One\n\nStatus: proposed\n${'text\n'.repeat(20)}`).commit('one');
  git.write('old/1.md', `# One\n\nStatus: accepted\n${'text\n'.repeat(20)}`).commit('two');
  git.git('mv', 'old', 'docs');
  git.write('docs/tab and "quote".md', '# Two\n').commit('three');
  git.write('docs/1.md', `# One\n\nStatus: rejected\n${'text\n'.repeat(20)}`).commit('four');
  const read = history().read(join(git.root, 'docs'), ['1.md', 'tab and "quote".md', 'missing.md']);
  expect(read?.prefix).toBe('docs/');
  const one = read?.files.get('1.md');
  expect(one?.origin).toBe('old/1.md');
  expect(one?.commit).toBe(git.git('rev-list', '--max-parents=0', 'HEAD'));
  expect(one?.commits.map(({ actor, removed, added }) => [actor, ...removed, ...added])).toEqual([
    ['Ada'],
    ['Ada', 'Status: proposed', 'Status: accepted'],
    ['Ada'],
    ['Ada', 'Status: accepted', 'Status: rejected'],
  ]);
  expect(one?.commits[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
  expect(read?.files.get('tab and "quote".md')?.commits).toHaveLength(1);
  expect(read?.files.has('missing.md')).toBe(false);
});

it('tells of many files what it tells of one, in folders and at the top', () => {
  const git = new GitSandbox();
  const names = Array.from({ length: 40 }, (_, i) => `${String(i)}.md`);
  for (const place of ['', 'a/', 'a/b/'])
    for (const name of names) git.write(`${place}${name}`, 'Status: a\n');
  git.commit('one');
  for (const place of ['', 'a/', 'a/b/']) git.write(`${place}7.md`, 'Status: b\n');
  git.commit('two');
  for (const place of ['', 'a/', 'a/b/']) {
    const files = history().read(
      git.root,
      names.map((name) => `${place}${name}`),
    )?.files;
    expect(files?.get(`${place}7.md`)?.commits.at(-1)).toMatchObject({
      removed: ['Status: a'],
      added: ['Status: b'],
    });
    expect(files?.get(`${place}8.md`)?.commits).toHaveLength(1);
  }
});

it('says that a shallow clone does not tell all, and knows no first commit there', () => {
  const git = new GitSandbox();
  git.write('1.md', 'a\n').commit('one').write('1.md', 'b\n').commit('two');
  const clone = new GitSandbox(temporaryFolder(), []);
  clone.git('clone', '-q', '--depth', '1', `file://${git.root}`, 'c');
  const read = history().read(join(clone.root, 'c'), ['1.md']);
  expect(read?.missing).toContain('shallow');
  expect(read?.files.get('1.md')).not.toHaveProperty('commit');
});

it('starts nothing that the repository configures', () => {
  const git = new GitSandbox();
  const mark = join(git.root, 'started');
  git.write('.gitattributes', '*.md diff=evil\n').write('1.md', 'Status: a\n').commit('one');
  git.write('1.md', 'Status: b\n').commit('two');
  for (const key of [
    'diff.evil.textconv',
    'diff.evil.command',
    'diff.external',
    'core.fsmonitor',
    'core.pager',
    'gpg.program',
  ])
    git.git('config', key, `touch ${mark}; true`);
  git.git('config', 'log.showSignature', 'true');
  git.git('config', 'diff.noprefix', 'true');
  const read = history().read(git.root, ['1.md']);
  expect(read?.files.get('1.md')?.commits.at(-1)).toMatchObject({
    removed: ['Status: a'],
    added: ['Status: b'],
  });
  expect(() => git.git('hash-object', mark)).toThrow();
});

it('knows nothing outside a repository', () => {
  expect(history().read(temporaryFolder(), ['1.md'])).toBeUndefined();
});
