import { describe, expect, it } from '@jest/globals';
import { criterionChanges, lostCriteria, pairedCriteria } from '../../../src/domain/review/pairedTexts.js';
import { created, given } from '../givenWhenThen.js';
import { type SpecCommand, decide, evolve, type SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { criteriaOf, progressOf } from '../../../src/domain/criteria/criteria.js';
import { DEFAULT_CONFIG } from '../../../src/domain/project/configuration.js';
import { ABSENT, type ActiveSpec, type Spec } from '../../../src/domain/spec/spec.js';

describe('Unmet criteria', () => {
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
  const completes = (body: string, ...events: readonly SpecEvent[]) => {
    const { thenState } = given(created(), ...events)
      .reading(body)
      .when(complete);
    thenState(({ frontmatter }) => expect(frontmatter['status']).toBe('complete'));
  };

  describe('Beginning a spec', () => {
    const begin = {
      type: 'ChangeStatus',
      data: { to: 'in-progress', today: '2026-02-02' as never },
    } as const;

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
      completes(body, begun);
    });

    it('cannot be completed if one was removed that came into the text since it was begun', () => {
      const added = { label: 'AC3', text: 'AC3: refunds are told by mail' };
      const seen = { type: 'CriteriaSeen', data: { added: [added], gone: [] } } as const;
      given(created(), begun, seen)
        .reading(BOTH)
        .when(complete)
        .thenRefused('CRITERIA_OPEN', /\n {2}AC3 "refunds are told by mail" is removed: retire it/);
      const forgotten = { type: 'CriteriaSeen', data: { added: [], gone: [added] } } as const;
      completes(BOTH, begun, seen, forgotten);
    });

    it('cannot be completed if one was removed since it was begun, unless that one is retired', () => {
      given(created(), begun)
        .reading(section(CARDS))
        .when(complete)
        .thenRefused('CRITERIA_OPEN', /\n {2}AC2 "refunds arrive within a day" is removed: retire it/);
      const retire = { type: 'RetireCriterion', data: { criterion: 'AC2', reason: 'not sold' } } as const;
      const data = { n: 0, label: 'AC2', text: REFUNDS, reason: 'not sold' };
      given(created(), begun).reading(section(CARDS)).when(retire).then({ type: 'CriterionRetired', data });
      completes(section(CARDS), begun, { type: 'CriterionRetired', data });
    });

    it('misses none that it lost before it was begun, or whose addition was undone', () => {
      const added = { type: 'CriterionAdded', data: { text: 'AC3: more' } } as const;
      const removed = { ...added, type: 'CriterionRemoved' } as const;
      for (const events of [
        [added, begun],
        [begun, added, removed],
      ])
        completes(BOTH, ...events);
      given(created(), begun, added)
        .reading(BOTH)
        .when(complete)
        .thenRefused('CRITERIA_OPEN', /AC3 "more" is removed/);
    });
  });

  it('Criteria that the log knows are listed as reworded with their words before and now', () => {
    const now = { label: 'AC2', text: 'AC2: refunds arrive soon' };
    expect(lostCriteria(criteria, [now], ['cards are charged once'])).toEqual({
      removed: [],
      reworded: [{ was: criteria[1], now }],
    });
  });
});

