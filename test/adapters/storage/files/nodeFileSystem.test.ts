import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { NodeFileSystem } from '../../../../src/adapters/storage/files/nodeFileSystem.js';
import { fileSystemContract } from '../../../contracts/fileSystemContract.js';
import type { FileSystemStand } from '../../../contracts/fileSystemContract.js';
import { refusal } from '../../../support/thrownError.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

function stand(hardLinks: boolean): FileSystemStand {
  const base = temporaryFolder();
  mkdirSync(join(base, 'project'));
  const files = new NodeFileSystem(join(base, 'project'), { hardLinks });
  return { files, outside: new NodeFileSystem(base), rootName: 'project' };
}

fileSystemContract('NodeFileSystem', () => stand(true));
fileSystemContract('NodeFileSystem without hard links', () => stand(false));

const DEAD_PID = 4_194_305;

describe('NodeFileSystem', () => {
  it.each(['a', 'a/b', 'a/b/c'])('lists nothing below %s once it is a link out of the project', (swapped) => {
    const base = temporaryFolder();
    const files = new NodeFileSystem(join(base, 'project'));
    files.makeDirectory('a/b/c/d');
    mkdirSync(join(base, 'outside/b/c/d'), { recursive: true });
    for (const path of ['a', 'a/b', 'a/b/c', 'a/b/c/d']) files.list(path);
    renameSync(join(base, 'project', swapped), join(base, 'project/kept'));
    symlinkSync(join(base, 'outside', swapped.slice(2)), join(base, 'project', swapped));
    expect(refusal(() => files.list('a/b/c')).code).toBe('OUTSIDE_PROJECT');
    expect(refusal(() => files.list('a/b/c/d')).code).toBe('OUTSIDE_PROJECT');
  });

  it.each([
    ['commit', true],
    ['commitExclusive', true],
    ['commitExclusive', false],
  ] as const)(
    'fails to write a staged file with %s when its folder was replaced by a link out of the project',
    (how, hardLinks) => {
      const base = temporaryFolder();
      const files = new NodeFileSystem(join(base, 'project'), { hardLinks, staging: 'tmp' });
      mkdirSync(join(base, 'outside/stream'), { recursive: true });
      const staged = files.stage('log/stream/record', 'x');
      renameSync(join(base, 'project/log'), join(base, 'project/kept'));
      symlinkSync(join(base, 'outside'), join(base, 'project/log'));
      expect(refusal(() => staged[how]()).code).toBe('OUTSIDE_PROJECT');
      expect(readdirSync(base, { recursive: true })).not.toContain('outside/stream/record');
      expect(readdirSync(join(base, 'project/tmp'))).toEqual([]);
    },
  );

  it('keeps the permissions of a file that it replaces', () => {
    const root = temporaryFolder();
    const files = new NodeFileSystem(root);
    files.write('run.sh', 'one');
    chmodSync(join(root, 'run.sh'), 0o750);
    files.write('run.sh', 'two');
    expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o750);
  });

  it('does not list the temporary file of a staged write', () => {
    const root = temporaryFolder();
    const files = new NodeFileSystem(root);
    const staged = files.stage('specs/a', 'one');
    expect(readdirSync(join(root, 'specs'))).toEqual([
      expect.stringMatching(new RegExp(`^\\.spectool-tmp-${process.pid}-\\w+$`)),
    ]);
    expect(files.list('specs')).toEqual([]);
    staged.commit();
    expect(readdirSync(join(root, 'specs'))).toEqual(['a']);
  });

  it('leaves no temporary file when writing fails or the file already exists', () => {
    const root = temporaryFolder();
    const files = new NodeFileSystem(root);
    const staged = files.stage('a', 'late');
    files.write('a', 'early');
    expect(staged.commitExclusive()).toBe(false);
    const doomed = files.stage('b', 'x');
    mkdirSync(join(root, 'b'));
    expect(refusal(() => doomed.commit()).code).toBe('WRITE_FAILED');
    expect(readdirSync(root)).toEqual(['a', 'b']);
  });

  it('removes old temporary files of ended processes, and keeps recent ones and those of running processes', () => {
    const root = temporaryFolder();
    const place = (name: string, minutes: number) => {
      writeFileSync(join(root, name), '');
      const then = Date.now() / 1000 - minutes * 60;
      utimesSync(join(root, name), then, then);
    };
    place(`.spectool-tmp-${DEAD_PID}-old`, 1);
    place(`.spectool-tmp-${DEAD_PID}-young`, 0);
    place(`.spectool-tmp-${process.pid}-mine`, 1);
    place(`.spectool-tmp-${process.pid}-forgotten`, 120);
    place('.spectool-tmp-odd', 120);
    place('kept', 120);
    expect(new NodeFileSystem(root).sweepTemporary('')).toBe(3);
    expect(readdirSync(root).sort()).toEqual(
      [`.spectool-tmp-${DEAD_PID}-young`, `.spectool-tmp-${process.pid}-mine`, 'kept'].sort(),
    );
  });

  it('refuses to read a pipe or a device instead of waiting for data', () => {
    const root = temporaryFolder();
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const files = new NodeFileSystem(root);
    files.link('/dev/zero', 'zero');
    const error = refusal(() => files.read('pipe'));
    expect(error.code).toBe('READ_FAILED');
    expect(error.message).toContain('not a regular file');
    expect(refusal(() => files.read('zero')).code).toBe('OUTSIDE_PROJECT');
    expect(refusal(() => files.write('pipe', 'x')).code).toBe('WRITE_FAILED');
    expect(files.list('').map((entry) => entry.kind)).toEqual(['other', 'link']);
  });

  it('treats a name that is too long as missing and fails to write it', () => {
    const files = new NodeFileSystem(temporaryFolder());
    const name = 'x'.repeat(300);
    expect(files.readText(name)).toBeUndefined();
    expect(files.stat(name)).toBeUndefined();
    expect(files.list(name)).toEqual([]);
    const error = refusal(() => files.write(name, 'x'));
    expect(error).toMatchObject({ code: 'WRITE_FAILED', details: { cause: 'ENAMETOOLONG' } });
    expect(refusal(() => files.createExclusive(name, 'x')).code).toBe('WRITE_FAILED');
  });

  it('accepts a root folder that is a link and a root folder that does not exist yet', () => {
    const base = temporaryFolder();
    const files = new NodeFileSystem(base);
    files.write('real/a', '1');
    files.link('real', 'alias');
    const aliased = new NodeFileSystem(join(base, 'alias'));
    aliased.write('a', '2');
    expect(files.readText('real/a')).toBe('2');
    const later = new NodeFileSystem(join(base, 'not', 'yet'));
    later.write('a', '3');
    expect(existsSync(join(base, 'not', 'yet', 'a'))).toBe(true);
  });
});
