import { criteriaOf, type CriterionProof } from '../criteria/criteria.js';
import type { SpecDocument } from '../document/specDocument.js';
import { knownEvent } from '../spec/specEvents.js';
import type { Tick } from '../spec/spec.js';
import { tickOf } from '../spec/textFacts.js';
import { foldSpec } from './foldSpec.js';
import type { LogRecord } from './record.js';

/** A criterion with what the log tells of its tick; the `criteria` shape of `--json`. */
export interface CriterionView {
  readonly n: number;
  readonly label?: string;
  readonly text: string;
  readonly done: boolean;
  /** 1-based, in the document. */
  readonly line: number;
  readonly proof?: CriterionProof;
  /** Who ticked it by command, and when; absent for a box that was ticked by hand. */
  readonly tickedBy?: string | null;
  readonly tickedAt?: string | null;
  /** What it said when it was ticked, where it says something else now. */
  readonly reworded?: string;
}

/** @param records of the spec, in folding order. */
export function criteriaViews(
  { text, bodyStart, bodyLine }: SpecDocument,
  sections: readonly string[],
  records: readonly LogRecord[],
): readonly CriterionView[] {
  const criteria = criteriaOf(text.slice(bodyStart), sections);
  const { spec } = foldSpec(records);
  const ticks = (spec.kind === 'active' && spec.ticks) || [];
  return criteria.map((criterion) => {
    const { n, label, done, line } = criterion;
    const found = done ? tickOf(criterion, criteria, ticks) : undefined;
    const record = found && recordOf(found.tick, records);
    return {
      n,
      ...(label !== undefined && { label }),
      text: criterion.text,
      done,
      line: line + bodyLine - 1,
      ...(found?.tick.proof !== undefined && { proof: found.tick.proof }),
      ...(record && { tickedBy: record.actor ?? null, tickedAt: record.at ?? null }),
      ...(found?.isReworded === true && { reworded: found.tick.text }),
    };
  });
}

function recordOf(tick: Tick, records: readonly LogRecord[]): LogRecord | undefined {
  return records.findLast(({ events }) =>
    events.some((one) => {
      const event = knownEvent(one);
      return event?.type === 'CriterionChecked' && event.data.text === tick.text && event.data.n === tick.n;
    }),
  );
}
