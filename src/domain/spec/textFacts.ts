import { type Criterion, criteriaOf } from '../criteria/criteria.js';
import { withMark } from '../criteria/criterionEdits.js';
import type { ActiveSpec, Tick } from './spec.js';

/** The spec with its text edited; what is known from the log alone has none. */
export function withBody(spec: ActiveSpec, edit: (body: string) => string): ActiveSpec {
  return spec.text === undefined ? spec : { ...spec, text: { ...spec.text, body: edit(spec.text.body) } };
}

/** Those of the text that was read last: a change of many boxes asks after each. */
let known: { readonly text: ActiveSpec['text']; readonly criteria: readonly Criterion[] } | undefined;

export function criteriaIn({ text }: ActiveSpec): readonly Criterion[] {
  if (text === undefined) return [];
  if (known?.text !== text) known = { text, criteria: criteriaOf(text.body, text.criteriaSections) };
  return known.criteria;
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
  if (found === undefined) return spec;
  const criteria = criteriaIn(spec);
  const marked = withBody(spec, (body) => withMark(body, found.at, mark));
  // A mark moves no other box.
  if (/^[ xX]$/.test(mark))
    known = { text: marked.text, criteria: criteria.with(found.n - 1, { ...found, done: mark !== ' ' }) };
  return marked;
}

/** What is known of a tick or criterion, whatever number it has by now. */
function wordsOf({ label, text }: Omit<Tick, 'proof'>): string {
  return JSON.stringify(label === undefined ? [text] : [label, '']);
}

/** Criteria with the same words are told apart by their numbers. */
function nameOf(tick: Omit<Tick, 'proof'>): string {
  return tick.label === undefined ? `${wordsOf(tick)} ${String(tick.n)}` : wordsOf(tick);
}

/** The ticks that stand, oldest first. */
export function ticksOf({ ticks }: ActiveSpec): readonly Tick[] {
  const standing = new Map<string, Tick | undefined>();
  for (let at = ticks; at !== undefined; at = at.before) {
    const name = nameOf(at.fact);
    if (!standing.has(name)) standing.set(name, at.isTicked ? at.fact : undefined);
  }
  return [...standing.values()].filter((tick) => tick !== undefined).reverse();
}

/** The tick of a criterion, and whether its words were changed since. */
export interface FoundTick {
  readonly tick: Tick;
  readonly isReworded: boolean;
}

/**
 * Finds the tick that one of these criteria has: without a label it is known by its number where its words were changed, unless that
 * criterion stands elsewhere with the words it had.
 */
export function tickFinder(
  criteria: readonly Criterion[],
  ticks: readonly Tick[],
): (criterion: Criterion) => FoundTick | undefined {
  const standing = new Set(criteria.map(wordsOf));
  const byWordsAndNumber = new Map(ticks.map((tick) => [`${wordsOf(tick)} ${String(tick.n)}`, tick]));
  const byWords = new Map(ticks.map((tick) => [wordsOf(tick), tick]));
  const reworded = new Map(
    ticks.filter((tick) => !standing.has(wordsOf(tick))).map((tick) => [tick.n, tick]),
  );
  return (criterion) => {
    const words = wordsOf(criterion);
    const tick =
      byWordsAndNumber.get(`${words} ${String(criterion.n)}`) ??
      byWords.get(words) ??
      reworded.get(criterion.n);
    return tick && { tick, isReworded: tick.text !== criterion.text };
  };
}
