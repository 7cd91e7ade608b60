import { describe, expect, it } from '@jest/globals';
import { statusWordsAt } from '../../../src/domain/import/documentKinds.js';
import { meaningOfStatusWord, statusWord, WORDS_OF } from '../../../src/domain/import/statusWords.js';
import { assignImportedNumbers } from '../../../src/domain/import/planImport.js';

const free = () => false;
const document = (place: string, number: number | undefined, created?: string) => ({
  place,
  name: place,
  ...(number !== undefined && { number }),
  ...(created !== undefined && { created }),
});

it('import keeps the numbers of documents; if several have one number, the oldest document keeps it', () => {
  const given = assignImportedNumbers(
    [
      document('b', 7, '2020-01-02'),
      document('a', 7, '2020-01-01'),
      document('c', undefined),
      document('d', 9),
    ],
    free,
    3,
  );
  expect([...given].sort()).toEqual([
    ['a', { sequence: 7, name: 'a' }],
    ['b', { sequence: 10, name: 'b', wanted: 7 }],
    ['c', { sequence: 11, name: 'c' }],
    ['d', { sequence: 9, name: 'd' }],
  ]);
});

it('import does not reuse a number that a spec has or had', () => {
  const given = assignImportedNumbers([document('a', 5)], (number) => number === 5, 40);
  expect(given.get('a')).toEqual({ sequence: 41, name: 'a', wanted: 5 });
});

it('import does not use a date as a number, and names documents without a usable name "document"', () => {
  const given = assignImportedNumbers([document('***', 20190304)], free, 0);
  expect(given.get('***')).toEqual({ sequence: 1, name: 'document' });
});

it.each([-5, 1.5, 13.000_000_1, Number.NaN, Infinity, 1_000_000])(
  'import does not accept %d as the number of a document',
  (number) => {
    expect(assignImportedNumbers([document('a', number)], free, 3).get('a')).toEqual({
      sequence: 4,
      name: 'a',
    });
  },
);

