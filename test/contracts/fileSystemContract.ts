import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FileSystem } from '../../src/ports/fileSystem.js';
import { expectRefusal, refusal } from '../support/thrownError.js';

export interface FileSystemStand {
  /** A file system whose root is an empty folder. */
  readonly files: FileSystem;
  /** A file system whose root is the parent folder, so that it can write outside the root of `files`. */
  readonly outside: FileSystem;
  /** The name of the root folder of `files` in its parent folder. */
  readonly rootName: string;
}

/** Tests that every FileSystem must pass. */
export function fileSystemContract(name: string, open: () => FileSystemStand): void {
  describe(`${name} as a FileSystem`, () => {
    let files: FileSystem;
    let outside: FileSystem;
    let rootName: string;
    beforeEach(() => {
      ({ files, outside, rootName } = open());
    });

    describe('reading', () => {
      it('returns bytes and text as written, including a BOM', () => {
        files.write('a/b.bin', new Uint8Array([0, 255, 10]));
        files.write('t.md', '\uFEFF# Größe\r\n');
        expect([...(files.read('a/b.bin') ?? [])]).toEqual([0, 255, 10]);
        expect(files.readText('t.md')).toBe('\uFEFF# Größe\r\n');
      });

      it('returns parts of an opened file, even after its name is reused', () => {
        files.write('a', 'one two three');
        const file = files.open('a');
        const part = (start: number, length: number) =>
          Buffer.from(file?.read(start, length) ?? []).toString();
        expect(file?.size).toBe(13);
        files.write('a', 'four');
        expect([part(4, 3), part(8, 100), part(13, 1), part(0, 0)]).toEqual(['two', 'three', '', '']);
        files.remove('a');
        expect(part(0, 3)).toBe('one');
        file?.close();
        file?.close();
        expect(files.open('a')).toBeUndefined();
      });

      it('returns undefined for a missing file, and an empty list for a missing folder', () => {
        files.write('file', '');
        expect(files.read('none')).toBeUndefined();
        expect(files.readText('none/deep')).toBeUndefined();
        expect(files.readText('file/below')).toBeUndefined();
        expect(files.stat('none')).toBeUndefined();
        expect(files.stat('file/below')).toBeUndefined();
        expect(files.readLink('none')).toBeUndefined();
        expect(files.list('none')).toEqual([]);
        expect(files.list('file')).toEqual([]);
      });

      it('fails when a folder is read as a file', () => {
        files.makeDirectory('folder');
        expect(refusal(() => files.open('folder')).code).toBe('READ_FAILED');
        const error = refusal(() => files.read('folder'));
        expect(error.code).toBe('READ_FAILED');
        expect(error.message).toContain('folder');
        expect(error.hint).toBeDefined();
      });

      it('lists entries by name, with their kinds', () => {
        files.write('b', '');
        files.write('a/x', '');
        files.link('b', 'c');
        expect(files.list('')).toEqual([
          { name: 'a', kind: 'directory' },
          { name: 'b', kind: 'file' },
          { name: 'c', kind: 'link' },
        ]);
      });

      it('returns a stat that changes with the content', () => {
        files.write('a', 'one');
        const before = files.stat('a')!;
        files.write('a', 'two!');
        const after = files.stat('a')!;
        expect(before).toMatchObject({ kind: 'file', size: 3 });
        expect(after).toMatchObject({ kind: 'file', size: 4 });
        expect(after.inode === before.inode && after.ctimeNs === before.ctimeNs).toBe(false);
        expect(files.stat('')?.kind).toBe('directory');
      });
    });

    describe('writing', () => {
      it('replaces the whole content', () => {
        files.write('deep/er/a', 'one');
        files.write('deep/er/a', 'two');
        expect(files.readText('deep/er/a')).toBe('two');
        expect(files.list('deep/er')).toHaveLength(1);
      });

      it('does not change the file before the commit', () => {
        files.write('a', 'one');
        const staged = files.stage('a', 'two');
        expect(files.readText('a')).toBe('one');
        expect(files.list('')).toHaveLength(1);
        staged.commit();
        expect(files.readText('a')).toBe('two');
        staged.discard();
        expect(files.readText('a')).toBe('two');
      });

      it('writes nothing after a discard', () => {
        const staged = files.stage('a', 'one');
        staged.discard();
        staged.discard();
        expect(files.stat('a')).toBeUndefined();
        expect(refusal(() => staged.commit()).code).toBe('WRITE_FAILED');
        expect(files.stat('a')).toBeUndefined();
      });

      it('lets only one of two writers create a file', () => {
        const one = files.stage('n/a', 'one');
        const two = files.stage('n/a', 'two');
        expect([two.commitExclusive(), one.commitExclusive()]).toEqual([true, false]);
        expect(files.readText('n/a')).toBe('two');
        expect(files.createExclusive('n/a', 'three')).toBe(false);
        expect(files.createExclusive('n/b', 'three', { durable: false })).toBe(true);
        expect(files.readText('n/a')).toBe('two');
        expect(files.readText('n/b')).toBe('three');
        expect(files.list('n')).toHaveLength(2);
      });

      it('fails to write over a folder and below a file', () => {
        files.write('folder/x', '1');
        files.write('file', '1');
        expect(refusal(() => files.write('folder', 'x')).code).toBe('WRITE_FAILED');
        expect(refusal(() => files.write('file/below', 'x')).code).toBe('WRITE_FAILED');
        expect(refusal(() => files.makeDirectory('file/below')).code).toBe('WRITE_FAILED');
        expect(refusal(() => files.makeDirectory('file')).code).toBe('WRITE_FAILED');
        expect(files.createExclusive('folder', 'x')).toBe(false);
        expect(files.readText('folder/x')).toBe('1');
        expect(files.readText('file')).toBe('1');
      });

      it('makes folders, and accepts folders that exist already', () => {
        files.makeDirectory('a/b');
        files.makeDirectory('a/b');
        expect(files.list('a').map((entry) => entry.name)).toEqual(['b']);
      });
    });

    describe('moving and removing', () => {
      it('moves a file and a whole folder, and makes the parent folders of the new path', () => {
        files.write('a/x', '1');
        files.write('f', '2');
        files.move('a', 'deep/er/b');
        files.move('f', 'other/g');
        expect(files.readText('deep/er/b/x')).toBe('1');
        expect(files.readText('other/g')).toBe('2');
        expect(files.list('').map((entry) => entry.name)).toEqual(['deep', 'other']);
      });

      it('does not move a file over another file', () => {
        files.write('a/x', '1');
        files.write('f', '2');
        files.makeDirectory('empty');
        files.write('full/y', '3');
        for (const [from, to] of [
          ['a', 'empty'],
          ['a', 'full'],
          ['a', 'f'],
          ['f', 'a'],
          ['f', 'full/y'],
        ] as const) {
          expect(refusal(() => files.move(from, to)).code).toBe('WRITE_FAILED');
        }
        expect(files.readText('a/x')).toBe('1');
        expect(files.readText('f')).toBe('2');
        expect(files.readText('full/y')).toBe('3');
      });

      it('does not move a missing file, or a folder into itself', () => {
        files.write('a/x', '1');
        expect(refusal(() => files.move('none', 'b')).code).toBe('WRITE_FAILED');
        expect(refusal(() => files.move('a', 'a/b')).code).toBe('WRITE_FAILED');
        expect(files.readText('a/x')).toBe('1');
      });

      it('removes a file and a folder with its contents, and accepts a missing path', () => {
        files.write('a/b/x', '1');
        files.write('f', '2');
        files.remove('a');
        files.remove('f');
        files.remove('none/at/all');
        expect(files.list('')).toEqual([]);
      });

      it('removes a folder only when it is empty, if asked to', () => {
        files.write('full/x', '1');
        files.makeDirectory('empty');
        expect(files.removeEmptyDirectory('full')).toBe(false);
        expect(files.removeEmptyDirectory('none')).toBe(false);
        expect(files.removeEmptyDirectory('full/x')).toBe(false);
        expect(files.removeEmptyDirectory('empty')).toBe(true);
        expect(files.list('').map((entry) => entry.name)).toEqual(['full']);
      });

      it('does not move or remove the root', () => {
        files.write('a', '1');
        expect(refusal(() => files.remove('')).code).toBe('WRITE_FAILED');
        expect(refusal(() => files.move('', 'b')).code).toBe('WRITE_FAILED');
        expect(files.readText('a')).toBe('1');
      });

      it('does not remove the temporary file of a write in progress', () => {
        const staged = files.stage('a/x', '1');
        expect(files.sweepTemporary('a')).toBe(0);
        expect(files.sweepTemporary('none')).toBe(0);
        staged.commit();
        expect(files.readText('a/x')).toBe('1');
      });
    });

    describe('staying inside the root', () => {
      const BAD = ['..', '../x', 'a/../b', './a', '.', '/etc', 'a//b', 'a/', 'a\0b'];

      it.each(BAD)('refuses the path %j in every method', (path) => {
        for (const work of [
          () => files.read(path),
          () => files.list(path),
          () => files.stat(path),
          () => files.readLink(path),
          () => files.isInside(path),
          () => files.write(path, 'x'),
          () => files.createExclusive(path, 'x'),
          () => files.makeDirectory(path),
          () => files.remove(path),
          () => files.removeEmptyDirectory(path),
          () => files.sweepTemporary(path),
          () => files.link('a', path),
          () => files.move('a', path),
          () => files.move(path, 'b'),
        ]) {
          expect(refusal(work).code).toBe('OUTSIDE_PROJECT');
        }
      });

      it('does not write through a folder link that leads outside', () => {
        outside.write('target/kept', 'theirs');
        files.link('../target', 'specs');
        files.write('a', '1');
        expect(files.isInside('specs')).toBe(false);
        expect(files.isInside('specs/kept')).toBe(false);
        expect(files.isInside('specs/new')).toBe(false);
        for (const work of [
          () => files.write('specs/kept', 'ours'),
          () => files.write('specs/new', 'ours'),
          () => files.createExclusive('specs/new', 'ours'),
          () => files.makeDirectory('specs'),
          () => files.makeDirectory('specs/deep/er'),
          () => files.remove('specs/kept'),
          () => files.removeEmptyDirectory('specs/kept'),
          () => files.link('x', 'specs/link'),
          () => files.move('a', 'specs/a'),
          () => files.move('specs/kept', 'b'),
          () => files.move('specs', 'b'),
        ]) {
          expect(refusal(work).code).toBe('OUTSIDE_PROJECT');
        }
        expect(outside.list('target')).toEqual([{ name: 'kept', kind: 'file' }]);
        expect(outside.readText('target/kept')).toBe('theirs');
        expect(files.readText('a')).toBe('1');
      });

      it('does not write through a file link that leads outside, even to a missing file', () => {
        outside.write('target', 'theirs');
        files.link('../target', 'there');
        files.link('../none', 'dangling');
        files.link(`../${rootName}/../none`, 'roundabout');
        files.link(`${outside.root}/none`, 'absolute');
        for (const path of ['there', 'dangling', 'roundabout', 'absolute']) {
          expect(files.isInside(path)).toBe(false);
          expect(refusal(() => files.write(path, 'ours')).code).toBe('OUTSIDE_PROJECT');
          expect(files.createExclusive(path, 'ours')).toBe(false);
        }
        expect(outside.readText('target')).toBe('theirs');
        expect(outside.stat('none')).toBeUndefined();
      });

      it('refuses a folder beside the root whose name begins with the name of the root', () => {
        outside.write(`${rootName}-2/x`, 'theirs');
        files.link(`../${rootName}-2`, 'a');
        expect(files.isInside('a/x')).toBe(false);
        expect(refusal(() => files.write('a/x', 'ours')).code).toBe('OUTSIDE_PROJECT');
      });

      it('writes through a link that stays inside, and keeps the link', () => {
        files.write('real/doc', 'one');
        files.link('real', 'folder');
        files.link('real/doc', 'file');
        files.link('real/new', 'dangling');
        files.write('folder/doc', 'two');
        expect(files.readText('real/doc')).toBe('two');
        files.write('file', 'three');
        files.write('dangling', 'four');
        expect(files.readText('real/doc')).toBe('three');
        expect(files.readText('real/new')).toBe('four');
        expect(files.readLink('file')).toBe('real/doc');
        expect(files.stat('file')?.kind).toBe('link');
        expect(files.isInside('folder/doc')).toBe(true);
      });

      it('removes a link, but not its target', () => {
        outside.write('target/kept', 'theirs');
        files.write('mine', '1');
        files.link('../target', 'a');
        files.link('mine', 'b');
        files.write('tree/x', '1');
        files.link('../../target', 'tree/c');
        files.remove('a');
        files.remove('b');
        files.remove('tree');
        expect(outside.readText('target/kept')).toBe('theirs');
        expect(files.list('')).toEqual([{ name: 'mine', kind: 'file' }]);
      });

      it('does not read through a link that leads outside, of the file or of a parent', () => {
        outside.write('target/deep/kept', 'theirs');
        outside.write('alone', 'theirs');
        files.link('../target', 'folder');
        files.link('../../target/deep', 'deep/er');
        files.link(`${outside.root}/alone`, 'file');
        files.link('file', 'twice');
        for (const path of ['folder/deep/kept', 'deep/er/kept', 'file', 'twice']) {
          for (const read of [() => files.read(path), () => files.readText(path), () => files.open(path)])
            expectRefusal(read, 'OUTSIDE_PROJECT', { details: { path: expect.any(String) } });
        }
        for (const path of ['folder', 'folder/deep', 'deep/er'])
          expect(refusal(() => files.list(path)).code).toBe('OUTSIDE_PROJECT');
        expect(files.list('')).toHaveLength(4);
      });

      it('reads through links that stay inside', () => {
        files.write('real/x', 'mine');
        files.link('real', 'folder');
        files.link('real/x', 'file');
        files.link('../file', 'deep/link');
        expect([files.readText('folder/x'), files.readText('file'), files.readText('deep/link')]).toEqual(
          Array(3).fill('mine'),
        );
        expect(files.list('folder')).toEqual([{ name: 'x', kind: 'file' }]);
      });

      it('fails to read and write links in a circle', () => {
        files.link('b', 'a');
        files.link('a', 'b');
        expect(refusal(() => files.read('a')).code).toBe('READ_FAILED');
        expect(refusal(() => files.write('a', 'x')).code).toBe('WRITE_FAILED');
        expect(files.isInside('a')).toBe(false);
        expect(files.readLink('a')).toBe('b');
      });

      it('makes no link over an existing file, and returns the target of a link', () => {
        files.write('a', '1');
        expect(refusal(() => files.link('x', 'a')).code).toBe('WRITE_FAILED');
        expect(files.link('../some/where', 'deep/l')).toBe(true);
        expect(files.readLink('deep/l')).toBe('../some/where');
        expect(files.readLink('a')).toBeUndefined();
      });

      it('does not write in the .git folder', () => {
        files.link('.git/hooks', 'specs');
        for (const path of ['.git/hooks/pre-commit', '.GIT/config', 'sub/.git/config', 'specs/pre-commit']) {
          expect(refusal(() => files.write(path, 'x')).code).toBe('OUTSIDE_PROJECT');
        }
        expect(files.stat('.git')).toBeUndefined();
        expect(['specs', 'specs/pre-commit', '.git/config'].map((path) => files.isInside(path))).toEqual(
          Array(3).fill(false),
        );
      });
    });
  });
}
