import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SpecFolder } from '../../src/domain/naming/projectPath.js';
import { DEFAULT_CONFIG, type StructureConfig } from '../../src/domain/project/configuration.js';
import type { FileSystem } from '../../src/ports/fileSystem.js';
import type { SpecStore } from '../../src/ports/specStore.js';

export interface SpecStoreStand {
  /** Opens a store over `files`, whose root folder is empty at first. */
  open(structure: StructureConfig): SpecStore;
  readonly files: FileSystem;
  /** A file system whose root is the parent folder of the project, so that it can write outside the project. */
  readonly outside: FileSystem;
}

const SPEC = '---\nstatus: planned\ncreated: 2025-11-05\n---\n\n# Title\n';

/** Tests that every SpecStore must pass. */
export function specStoreContract(name: string, stand: () => SpecStoreStand): void {
  describe(`${name} as a SpecStore`, () => {
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

    describe('finding folders', () => {
      it('returns no folder for an empty tree', () => {
        expect(found()).toEqual([]);
      });

      it('returns folders by number, archived ones last', () => {
        place('archived/003-old', '010-b', '008-a', '1000-c', '2fa-login', 'archived/2025/004-older');
        expect(found()).toEqual([
          '8 008-a', '10 010-b', '1000 1000-c', 'null 2fa-login', '3 archived/003-old', '4 archived/2025/004-older',
        ]); // prettier-ignore
        expect(store().folders().at(-1)).toEqual({ sequence: 4, name: 'older', ref: '004-older', group: '2025', archived: true, path: 'specs/archived/2025/004-older',
        }); // prettier-ignore
      });

      it('returns a folder named like a spec whose document is missing', () => {
        files.makeDirectory('specs/005-empty');
        expect(found()).toEqual(['5 005-empty']);
        expect(store().summaries()[0]?.problem?.code).toBe('MISSING_DOCUMENT');
      });

      it('returns specs in groups, even in groups named like specs', () => {
        place(
          ...'2025-11/001-a 20251101/002-b 2025/11/003-c 2024-q1/004-d 1-alpha/005-e misc/006-f'.split(' '),
        );
        expect(found()).toEqual([
          '1 2025-11/001-a', '2 20251101/002-b', '3 2025/11/003-c', '4 2024-q1/004-d', '5 1-alpha/005-e', '6 misc/006-f',
        ]); // prettier-ignore
        place('001-team/007-g');
        expect(found({ pattern: 'custom' }).at(-1)).toBe('7 001-team/007-g');
      });

      it('returns the specs of a group that has a document of its own', () => {
        place('milestone', 'milestone/001-a', 'notes');
        files.write('specs/notes/img/x.png', '');
        expect(found()).toEqual(['1 milestone/001-a', 'null notes']);
      });

      it('returns no hidden folder, no file and nothing below a spec', () => {
        place('.hidden', 'node_modules/001-x', '001-a/002-b');
        files.write('specs/003-notes.md', SPEC);
        files.write('specs/.spectool-tmp-1-x', SPEC);
        expect(found()).toEqual(['1 001-a']);
      });

      it('returns no folder that is only staged', () => {
        files.write('.spectool/tmp/new-abc/README.md', SPEC);
        expect(found()).toEqual([]);
      });
    });

    describe('reading', () => {
      it('returns frontmatter and title', () => {
        place('005-user-login');
        files.write('specs/006-x/README.md', '---\n---\ntext');
        expect(store().summaries()).toMatchObject([
          { frontmatter: { status: 'planned', created: '2025-11-05' }, title: 'Title' },
          { frontmatter: {}, title: 'X' },
        ]);
      });

      it.each<[string, string | Uint8Array, string]>([
        ['an empty file', '', 'FRONTMATTER_MISSING'],
        ['unclosed frontmatter', '---\nstatus: planned\n\n# T\n', 'FRONTMATTER_UNCLOSED'],
        ['broken YAML', '---\nstatus: [\n---\n', 'FRONTMATTER_INVALID'],
        ['frontmatter in another language', '---js\nmodule.exports = {}\n---\n', 'FRONTMATTER_LANGUAGE'],
        ['a conflict', '---\n<<<<<<< a\nx: 1\n=======\nx: 2\n>>>>>>> b\n---\n', 'MERGE_CONFLICT'],
        ['NUL bytes', new Uint8Array([45, 45, 45, 10, 0, 10]), 'DOCUMENT_UNREADABLE'],
        ['another encoding', new Uint8Array([45, 45, 45, 10, 0xff, 0xfe, 10]), 'DOCUMENT_UNREADABLE'],
      ])('reports a problem of the document for %s', (_what, content, code) => {
        files.write('specs/001-a/README.md', content);
        const of = store();
        expect(of.open(only(of)).problem?.code).toBe(code);
        expect(of.summaries()[0]?.problem?.message).toMatch(/\.$/);
      });

      it('reports a folder in the place of a document as a problem', () => {
        files.makeDirectory('specs/001-a/README.md');
        const of = store();
        expect(of.open(only(of)).problem?.code).toBe('DOCUMENT_UNREADABLE');
      });

      it('does not read a document that is too large', () => {
        files.write('specs/001-a/README.md', new Uint8Array(50 * 1024 * 1024 + 1).fill(45));
        const of = store();
        expect(of.open(only(of)).problem).toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
      });

      it('lists the files of a spec, with the document first', () => {
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

    describe('links', () => {
      beforeEach(() => {
        outside.write('elsewhere/README.md', SPEC);
        outside.write('elsewhere/secret.md', 'secret');
      });

      it('are not followed in the place of a spec folder, which is reported as a broken spec', () => {
        files.makeDirectory('specs');
        files.link('../../elsewhere', 'specs/001-ext');
        const of = store();
        const folder = only(of);
        expect(of.open(folder).problem?.code).toBe('DOCUMENT_UNREADABLE');
        expect(of.files(folder)).toEqual([]);
        expect(of.readFile(folder, 'secret.md')).toBeUndefined();
        expect(outside.readText('elsewhere/README.md')).toBe(SPEC);
      });

      it('are no specs, even if their target contains a document', () => {
        files.makeDirectory('specs');
        files.link('../../elsewhere', 'specs/ext');
        expect(found()).toEqual([]);
      });

      it('are not followed in the place of a document or a further file', () => {
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
        const unread = of.notRead().map(({ path, error }) => [path, error?.code]);
        expect(unread).toContainEqual(['specs/001-a/secret.md', 'OUTSIDE_PROJECT']);
      });

      it('are not followed even to a folder inside the project', () => {
        files.write('shared/README.md', SPEC);
        files.makeDirectory('specs');
        files.link('../shared', 'specs/001-in');
        const of = store();
        expect(of.open(only(of)).problem?.code).toBe('DOCUMENT_UNREADABLE');
        expect(of.summaries()[0]?.problem?.code).toBe('DOCUMENT_UNREADABLE');
        expect(of.files(only(of))).toEqual([]);
      });
    });

    it('writing edits the frontmatter without changing other text', () => {
      place('001-a');
      const of = store();
      const folder = only(of);
      const edited = of.edit(of.open(folder), new Map([['status', 'complete']]));
      files.write(of.documentPath(folder), edited.text);
      expect(files.readText('specs/001-a/README.md')).toBe(SPEC.replace('planned', 'complete'));
      expect(of.edit(edited, new Map())).toBe(edited);
    });
  });
}
