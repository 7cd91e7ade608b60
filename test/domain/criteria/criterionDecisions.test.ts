import { criteriaIn, tickFinder, ticksOf, withBox } from '../../../src/domain/spec/criteriaInText.js';
import { describe, expect, it } from '@jest/globals';
import { type SpecCommand, decide, evolve, type SpecEvent } from '../../../src/domain/spec/specEvents.js';
import {
  ABSENT,
  type ActiveSpec,
  NOT_CREATED,
  type Tick,
  type TickFacts,
} from '../../../src/domain/spec/spec.js';
import { after as afterwards, created, undo } from '../givenWhenThen.js';
import fc from 'fast-check';
import { criteriaOf, type Criterion } from '../../../src/domain/criteria/criteria.js';
import { withBoxAt } from '../../../src/domain/criteria/checkboxes.js';
import { expectRefusal } from '../../support/thrownError.js';

const SECTIONS = ['Success Criteria', 'Acceptance Criteria'];
const BODY = `# Login

- [ ] no criterion

## Success Criteria (must)

- [ ] AC1: It **works**
* [x] It is fast,
  every time
  1. [X] nested
- [ ] It **works** offline
- [ ] …

## Notes

- [ ] none either
`;

function spec(body = BODY, ...events: readonly SpecEvent[]): ActiveSpec {
  const told = evolve(ABSENT, created());
  return events.reduce<ActiveSpec>(evolve, { ...told, text: { body, criteriaSections: SECTIONS } });
}

const after = (command: SpecCommand, before = spec()) => afterwards(command, before);

const check = (...criteria: readonly string[]): SpecCommand => ({
  type: 'CheckCriteria',
  data: { criteria },
});
const uncheck = (...criteria: readonly string[]): SpecCommand => ({
  type: 'UncheckCriteria',
  data: { criteria, reason: 'flaky' },
});
const add = (text: string): SpecCommand => ({ type: 'AddCriterion', data: { text } });

const MARKS = ['[~]', '[-]', '[ x ]', '[v]', '[✔️]', '\uff3b\uff58\uff3d'];
const BLANKS = ['[ ]', '[]', '[\u3000]', '\uff3b\uff3d'];
const marked = (box: string) => BODY.replace('- [ ] AC1', `- ${box} AC1`);

const criterion = fc
  .record({
    n: fc.integer({ min: 1, max: 3 }),
    label: fc.constantFrom(undefined, 'a', 'b'),
    text: fc.constantFrom('a', 'b', 'met'),
  })
  .map(({ label, ...rest }): Tick => ({ ...rest, ...(label !== undefined && { label }) }));
const fact = fc.tuple(criterion, fc.boolean());

/** True if two ticks are of the same criterion: they have the same label or, without labels, the same text. */
const isSame = (a: Tick, b: Tick) =>
  a.label === undefined ? b.label === undefined && a.text === b.text : a.label === b.label;

/** Returns the expected ticks, computed in a simple way: each event is applied to the list of ticks before it. */
function oneByOne(facts: readonly (readonly [Tick, boolean])[]): readonly Tick[] {
  return facts.reduce<readonly Tick[]>((ticks, [named, isTicked]) => {
    const others = ticks.filter(
      (tick) => !isSame(tick, named) || (tick.n !== named.n && tick.label === undefined),
    );
    return isTicked ? [...others, named] : others;
  }, []);
}

function specWith(facts: readonly (readonly [Tick, boolean])[]): ActiveSpec {
  const ticks = facts.reduce<TickFacts | undefined>(
    (before, [named, isTicked]) => ({ fact: named, isTicked, before }),
    undefined,
  );
  return { ...NOT_CREATED, ...(ticks && { ticks }) };
}

