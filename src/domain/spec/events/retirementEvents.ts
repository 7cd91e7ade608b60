import { bareWords, retiredText } from '../../criteria/retiredCriteria.js';
import { type Criterion, criteriaOf } from '../../criteria/criteria.js';
import { withEdits } from '../../document/textEdit.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { withBody } from '../criteriaInText.js';
import { movedOn } from '../inverseChanges.js';
import type { ActiveSpec, Retirement } from '../spec.js';

/** A criterion was retired: it stays in the text, struck through, and counts no more. */
export type CriterionRetired = Fact<
  'CriterionRetired',
  Retirement & {
    /** The criterion's text as written, with line breaks, if it was struck through by hand before. */
    readonly was?: string;
  }
>;

/** A retired criterion was restored: its text is as before, and it counts again. */
export type CriterionRestored = Fact<'CriterionRestored', CriterionRetired['data']>;

const criterionRetired: EventDefinition<CriterionRetired, CriterionRestored> = {
  type: 'CriterionRetired',
  apply: (spec, data) => {
    const { was: _was, ...retirement } = data;
    const struck = withWords(spec, data, data.was ?? data.text, (words) =>
      retiredText(data.was === undefined ? words : data.text, data.reason),
    );
    return { ...struck, retired: [...without(spec, data), retirement] };
  },
  inverse: (spec, data) => {
    if (data.n > 0 && retiredCriterion(spec, data) === undefined)
      throw movedOn(spec, `criterion ${String(data.n)}`, 'another');
    return [{ type: 'CriterionRestored', data }];
  },
};

const criterionRestored: EventDefinition<CriterionRestored, CriterionRetired> = {
  type: 'CriterionRestored',
  apply: (spec, data) => {
    const written = retiredText(data.text, data.reason);
    const restored = withWords(
      spec,
      data,
      written,
      (words) => data.was ?? words.slice('~~'.length, words.lastIndexOf('~~')),
    );
    return { ...restored, retired: without(spec, data) };
  },
  inverse: (spec, data) => {
    if (data.n > 0 && criterionIn(spec, data, data.was ?? data.text) === undefined)
      throw movedOn(spec, `criterion ${String(data.n)}`, 'another');
    return [{ type: 'CriterionRetired', data }];
  },
};

/** Returns the criterion that is retired in the text as the event says; undefined if there is none. */
export function retiredCriterion(spec: ActiveSpec, data: Retirement): Criterion | undefined {
  return criterionIn(spec, data, retiredText(data.text, data.reason));
}

/** True if the text still has the criterion as it was before it was retired. */
export function hasUnretired(spec: ActiveSpec, data: CriterionRetired['data']): boolean {
  return criterionIn(spec, data, data.was ?? data.text) !== undefined;
}

/** Returns the criterion with this text, whatever its label: the one with the event's number, or else the first. */
function criterionIn({ text }: ActiveSpec, { n }: Retirement, written: string): Criterion | undefined {
  if (text === undefined) return undefined;
  const criteria = criteriaOf(text.body, text.criteriaSections);
  const wanted = bareWords(written);
  const isWanted = (one: Criterion | undefined) => one !== undefined && bareWords(one.text) === wanted;
  return isWanted(criteria[n - 1]) ? criteria[n - 1] : criteria.find(isWanted);
}

/** Returns the spec with the words of a criterion replaced, as written in the document with its line breaks. */
function withWords(
  spec: ActiveSpec,
  data: Retirement,
  written: string,
  change: (words: string) => string,
): ActiveSpec {
  const found = criterionIn(spec, data, written);
  if (found === undefined) return spec;
  return withBody(spec, (body) => {
    const start = found.at + found.box.length;
    const raw = body.slice(start, found.end);
    const words = raw.trimStart();
    const at = start + raw.length - words.length;
    return withEdits(body, [{ at, end: found.end, text: change(words) }]);
  });
}

function without({ retired = [] }: ActiveSpec, { text }: Retirement): readonly Retirement[] {
  return retired.filter((one) => bareWords(one.text) !== bareWords(text));
}

export const RETIREMENT_EVENTS = [criterionRetired, criterionRestored] as const;
