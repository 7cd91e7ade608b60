import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { GitProcess } from '../../../src/adapters/git/gitProcess.js';
import { GitRemoteClaims } from '../../../src/adapters/git/gitRemoteClaims.js';
import { MemoryRemote, MemoryRemoteEntries } from '../../support/memoryRemote.js';
import { remoteEntriesContract } from '../../contracts/remoteEntriesContract.js';
import { GIT_ENV, type GitSandbox } from '../../support/gitSandbox.js';
import { SharedRemote } from '../../support/remoteClones.js';

const KEY = 'e3b0c44298fc1c14';
const REF = `refs/spectool/claims/${KEY}/a1`;

function entriesOf(clone: GitSandbox, env = GIT_ENV, timeoutMs = 5_000): GitRemoteClaims {
  return new GitRemoteClaims(new GitProcess(clone.root, env), () => 'origin', timeoutMs);
}

remoteEntriesContract('GitRemoteClaims', () => {
  const remote = new SharedRemote();
  return [entriesOf(remote.clone()), entriesOf(remote.clone())];
});
remoteEntriesContract('MemoryRemoteEntries', () => {
  const remote = new MemoryRemote();
  return [new MemoryRemoteEntries(remote), new MemoryRemoteEntries(remote)];
});

describe('entries on a git remote', () => {
  let remote: SharedRemote;
  beforeAll(() => {
    remote = new SharedRemote();
  });
  const change = { spec: 'a1', text: '{"x":1}' };

  it('are refs that no branch of a clone contains, and whose commits have no parent', () => {
    const clone = remote.clone();
    const before = clone.git('for-each-ref');
    entriesOf(clone).change([change]);
    expect(remote.entries()).toEqual([[REF, '{"x":1}']]);
    expect(remote.bare.git('rev-list', '--count', REF)).toBe('1');
    expect(entriesOf(clone).read().kind).toBe('read');
    expect(clone.git('for-each-ref')).toBe(before);
    expect(clone.git('status', '--porcelain')).toBe('');
  });

  it('are written without the hooks, tags and signatures of the user', () => {
    const clone = remote.clone();
    const hooks = join(clone.root, 'hooks');
    mkdirSync(hooks);
    writeFileSync(join(hooks, 'pre-push'), '#!/bin/sh\nexit 1\n');
    chmodSync(join(hooks, 'pre-push'), 0o755);
    clone.git('tag', '-a', 'v1', '-m', 'one');
    for (const [key, value] of [
      ['core.hooksPath', hooks],
      ['push.followTags', 'true'],
      ['push.gpgSign', 'true'],
      ['remote.origin.mirror', 'true'],
    ])
      clone.git('config', key as string, value as string);
    expect(entriesOf(clone).change([{ ...change, spec: 'b2' }])).toMatchObject([{ kind: 'won' }]);
    expect(remote.bare.git('tag')).toBe('');
  });

  it('are never asked over a transport that git refuses by default, whatever allows it', () => {
    const clone = remote.clone();
    const mark = join(clone.root, 'started');
    for (const [key, value] of [
      ['remote.origin.url', `ext::touch ${mark}`],
      ['protocol.allow', 'always'],
      ['protocol.ext.allow', 'always'],
    ])
      clone.git('config', key as string, value as string);
    for (const env of [GIT_ENV, { ...GIT_ENV, GIT_ALLOW_PROTOCOL: 'ext:file' }]) {
      const entries = entriesOf(clone, env);
      expect(entries.read()).toMatchObject({ kind: 'unreachable' });
      expect(entries.change([change])).toMatchObject([{ kind: 'unreachable' }]);
    }
    expect(existsSync(mark)).toBe(false);
  });

  it('say that the remote is not reached, if its hook refuses them, in the words of git', () => {
    const refusing = new SharedRemote();
    const hook = join(refusing.bare.root, 'hooks/pre-receive');
    writeFileSync(hook, '#!/bin/sh\nprintf "\\033[31mno such refs here\\n" >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    const [outcome] = entriesOf(refusing.clone()).change([change]);
    expect(outcome).toMatchObject({ kind: 'unreachable', reason: expect.stringMatching(/hook declined/) });
    expect(JSON.stringify(outcome)).not.toContain('\\u001b');
    expect(refusing.entries()).toEqual([]);
  });

  it('say that the remote is not reached, if it is missing, or if git has no such remote', () => {
    const clone = remote.clone();
    clone.git('remote', 'set-url', 'origin', join(clone.root, 'missing.git'));
    expect(entriesOf(clone).change([change])).toMatchObject([{ kind: 'unreachable' }]);
    expect(entriesOf(clone).read()).toMatchObject({ kind: 'unreachable' });
    clone.git('remote', 'remove', 'origin');
    // A folder of this name is not a remote.
    clone.git('init', '-q', '--bare', 'origin');
    expect(entriesOf(clone).read()).toEqual({
      kind: 'unreachable',
      reason: 'git has no remote named origin',
    });
  });

  it('wait for a remote that hangs no longer than the time limit, and leave no program behind', async () => {
    const clone = remote.clone();
    const pids = join(clone.root, 'pids');
    clone.git('remote', 'set-url', 'origin', 'ssh://example.invalid/x.git');
    const hanging = { ...GIT_ENV, GIT_SSH_COMMAND: `sh -c 'echo $$ > ${pids}; exec sleep 60' --` };
    const begun = Date.now();
    const [outcome] = entriesOf(clone, hanging, 400).change([change]);
    expect(outcome).toEqual({ kind: 'unreachable', reason: 'git timed out after 0.4 s' });
    expect(Date.now() - begun).toBeLessThan(5_000);
    const pid = Number(readFileSync(pids, 'utf8'));
    expect(pid).toBeGreaterThan(1);
    // A program that was ended may stay in the table of processes until its parent asks for it.
    const file = `/proc/${String(pid)}/stat`;
    const isRunning = () => existsSync(file) && !/\) [ZX] /.test(readFileSync(file, 'utf8'));
    for (let tries = 0; isRunning() && tries < 50; tries += 1) await setTimeout(100);
    expect(isRunning()).toBe(false);
  });

  it.each([
    ['a blob', 'hash-object', 'a blob of no commit'],
    ['a long text', 'long', 'x'.repeat(5_000)],
  ])('are empty if another program made them: %s', (_, how, text) => {
    const hostile = new SharedRemote();
    const clone = hostile.clone();
    const blob = hostile.bare.gitWith(text, 'hash-object', '-w', '--stdin');
    const tree = hostile.bare.gitWith(`100644 blob ${blob}\tentry.json\n`, 'mktree');
    const commit = hostile.bare.git('commit-tree', tree, '-m', 'x');
    hostile.bare.git('update-ref', REF, how === 'long' ? commit : blob);
    const read = entriesOf(clone).read();
    expect(read).toMatchObject({ kind: 'read' });
    expect(read.kind === 'read' && read.entries.get('a1')?.text).toBe('');
  });

  it('are only those of this project, under names that spectool gives', () => {
    const hostile = new SharedRemote();
    const head = hostile.bare.git('rev-parse', 'main');
    for (const ref of [
      `refs/spectool/claims/${KEY}/UPPER`,
      `refs/spectool/claims/${KEY}/a/b`,
      `refs/spectool/claims/0123456789abcdef/a1`,
      `refs/spectool/claims/${KEY}/-x`,
      `refs/heads/refs/spectool/claims/${KEY}/a1`,
      `refs/spectool/other/${KEY}/a1`,
    ])
      hostile.bare.git('update-ref', ref, head);
    expect(entriesOf(hostile.clone()).read()).toMatchObject({ kind: 'read', entries: new Map() });
  });
});
