import type { ClaimView } from '../claims/holder.js';
import type { Elsewhere } from '../claims/claimRules.js';
import type { Progress } from '../criteria/criteria.js';
import type { DocumentProblem } from '../document/documentProblem.js';
import type { CalendarDate } from '../value/calendarDate.js';
import type { JsonValue } from '../value/json.js';
import type { FieldRow, FieldValues } from '../fields/fields.js';
import type { Outcome } from './outcome.js';
import type { Status } from './status.js';

/** A field with a value that spectool cannot use: an unknown status, a date that does not exist. */
export interface FieldProblem {
  readonly code: 'FIELD_INVALID';
  readonly field: string;
  readonly message: string;
}

export type UpdatedFrom = 'log' | 'document' | 'git' | 'file';

/**
 * A spec as every reading command returns it; the `spec` shape of `--json`. A broken spec keeps its place; its `status` is null
 * and `problems` says why.
 */
export interface SpecView extends FieldValues {
  /** Null for a spec made without spectool, until the first change by command. */
  readonly id: string | null;
  readonly sequence: number | null;
  readonly name: string;
  readonly ref: string;
  /** Folder, relative to the root, `/`-separated. */
  readonly path: string;
  readonly title: string;
  /** Null if the document has no known status. */
  readonly status: Status | null;
  readonly created: CalendarDate | null;
  /** The time of the last change: ISO 8601 UTC, or a day if the document has only that. */
  readonly updated: string | null;
  /** The source of `updated`: the log; without one the document, its last commit, or the file's modification time. */
  readonly updatedFrom: UpdatedFrom | null;
  readonly completed?: CalendarDate;
  /** The claim, also one from another worktree of the clone. */
  readonly claim?: ClaimView;
  /** Set for a spec in progress whose claim has ended, so that it can be claimed. */
  readonly left?: true;
  /** The outcome on an unmerged branch of this clone. */
  readonly elsewhere?: Elsewhere;
  /** The number of ticked criteria and of all; absent if there are none. */
  readonly criteria?: Progress;
  /** Custom fields. */
  readonly fields: Readonly<Record<string, JsonValue>>;
  readonly archived: boolean;
  /** The outcome of a spec that was not completed, and the folder name of the spec that supersedes it. */
  readonly archivedAs?: Outcome;
  readonly supersededBy?: string;
  readonly group?: string;
  /** Present if the document has problems; `broken` if it could not be read at all. */
  readonly problems?: readonly (DocumentProblem | FieldProblem)[];
  readonly broken?: true;
}

/** True if the spec has no assignee and no claim that still holds. */
export function isUnassigned({ assignee, claim }: Pick<SpecView, 'assignee' | 'claim'>): boolean {
  return assignee === undefined && (claim === undefined || claim.expired === true);
}

/** True if the actor is the assignee or holds a claim on the spec. */
export function isOf({ assignee, claim }: Pick<SpecView, 'assignee' | 'claim'>, actor: string): boolean {
  return assignee === actor || (claim?.by === actor && claim.expired !== true);
}

/** Returns a field as a list: empty, one text, or the members of a set. */
export function textsOf(spec: SpecView, { name }: Pick<FieldRow, 'name'>): readonly string[] {
  const value = spec[name as keyof SpecView];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
