import { describe, expect, it } from '@jest/globals';
import { attachedNames, attachedWithin, fieldValues } from '../../../src/domain/search/searchedTexts.js';

describe('Further files in the folder of a spec', () => {
  it.each([
    'notes.txt',
    'schema.yaml',
    'data.json',
    'src/handler.ts',
    'Makefile',
    'query.sql',
    'a.b.unknown',
  ])('are searched when they are text, such as %s', (name) => expect(attachedNames([name])).toEqual([name]));

  it.each([
    'picture.png',
    'PICTURE.JPG',
    'archive.tar.gz',
    'program.exe',
    'yarn.lock',
    'sub/package-lock.json',
    'bundle.min.js',
    'bundle.js.map',
    'DESIGN.md',
  ])('are not searched when they are not text or are documents, such as %s', (name) =>
    expect(attachedNames([name])).toEqual([]),
  );

  it('are sorted by distance from the document, and limited in number', () => {
    const deep = Array.from({ length: 100 }, (_, i) => `a/deep/file${String(i).padStart(3, '0')}.ts`);
    const names = attachedNames([...deep, 'z.txt', 'b/near.ts', 'a.txt']);
    expect(names).toHaveLength(50);
    expect(names.slice(0, 4)).toEqual(['a.txt', 'z.txt', 'b/near.ts', 'a/deep/file000.ts']);
  });

  it('are read whole, or skipped when they exceed the size limit', () => {
    const K = 1024;
    const sizes: Record<string, number> = {
      a: 200 * K,
      big: 257 * K,
      b: 256 * K,
      c: 100 * K,
      d: 56 * K,
      link: Infinity,
    };
    expect(attachedWithin(Object.keys(sizes), (name) => sizes[name] ?? 0)).toEqual(['a', 'b', 'd']);
  });
});

describe('Field values that search reads', () => {
  it('are those of people and of custom fields, at any depth', () => {
    expect(
      fieldValues({
        assignee: 'kim',
        reviewer: '@lee',
        team: 'blue whales',
        sprint: 14,
        watchers: ['noor', { name: 'zadie' }],
      }),
    ).toEqual(['kim', '@lee', 'blue whales', '14', 'noor', 'zadie']);
  });

  it("are not those of spectool's own fields, dates, digests or booleans", () => {
    expect(
      fieldValues({
        status: 'planned',
        priority: 'high',
        id: 'ovfhpr3gi0cn8nxj',
        created: '2026-01-01',
        created_at: '2026-01-01T10:00:00Z',
        superseded_by: '004-other',
        depends_on: ['002-charts'],
        commit: 'abc123f99',
        trace: '5f0c6a52-7e0e-4b5e-9f0a-0a1b2c3d4e5f',
        urgent: true,
        empty: null,
      }),
    ).toEqual([]);
  });
});
