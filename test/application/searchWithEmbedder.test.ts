import { expect, it } from '@jest/globals';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { createTestSpectool } from '../../src/composition/testing.js';
import type { Embedder } from '../../src/ports/searchIndex.js';

const SUBJECTS = [/login|anmeldung/i, /export|ausfuhr/i, /chart|diagramm/i];

/** An embedder that recognises three subjects by their English and German words. */
class Subjects implements Embedder {
  readonly id: string;
  readonly dimensions = SUBJECTS.length;
  /** The texts for which vectors were requested. */
  readonly asked: string[] = [];

  constructor(id = 'subjects, 1') {
    this.id = id;
  }

  async sections(texts: readonly string[]): Promise<readonly Float32Array[]> {
    this.asked.push(...texts);
    return texts.map((text) => Float32Array.from(SUBJECTS, (subject) => (subject.test(text) ? 1 : 0)));
  }

  async query(text: string): Promise<Float32Array> {
    return (await this.sections([text]))[0] ?? new Float32Array(this.dimensions);
  }
}

const doc = (title: string, body = '') =>
  `---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# ${title}\n\n${body}\n`;
const FILES = {
  '.spectool/config.json': '{}',
  '.spectool/templates/spec-template.md': '# {title}\n',
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`specs/${i + 10}-plain/README.md`, doc('Plain', `Page ${i}`)]),
  ),
  'specs/001-way-in/README.md': doc('Way in', 'The login comes first, on every page.'),
  'specs/002-export/README.md': doc('Export', 'All that is there, as a file.'),
  'specs/003-chart/README.md': doc('Chart', 'Draw a page.'),
};
const withEmbedder = (embedder: Embedder, files: Readonly<Record<string, string>> = FILES) =>
  createTestSpectool({ files, ports: { embedder } });

it('search uses a given embedder to list specs without a common word as nearest, not as results', async () => {
  const { results, nearest } = await withEmbedder(new Subjects()).searchSpecs.execute({ query: 'Anmeldung' });
  expect(results).toEqual([]);
  expect(nearest[0]?.spec.ref).toBe('001-way-in');
});

it('search lists the spec with the same meaning first among those that contain the words', async () => {
  const search = (query: string) => withEmbedder(new Subjects()).searchSpecs.execute({ query });
  expect((await search('page Diagramm')).nearest[0]?.spec.ref).toBe('003-chart');
});

it('search computes the vector of each section once, and again only for changed specs', async () => {
  const first = new Subjects();
  const spectool = withEmbedder(first);
  await spectool.searchSpecs.execute({ query: 'login' });
  expect(first.asked).toContainEqual(expect.stringMatching(/^Way in\n[^]*login comes first/));
  const before = first.asked.length;
  await spectool.searchSpecs.execute({ query: 'chart' });
  spectool.files.write('specs/003-chart/README.md', doc('Chart', 'Draw another page.'));
  await spectool.searchSpecs.execute({ query: 'chart' });
  expect(first.asked.slice(before)).toEqual(['chart', expect.stringContaining('another page'), 'chart']);
});

it('search does not compare vectors of another embedding model', async () => {
  const spectool = withEmbedder(new Subjects());
  await spectool.searchSpecs.execute({ query: 'login' });
  const other = new Subjects('subjects, 2');
  const later = createSpectool({
    ports: { fileSystem: spectool.files, clock: spectool.clock, embedder: other },
  });
  await later.searchSpecs.execute({ query: 'login' });
  expect(other.asked.length).toBeGreaterThan(30);
});

const failing = (over: Partial<Embedder>): Embedder => {
  const embedder = new Subjects('lazy');
  return {
    id: over.id ?? 'lazy',
    dimensions: over.dimensions ?? embedder.dimensions,
    sections: over.sections ?? ((texts) => embedder.sections(texts)),
    query: over.query ?? ((text) => embedder.query(text)),
  };
};

it.each<[string, Partial<Embedder>]>([
  ['returned 0 vectors for', { sections: async () => [] }],
  [
    'returned a vector of 2 numbers instead of 3',
    { sections: async (texts) => texts.map(() => new Float32Array(2)) },
  ],
  ['returned a vector of 4 numbers', { query: async () => new Float32Array(4) }],
  ['returned a vector of undefined numbers', { query: async () => undefined as unknown as Float32Array }],
  ['with a value that is not a number', { query: async () => Float32Array.of(1, NaN, 0) }],
  [
    'with a value that is not a number',
    { sections: async (texts) => texts.map(() => Float32Array.of(0, Infinity, 0)) },
  ],
  ['failed: no model here', { query: () => Promise.reject(new Error('no model here')) }],
  [
    'failed: out of memory',
    {
      sections: () => {
        throw new Error('out of memory');
      },
    },
  ],
  ['has `dimensions` 0', { dimensions: 0 }],
])('search and create fail when the embedder %s, and the error names the embedder', async (how, over) => {
  const spectool = withEmbedder(failing(over));
  for (const asked of [
    spectool.searchSpecs.execute({ query: 'login' }),
    spectool.createSpec.execute({ name: 'login-again' }),
  ])
    await expect(asked).rejects.toMatchObject({
      code: 'EMBEDDER_FAILED',
      message: expect.stringMatching(new RegExp(`^The embedder "lazy" .*${how}`)),
    });
  // The failed embedder left no vectors and no cache: with a working embedder, search finds the spec.
  const later = createSpectool({
    ports: { fileSystem: spectool.files, clock: spectool.clock, embedder: new Subjects('lazy') },
  });
  expect((await later.searchSpecs.execute({ query: 'Anmeldung' })).nearest[0]?.spec.ref).toBe('001-way-in');
  const { specs } = await spectool.listSpecs.execute({});
  expect(specs.map(({ name }) => name)).not.toContain('login-again');
});