describe('The status of an imported document', () => {
  it.each([
    ['Accepted', 'accepted'],
    ['  ✅ **In-Progress** (since May)', 'in progress'],
    ['Superseded by [ADR 5](0005-x.md)', 'superseded'],
    ['superseded by 0005', 'superseded'],
    ['accepted on 2019-03-02', 'accepted'],
    ['On hold', 'on hold'],
    ['in_progress', 'in progress'],
    ['Won’t Do', "won't do"],
    ['Accepted, 2020', 'accepted'],
    ['Accepted ✅', 'accepted'],
    [':white_check_mark: Accepted', 'accepted'],
    ['Implemented (3.0)', 'implemented'],
    ['Implemented in v3.0', 'implemented'],
    ['Draft v2', 'draft'],
    ['**Accepted for Swift 2.2** ([Bug](https://example.org))', 'accepted'],
    ['Planned for sprint 12', 'planned'],
    ['Under review through Feb 2', 'under review'],
    ['Ready for QA 2', 'ready for qa'],
    ['[Accepted](https://example.org/1) on 2021-05-06', 'accepted'],
    ['Accepted May 5th, 2021', 'accepted'],
    ['Planned for release 4 in March 2027', 'planned'],
    ['This RFC has been accepted.', 'accepted'],
    ['Fully implemented', 'implemented'],
    ['Rejected - too costly', 'rejected'],
    ['Accepted, superseded by ADR-0001', 'superseded'],
    ['Accepted, partially superseded by ADR-0001', 'accepted'],
    ['proposed | rejected | accepted | superseded by ADR-0123', 'none'],
    ['Accepted | 2021-05-06', 'accepted'],
    ['not implemented in 3.0', 'not implemented'],
    ['ready for', 'ready for'],
    ['', 'none'],
    [undefined, 'none'],
    ['***', 'none'],
  ])('written as %p is read as the word %p', (text, word) => {
    expect(statusWord(text)).toBe(word);
  });

  it.each(
    [
      ['Review', 'In Review', 'under review', 'in_review', 'In Code Review', 'Peer review', 'PR review'],
      ['ready for review', 'Awaiting review', 'Pending review', 'Needs review', 'Review in progress'],
      ['Testing', 'In Testing', 'QA', 'in QA', 'Ready for QA', 'To test', 'Acceptance testing', 'UAT'],
      [
        'Active review',
        'Scheduled for review March 22...25',
        'Review scheduled for April 28',
        'Under revision',
      ],
      ['Verification', 'Ready to merge', 'Changes requested', 'Last Call', '🧪 Final review (2 of 3)'],
    ].flat(),
  )('written as %p means in-progress, whatever tool wrote it', (text) => {
    for (const words of [...Object.values(WORDS_OF), { [statusWord(text)]: 'complete' as const }])
      expect(meaningOfStatusWord(statusWord(text), {}, words)).toEqual({ status: 'in-progress' });
  });

  it.each(['Reviewed', 'tested', 'passed review', 'no review', 'reviewer', 'in', 'ready for', 'test plan'])(
    'written as %p does not mean that a review is in progress',
    (text) => {
      expect(meaningOfStatusWord(statusWord(text), {})).toBeUndefined();
    },
  );

  it.each([
    ['TBD', { status: 'planned' }],
    ['Not implemented', { status: 'planned' }],
    ['Stalled', { outcome: 'deferred', isArchived: true }],
    ['Retired', { outcome: 'superseded', isArchived: true }],
    ['Returned for revision', undefined],
  ])('written as %p means %p', (text, meaning) => {
    expect(meaningOfStatusWord(statusWord(text), {})).toEqual(meaning);
  });

  it.each(['Superceded by [2](0002-x.md)', 'superseded', 'SUPERCEDED'])(
    'written as %p means superseded',
    (text) => {
      expect(meaningOfStatusWord(statusWord(text), {})).toEqual({ outcome: 'superseded', isArchived: true });
    },
  );

  it('means what the given mapping says, else what its tool means by it, else the general meaning', () => {
    const { decision } = WORDS_OF;
    expect(meaningOfStatusWord('accepted', {}, decision)).toEqual({ status: 'complete' });
    expect(meaningOfStatusWord('accepted', { accepted: 'in-progress' }, decision)).toEqual({
      status: 'in-progress',
    });
    expect(meaningOfStatusWord('withdrawn', {}, decision)).toEqual({ outcome: 'rejected', isArchived: true });
    expect(meaningOfStatusWord('archived', {})).toEqual({ status: 'complete', isArchived: true });
    expect(meaningOfStatusWord('frobnicated', {})).toBeUndefined();
    expect(meaningOfStatusWord('constructor', {})).toBeUndefined();
  });

  it.each([
    ['docs/adr/0001-x.md', 'complete'],
    ['rfcs/0001-plans/README.md', 'complete'],
    ['docs/0003-use-x.md', 'complete'],
    ['peps/pep-0008.rst', 'in-progress'],
    ['FIPS/fip-0031.md', 'in-progress'],
    ['docs/plans/2024-02-05-refunds.md', 'planned'],
    ['docs/superpowers/specs/2024-02-05-refunds-design.md', 'planned'],
    ['docs/stories/1.1.story.md', 'planned'],
  ])('accepted says that a decision is complete, but not a proposal or a plan: %s', (place, status) => {
    expect(meaningOfStatusWord(statusWord('Accepted'), {}, statusWordsAt(place))).toEqual({ status });
  });

  it.each(
    ['active', 'Active', 'approved', '**Approved**', 'Ready', 'Ready for dev', 'ready-for-dev'].concat(
      'Approved (design), pending implementation plan',
      'Approved, ready for planning',
      'Accepted - not yet implemented',
      'Accepted; implementation in progress',
      'Done, pending review',
      'Signed off',
    ),
  )('%p never means complete, whatever kind the document is and whatever its tool says', (text) => {
    for (const words of [...Object.values(WORDS_OF), { [statusWord(text)]: 'complete' as const }]) {
      const { status } = meaningOfStatusWord(statusWord(text), {}, words) ?? {};
      expect([text, status]).toEqual([text, expect.stringMatching(/^(?:planned|in-progress)$/)]);
    }
  });

  it.each(['Done', 'Implemented', 'Shipped', 'Final', 'Closed', 'Completed (2024-01-02)'])(
    '%p means complete in every kind',
    (text) => {
      for (const words of Object.values(WORDS_OF))
        expect(meaningOfStatusWord(statusWord(text), {}, words)).toEqual({ status: 'complete' });
    },
  );
});
