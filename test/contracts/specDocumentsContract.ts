import { beforeEach, describe, expect, it } from '@jest/globals';
import { fileInSpec, type SpecFolder } from '../../src/domain/naming/projectPath.js';
import type { FileSystem } from '../../src/ports/fileSystem.js';
import type { SpecStore } from '../../src/ports/specStore.js';

export interface SpecDocumentsStand {
  readonly files: FileSystem;
  /**
   * Opens a store whose only spec is in progress, has the title `Kiln`, the criteria `T001 Wall` (ticked) and `T002 Door`, and a
   * further file `notes.md` with four bytes.
   */
  open(): SpecStore;
}

/** Tests that a store must pass wherever the documents of its specs are: in a folder of their own, or where another tool keeps them. */
export function specDocumentsContract(name: string, stand: () => SpecDocumentsStand): void {
  describe(`${name} as a store of documents`, () => {
    let files: FileSystem;
    let open: () => SpecStore;
    let store: SpecStore;
    let folder: SpecFolder;
    beforeEach(() => {
      const made = stand();
      files = made.files;
      open = () => made.open();
      store = open();
      const [only, ...others] = store.folders();
      if (only === undefined || others.length > 0) throw new Error('expected one folder');
      folder = only;
    });
    const ticked = (text: string) => store.parse(text.replace('[ ] T002', '[x] T002'));

    it('reads the same fields and title in summaries and documents', () => {
      const { frontmatter, problem } = store.open(folder);
      expect(problem).toBeUndefined();
      const [summary] = store.summaries();
      expect(summary).toMatchObject({ folder, frontmatter, title: 'Kiln', criteria: { done: 1, total: 2 } });
      expect(frontmatter['status']).toBe('in-progress');
    });

    it('names the document first among the files, and reads files by their names alone', () => {
      const [first = '', ...others] = store.files(folder);
      expect(fileInSpec(folder, first)).toBe(store.documentPath(folder));
      expect(store.readFile(folder, first)).toBe(store.open(folder).text);
      expect(others).toContain('notes.md');
      expect(store.contents(folder).files).toEqual(expect.arrayContaining([first, ...others]));
      expect([store.readFile(folder, 'notes.md'), store.fileSize(folder, 'notes.md')]).toEqual(['Clay', 4]);
      files.write('secret.md', 'secret');
      expect(store.readFile(folder, 'none.md')).toBeUndefined();
      expect(store.readFile(folder, '../../../secret.md')).toBeUndefined();
    });

    it('reads every file that it lists', () => {
      const { files: names } = store.contents(folder);
      expect(names.length).toBeGreaterThan(1);
      for (const name of names) {
        expect(files.stat(fileInSpec(folder, name))?.kind).toBe('file');
        expect(store.readFile(folder, name) ?? '').not.toBe('');
        expect(store.fileSize(folder, name)).toBeGreaterThan(0);
      }
    });

    it('finds the file and the line from which a line of the document comes', () => {
      const { text } = store.open(folder);
      const lineOf = (words: string) => {
        const at = text.split('\n').findIndex((one) => one.includes(words));
        const { file = store.documentPath(folder), line } = store.places(folder)(at + 1);
        return files.readText(file)?.split('\n')[line - 1]?.trimEnd();
      };
      expect(lineOf('T002 Door')).toBe('- [ ] T002 Door');
      expect(lineOf('Heat.')).toBe('Heat.');
      expect(lineOf('status: in-progress')).toBeDefined();
    });

    it('parses the text of its document as the document', () => {
      const document = store.open(folder);
      expect(store.parse(document.text)).toEqual(document);
    });

    it('stores a tick as the one character, and reads the document that it promised', () => {
      const before = store.open(folder);
      const { document, texts } = store.stored(folder, before, ticked(before.text));
      const [only] = texts;
      expect(texts).toHaveLength(1);
      expect(only?.was).toBe(files.readText(only?.path ?? ''));
      expect(only?.text).toBe(only?.was?.replace('[ ] T002', '[x] T002'));
      if (only !== undefined) files.write(only.path, only.text);
      const again = open();
      expect(again.open(folder).text).toBe(document.text);
      expect(again.summaries()[0]?.criteria).toEqual({ done: 2, total: 2 });
      const back = again.stored(folder, document, again.parse(before.text));
      expect(back.texts.map(({ path, was, text }) => [path, was, text])).toEqual([
        [only?.path, only?.text, only?.was],
      ]);
      expect(back.document.frontmatter['status']).toBe('in-progress');
    });

    it('reads what was changed since in the files', () => {
      const lines = store.open(folder).text.split('\n');
      const at = lines.findIndex((one) => one.includes('T002 Door'));
      const { file = store.documentPath(folder) } = store.places(folder)(at + 1);
      files.write(file, files.readText(file)?.replace('T002 Door', 'T002 Gate') ?? '');
      expect(open().open(folder).text).toContain('- [ ] T002 Gate');
    });

    it('stores nothing for a document that did not change', () => {
      const document = store.open(folder);
      expect(store.stored(folder, document, document)).toEqual({ document, texts: [] });
    });

    it('edits fields without changing the text', () => {
      const document = store.open(folder);
      const edited = store.edit(document, new Map([['priority', 'high']]));
      expect(edited.frontmatter).toEqual({ ...document.frontmatter, priority: 'high' });
      expect(edited.text.slice(edited.bodyStart)).toBe(document.text.slice(document.bodyStart));
      expect(store.edit(edited, new Map([['priority', null]])).text).toBe(document.text);
    });

    it('leaves nothing unread', () => {
      expect(store.notRead()).toEqual([]);
    });
  });
}
