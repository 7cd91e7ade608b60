import { describe, expect, it } from '@jest/globals';
import type { SpecCommand } from '../../../src/domain/spec/specCommands.js';
import { decide } from '../../../src/domain/spec/decisions/decideCommand.js';
import { progressOf } from '../../../src/domain/criteria/criteria.js';
import { criterionChanges, pairedCriteria } from '../../../src/domain/review/pairedTexts.js';
import { criteriaOf } from '../../../src/domain/criteria/criteria.js';
import { DEFAULT_CONFIG } from '../../../src/domain/project/configuration.js';
import { evolve, type SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { ABSENT, type ActiveSpec, type Spec } from '../../../src/domain/spec/spec.js';
import { created, given } from '../givenWhenThen.js';

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
  it('records the criterion with its reason, given its label', () => {
    given(created())
      .reading(LIST)
      .when(retire('AC1', { by: '002-x/AC4' }))
      .then({
        type: 'CriterionRetired',
        data: {
          n: 1,
          label: 'AC1',
          text: 'AC1: It is fast, every time',
          reason: 'not sold',
          by: '002-x/AC4',
        },
      });
  });

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

  it('changes nothing, given a retired criterion', () => {
    expect(decide(retire('1'), after(specWith(LIST), retire('1')))).toEqual([]);
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

  it('records the retired criterion, given its label', () => {
    const data = { n: 1, label: 'AC1', text: 'AC1: It is fast, every time', reason: 'not sold' };
    given(created(), { type: 'CriterionRetired', data })
      .reading(bodyOf(after(specWith(LIST), retire('1'))))
      .when(restore)
      .then({ type: 'CriterionRestored', data });
  });

  it('changes nothing, given a criterion that is not retired', () => {
    given(created()).reading(LIST).when(restore).thenNothing();
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
