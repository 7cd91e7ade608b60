import { type Criterion, criteriaOf } from '../criteria/criteria.js';
import { withMark } from '../criteria/criterionEdits.js';
import type { ActiveSpec, Tick } from './spec.js';

/** The spec with its text edited; what is known from the log alone has none. */
export function withBody(spec: ActiveSpec, edit: (body: string) => string): ActiveSpec {
  return spec.text === undefined ? spec : { ...spec, text: { ...spec.text, body: edit(spec.text.body) } };
}

export function criteriaIn({ text }: ActiveSpec): readonly Criterion[] {
  return text === undefined ? [] : criteriaOf(text.body, text.criteriaSections);
}

/** The criterion a fact speaks of: of those with its words the one that has its number, else the first. */
export function criterionNamed(
  spec: ActiveSpec,
  { n, text }: Pick<Tick, 'n' | 'text'>,
): Criterion | undefined {
  const same = criteriaIn(spec).filter((one) => one.text === text);
  return same.find((one) => one.n === n) ?? same[0];
}

/** What a fact says of a criterion, and of the tick it has or had. */
export function tickFact({ n, label, text, proof }: Tick): Tick {
  return { n, ...(label !== undefined && { label }), text, ...(proof !== undefined && { proof }) };
}

/** With another character in the criterion's box. */
export function withBox(spec: ActiveSpec, named: Pick<Tick, 'n' | 'text'>, mark: string): ActiveSpec {
  const found = criterionNamed(spec, named);
  return found === undefined ? spec : withBody(spec, (body) => withMark(body, found.at, mark));
}

/** True for ticks of one criterion, whatever number it has by now. */
export function isSameCriterion(a: Omit<Tick, 'proof'>, b: Omit<Tick, 'proof'>): boolean {
  return a.label === undefined ? a.text === b.text && b.label === undefined : a.label === b.label;
}

/**
 * The tick a criterion has, and whether its words were changed since: without a label it is then known by its number, unless that
 * criterion stands elsewhere with the words it had.
 */
export function tickOf(
  criterion: Criterion,
  criteria: readonly Criterion[],
  ticks: readonly Tick[],
): { readonly tick: Tick; readonly isReworded: boolean } | undefined {
  const own = ticks.filter((tick) => isSameCriterion(tick, criterion));
  const tick =
    own.findLast(({ n }) => n === criterion.n) ??
    own.at(-1) ??
    ticks.findLast((one) => one.n === criterion.n && !criteria.some((other) => isSameCriterion(one, other)));
  return tick && { tick, isReworded: tick.text !== criterion.text };
}

/** Ticks of other criteria than this one. */
export function otherTicks({ ticks = [] }: ActiveSpec, criterion: Omit<Tick, 'proof'>): readonly Tick[] {
  return ticks.filter(
    (tick) => !isSameCriterion(tick, criterion) || (tick.n !== criterion.n && tick.label === undefined),
  );
}