describe('Checking a criterion', () => {
  it('changes only its checkbox', () => {
    const { events, spec: ticked } = after(check('1'));
    expect(events).toEqual([
      { type: 'CriterionChecked', data: { n: 1, label: 'AC1', text: 'AC1: It **works**' } },
    ]);
    expect(ticked.text?.body).toBe(BODY.replace('- [ ] AC1', '- [x] AC1'));
  });

  it.each([
    ['AC1', 1],
    ['ac1', 1],
    ['it works off', 4],
    ['It is fast, every', 2],
    ['NESTED', 3],
    ['AC1: It works', 1],
    ['#3', 3],
  ])('finds the criterion by %s', (wanted, n) => {
    expect(after(check(wanted)).events).toMatchObject([{ data: { n } }]);
  });

  it.each([
    ['5', 'CRITERION_NOT_FOUND'],
    ['0', 'CRITERION_NOT_FOUND'],
    ['works', 'CRITERION_NOT_FOUND'],
    ['', 'CRITERION_NOT_FOUND'],
    ['It', 'CRITERION_AMBIGUOUS'],
  ])('is refused for %j with %s, and the error names the existing criteria', (wanted, code) => {
    expectRefusal(() => decide(check('1', wanted), spec()), code, '2 "It is fast');
  });

  it('records a criterion that was ticked by hand, and keeps its letter', () => {
    const { events, spec: ticked } = after(check('3'));
    expect(events).toMatchObject([{ type: 'CriterionChecked', data: { n: 3, wasTicked: true } }]);
    expect(ticked.text?.body).toBe(BODY);
  });

  it('records nothing the second time, unless another proof is given', () => {
    const { spec: ticked } = after(check('1'));
    expect(decide(check('1'), ticked)).toEqual([]);
    const proven: SpecCommand = {
      type: 'CheckCriteria',
      data: { criteria: ['1'], proof: { test: 'login' } },
    };
    const { events, spec: again } = after(proven, ticked);
    expect(events).toMatchObject([{ data: { proof: { test: 'login' }, wasTicked: true } }]);
    expect(decide(proven, again)).toEqual([]);
  });

  it('is possible again after the text of the criterion changed', () => {
    const { spec: ticked } = after(check('4'));
    const body = ticked.text?.body.replace('offline', 'on a plane') ?? '';
    const reworded = { ...ticked, text: { body, criteriaSections: SECTIONS } };
    expect(decide(check('4'), reworded)).toMatchObject([{ data: { text: 'It **works** on a plane' } }]);
  });
});

it('Unchecking a criterion opens the checkbox, and records the reason', () => {
  const { events, spec: open } = after(uncheck('2'));
  expect(events).toEqual([
    { type: 'CriterionUnchecked', data: { n: 2, text: 'It is fast, every time', reason: 'flaky' } },
  ]);
  expect(open.text?.body).toBe(BODY.replace('* [x]', '* [ ]'));
  expect(decide(uncheck('2'), open)).toEqual([]);
});

describe('Adding a criterion', () => {
  it.each([
    ['the first empty criterion is filled', BODY, BODY.replace('- [ ] …', '- [ ] AC2: New')],
    [
      'otherwise it comes after the last one and its nested items',
      '## Success Criteria\n\n1. [ ] a\n   more\n   - [ ] b\n\n     deep\n\nText\n',
      '## Success Criteria\n\n1. [ ] a\n   more\n   - [ ] b\n\n     deep\n2. [ ] New\n\nText\n',
    ],
    [
      'a section without criteria gets its first one',
      '## Plan\n## Acceptance Criteria\n\nProse.\n\n### More\n',
      '## Plan\n## Acceptance Criteria\n\nProse.\n\n- [ ] AC1: New\n\n### More\n',
    ],
    ['a text without the section gets it', '# T\n', '# T\n\n## Success Criteria\n\n- [ ] AC1: New\n'],
    ['an empty text gets the section', '', '## Success Criteria\n\n- [ ] AC1: New\n'],
    [
      'line ends are kept',
      '# T\r\n## Success Criteria\r\n- [ ] a\r\n',
      '# T\r\n## Success Criteria\r\n- [ ] a\r\n- [ ] New\r\n',
    ],
    [
      'a last line without a newline gets one',
      '## Success Criteria\n+ [ ] a',
      '## Success Criteria\n+ [ ] a\n+ [ ] New\n',
    ],
  ])('changes the text in the right place: %s', (_, before, expected) => {
    const { events, spec: more } = after(add('New'), spec(before));
    expect(more.text?.body).toBe(expected);
    const { spec: again } = after(undo(...events), more);
    expect(again.text?.body.replace(/\s+$/, '')).toBe(before.replace(/\s+$/, ''));
  });

  it.each(['', ' ', '…', 'two\nlines', '- [ ] '])('is refused with the text %j', (text) => {
    expect(() => decide(add(text), spec())).toThrow(expect.objectContaining({ code: 'FIELD_INVALID' }));
  });

  it.each(['- [ ] ', '- [~] ', '1. [x] ', '[ ] ', '[X] ', '* \uff3b\uff3d '])(
    'is refused when the criterion exists, even if it is pasted with the checkbox %j',
    (box) => {
      expectRefusal(() => decide(add(`${box}AC1: It **works**`), spec()), 'FIELD_INVALID', 'number 1');
    },
  );

  it.each(['[P] in parallel', '[~] about ten', '[a](b) is linked'])('keeps %j in its text', (text) => {
    expect(after(add(text)).events).toMatchObject([{ data: { text: `AC2: ${text}` } }]);
  });
});

