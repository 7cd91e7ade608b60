import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SpecFolder } from '../../src/domain/naming/specFolder.js';
import { DEFAULT_CONFIG, type StructureConfig } from '../../src/domain/project/configuration.js';
import type { FileSystem } from '../../src/ports/fileSystem.js';
import type { SpecStore } from '../../src/ports/specStore.js';
import { refusal } from '../support/refusal.js';

export interface SpecStoreStand {
  /** A store on the files below an empty root. */
  open(structure: StructureConfig): SpecStore;
  readonly files: FileSystem;
  /** Sees the folder the root lies in; whatever is there is outside. */
  readonly outside: FileSystem;
}

const SPEC = '---\nstatus: planned\ncreated: 2025-11-05\n---\n\n# Title\n';

/** What every SpecStore must do, whatever it stands on. */
export function specStoreContract(name: string, stand: () => SpecStoreStand): void {
  describe(`${name} is a SpecStore that`, () => {
    let files: FileSystem;
    let outside: FileSystem;
    let open: SpecStoreStand['open'];
    beforeEach(() => {
      const made = stand();
      ({ files, outside } = made);
      open = (structure) => made.open(structure);
    });

    const store = (structure: Partial<StructureConfig> = {}) =>
      open({ ...DEFAULT_CONFIG.structure, ...structure });
    const place = (...folders: readonly string[]) => {
      for (const folder of folders) files.write(`specs/${folder}/README.md`, SPEC);
    };
    const found = (structure?: Partial<StructureConfig>) =>
      store(structure)
        .folders()
        .map(({ path, sequence }) => `${String(sequence)} ${path.slice('specs/'.length)}`);
    const only = (of: SpecStore): SpecFolder => {
      const [folder, another] = of.folders();
      if (folder === undefined || another !== undefined) throw new Error('expected one folder');
      return folder;
    };

    describe('finds', () => {
      it('nothing where there is nothing', () => {
        expect(found()).toEqual([]);
      });

      it('folders by number, archived ones last', () => {
        place('archived/003-old', '010-b', '008-a', '1000-c', '2fa-login', 'archived/2025/004-older');
        expect(found()).toEqual([
          '8 008-a', '10 010-b', '1000 1000-c', 'null 2fa-login', '3 archived/003-old', '4 archived/2025/004-older',
        ]); // prettier-ignore
        expect(store().folders().at(-1)).toEqual({
          sequence: 4, name: 'older', ref: '004-older', group: '2025', archived: true, path: 'specs/archived/2025/004-older',
        }); // prettier-ignore
      });

      it('a folder named like a spec though its document is missing', () => {
        files.makeDirectory('specs/005-empty');
        expect(found()).toEqual(['5 005-empty']);
        expect(store().summaries()[0]?.problem?.code).toBe('MISSING_DOCUMENT');
      });

      it('folders made under an older prefix', () => {
        place('spec-001-a', '20251101-002-b', '2025-11-01-003-c', '004-d');
        expect(found({ prefix: 'x-' })).toEqual([
          '1 spec-001-a', '2 20251101-002-b', '3 2025-11-01-003-c', '4 004-d',
        ]); // prettier-ignore
      });

      it('what stands in groups, though they are called like specs', () => {
        place(
          '2025-11/001-a',
          '20251101/002-b',
          '2025/11/003-c',
          '2024-q1/004-d',
          '1-alpha/005-e',
          'misc/006-f',
        );
        expect(found()).toEqual([
          '1 2025-11/001-a', '2 20251101/002-b', '3 2025/11/003-c', '4 2024-q1/004-d', '5 1-alpha/005-e', '6 misc/006-f',
        ]); // prettier-ignore
        place('001-team/007-g');
        expect(found({ pattern: 'custom' }).at(-1)).toBe('7 001-team/007-g');
      });

      it('the specs of a group that has a text of its own', () => {
        place('milestone', 'milestone/001-a', 'notes');
        files.write('specs/notes/img/x.png', '');
        expect(found()).toEqual(['1 milestone/001-a', 'null notes']);
      });

      it('no hidden folder, no file, nothing below a spec', () => {
        place('.hidden', 'node_modules/001-x', '001-a/002-b');
        files.write('specs/003-notes.md', SPEC);
        files.write('specs/.spectool-tmp-1-x', SPEC);
        expect(found()).toEqual(['1 001-a']);
      });

      it('groups as deep as anyone nests them', () => {
        place('a/b/c/d/e/f/001-x', 'a/b/c/d/e/f/g/h/i/j/002-y');
        expect(found()).toEqual(['1 a/b/c/d/e/f/001-x', '2 a/b/c/d/e/f/g/h/i/j/002-y']);
      });

      it('nothing new while a folder is staged', () => {
        files.write('.spectool/tmp/new-abc/README.md', SPEC);
        expect(found()).toEqual([]);
        const staged = store().stagedFolders();
        expect(staged.map(({ id }) => id)).toEqual(['abc']);
        staged[0]?.discard();
        expect(store().stagedFolders()).toEqual([]);
      });
    });

    describe('reads', () => {
      it('frontmatter and title', () => {
        place('005-user-login');
        files.write('specs/006-x/README.md', '---\n---\ntext');
        expect(store().summaries()).toMatchObject([
          { frontmatter: { status: 'planned', created: '2025-11-05' }, title: 'Title' },
          { frontmatter: {}, title: 'X' },
        ]);
      });

      it.each<[string, string | Uint8Array, string]>([
        ['an empty file', '', 'FRONTMATTER_MISSING'],
        ['frontmatter that is never closed', '---\nstatus: planned\n\n# T\n', 'FRONTMATTER_UNCLOSED'],
        ['broken YAML', '---\nstatus: [\n---\n', 'FRONTMATTER_INVALID'],
        ['another language', '---js\nmodule.exports = {}\n---\n', 'FRONTMATTER_LANGUAGE'],
        ['a conflict', '---\n<<<<<<< a\nx: 1\n=======\nx: 2\n>>>>>>> b\n---\n', 'MERGE_CONFLICT'],
        ['zero bytes', new Uint8Array([45, 45, 45, 10, 0, 10]), 'DOCUMENT_UNREADABLE'],
        ['another encoding', new Uint8Array([45, 45, 45, 10, 0xff, 0xfe, 10]), 'DOCUMENT_UNREADABLE'],
      ])('%s as a document with a problem', (_what, content, code) => {
        files.write('specs/001-a/README.md', content);
        const of = store();
        expect(of.open(only(of)).problem?.code).toBe(code);
        expect(of.summaries()[0]?.problem?.message).toMatch(/\.$/);
      });

      it('a folder in the place of a document as a problem', () => {
        files.makeDirectory('specs/001-a/README.md');
        const of = store();
        expect(of.open(only(of)).problem?.code).toBe('DOCUMENT_UNREADABLE');
      });

      it('nothing that is too large', () => {
        files.write('specs/001-a/README.md', new Uint8Array(50 * 1024 * 1024 + 1).fill(45));
        const of = store();
        expect(of.open(only(of)).problem).toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
      });

      it('the files of a spec, its document first', () => {
        place('001-a');
        for (const path of ['DESIGN.md', 'img/x.png', '.hidden', 'node_modules/y']) {
          files.write(`specs/001-a/${path}`, 'text');
        }
        const of = store();
        expect(of.files(only(of))).toEqual(['README.md', 'DESIGN.md', 'img/x.png']);
        expect(of.readFile(only(of), 'DESIGN.md')).toBe('text');
        expect(of.readFile(only(of), 'NONE.md')).toBeUndefined();
        expect(of.readFile(only(of), '../../secret')).toBeUndefined();
      });
    });

    describe('follows no link', () => {
      beforeEach(() => {
        outside.write('elsewhere/README.md', SPEC);
        outside.write('elsewhere/secret.md', 'secret');
      });

      it('of a spec folder: it is shown as broken, and never written', () => {
        files.makeDirectory('specs');
        files.link('../../elsewhere', 'specs/001-ext');
        const of = store();
        const folder = only(of);
        expect(of.open(folder).problem?.code).toBe('DOCUMENT_UNREADABLE');
        expect(of.files(folder)).toEqual([]);
        expect(of.readFile(folder, 'secret.md')).toBeUndefined();
        expect(outside.readText('elsewhere/README.md')).toBe(SPEC);
      });

      it('of a folder that would only be a spec by its document', () => {
        files.makeDirectory('specs');
        files.link('../../elsewhere', 'specs/ext');
        expect(found()).toEqual([]);
      });

      it('of a document or another file', () => {
        files.makeDirectory('specs/001-a');
        files.link('../../../elsewhere/README.md', 'specs/001-a/README.md');
        files.link('../../../elsewhere/secret.md', 'specs/001-a/secret.md');
        files.link('../../../elsewhere', 'specs/001-a/all');
        const of = store();
        const folder = only(of);
        expect(of.open(folder).problem?.code).toBe('DOCUMENT_UNREADABLE');
        expect(of.readFile(folder, 'secret.md')).toBeUndefined();
        expect(of.readFile(folder, 'all/secret.md')).toBeUndefined();
        expect(of.files(folder)).toEqual(['README.md', 'all', 'secret.md']);
        const unread = [...of.unreadFiles()].map(([file, { code }]) => [file, code]);
        expect(unread).toContainEqual(['specs/001-a/secret.md', 'OUTSIDE_PROJECT']);
      });

      it('nor inside', () => {
        files.write('shared/README.md', SPEC);
        files.makeDirectory('specs');
        files.link('../shared', 'specs/001-in');
        const of = store();
        expect(of.open(only(of)).problem?.code).toBe('DOCUMENT_UNREADABLE');
        expect(of.summaries()[0]?.problem?.code).toBe('DOCUMENT_UNREADABLE');
        expect(of.files(only(of))).toEqual([]);
      });
    });

    describe('writes', () => {
      it('a new folder whole, into a free place only', () => {
        const of = store();
        const folder: SpecFolder = {
          sequence: 1,
          name: 'a',
          ref: '001-a',
          archived: false,
          path: 'specs/001-a',
        };
        files.write('.spectool/tmp/new-abc/README.md', SPEC);
        of.stagedFolders()[0]?.commit(folder);
        expect(files.readText('specs/001-a/README.md')).toBe(SPEC);
        expect(of.stagedFolders()).toEqual([]);
        files.write('.spectool/tmp/new-def/README.md', 'other');
        expect(refusal(() => of.stagedFolders()[0]?.commit(folder)).code).toBe('SPEC_EXISTS');
        expect(files.readText('specs/001-a/README.md')).toBe(SPEC);
      });

      it('an edit of the frontmatter without touching the rest', () => {
        place('001-a');
        const of = store();
        const folder = only(of);
        const edited = of.edit(of.open(folder), new Map([['status', 'complete']]));
        files.write(of.documentPath(folder), edited.text);
        expect(files.readText('specs/001-a/README.md')).toBe(SPEC.replace('planned', 'complete'));
        expect(of.edit(edited, new Map())).toBe(edited);
      });
    });
  });
}