describe('Retired criteria', () => {
  const { sections } = DEFAULT_CONFIG.criteria;
  const LIST = `# Login

## Success Criteria

- [ ] AC1: It is fast,
  every time
- [x] It works
`;
  const retire = (criterion: string, more = {}): SpecCommand => ({
    type: 'RetireCriterion',
    data: { criterion, reason: 'not sold', ...more },
  });
  const complete: SpecCommand = { type: 'ChangeStatus', data: { to: 'complete', today: '2026-11-22' } };

  function specWith(body: string, frontmatter = {}): ActiveSpec {
    return { ...evolve(ABSENT, created(frontmatter)), text: { body, criteriaSections: sections } };
  }

  function after(spec: Spec, ...commands: readonly SpecCommand[]): ActiveSpec {
    let now = spec;
    for (const command of commands) now = decide(command, now).reduce<Spec>(evolve, now);
    return now as ActiveSpec;
  }

  const bodyOf = ({ text }: ActiveSpec) => text?.body ?? '';

  describe('retire', () => {
    it('strikes the criterion through; it keeps its number and counts no more', () => {
      const body = bodyOf(after(specWith(LIST), retire('1')));
      expect(body).toBe(
        LIST.replace(
          'AC1: It is fast,\n  every time',
          '~~AC1: It is fast,\n  every time~~ (retired: not sold)',
        ),
      );
      expect(criteriaOf(body, sections).map(({ n, label }) => [n, label])).toEqual([
        [1, 'AC1'],
        [2, undefined],
      ]);
      expect(progressOf(body, sections)).toEqual({ done: 1, total: 1, retired: 1 });
    });

    it('lets the spec be completed', () => {
      const spec = specWith(LIST, { status: 'in-progress' });
      expect(() => decide(complete, spec)).toThrow(expect.objectContaining({ code: 'CRITERIA_OPEN' }));
      expect(decide(complete, after(spec, retire('1')))).toHaveLength(1);
    });

    it('is the only way: a criterion that is struck through by hand still counts', () => {
      const byHand = LIST.replace(
        '- [ ] AC1: It is fast,\n  every time',
        '- [ ] ~~AC1: It is fast~~ (retired: no)',
      );
      const spec = specWith(byHand, { status: 'in-progress' });
      expect(() => decide(complete, spec)).toThrow(expect.objectContaining({ code: 'CRITERIA_OPEN' }));
      const retired = after(spec, retire('AC1'));
      expect(bodyOf(retired)).toContain('- [ ] ~~AC1: It is fast~~ (retired: not sold)');
      expect(decide(complete, retired)).toHaveLength(1);
    });

    it('refuses a reason that would end the strike-through', () => {
      given(created())
        .reading(LIST)
        .when(retire('1', { reason: 'a ~~ b' }))
        .thenRefused('FIELD_INVALID');
    });
  });

  describe('restore', () => {
    const restore: SpecCommand = { type: 'RestoreCriterion', data: { criterion: 'AC1' } };

    it('gives the criterion its former text, with its line breaks', () => {
      expect(bodyOf(after(specWith(LIST), retire('1'), restore))).toBe(LIST);
    });

    it.each([
      ['retired', [retire('1')]],
      ['retired after it was struck through by hand', [retire('2')]],
      ['restored', [retire('1'), restore]],
    ] as const)('and the undo of it keep the text, given a criterion that was %s', (_what, commands) => {
      const start = specWith(LIST.replace('It works', '~~It works~~ (no)'));
      const before = after(start, ...commands.slice(0, -1));
      const events: readonly SpecEvent[] = decide(commands.at(-1) as SpecCommand, before);
      const now = events.reduce<Spec>(evolve, before);
      const undone = after(now, { type: 'Undo', data: { undone: 'x', events } });
      expect(bodyOf(undone)).toBe(bodyOf(before));
      expect(undone.retired ?? []).toEqual(before.retired ?? []);
    });
  });

  describe('pairs of criteria', () => {
    const changes = (before: string, now: string) =>
      pairedCriteria(criteriaOf(before, sections), criteriaOf(now, sections))
        .map((pair) => [pair.was?.n, pair.now?.n, ...criterionChanges(pair)])
        .filter((pair) => pair.length > 2);

    it('pair a reworded criterion with its former words, by label or by similar words', () => {
      expect(changes(LIST, LIST.replace('fast', 'slow'))).toEqual([[1, 1, 'reworded']]);
      expect(changes(LIST, LIST.replace('It works', 'It works offline'))).toEqual([[2, 2, 'reworded']]);
    });

    it('prefer the same words to the same label', () => {
      const moved = LIST.replace('AC1: It is fast,\n  every time', 'AC1: Nobody notices').replace(
        '- [x] It works',
        '- [x] It works\n- [ ] AC2: It is fast, every time',
      );
      expect(changes(LIST, moved)).toEqual([[undefined, 1, 'added']]);
    });

    it('tell ticks and retirements from rewording', () => {
      expect(changes(LIST, bodyOf(after(specWith(LIST), retire('1'))))).toEqual([[1, 1, 'retired']]);
      expect(changes(LIST, LIST.replace('[x]', '[ ]'))).toEqual([[2, 2, 'unticked']]);
      expect(changes(LIST, LIST.replace('- [x] It works\n', ''))).toEqual([[2, undefined, 'removed']]);
    });
  });
});