describe('A checkbox that is written in an unusual way', () => {
  it.each([...MARKS, ...BLANKS])('is ticked without other changes, and restored by undo: %s', (box) => {
    const { events, spec: ticked } = after(check('AC1'), spec(marked(box)));
    expect(ticked.text?.body).toBe(marked('[x]'));
    const { events: back, spec: undone } = after(undo(...events), ticked);
    expect(undone.text?.body).toBe(marked(box));
    expect(ticksOf(undone)).toEqual([]);
    const { spec: redone } = after(undo(...back), undone);
    expect(redone.text?.body).toBe(marked('[x]'));
    expect(ticksOf(redone)).toEqual(ticksOf(ticked));
  });

  it.each(MARKS)('is opened by unchecking without other changes, and restored by undo: %s', (box) => {
    const { events, spec: open } = after(uncheck('AC1'), spec(marked(box)));
    expect(open.text?.body).toBe(BODY);
    const { events: back, spec: undone } = after(undo(...events), open);
    expect(undone.text?.body).toBe(marked(box));
    const { spec: redone } = after(undo(...back), undone);
    expect(redone.text?.body).toBe(BODY);
    expect(ticksOf(redone)).toEqual([]);
  });

  it.each(BLANKS)('counts as open, so that unchecking changes nothing: %s', (box) => {
    expect(decide(uncheck('AC1'), spec(marked(box)))).toEqual([]);
  });

  it.each([...MARKS, ...BLANKS])('is not restored by undo if a hand put it for a ticked one: %s', (box) => {
    const { events, spec: ticked } = after(check('AC1'));
    const text = { body: marked(box), criteriaSections: SECTIONS };
    expectRefusal(() => decide(undo(...events), { ...ticked, text }), 'UNDO_REFUSED');
  });

  it.each(MARKS)('is not replaced by a new criterion when its text is empty: %s', (box) => {
    const body = `## Success Criteria\n\n- ${box} …\n`;
    expect(after(add('New'), spec(body)).spec.text?.body).toBe(`${body}- [ ] AC1: New\n`);
  });

  it.each([...MARKS, ...BLANKS])('keeps its spec from completion; the error names its line: %s', (box) => {
    const complete = { to: 'complete', today: '2026-01-05', force: false } as const;
    const body = `## Success Criteria\n\n- [x] one\n- ${box} two\n`;
    expectRefusal(
      () =>
        decide(
          { type: 'ChangeStatus', data: complete },
          { ...spec(body), frontmatter: { status: 'in-progress' } },
        ),
      'CRITERIA_OPEN',
      '2 (line 4) "two"',
    );
  });
});

describe('Undo of changes to criteria', () => {
  const proof = { test: 'login' };
  it.each<[string, SpecCommand]>([
    ['a check', { type: 'CheckCriteria', data: { criteria: ['1', '4'], proof } }],
    ['a check of a ticked criterion', check('3')],
    ['an uncheck', uncheck('2')],
    ['an uncheck of a checkbox with a capital letter', uncheck('3')],
  ])('takes back %s, and can be undone, too', (_, command) => {
    const { events, spec: changed } = after(command);
    const { events: back, spec: undone } = after(undo(...events), changed);
    expect(undone.text?.body).toBe(BODY);
    expect(ticksOf(undone)).toHaveLength(command.type === 'UncheckCriteria' ? 1 : 0);
    const { spec: redone } = after(undo(...back), undone);
    expect(redone.text?.body).toBe(changed.text?.body);
    expect(ticksOf(redone)).toEqual(ticksOf(changed));
  });

  it('restores the proof of a criterion', () => {
    const { spec: ticked } = after({ type: 'CheckCriteria', data: { criteria: ['1'], proof } });
    const { events, spec: open } = after(uncheck('1'), ticked);
    expect(ticksOf(after(undo(...events), open).spec)).toEqual(ticksOf(ticked));
  });

  it.each([
    ['the criterion was unticked by hand since', (body: string) => body.replace('[x] AC1', '[ ] AC1')],
    ['the text changed', (body: string) => body.replace('AC1: It', 'AC1: All of it')],
    ['the criterion was removed', (body: string) => body.replace('- [x] AC1: It **works**\n', '')],
  ])('is refused when %s', (_, edit) => {
    const { events, spec: ticked } = after(check('1'));
    const edited = { ...ticked, text: { body: edit(ticked.text?.body ?? ''), criteriaSections: SECTIONS } };
    expect(() => decide(undo(...events), edited)).toThrow(expect.objectContaining({ code: 'UNDO_REFUSED' }));
  });

  it('is refused for an added criterion that was ticked since', () => {
    const { events, spec: more } = after(add('New'));
    const { spec: ticked } = after(check('New'), more);
    expect(() => decide(undo(...events), ticked)).toThrow(expect.objectContaining({ code: 'UNDO_REFUSED' }));
  });
});

