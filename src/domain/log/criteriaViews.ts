import { type CriterionState, verdictFinder, criterionState } from '../proof/criterionStates.js';
import { labelOf } from '../criteria/checkboxes.js';
import { bareWords, criteriaOfDocument, type CriterionProof } from '../criteria/criteria.js';
import type { SpecDocument } from '../document/specDocument.js';
import type { LogRecord } from './records/record.js';
import type { FilesNow } from '../proof/verdict.js';
import { foldSpec } from './foldSpec.js';
import { ticksOf, tickFinder, retirementOf } from '../spec/criteriaInText.js';
import type { Tick, Spec } from '../spec/spec.js';
import { knownEvent } from '../spec/specEvents.js';
import { isJsonObject } from '../value/jsonValue.js';
import { knownEventsOfRecord } from './records/loggedChanges.js';

/** A criterion with the log's data about its tick and its tests. `--json` prints criteria in this form. */
export interface CriterionView extends CriterionState {
  readonly n: number;
  readonly label?: string;
  readonly text: string;
  readonly done: boolean;
  /** 1-based line number in the document, or in `file`. */
  readonly line: number;
  /** Path of the file with the criterion, if another tool keeps the document in its files. */
  readonly file?: string;
  readonly proof?: CriterionProof;
  /** The actor who ticked the criterion with a command; absent if it was ticked by hand. */
  readonly tickedBy?: string | null;
  readonly tickedAt?: string | null;
  /** Set for a retired criterion, which no longer counts: the reason, the actor and the time of the retirement. */
  readonly retired?: {
    readonly reason: string;
    /** The spec that has the criterion now, and the criterion's label or number there. */
    readonly movedTo?: string;
    readonly by: string | null;
    readonly at: string | null;
  };
  /** The criterion of another spec that this one replaces once it is met: folder name, `/`, and label or number. */
  readonly replaces?: string;
  /** The criterion's text at the time it was ticked, if the text has changed since. */
  readonly reworded?: string;
  /** Proofs that were given before `proof`. */
  readonly earlierProofs?: readonly CriterionProof[];
}

/**
 * Returns the criteria of a document, with their ticks and verdicts from the log.
 * @param records the records of the spec, sorted by `orderRecords`.
 * @param now the current files, which show whether a verdict is stale; undefined to take verdicts as recorded.
 */
export function criteriaViews(
  document: SpecDocument,
  sections: readonly string[],
  records: readonly LogRecord[],
  now?: FilesNow,
): readonly CriterionView[] {
  const criteria = criteriaOfDocument(document, sections);
  const { spec } = foldSpec(records);
  const ticks = spec.kind === 'active' ? ticksOf(spec) : [];
  const verdictsOn = verdictFinder(criteria, spec.kind === 'active' ? spec.verdicts : []);
  const tickOf = tickFinder(criteria, ticks);
  const retirementOf = retirementFinder(spec, records);
  const replacing = spec.kind === 'active' ? (spec.replacing ?? []) : [];
  const recordOf = ticks.length === 0 ? () => undefined : recordFinder(records);
  return criteria.map((criterion) => {
    const { n, label, done, line } = criterion;
    const retired = retirementOf(criterion.text);
    const found = done && retired === undefined ? tickOf(criterion) : undefined;
    const record = found && recordOf(found.tick);
    const proven = criterionState(criterion, verdictsOn(criterion), found?.tick.proof, now);
    const { replaces } = replacing.find((one) => isSameCriterion(one.text, criterion)) ?? {};
    // After a test run with the new text, the criterion no longer counts as reworded.
    const isReworded =
      found?.isReworded === true && (!proven.verdict || proven.verdict.reworded !== undefined);
    return {
      n,
      ...(label !== undefined && { label }),
      text: criterion.text,
      done,
      line: line + document.bodyLine - 1,
      ...(retired && { retired }),
      ...(replaces !== undefined && { replaces }),
      ...(found?.tick.proof !== undefined && { proof: found.tick.proof }),
      ...(record && { tickedBy: record.actor ?? null, tickedAt: record.at ?? null }),
      ...(isReworded && { reworded: found.tick.text }),
      ...(found?.tick.earlier !== undefined && { earlierProofs: found.tick.earlier }),
      ...proven,
    };
  });
}

/** True if a text in the log is that of a criterion: it has the criterion's label, or the same words. */
function isSameCriterion(text: string, criterion: Pick<CriterionView, 'text' | 'label'>): boolean {
  const label = labelOf(text);
  return label === undefined ? bareWords(text) === bareWords(criterion.text) : label === criterion.label;
}

/** Returns a function that finds the last record that ticked a criterion. */
function recordFinder(records: readonly LogRecord[]): (tick: Tick) => LogRecord | undefined {
  const nameOf = ({ n, text }: Pick<Tick, 'n' | 'text'>) => JSON.stringify([n, text]);
  const byTick = new Map(
    records.flatMap((record) =>
      record.events.flatMap((one) => {
        const event = knownEvent(one);
        return event?.type === 'CriterionChecked' ? [[nameOf(event.data), record] as const] : [];
      }),
    ),
  );
  return (tick) => byTick.get(nameOf(tick));
}

/** Returns a function that finds why, by whom and when the criterion with a text was retired. */
function retirementFinder(
  spec: Spec,
  records: readonly LogRecord[],
): (text: string) => CriterionView['retired'] | undefined {
  return (text) => {
    const fact = spec.kind === 'active' ? retirementOf(spec, text) : undefined;
    if (fact === undefined) return undefined;
    const record = records.findLast(({ events }) =>
      events.some(({ type, data }) => type === 'CriterionRetired' && data['text'] === fact.text),
    );
    return {
      reason: fact.reason,
      ...(fact.by !== undefined && { movedTo: fact.by }),
      by: record?.actor ?? null,
      at: record?.at ?? null,
    };
  };
}

/** Returns from a log the texts of the criteria at a time (ISO 8601 UTC), and of the criteria that commands added later. */
export function criteriaWritten(records: readonly LogRecord[], time: string) {
  const [known, added]: [string[], string[]] = [[], []];
  for (const record of records) {
    const isLater = (record.at ?? '') > time;
    for (const { type, data } of knownEventsOfRecord(record)) {
      const isOne = type === 'CriterionAdded' || type === 'CriterionTested';
      const named = isOne
        ? [data]
        : type === 'StatusChanged'
          ? data.criteria
          : type === 'CriteriaSeen' && data.added;
      if (isLater && type !== 'CriterionAdded') continue;
      // The data in a damaged log may have any shape.
      for (const one of Array.isArray(named) ? (named as readonly unknown[]) : [])
        if (isJsonObject(one) && typeof one['text'] === 'string') (isLater ? added : known).push(one['text']);
    }
  }
  return { known, added };
}
