import { expect, it } from '@jest/globals';
import type { ImportSource } from '../../src/ports/importSource.js';
import { OWN_SOURCES } from '../../src/adapters/import/toolDocuments.js';
import { MemoryProject } from '../support/memoryProject.js';

/** A complete import source for an invented tool. Nothing but an entry in the list of sources is needed to use it. */
const memos: ImportSource = {
  name: 'memos',
  detect: ({ files }) => ({
    surety: 'names',
    documents: files.map(({ path }) => path).filter((path) => /(?:^|\/)memo-\d+\.txt$/.test(path)),
  }),
  read: function* (tree) {
    for (const { path } of tree.files) {
      const number = /(?:^|\/)memo-(\d+)\.txt$/.exec(path)?.[1];
      if (number === undefined) continue;
      const [title = '', status = '', ...text] = (tree.text(path) ?? '').split('\n');
      yield {
        place: path,
        aliases: [],
        number: Number(number),
        name: title,
        title,
        status,
        statusFrom: 'second line',
        body: text.join('\n'),
        past: new Map([[path, undefined]]),
      };
    }
  },
};

it('an import source for another tool needs only one module and one entry in the list of sources', async () => {
  const list = OWN_SOURCES as ImportSource[];
  list.push(memos);
  try {
    const project = new MemoryProject();
    project.files.write('memos/memo-7.txt', 'Drink tea\ndone\nAlways.\n');
    project.files.write('memos/memo-9.txt', 'Drink milk\nrejected\nNever.\n');
    expect((await project.run(['import'])).stdout).toContain(
      '2 documents of kind memos in .: 2 would be new.',
    );
    await project.run(['import', 'memos', 'memos', '--apply']);
    expect(project.files.readText('specs/007-drink-tea/README.md')).toMatch(
      /status: complete\n[^]*source: memos:memos\/memo-7.txt\nsource_status: done\n---\n\n# Drink tea\n\nAlways.\n$/,
    );
    expect(project.files.readText('specs/archived/009-drink-milk/README.md')).toContain(
      'archived_as: rejected',
    );
    expect((await project.run(['import'])).stdout).toContain('Nothing to do');
  } finally {
    list.pop();
  }
});
