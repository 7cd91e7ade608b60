import { checkboxIn, isTicked, withBoxAt, withoutLabel } from '../criteria/checkboxes.js';
import { bareWords, criteriaOf, type Criterion, retiredWords } from '../criteria/criteria.js';
import { type KnownCriterion, type LostCriteria, lostCriteria } from '../review/pairedTexts.js';
import { type ActiveSpec, type Retirement, type Tick, withBody } from './spec.js';

/** Cache of the criteria of the last text, because a command that changes many checkboxes needs the criteria for each. */
let known: { readonly text: ActiveSpec['text']; readonly criteria: readonly Criterion[] } | undefined;

export function criteriaIn({ text }: ActiveSpec): readonly Criterion[] {
  if (text === undefined) return [];
  if (known?.text !== text) known = { text, criteria: criteriaOf(text.body, text.criteriaSections) };
  return known.criteria;
}

/**
 * Returns the retirement of a criterion, found by its text; undefined for a criterion that was not retired by a command, even if
 * it was struck through by hand.
 */
export function retirementOf(
  { retired = [] }: Pick<ActiveSpec, 'retired'>,
  text: string,
): Retirement | undefined {
  const words = retired.length === 0 ? undefined : retiredWords(text);
  return words === undefined ? undefined : retired.find((one) => bareWords(one.text) === bareWords(words));
}

/**
 * Returns the criterion that an event identifies by number and text: of the criteria with this text, the one with this number, or
 * else the first. Labels are ignored, because a criterion may get its label later.
 */
export function criterionNamed(
  spec: ActiveSpec,
  { n, text }: Pick<Tick, 'n' | 'text'>,
): Criterion | undefined {
  const criteria = criteriaIn(spec);
  const numbered = criteria[n - 1];
  const words = withoutLabel(text);
  if (numbered !== undefined && withoutLabel(numbered.text) === words) return numbered;
  return (
    criteria.find((one) => one.text === text) ?? criteria.find((one) => withoutLabel(one.text) === words)
  );
}

/** Returns the part of an event that identifies a criterion, with the proof of the tick. */
export function tickFact({ n, label, text, proof, earlier }: Tick): Tick {
  return {
    n,
    ...(label !== undefined && { label }),
    text,
    ...(proof !== undefined && { proof }),
    ...(earlier !== undefined && { earlier }),
  };
}

/**
 * Returns the spec with the checkbox of a criterion replaced; unchanged if `box` is not a checkbox, because a log may be damaged.
 */
export function withBox(spec: ActiveSpec, named: Pick<Tick, 'n' | 'text'>, box: string): ActiveSpec {
  const found = criterionNamed(spec, named);
  if (found === undefined || spec.text === undefined || checkboxIn(`- ${box}`)?.box !== box) return spec;
  const criteria = criteriaIn(spec);
  const ticked = withBody(spec, (body) => withBoxAt(body, found, box));
  // The other criteria stay valid if the new checkbox has the same length.
  if (box.length === found.box.length)
    known = {
      text: ticked.text,
      criteria: criteria.with(found.n - 1, { ...found, box, done: isTicked(box) }),
    };
  return ticked;
}

/** Returns a key for a criterion made from its label, or else from its text; its number does not matter. */
function wordsOf({ label, text }: Omit<Tick, 'proof'>): string {
  return JSON.stringify(label === undefined ? [text] : [label, '']);
}

/**
 * Returns a unique key for a criterion: its label, or else its text and number, because several criteria may have the same text.
 */
function nameOf(tick: Omit<Tick, 'proof'>): string {
  return tick.label === undefined ? `${wordsOf(tick)} ${String(tick.n)}` : wordsOf(tick);
}

/** Returns the recorded ticks of a spec that were not reverted, oldest first. */
export function ticksOf({ ticks }: ActiveSpec): readonly Tick[] {
  const standing = new Map<string, Tick | undefined>();
  for (let at = ticks; at !== undefined; at = at.before) {
    const name = nameOf(at.fact);
    if (!standing.has(name)) standing.set(name, at.isTicked ? at.fact : undefined);
  }
  return [...standing.values()].filter((tick) => tick !== undefined).reverse();
}

/** True if two texts of a criterion are equal apart from their labels. */
export function isSameWording(one: string, other: string): boolean {
  return one === other || withoutLabel(one) === withoutLabel(other);
}

/** The recorded tick of a criterion, and whether the criterion's text has changed since. */
export interface FoundTick {
  readonly tick: Tick;
  readonly isReworded: boolean;
}

/**
 * Returns a function that finds the recorded tick of a criterion. If a criterion without a label has a new text, its tick is
 * found by number, unless another criterion has the old text.
 */
export function tickFinder(
  criteria: readonly Criterion[],
  ticks: readonly Tick[],
): (criterion: Criterion) => FoundTick | undefined {
  const standing = new Set(criteria.map(wordsOf));
  const byWordsAndNumber = new Map(ticks.map((tick) => [`${wordsOf(tick)} ${String(tick.n)}`, tick]));
  const byWords = new Map(ticks.map((tick) => [wordsOf(tick), tick]));
  // A criterion that got its label only after it was ticked is found by its text.
  const unlabelled = new Map(ticks.flatMap((tick) => (tick.label === undefined ? [[tick.text, tick]] : [])));
  const reworded = new Map(
    ticks.filter((tick) => !standing.has(wordsOf(tick))).map((tick) => [tick.n, tick]),
  );
  return (criterion) => {
    const words = wordsOf(criterion);
    const tick =
      byWordsAndNumber.get(`${words} ${String(criterion.n)}`) ??
      byWords.get(words) ??
      unlabelled.get(withoutLabel(criterion.text)) ??
      reworded.get(criterion.n);
    return tick && { tick, isReworded: !isSameWording(tick.text, criterion.text) };
  };
}

/** Returns the criteria that were removed or reworded since the spec was begun. */
export function criteriaLostSinceBegin(
  spec: ActiveSpec,
  isAsked = ({ isHeld }: { readonly isHeld?: true }) => isHeld === true,
): LostCriteria {
  const { known = [], retired = [], text } = spec;
  if (text === undefined) return { removed: [], reworded: [] };
  return lostCriteria(
    known.filter(isAsked).map(knownCriterion),
    criteriaIn(spec),
    retired.map((one) => one.text),
  );
}

/** Returns the criteria that a spec has when work begins, including those removed since an earlier beginning. */
export function criteriaToKeep(spec: ActiveSpec): { readonly criteria?: readonly KnownCriterion[] } {
  const own = criteriaIn(spec).filter(({ text }) => retirementOf(spec, text) === undefined);
  const criteria = [...own.map(knownCriterion), ...criteriaLostSinceBegin(spec).removed];
  return criteria.length === 0 ? {} : { criteria };
}

/** Returns the label and text of a criterion, which are what the log stores of it. */
export function knownCriterion({ label, text }: Pick<Criterion, 'label' | 'text'>): KnownCriterion {
  return { ...(label !== undefined && { label }), text };
}
