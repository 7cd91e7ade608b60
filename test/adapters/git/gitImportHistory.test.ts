import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { GitImportHistory } from '../../../src/adapters/git/gitImportHistory.js';
import { GIT_ENV, GitSandbox } from '../../support/gitSandbox.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const status = (text: string) => /^Status: (.*)$/m.exec(text)?.[1];
const read = (folder: string, ...names: readonly string[]) =>
  new GitImportHistory(GIT_ENV).read(folder, new Map(names.map((name) => [name, status])));

it('GitImportHistory returns author, time and status of each commit of a file, across renames', () => {
  const git = new GitSandbox();
  git.write('old/1.md', `# One\n\nStatus: proposed\n${'text\n'.repeat(20)}`).commit('one');
  git.write('old/1.md', `# One\n\nStatus: accepted\n${'text\n'.repeat(20)}`).commit('two');
  git.git('mv', 'old', 'docs');
  git.write('docs/tab and "quote".md', '# Two\n').commit('three');
  git.write('docs/1.md', `# One\n\nStatus: rejected\n${'text\n'.repeat(20)}`).commit('four');
  const found = read(join(git.root, 'docs'), '1.md', 'tab and "quote".md', 'missing.md');
  expect(found?.prefix).toBe('docs/');
  const one = found?.files.get('1.md');
  expect(one?.origin).toBe('old/1.md');
  expect(one?.commit).toBe(git.git('rev-list', '--max-parents=0', 'HEAD'));
  expect(one?.commits.map((commit) => [commit.actor, commit.status])).toEqual([
    ['Ada', 'proposed'],
    ['Ada', 'accepted'],
    ['Ada', 'accepted'],
    ['Ada', 'rejected'],
  ]);
  expect(one?.commits[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
  expect(found?.files.get('tab and "quote".md')?.commits).toHaveLength(1);
  expect(found?.files.has('missing.md')).toBe(false);
});

it('GitImportHistory reads files whose names git would quote or treat as patterns', () => {
  const git = new GitSandbox();
  const names = [
    'say "hi".md',
    'back\\slash.md',
    'tab\there.md',
    'bell\x07.md',
    ':(top)x.md',
    '[a]*.md',
    'über.md',
  ];
  for (const name of names) git.write(name, '# One\n\nStatus: proposed\n');
  git.commit('one');
  for (const name of names) git.write(name, '# One\n\nStatus: accepted\n');
  git.commit('two');
  const files = read(git.root, ...names)?.files;
  expect(names.map((name) => files?.get(name)?.commits.map((commit) => commit.status))).toEqual(
    names.map(() => ['proposed', 'accepted']),
  );
});

it('GitImportHistory does not depend on the log and diff settings of the repository', () => {
  const git = new GitSandbox();
  git.write('docs/1.md', 'Status: a\n').commit('one').write('docs/1.md', 'Status: b\n').commit('two');
  const found = () => read(join(git.root, 'docs'), '1.md');
  const plain = found();
  expect(plain?.files.get('1.md')?.commits).toHaveLength(2);
  for (const setting of [
    ['diff.relative', 'true'],
    ['diff.noPrefix', 'true'],
    ['diff.mnemonicPrefix', 'true'],
    ['diff.context', '9'],
    ['diff.renames', 'false'],
    ['log.showSignature', 'true'],
    ['log.follow', 'true'],
    ['log.diffMerges', 'on'],
    ['notes.displayRef', 'refs/notes/*'],
    ['format.pretty', 'raw'],
    ['i18n.logOutputEncoding', 'UTF-16'],
    ['color.ui', 'always'],
  ])
    git.git('config', ...setting);
  expect(found()).toEqual(plain);
});

it('GitImportHistory reads the true history when names, authors and texts look like git output', () => {
  const git = new GitSandbox();
  const odd = ['a\nb.md', 'esc\x1b[31m.md', 'tab\there.md', '+++ b', 'b\n+++ b/1.md'];
  const forged = `\x01${'0'.repeat(40)}\x02Evil\x022001-01-01T00:00:00Z\x02`;
  const hostile = [
    `commit ${'0'.repeat(40)}`,
    'Author: Evil <e@v.il>',
    'diff --git a/1.md b/1.md',
    '--- a/1.md',
    '+++ b/1.md',
    '@@ -1 +1 @@',
    '-Status: proposed',
    '+Status: forged',
    '++ b/1.md',
    forged,
    '\0',
  ].join('\n');
  git.write('1.md', 'Status: proposed\n').write('other.md', 'x\n');
  for (const name of odd) git.write(name, 'Status: proposed\n');
  git.commit('one');
  git.write('other.md', `x\n${'padding\n'.repeat(2000)}${hostile}\n`).write('1.md', 'Status: accepted\n');
  for (const name of odd) git.write(name, hostile);
  git.git('add', '-A');
  git.git('commit', '-q', '-m', hostile.replace('\0', ''), '--author', 'Ev\x02il\x01 \x1b[31m <a@b.c>');
  const files = read(git.root, '1.md', 'other.md', ...odd)?.files;
  expect([...(files?.keys() ?? [])]).toEqual(['1.md', 'other.md', ...odd]);
  for (const { commits } of files?.values() ?? []) expect(commits).toHaveLength(2);
  expect(files?.get('1.md')?.commits[1]).toMatchObject({
    actor: expect.stringMatching(/^Ev il/),
    status: 'accepted',
  });
});

it('GitImportHistory reports that the history of a shallow clone is incomplete, and returns no first commit', () => {
  const git = new GitSandbox();
  git.write('1.md', 'a\n').commit('one').write('1.md', 'b\n').commit('two');
  const clone = new GitSandbox(temporaryFolder(), []);
  clone.git('clone', '-q', '--depth', '1', `file://${git.root}`, 'c');
  const found = read(join(clone.root, 'c'), '1.md');
  expect(found?.missing).toContain('shallow');
  expect(found?.files.get('1.md')).not.toHaveProperty('commit');
});

it('GitImportHistory runs no program that the repository configures', () => {
  const git = new GitSandbox();
  const mark = join(git.root, 'started');
  git.write('.gitattributes', '*.md diff=evil\n').write('1.md', 'Status: a\n').commit('one');
  git.write('1.md', 'Status: b\n').commit('two');
  for (const key of 'diff.evil.textconv diff.evil.command diff.external core.fsmonitor core.pager gpg.program'.split(
    ' ',
  ))
    git.git('config', key, `touch ${mark}; true`);
  git.git('config', 'log.showSignature', 'true');
  // Reading the mailmap would never end, because it is a pipe without a writer.
  const endless = join(temporaryFolder(), 'mailmap');
  execFileSync('mkfifo', [endless]);
  git.git('config', 'mailmap.file', endless);
  git.git('config', 'diff.noprefix', 'true');
  expect(
    read(git.root, '1.md')
      ?.files.get('1.md')
      ?.commits.map((commit) => commit.status),
  ).toEqual(['a', 'b']);
  expect(() => git.git('hash-object', mark)).toThrow();
});

it('GitImportHistory returns undefined outside a repository', () => {
  expect(read(temporaryFolder(), '1.md')).toBeUndefined();
});
