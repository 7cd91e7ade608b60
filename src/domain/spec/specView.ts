import type { FieldRow, FieldValues } from '../fields/standardFields.js';
import { isSamePerson } from '../value/person.js';
import type { ClaimView, Elsewhere } from '../claims/claims.js';
import type { Progress } from '../criteria/criteria.js';
import type { ApprovalView } from '../review/approvalState.js';
import type { DocumentProblem } from '../document/specDocument.js';
import type { ForcedCompletion } from '../log/logSummary.js';
import type { SpecProof } from '../proof/criterionStates.js';
import type { CalendarDate } from '../value/dates.js';
import type { JsonValue } from '../value/jsonValue.js';
import type { Outcome } from './archiveOutcome.js';
import type { Status } from '../fields/statusAndPriority.js';

/** A problem with the value of a field that spectool cannot use, such as an unknown status or a date that does not exist. */
export interface FieldProblem {
  readonly code: 'FIELD_INVALID';
  readonly field: string;
  /** The word that is not allowed, such as the status of another tool. */
  readonly value?: string;
  readonly message: string;
}

export type UpdatedFrom = 'log' | 'document' | 'git' | 'file';

/**
 * A spec as commands that read specs return it. `--json` prints specs in this form. For a broken spec, `status` is null and
 * `problems` gives the reason.
 */
export interface SpecView extends FieldValues {
  /** The id of the spec; null for a spec that was made without spectool, until a command changes it. */
  readonly id: string | null;
  readonly sequence: number | null;
  readonly name: string;
  readonly ref: string;
  /** The path of the spec's folder, relative to the project's root, separated by `/`. */
  readonly path: string;
  readonly title: string;
  /** The status; null if the document has none, or an unknown one. */
  readonly status: Status | null;
  readonly created: CalendarDate | null;
  /** The time of the last change: ISO 8601 UTC, or a day if the document has only that. */
  readonly updated: string | null;
  /**
   * The source of `updated`: the log, or for a spec without a log the document, its last commit, or the file's modification time.
   */
  readonly updatedFrom: UpdatedFrom | null;
  readonly completed?: CalendarDate;
  /** The claim on the spec, made in this worktree or in another worktree of the clone. */
  readonly claim?: ClaimView;
  /** Set for a spec in progress whose claim was released or has expired, so that another actor can claim it. */
  readonly left?: true;
  /** How the spec was finished on a branch, or in a worktree or clone, that is not merged here. */
  readonly elsewhere?: Elsewhere;
  /** The status of each spec of another project to which this spec refers, by the reference, such as `api:012`. */
  readonly inOtherProjects?: Readonly<Record<string, string>>;
  /** The number of ticked criteria and of all criteria; absent if there are none. */
  readonly criteria?: Progress;
  /** Set for a spec that was completed although criteria were not met. */
  readonly forced?: ForcedCompletion;
  /** The state of the criteria's proofs; set only if the command was asked for proofs. */
  readonly proof?: SpecProof;
  /** The state of the approval; absent if the text was never approved and the project does not require approvals. */
  readonly approval?: ApprovalView;
  /** The custom fields and their values, and the field `code`. */
  readonly fields: Readonly<Record<string, JsonValue>>;
  readonly archived: boolean;
  /**
   * The outcome of a spec that was archived without being completed (`archivedAs`), and the folder name of the spec that
   * supersedes it (`supersededBy`).
   */
  readonly archivedAs?: Outcome;
  readonly supersededBy?: string;
  readonly group?: string;
  /** Set for documents of another tool, which are a spec where that tool keeps them. */
  readonly adopted?: true;
  /** The problems of the document, if it has any. `broken` is set if the document could not be read at all. */
  readonly problems?: readonly (DocumentProblem | FieldProblem)[];
  readonly broken?: true;
}

/** True if the view of a spec has no assignee and no running claim. */
export function isUnassigned({ assignee, claim }: Pick<SpecView, 'assignee' | 'claim'>): boolean {
  return assignee === undefined && (claim === undefined || claim.expired === true);
}

/** True if, according to a spec's view, the actor is the assignee or holds a claim. */
export function isAssignedOrClaimedBy(
  { assignee, claim }: Pick<SpecView, 'assignee' | 'claim'>,
  actor: string,
): boolean {
  return isSamePerson(assignee, actor) || (isSamePerson(claim?.by, actor) && claim?.expired !== true);
}

/** Returns the value of a field in a view as a list: one text, all members of a field such as `tags`, or an empty list. */
export function fieldTextsOfView(spec: SpecView, { name }: Pick<FieldRow, 'name'>): readonly string[] {
  const value = spec[name as keyof SpecView];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
