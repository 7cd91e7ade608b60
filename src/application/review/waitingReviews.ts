import { isSamePerson } from '../../domain/fields/person.js';
import type { LogEnd } from '../../domain/log/logSummary.js';
import type { StreamId } from '../../domain/log/records/record.js';
import { changedBlocks } from '../../domain/review/agreedText.js';
import type { ApprovalState } from '../../domain/review/approvalState.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { EventLog } from '../../ports/eventLog.js';
import { endsOfSpecs } from '../records/logEnds.js';
import type { SpecApprovals } from './specApprovals.js';
import type { TextWriters } from './textWriters.js';

/** A spec whose text waits for an actor's approval. */
export interface WaitingReview {
  readonly spec: SpecView;
  readonly state: ApprovalState;
  /** The number of paragraphs, list items and lines that changed since the last approval; without one, all of them. */
  readonly size: number;
}

/** Finds the specs whose texts wait for an actor's approval. */
export class WaitingReviews {
  constructor(
    private readonly approvals: SpecApprovals,
    private readonly writers: TextWriters,
    private readonly log: EventLog,
  ) {}

  /** Returns the specs that wait for an actor, smallest change first. @param given summaries of the logs, if already read. */
  of(
    actor: string,
    specs: readonly SpecView[],
    given?: ReadonlyMap<StreamId, LogEnd>,
  ): readonly WaitingReview[] {
    const open = specs.filter(
      ({ archived, status, approval, reviewer = actor }) =>
        !archived &&
        status !== 'complete' &&
        approval !== undefined &&
        approval.state !== 'approved' &&
        isSamePerson(reviewer, actor),
    );
    // Most projects have no such spec, and the summaries of the logs are not read then.
    if (open.length === 0) return [];
    const ends = given ?? endsOfSpecs(this.log);
    const mayApproveOwn = this.writers.mayApproveOwn(actor, ends);
    return open
      .flatMap((spec): readonly WaitingReview[] => {
        const { by, writer = by, approvals = [] } = (spec.id === null ? undefined : ends.get(spec.id)) ?? {};
        if (isSamePerson(writer ?? undefined, actor) && !mayApproveOwn) return [];
        const own = approvals.filter((one) => isSamePerson(one.by, actor));
        const { digest, blocks } = this.approvals.agreed(spec);
        if (own.some(({ text }) => text === digest)) return [];
        const before = own.at(-1) ?? approvals.at(-1);
        const { state } = spec.approval ?? { state: 'waiting' };
        return [{ spec, state, size: changedBlocks(before?.blocks, blocks) }];
      })
      .sort((a, b) => a.size - b.size || (a.spec.sequence ?? Infinity) - (b.spec.sequence ?? Infinity) || 0);
  }
}
