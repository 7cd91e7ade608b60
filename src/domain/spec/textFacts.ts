import { boxIn, isTicked, type PlacedBox, withBoxAt } from '../criteria/boxGrammar.js';
import { type Criterion, criteriaOf } from '../criteria/criteria.js';
import { type TextEdit, withEdits } from '../document/textEdit.js';
import type { ActiveSpec, SpecText, Tick } from './spec.js';

/** The spec with its text edited; what is known from the log alone has none. */
export function withBody(spec: ActiveSpec, edit: (body: string) => string): ActiveSpec {
  return spec.text === undefined ? spec : { ...spec, text: { ...spec.text, body: edit(spec.text.body) } };
}

/** What a text says with others for some of its boxes, each as long as the one it had. */
interface Boxes {
  readonly body: string;
  readonly last: ChangedBox;
}

interface ChangedBox extends PlacedBox {
  readonly before: ChangedBox | undefined;
}

/** Those of the text that was read last: a change of many boxes asks after each. */
let known:
  | { readonly text: ActiveSpec['text']; readonly criteria: readonly Criterion[]; readonly boxes?: Boxes }
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

/** With another box for the criterion; a log may hold what is none. */
export function withBox(spec: ActiveSpec, named: Pick<Tick, 'n' | 'text'>, box: string): ActiveSpec {
  const found = criterionNamed(spec, named);
  if (found === undefined || spec.text === undefined || boxIn(`- ${box}`)?.box !== box) return spec;
  const { at } = found;
  if (box.length !== found.box.length) return withBody(spec, (body) => withBoxAt(body, found, box));
  const criteria = criteriaIn(spec);
  const before = known?.boxes;
  const boxes = { body: before?.body ?? spec.text.body, last: { at, box, before: before?.last } };
  const text = textWith(spec.text, boxes);
  // A box of the same length moves no other.
  known = { text, criteria: criteria.with(found.n - 1, { ...found, box, done: isTicked(box) }), boxes };
  return { ...spec, text };
}

/** Put together when its body is asked for: who ticks thousands of boxes asks once. */
function textWith({ bodyLine, criteriaSections }: SpecText, { body, last }: Boxes): SpecText {
  let written: string | undefined;
  return {
    ...(bodyLine !== undefined && { bodyLine }),
    criteriaSections,
    get body() {
      return (written ??= withBoxes(body, last));
    },
  };
}

function withBoxes(body: string, last: ChangedBox): string {
  const edits = new Map<number, TextEdit>();
  for (let one: ChangedBox | undefined = last; one !== undefined; one = one.before)
    if (!edits.has(one.at)) edits.set(one.at, { at: one.at, end: one.at + one.box.length, text: one.box });
  return withEdits(body, [...edits.values()]);
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
