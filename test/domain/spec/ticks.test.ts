import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Criterion, criteriaOf } from '../../../src/domain/criteria/criteria.js';
import { withBoxAt } from '../../../src/domain/criteria/checkboxes.js';
import { type ActiveSpec, NOT_CREATED, type Tick, type TickFacts } from '../../../src/domain/spec/spec.js';
import { criteriaIn, tickFinder, ticksOf, withBox } from '../../../src/domain/spec/criteriaInText.js';

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
    '- [ ] a',
    '- [~] a',
    '- [] a',
    '- \uff3b \uff3d b',
    '- [x] a',
    '1. [X] b',
    '  - [ ] [ ] c',
    '- [ ]',
    '```',
    'met',
    '- [ ] **A1** d',
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
