import { type Criterion, criteriaOf } from '../criteria/criteria.js';
import { withMark } from '../criteria/criterionEdits.js';
import type { ActiveSpec, SpecText, Tick } from './spec.js';

/** The spec with its text edited; what is known from the log alone has none. */
export function withBody(spec: ActiveSpec, edit: (body: string) => string): ActiveSpec {
  return spec.text === undefined ? spec : { ...spec, text: { ...spec.text, body: edit(spec.text.body) } };
}

/** What a text says with other characters in some of its boxes. */
interface Marks {
  readonly body: string;
  readonly last: Mark;
}

interface Mark {
  readonly at: number;
  readonly mark: string;
  readonly before: Mark | undefined;
}

/** Those of the text that was read last: a change of many boxes asks after each. */
let known:
  | { readonly text: ActiveSpec['text']; readonly criteria: readonly Criterion[]; readonly marks?: Marks }
  | undefined;

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
  const criteria = criteriaIn(spec);
  const numbered = criteria[n - 1];
  return numbered?.text === text ? numbered : criteria.find((one) => one.text === text);
}

/** What a fact says of a criterion, and of the tick it has or had. */
export function tickFact({ n, label, text, proof }: Tick): Tick {
  return { n, ...(label !== undefined && { label }), text, ...(proof !== undefined && { proof }) };
}

/** With another character in the criterion's box. */
export function withBox(spec: ActiveSpec, named: Pick<Tick, 'n' | 'text'>, mark: string): ActiveSpec {
  const found = criterionNamed(spec, named);
  if (found === undefined || spec.text === undefined) return spec;
  const { at } = found;
  if (!/^[ xX]$/.test(mark)) return withBody(spec, (body) => withMark(body, at, mark));
  const criteria = criteriaIn(spec);
  const before = known?.marks;
  const marks = { body: before?.body ?? spec.text.body, last: { at, mark, before: before?.last } };
  const text = markedText(spec.text, marks);
  // A mark moves no other box.
  known = { text, criteria: criteria.with(found.n - 1, { ...found, done: mark !== ' ' }), marks };
  return { ...spec, text };
}

/** Put together when its body is asked for: who ticks thousands of boxes asks once. */
function markedText({ bodyLine, criteriaSections }: SpecText, { body, last }: Marks): SpecText {
  let marked: string | undefined;
  return {
    ...(bodyLine !== undefined && { bodyLine }),
    criteriaSections,
    get body() {
      return (marked ??= withMarks(body, last));
    },
  };
}

function withMarks(body: string, last: Mark): string {
  const marks = new Map<number, string>();
  for (let one: Mark | undefined = last; one !== undefined; one = one.before)
    if (!marks.has(one.at)) marks.set(one.at, one.mark);
  const places = [...marks].sort(([a], [b]) => a - b);
  const parts = places.map(
    ([at, mark], i) => body.slice(i === 0 ? 0 : (places[i - 1]?.[0] ?? 0) + 1, at) + mark,
  );
  return parts.join('') + body.slice((places.at(-1)?.[0] ?? -1) + 1);
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
