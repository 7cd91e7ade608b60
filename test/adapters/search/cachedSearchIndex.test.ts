import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CONFIG } from '../../../src/domain/project/configuration.js';
import { describe, expect, it } from '@jest/globals';
import { NodeFileSystem } from '../../../src/adapters/storage/files/nodeFileSystem.js';
import { MemoryFileSystem } from '../../../src/adapters/memory/memoryFileSystem.js';
import { CachedSearchIndex, MemorySearchIndex } from '../../../src/adapters/search/cachedSearchIndex.js';
import { LunrAnalysis } from '../../../src/adapters/search/lunr/lunrAnalysis.js';
import { WordVectors } from '../../../src/adapters/search/wordVectors.js';
import { FileSpecStore } from '../../../src/adapters/storage/specs/fileSpecStore.js';
import { YamlFrontmatterParser } from '../../../src/adapters/storage/specs/yamlFrontmatterParser.js';
import { parseQuery } from '../../../src/domain/search/searchQuery.js';
import { RelatedWords } from '../../../src/domain/search/related/relatedWords.js';
import { RELATED_WORDS_TABLE } from '../../../src/domain/search/related/relatedWordsTable.js';
import { WordSplitter } from '../../../src/domain/search/wordSplitter.js';
import type { FileSystem } from '../../../src/ports/fileSystem.js';
import { searchIndexContract } from '../../contracts/searchIndexContract.js';
import { ScratchProject } from '../../support/scratchProject.js';

const structure = {
  pattern: 'flat',
  prefix: '',
  dateFormat: 'YYYYMMDD',
  sequenceDigits: 3,
  defaultFile: 'README.md',
} as const;

const splitter = new WordSplitter(new LunrAnalysis());
const table = new WordVectors(readFileSync('src/adapters/search/wordVectors.bin'));

function indexOver(
  files: FileSystem,
  now: () => number = Date.now,
  defaultFile = 'README.md',
): CachedSearchIndex {
  return new CachedSearchIndex({
    files,
    caches: { files, folder: '.spectool/cache/' },
    store: new FileSpecStore(files, new YamlFrontmatterParser(), {
      ...DEFAULT_CONFIG,
      structure: { ...structure, defaultFile },
    }),
    structure: { ...structure, defaultFile },
    now,
    splitter,
    table,
    related: new RelatedWords(RELATED_WORDS_TABLE),
  });
}

function scratch(): { readonly project: ScratchProject; readonly files: NodeFileSystem } {
  const project = new ScratchProject();
  return { project, files: new NodeFileSystem(project.root) };
}

searchIndexContract('CachedSearchIndex on disk', () => {
  const { files } = scratch();
  return {
    write: (path, text) => files.write(path, text),
    remove: (path) => files.remove(path),
    open: () => indexOver(files),
  };
});

searchIndexContract('CachedSearchIndex in memory', () => {
  const files = new MemoryFileSystem();
  return {
    write: (path, text) => files.write(path, text),
    remove: (path) => files.remove(path),
    open: () => indexOver(files),
  };
});

searchIndexContract('MemorySearchIndex', () => {
  const files = new MemoryFileSystem();
  const store = () => new FileSpecStore(files, new YamlFrontmatterParser(), { ...DEFAULT_CONFIG, structure });
  return {
    write: (path, text) => files.write(path, text),
    remove: (path) => files.remove(path),
    open: () =>
      new MemorySearchIndex(files, store, { splitter, related: new RelatedWords(RELATED_WORDS_TABLE) }),
  };
});

