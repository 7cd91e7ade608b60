import {
  bareWords,
  criteriaOf,
  type Criterion,
  retiredText,
  retiredWords,
  struckWords,
  findCriterion,
} from '../../criteria/criteria.js';
import { reasonNeededError, SpectoolError } from '../../errors/spectoolError.js';
import { criteriaIn, criteriaLostSinceBegin, retirementOf } from '../criteriaInText.js';
import type { EventDefinition, Fact } from '../eventDefinition.js';
import { withBody, type ActiveSpec, type Retirement } from '../spec.js';
import { withEdits } from '../../value/text.js';
import { fieldText } from '../../fields/fieldText.js';
import { laterChangeError } from '../undoErrors.js';

/** A criterion was retired: it stays in the text, struck through, and no longer counts. */
export type CriterionRetired = Fact<
  'CriterionRetired',
  Retirement & {
    /** The criterion's text as written, with line breaks, if it was struck through by hand before. */
    readonly was?: string;
  }
>;

/** A retired criterion was restored: its text is as before, and it counts again. */
export type CriterionRestored = Fact<'CriterionRestored', CriterionRetired['data']>;

export const criterionRetired: EventDefinition<CriterionRetired, CriterionRestored> = {
  type: 'CriterionRetired',
  apply: (spec, data) => {
    const { was: _was, ...retirement } = data;
    const struck = withWords(spec, data, data.was ?? data.text, (words) =>
      retiredText(data.was === undefined ? words : data.text, data.reason),
    );
    return { ...struck, retired: [...withoutRetired(spec, data), retirement] };
  },
  inverse: (spec, data) => {
    if (data.n > 0 && retiredCriterion(spec, data) === undefined)
      throw laterChangeError(spec, `criterion ${String(data.n)}`, 'another');
    return [{ type: 'CriterionRestored', data }];
  },
};

export const criterionRestored: EventDefinition<CriterionRestored, CriterionRetired> = {
  type: 'CriterionRestored',
  apply: (spec, data) => {
    const written = retiredText(data.text, data.reason);
    const restored = withWords(
      spec,
      data,
      written,
      (words) => data.was ?? words.slice('~~'.length, words.lastIndexOf('~~')),
    );
    return { ...restored, retired: withoutRetired(spec, data) };
  },
  inverse: (spec, data) => {
    if (data.n > 0 && criterionIn(spec, data, data.was ?? data.text) === undefined)
      throw laterChangeError(spec, `criterion ${String(data.n)}`, 'another');
    return [{ type: 'CriterionRetired', data }];
  },
};

/** Returns the criterion that is marked as retired in the text with the event's words and reason; undefined if there is none. */
export function retiredCriterion(spec: ActiveSpec, data: Retirement): Criterion | undefined {
  return criterionIn(spec, data, retiredText(data.text, data.reason));
}

/** True if the retirement of a criterion is missing in the text: the text still has the criterion as it was before. */
export function hasUnretired(spec: ActiveSpec, data: CriterionRetired['data']): boolean {
  return criterionIn(spec, data, data.was ?? data.text) !== undefined;
}

/**
 * Returns the criterion with this text apart from its label: the one with the event's number, or else the first. The number 0
 * is that of a criterion that was removed from the text: another one may have its words, under another label.
 */
function criterionIn({ text }: ActiveSpec, { n, label }: Retirement, written: string): Criterion | undefined {
  if (text === undefined) return undefined;
  const criteria = criteriaOf(text.body, text.criteriaSections);
  const wanted = bareWords(written);
  const isWanted = (one: Criterion | undefined) =>
    one !== undefined &&
    bareWords(one.text) === wanted &&
    (n > 0 || label === undefined || (one.label ?? label) === label);
  return isWanted(criteria[n - 1]) ? criteria[n - 1] : criteria.find(isWanted);
}

/** Returns the spec with a criterion's words replaced by `change`, which gets the words as written, with line breaks. */
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

function withoutRetired({ retired = [] }: ActiveSpec, { text }: Retirement): readonly Retirement[] {
  return retired.filter((one) => bareWords(one.text) !== bareWords(text));
}

/**
 * Returns the event that retires a criterion, which is named by number, label or the beginning of its text.
 * @throws SpectoolError `CRITERION_NOT_FOUND`, `CRITERION_AMBIGUOUS`; `FIELD_INVALID` for a reason that cannot be written.
 */
export function decideRetired(
  request: { readonly criterion: string; readonly reason: string; readonly by?: string },
  spec: ActiveSpec,
): readonly CriterionRetired[] {
  // A criterion that was removed from the text can still be retired; it has no number.
  const removed = criteriaLostSinceBegin(spec).removed.map((one) => ({
    ...one,
    n: 0,
    done: false,
    line: 0,
    at: 0,
    end: 0,
    box: '',
  }));
  const { n, label, text, at, box, end } = findCriterion(
    [...criteriaIn(spec), ...removed],
    request.criterion,
    spec.labels.ref,
  );
  if (retirementOf(spec, text) !== undefined) return [];
  if (request.by === `${spec.labels.ref}/${label ?? String(n)}`)
    throw new SpectoolError('FIELD_INVALID', 'A criterion cannot replace itself.', {
      details: { field: 'by' },
    });
  if (request.reason.trim() === '')
    throw reasonNeededError('Retiring a criterion needs a reason.', {
      useCase: 'retireCriterion',
      request: { spec: spec.labels.ref, criterion: request.criterion },
      needs: ['reason'],
    });
  const reason = fieldText('reason', request.reason);
  if (reason.includes('~~') || reason.includes('\n'))
    throw new SpectoolError('FIELD_INVALID', 'The reason must be one line without "~~".', {
      details: { field: 'reason' },
    });
  const struck = retiredWords(text) ?? struckWords(text);
  const was = spec.text?.body.slice(at + box.length, end).trimStart();
  return [
    {
      type: 'CriterionRetired',
      data: {
        n,
        ...(label !== undefined && { label }),
        text: struck ?? text,
        reason,
        ...(request.by !== undefined && { by: request.by }),
        ...(struck !== undefined && was !== undefined && { was }),
      },
    },
  ];
}

/** Returns the event that restores a retired criterion; none if the criterion is not retired. */
export function decideRestored(
  { criterion }: { readonly criterion: string },
  spec: ActiveSpec,
): readonly CriterionRestored[] {
  const { text, n } = findCriterion(criteriaIn(spec), criterion, spec.labels.ref);
  const found = retirementOf(spec, text);
  return found === undefined ? [] : [{ type: 'CriterionRestored', data: { ...found, n } }];
}
