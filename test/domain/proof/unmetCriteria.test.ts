import { describe, expect, it } from '@jest/globals';
import { lostCriteria } from '../../../src/domain/review/pairedTexts.js';
import { created, given } from '../givenWhenThen.js';

const section = (...criteria: readonly string[]) =>
  `## Success Criteria\n\n${criteria.map((one) => `- [x] ${one}\n`).join('')}`;
const [CARDS, REFUNDS] = ['AC1: cards are charged once', 'AC2: refunds arrive within a day'];
const BOTH = section(CARDS, REFUNDS);
const criteria = [
  { label: 'AC1', text: CARDS },
  { label: 'AC2', text: REFUNDS },
];
const begun = { type: 'StatusChanged', data: { from: 'planned', to: 'in-progress', criteria } } as const;
const complete = { type: 'ChangeStatus', data: { to: 'complete', today: '2026-02-02' as never } } as const;

describe('Beginning a spec', () => {
  const begin = { type: 'ChangeStatus', data: { to: 'in-progress', today: '2026-02-02' as never } } as const;

  it('records its criteria', () => {
    given(created()).reading(BOTH).when(begin).then(begun);
  });

  it('again keeps those that were removed since, but not those of a beginning that was undone', () => {
    const back = { type: 'StatusChanged', data: { from: 'in-progress', to: 'planned' } } as const;
    given(created(), begun, back).reading(section(CARDS)).when(begin).then(begun);
    const undone = { type: 'StatusChanged', data: { ...back.data, criteria: [] } } as const;
    const [first] = criteria;
    const only = { ...begun, data: { ...begun.data, criteria: [first] } } as typeof begun;
    given(created(), begun, undone).reading(section(CARDS)).when(begin).then(only);
  });
});

describe('A spec with ticked criteria', () => {
  it.each([
    ['has all of them', BOTH],
    ['has them reworded', section('AC1: cards are never charged twice', REFUNDS)],
    [
      'has them in another order, with other labels',
      section(`AC1: ${REFUNDS.slice(5)}`, `AC2: ${CARDS.slice(5)}`),
    ],
    ['has them joined', section(`AC1: cards are charged once, and refunds arrive within a day`)],
    ['has one split', section('AC1: cards are charged', 'AC3: a card is charged once', REFUNDS)],
  ])('can be completed if it %s', (_, body) => {
    given(created(), begun)
      .reading(body)
      .when(complete)
      .thenState(({ frontmatter }) => expect(frontmatter['status']).toBe('complete'));
  });

  it('cannot be completed if one was removed since it was begun, unless that one is retired', () => {
    given(created(), begun)
      .reading(section(CARDS))
      .when(complete)
      .thenRefused('CRITERIA_OPEN', /\n {2}AC2 "refunds arrive within a day" is removed: retire it/);
    const retire = { type: 'RetireCriterion', data: { criterion: 'AC2', reason: 'not sold' } } as const;
    const data = { n: 0, label: 'AC2', text: REFUNDS, reason: 'not sold' };
    given(created(), begun).reading(section(CARDS)).when(retire).then({ type: 'CriterionRetired', data });
    given(created(), begun, { type: 'CriterionRetired', data })
      .reading(section(CARDS))
      .when(complete)
      .thenState(({ frontmatter }) => expect(frontmatter['status']).toBe('complete'));
  });

  it('misses none that it lost before it was begun, or whose addition was undone', () => {
    const added = { type: 'CriterionAdded', data: { text: 'AC3: more' } } as const;
    const removed = { ...added, type: 'CriterionRemoved' } as const;
    for (const events of [
      [added, begun],
      [begun, added, removed],
    ])
      given(created(), ...events)
        .reading(BOTH)
        .when(complete)
        .thenState(({ frontmatter }) => expect(frontmatter['status']).toBe('complete'));
    given(created(), begun, added)
      .reading(BOTH)
      .when(complete)
      .thenRefused('CRITERIA_OPEN', /AC3 "more" is removed/);
  });

  it('can be completed with fewer where the project asks for nothing, which is recorded', () => {
    given(created({ status: 'in-progress' }), begun)
      .reading(section(CARDS))
      .when({ ...complete, data: { ...complete.data, completeNeeds: 'nothing' } })
      .then({
        type: 'StatusChanged',
        data: {
          from: 'in-progress',
          to: 'complete',
          completed: { from: null, to: '2026-02-02' },
          openCriteria: 1,
        },
      });
  });
});

describe('Criteria that the log knows', () => {
  it('are listed as reworded with their words before and now', () => {
    const now = { label: 'AC2', text: 'AC2: refunds arrive soon' };
    expect(lostCriteria(criteria, [now], ['cards are charged once'])).toEqual({
      removed: [],
      reworded: [{ was: criteria[1], now }],
    });
  });
});