describe('CachedSearchIndex', () => {
  const later = () => Date.now() + 60_000;
  const search = (files: FileSystem, words: string, now = later) =>
    indexOver(files, now).search({ query: parseQuery(words), limit: 50, archived: true });
  const answers = async (files: FileSystem, words: string, now = later) =>
    (await search(files, words, now)).hits.map(({ spec, score }) => [spec.ref, score]);
  const planted = () => {
    const { project, files } = scratch();
    for (let i = 1; i <= 80; i++) {
      const ref = `${String(i).padStart(3, '0')}-spec`;
      project.write(
        `specs/${ref}/README.md`,
        `# Spec ${i}\n\nabout topic${i % 7} and thing${i % 11}, ${'word '.repeat(i % 5)}\n`,
      );
    }
    return { project, files };
  };
  const cacheFiles = (project: ScratchProject) =>
    new NodeFileSystem(project.root).list('.spectool/cache/search').map(({ name }) => name);

  it('gives the same scores as a new index after a few documents changed', async () => {
    const { project, files } = planted();
    await search(files, 'topic3');
    project.write('specs/005-spec/README.md', '# Five\n\nabout topic3 topic3 topic3\n');
    project.write('specs/090-new/README.md', '# Ninety\n\ntopic3 thing2\n');
    new NodeFileSystem(project.root).remove('specs/010-spec');
    const updated = await answers(files, 'topic3 thing2');
    expect(cacheFiles(project)).toHaveLength(3);
    new NodeFileSystem(project.root).remove('.spectool/cache');
    const fresh = await answers(files, 'topic3 thing2');
    expect(updated.length).toBeGreaterThan(5);
    expect(new Map(updated as [string, number][])).toEqual(new Map(fresh as [string, number][]));
  });

  it('corrects a typo only to a word that a document still contains', async () => {
    const { project, files } = planted();
    for (const n of [1, 2]) project.write(`specs/00${n}-spec/README.md`, '# One\n\nzebra paymend\n');
    project.write('specs/003-spec/README.md', '# Three\n\npayment\n');
    await search(files, 'topic3');
    for (const n of [1, 2]) project.write(`specs/00${n}-spec/README.md`, '# One\n\nnothing\n');
    for (const words of ['zebrq', 'zebra', 'paymenq']) {
      const { corrections } = await search(files, words);
      expect([words, corrections]).toEqual([
        words,
        words === 'paymenq' ? [{ from: 'paymenq', to: 'payment' }] : [],
      ]);
    }
    expect(cacheFiles(project)).toHaveLength(3);
  });

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['empty', () => Buffer.alloc(0)],
    [
      'changed in every 50th byte',
      (bytes: Buffer) => Buffer.from(bytes.map((byte, i) => (i % 50 === 49 ? byte ^ 255 : byte))),
    ],
    ['replaced by other bytes', () => Buffer.from('no index at all')],
  ])('is rebuilt when one of its cache files is %s', async (_, damage) => {
    const { project, files } = planted();
    const expected = await answers(files, 'topic3 thing2');
    for (const name of cacheFiles(project)) {
      const path = `.spectool/cache/search/${name}`;
      files.write(path, damage(Buffer.from(files.read(path) ?? [])));
      expect(await answers(files, 'topic3 thing2')).toEqual(expected);
    }
  });

  it('finds specs when its cache cannot be written', async () => {
    const { project, files } = planted();
    project.write('.spectool/cache', 'a file where the folder belongs');
    expect((await answers(files, 'topic3')).length).toBeGreaterThan(5);
  });

  it('reads no document when no document changed since the last search', async () => {
    const { files } = planted();
    files.write('specs/001-spec/notes.txt', 'a text');
    files.link('notes.txt', 'specs/001-spec/link.txt');
    await search(files, 'zeppelin');
    const read: string[] = [];
    const spying = new Proxy(files, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (key === 'read' || key === 'readText' || key === 'open') read.push(String(args[0]));
          return (value as (...all: unknown[]) => unknown).apply(target, args);
        };
      },
    });
    await search(spying, 'zeppelin');
    expect(read.filter((path) => path.startsWith('specs/'))).toEqual([]);
    expect(read.length).toBeGreaterThan(0);
  });
});

it('CachedSearchIndex reports an unreadable document and reads it again in the next search', async () => {
  const { files } = scratch();
  for (const name of ['001-a', '002-b']) files.write(`specs/${name}/README.md`, `# ${name}\n\nzebra\n`);
  const years = Date.now() + 1e11;
  let isFailing = true;
  const failing = new Proxy(files, {
    get: (target, key) => {
      const own = Reflect.get(target, key) as unknown;
      if (typeof own !== 'function') return own;
      return (path: string, ...rest: readonly unknown[]) => {
        if (isFailing && key.toString().startsWith('read') && path === 'specs/002-b/README.md')
          throw Object.assign(new Error('i/o error'), { code: 'EIO' });
        return (own as (...args: readonly unknown[]) => unknown).call(target, path, ...rest);
      };
    },
  });
  const search = async () => {
    const { hits, unread } = await indexOver(failing, () => years).search({
      query: parseQuery('zebra'),
      limit: 9,
      archived: false,
    });
    return { found: hits.map(({ spec }) => spec.ref), unread };
  };
  for (let i = 0; i < 3; i++) expect(await search()).toEqual({ found: ['001-a'], unread: ['002-b'] });
  isFailing = false;
  expect(await search()).toEqual({ found: ['001-a', '002-b'], unread: [] });
});

it('CachedSearchIndex ignores a link among the files of a spec, and reads a file that replaces the link', async () => {
  const { files } = scratch();
  files.write('specs/001-a/README.md', '# A\n\nzebra\n');
  files.write('elsewhere.txt', 'okapi\n');
  files.link('../../elsewhere.txt', 'specs/001-a/notes.txt');
  const found = async () => {
    const asked = { query: parseQuery('okapi'), limit: 9, archived: false };
    const { hits, unread } = await indexOver(files).search(asked);
    expect(unread).toEqual([]);
    return hits.length;
  };
  expect(await found()).toBe(0);
  files.remove('specs/001-a/notes.txt');
  files.write('specs/001-a/notes.txt', 'okapi\n');
  expect(await found()).toBe(1);
});

describe('CachedSearchIndex with another document name than README.md', () => {
  const titles = async (index: CachedSearchIndex, words: string) =>
    (await index.search({ query: parseQuery(words), limit: 5, archived: false })).hits.map(
      ({ spec }) => spec.title,
    );
  const document = (title: string) => `---\nstatus: planned\n---\n\n# ${title}\n\nzebra\n`;

  it('reads the documents that the configuration names', async () => {
    const { files } = scratch();
    files.write('specs/001-a/README.md', document('Old'));
    files.write('specs/001-a/SPEC.md', document('New'));
    const later = () => Date.now() + 60_000;
    expect(await titles(indexOver(files, later), 'zebra')).toEqual(['Old']);
    expect(await titles(indexOver(files, later, 'SPEC.md'), 'zebra')).toEqual(['New']);
  });

  it('notices changes of documents that are not Markdown files', async () => {
    const { files } = scratch();
    files.write('specs/001-a/SPEC.txt', document('One'));
    const later = () => Date.now() + 60_000;
    expect(await titles(indexOver(files, later, 'SPEC.txt'), 'giraffe')).toEqual([]);
    appendFileSync(join(files.root, 'specs/001-a/SPEC.txt'), 'giraffe\n');
    expect(await titles(indexOver(files, later, 'SPEC.txt'), 'giraffe')).toEqual(['One']);
  });
});
