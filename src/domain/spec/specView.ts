import type { ClaimView } from '../claims/holder.js';
import type { Elsewhere } from '../claims/underClaim.js';
import type { Progress } from '../criteria/criteria.js';
import type { DocumentProblem } from '../document/documentProblem.js';
import type { CalendarDate } from '../value/calendarDate.js';
import type { JsonValue } from '../value/json.js';
import type { FieldRow, FieldValues } from '../fields/fields.js';
import type { Outcome } from './outcome.js';
import type { Status } from './status.js';

/** A field whose value the tool cannot use: an unknown status, a date that does not exist. */
export interface FieldProblem {
  readonly code: 'FIELD_INVALID';
  readonly field: string;
  readonly message: string;
}

export type UpdatedFrom = 'log' | 'document' | 'git' | 'file';

/**
 * A spec as every reading command answers it; the `spec` shape of `--json`.
 * A broken spec keeps its place and says why: `status` is then null and `problems` tells.
 */
export interface SpecView extends FieldValues {
  /** Null until the tool's first change of a spec made elsewhere. */
  readonly id: string | null;
  readonly sequence: number | null;
  readonly name: string;
  readonly ref: string;
  /** Folder, relative to the root, `/`-separated. */
  readonly path: string;
  readonly title: string;
  /** Null when the document says none of the known ones. */
  readonly status: Status | null;
  readonly created: CalendarDate | null;
  /** Its last change: ISO 8601 UTC, or the day when that is all the document says. */
  readonly updated: string | null;
  /** Who says so: its log; without one the document, the last commit of it, or the time of the file. */
  readonly updatedFrom: UpdatedFrom | null;
  readonly completed?: CalendarDate;
  /** Who works on it, also in another worktree of the clone. */
  readonly claim?: ClaimView;
  /** Begun, and left by who had it: open to be taken. */
  readonly left?: true;
  /** How it ended on a branch of this clone that is not merged here. */
  readonly elsewhere?: Elsewhere;
  /** How many of its criteria are met; absent where it has none. */
  readonly criteria?: Progress;
  /** Custom fields. */
  readonly fields: Readonly<Record<string, JsonValue>>;
  readonly archived: boolean;
  /** How it ended, where it was not completed, and the folder name of the spec in its place. */
  readonly archivedAs?: Outcome;
  readonly supersededBy?: string;
  readonly group?: string;
  /** Present when something is wrong with the document; `broken` when it could not be read at all. */
  readonly problems?: readonly (DocumentProblem | FieldProblem)[];
  readonly broken?: true;
}

/** Nobody is named for it, and nobody works on it; a claim that ran out is nobody's. */
export function isUnassigned({ assignee, claim }: Pick<SpecView, 'assignee' | 'claim'>): boolean {
  return assignee === undefined && (claim === undefined || claim.expired === true);
}

/** Somebody is named for it, or works on it. */
export function isOf({ assignee, claim }: Pick<SpecView, 'assignee' | 'claim'>, actor: string): boolean {
  return assignee === actor || (claim?.by === actor && claim.expired !== true);
}

/** What a spec has in a field: nothing, one text, or the members of a set. */
export function textsOf(spec: SpecView, { name }: Pick<FieldRow, 'name'>): readonly string[] {
  const value = spec[name as keyof SpecView];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