it('ticksOf returns the ticks that no later event takes back, oldest first', () => {
  fc.assert(
    fc.property(fc.array(fact), (facts) => {
      expect(ticksOf(specWith(facts))).toEqual(oneByOne(facts));
    }),
  );
});

it('tickFinder matches a tick to a criterion by text and number, then by text, then by number', () => {
  fc.assert(
    fc.property(
      fc.array(criterion, { maxLength: 6 }),
      fc.array(criterion, { maxLength: 6 }),
      (written, ticks) => {
        const criteria = written as readonly unknown[] as readonly Criterion[];
        const find = tickFinder(criteria, ticks);
        for (const one of criteria) {
          const own = ticks.filter((tick) => isSame(tick, one));
          const tick =
            own.findLast(({ n }) => n === one.n) ??
            own.at(-1) ??
            ticks.findLast(({ label, text }) => label === undefined && text === one.text) ??
            ticks.findLast(
              ({ n, ...rest }) => n === one.n && !criteria.some((other) => isSame({ n, ...rest }, other)),
            );
          expect(find(one)).toEqual(tick && { tick, isReworded: tick.text !== one.text });
        }
      },
    ),
  );
});

it('criteria after a change of a checkbox are the same as those read from the new text', () => {
  const item = fc.constantFrom(
    ...'- [ ] a, - [~] a, - [] a, - \uff3b \uff3d b, - [x] a, 1. [X] b,   - [ ] [ ] c, - [ ]'.split(', '),
    ...'```, met, - [ ] **A1** d'.split(', '),
    '',
  );
  const criteriaSections = ['Success Criteria'];
  const body = fc.array(item, { minLength: 1, maxLength: 12 });
  const box = fc.constantFrom('[ ]', '[x]', '[X]', '[~]', '[]', '[ x ]', '[✔️]', '\uff3bx\uff3d');
  // A damaged log may contain invalid values for a checkbox.
  const none = fc.constantFrom('[\n]', '[]]', '[1]', 'x', '', '[x] ', '[x]\n# a');
  const boxes = fc.array(fc.tuple(fc.nat(12), fc.oneof({ weight: 4, arbitrary: box }, none), fc.boolean()), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(body, boxes, (lines, some) => {
      const text = { body: `## Success Criteria\n\n${lines.join('\n')}\n`, criteriaSections };
      let spec: ActiveSpec = { ...NOT_CREATED, text };
      let { body: whole } = text;
      for (const [i, own, isLookedAt] of some) {
        const criteria = criteriaIn(spec);
        const named = criteria[i % Math.max(1, criteria.length)];
        const before = spec;
        if (named !== undefined) spec = withBox(spec, named, own);
        if (named !== undefined && /^[[\uff3b][^1\n\]]*[\]\uff3d]$/.test(own))
          whole = withBoxAt(whole, named, own);
        expect(criteriaIn(spec)).toEqual(criteriaOf(whole, criteriaSections));
        // Sometimes several checkboxes change before the text is read again; the text is then compared later.
        if (!isLookedAt) continue;
        expect(spec.text).toEqual({ body: whole, criteriaSections });
        expect(criteriaIn(before)).toEqual(criteria);
      }
      expect(spec.text).toEqual({ body: whole, criteriaSections });
    }),
    { numRuns: 500 },
  );
});
