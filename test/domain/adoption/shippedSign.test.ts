import { describe, expect, it } from '@jest/globals';
import { type MainCommit, shippedSigns } from '../../../src/domain/adoption/shippedSign.js';

const PLAN = 'docs/plans/kiln.md';
const TEXT = 'Create `src/kiln/wall.ts`, `kiln/door.ts`, `src/kiln/heat.ts`; see `src/app.ts`.';

/** Commits with the hashes a, b, c …, each with its files. */
const line = (...files: readonly (readonly string[])[]): readonly MainCommit[] =>
  files.map((some, at) => ({ hash: `c${String(at)}`, day: '2026-01-05', files: some }));
const sign = (commits: readonly MainCommit[], text = TEXT) => {
  const { commits: found, wrong } = shippedSigns([[[PLAN], text]], commits);
  return [found.get(PLAN)?.commit, wrong];
};
const OTHER = Array.from({ length: 45 }, (_, at) => [`src/other${String(at)}.ts`]);

describe('The commit by which the work of a document was done', () => {
  it.each([
    ['the one that brought it with code', line(['src/app.ts'], [PLAN, 'src/a.ts', 'src/b.ts']), 'c1', 'Kiln'],
    [
      'none for code that the document does not name',
      line(['src/app.ts', 'x/y.ts'], ...OTHER, [PLAN, 'src/a.ts', 'src/b.ts']),
      undefined,
      '`src/app.ts` and `x/y.ts`',
    ],
    [
      'the last of those that changed most of its files',
      line(
        ['src/app.ts'],
        [PLAN],
        ['src/kiln/wall.ts'],
        ['src/kiln/door.ts', 'src/kiln/heat.ts'],
        ['src/app.ts'],
      ),
      'c3',
      TEXT,
    ],
    [
      'the one with which its new files were there, however late',
      line([PLAN], ...OTHER, ['src/kiln/wall.ts', 'src/kiln/door.ts', 'src/kiln/heat.ts']),
      'c46',
      TEXT,
    ],
    [
      'none while new files are missing',
      line(['src/app.ts'], [PLAN], ...OTHER, ['src/kiln/wall.ts'], ['src/kiln/door.ts']),
      undefined,
      TEXT,
    ],
    [
      'none for files that existed and were changed much later',
      line(['src/app.ts', 'x/y.ts'], ...OTHER, [PLAN], ...OTHER, ['src/app.ts', 'x/y.ts']),
      undefined,
      '`src/app.ts` and `x/y.ts`',
    ],
    [
      'that of a document that moved',
      line([PLAN.replace('plans', 'old'), 'src/a.ts', 'src/b.ts'], [PLAN]),
      'c0',
      'Kiln',
    ],
  ])('is %s', (_, commits, hash, text) => {
    expect(sign(commits, text)).toEqual([hash, 0]);
  });

  it('is unknown where the same files were changed right before, and with many documents in one commit', () => {
    const [busy, text] = [['src/app.ts', 'x/y.ts'], '`src/app.ts` and `x/y.ts`'];
    expect(sign(line(busy, [PLAN, ...busy]), text)).toEqual([undefined, 1]);
    const paths = ['a', 'b', 'c', 'd'].map((name) => `docs/${name}.md`);
    const { commits } = shippedSigns(
      paths.map((path) => [[path], text]),
      line([...paths, ...busy]),
    );
    expect(commits.size).toBe(0);
  });
});
