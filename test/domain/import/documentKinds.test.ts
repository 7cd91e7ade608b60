import { describe, expect, it } from '@jest/globals';
import { chooseSource, type Evidence, foldersToAdopt } from '../../../src/domain/import/documentKinds.js';

const flat = (...documents: readonly string[]): Evidence => ({ source: 'flat', surety: 'names', documents });
const backlog = (...documents: readonly string[]): Evidence => ({
  source: 'backlog',
  surety: 'tool',
  documents,
});
const folders = (source: string, surety: Evidence['surety'], ...documents: readonly string[]): Evidence => ({
  source,
  surety,
  documents,
  areFolders: true,
});
const chosen = (...evidence: readonly Evidence[]) =>
  chooseSource(evidence).map(({ source, documents }) => [source, documents.length]);

describe('The source that import detects in a folder', () => {
  it('is the one with the strongest evidence, not the one with most documents', () => {
    const tasks = ['backlog/tasks/task-1 - A.md', 'backlog/archive/tasks/task-2 - B.md'];
    const [first, second] = chooseSource([flat(...tasks, 'docs/adr/0001-x.md'), backlog(...tasks)]);
    expect(first).toEqual({ source: 'backlog', surety: 'tool', documents: tasks, elsewhere: [] });
    // Documents that belong to the source with stronger evidence are left out of the other source and of its import command.
    expect(second).toEqual({
      source: 'flat',
      surety: 'names',
      documents: ['docs/adr/0001-x.md'],
      elsewhere: tasks,
    });
  });

  it.each([
    [
      'documents of Kiro and of leanspec',
      [
        folders('leanspec', 'names', 'docs/1-a/README.md', 'docs/2-b/README.md'),
        folders('kiro', 'tool', '.kiro/specs/login/requirements.md'),
      ],
      [
        ['kiro', 1],
        ['leanspec', 2],
      ],
    ],
    [
      'documents of OpenSpec and of leanspec',
      [
        folders('openspec', 'tool', 'openspec/changes/x/proposal.md'),
        folders('leanspec', 'tool', 'docs/1-a/README.md', 'docs/2-b/README.md'),
      ],
      [
        ['leanspec', 2],
        ['openspec', 1],
      ],
    ],
    [
      'a layout of one source and many names of another',
      [flat('1-a.md', '2-b.md', '3-c.md'), folders('spec-kit', 'layout', 'features/1-a/spec.md')],
      [
        ['spec-kit', 1],
        ['flat', 3],
      ],
    ],
    [
      'two sources with as many documents',
      [backlog('tasks/task-1 - A.md'), folders('kiro', 'tool', '.kiro/specs/a/requirements.md')],
      [
        ['backlog', 1],
        ['kiro', 1],
      ],
    ],
    [
      'numbered files within folders of an equally unsure source',
      [
        flat('docs/1-a/01-x.md', 'docs/1-a/02-y.md', 'docs/1-a/03-z.md'),
        folders('leanspec', 'names', 'docs/1-a/README.md'),
      ],
      [['leanspec', 1]],
    ],
    [
      'one document that two sources detect',
      [folders('leanspec', 'names', 'keps/1-a/README.md'), folders('kep', 'tool', 'keps/1-a/README.md')],
      [['kep', 1]],
    ],
    ['no documents', [flat(), backlog()], []],
  ])('is chosen among %s', (_, evidence, kinds) => {
    expect(chosen(...evidence)).toEqual(kinds);
  });
});

it('offers folders of plans and records for adopting, and no posts or data of tests', () => {
  const found = (source: string, ...documents: readonly string[]) =>
    foldersToAdopt({ source, surety: 'names', documents, elsewhere: [] });
  const posts = ['blog/2026-01-05-kiln.md', 'test/fixtures/adr/0001-x.md'];
  expect(found('flat', ...posts, 'blog/adr/0001-x.md', 'docs/plans/2026-01-06-glaze.md')).toEqual([
    'blog/adr',
    'docs/plans',
  ]);
  expect(found('conductor', 'conductor/tracks/oven/heat_20260201/spec.md')).toEqual(['conductor']);
});
