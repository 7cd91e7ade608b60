import type { ObservedFrontmatter } from './decisions/decideHandEdits.js';
import type { JsonObject } from '../value/jsonValue.js';
import type { CalendarDate } from '../value/calendarDate.js';
import type { Labels, SpecFolder } from '../naming/specFolder.js';
import type { Targets } from '../graph/dependencyEdge.js';
import type { ArchiveRequest } from './decisions/decideArchive.js';
import type { ClaimRequest } from './decisions/decideClaim.js';
import type { CreationRequest } from './decisions/decideCreation.js';
import type { Keeping } from './decisions/decideFields.js';
import type { SetField, StandardField } from '../fields/standardFields.js';
import type { CriterionProof } from '../criteria/criteria.js';
import type { NewVerdict } from '../proof/newVerdict.js';
import type { TextEdited } from './events/textEvents.js';
import type { ApprovalRequest } from '../review/decideApproval.js';
import type { SpecEvent } from './specEvents.js';
import type { Acceptance } from './spec.js';
import type { Status } from './status.js';
import type { StatusRequest } from './decisions/decideStatus.js';

/**
 * A requested change of a field with a list of members, such as `tags`: the complete new list (`replace`), or the members to add
 * and to remove.
 */
export interface MemberRequest {
  readonly replace?: readonly string[];
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly keeping?: Keeping;
}

/**
 * A command that changes a spec. Time, ids and actors are part of the data, so that deciding on a command depends only on its
 * data.
 */
export type SpecCommand =
  | { readonly type: 'CreateSpec'; readonly data: CreationRequest }
  /** Creates the log of a spec whose folder exists without a log. */
  | {
      readonly type: 'ImportSpec';
      readonly data: Labels & { readonly title: string; readonly frontmatter: JsonObject };
    }
  | { readonly type: 'ChangeStatus'; readonly data: StatusRequest }
  /** Replaces a status word of another tool by the status that it means. */
  | {
      readonly type: 'SettleStatus';
      readonly data: {
        readonly words: ReadonlyMap<string, Status>;
        readonly today: CalendarDate;
        readonly reason?: string;
      };
    }
  /** Sets or removes the completion date after a hand edit of the status. */
  | { readonly type: 'FollowStatus'; readonly data: { readonly today: CalendarDate } }
  | {
      readonly type: 'ChangeFields';
      readonly data: {
        readonly set: JsonObject;
        readonly unset: readonly string[];
        /** The custom fields that the project declares. A key that is neither declared nor in the document cannot be unset. */
        readonly declared: readonly string[];
        readonly keeping?: Keeping;
        /** The spec of which this spec becomes a part, and which specs wait for which, needed to detect a cycle. */
        readonly joining?: { readonly whole: string; readonly needs: Targets };
      };
    }
  /** Corrects a missing or wrong creation or completion date. */
  | {
      readonly type: 'CorrectDate';
      readonly data: { readonly field: 'created' | 'completed'; readonly to: string };
    }
  | { readonly type: 'ChangeTags'; readonly data: MemberRequest }
  | {
      readonly type: 'ChangeDependencies';
      readonly data: MemberRequest & {
        readonly field: Exclude<SetField, 'tags'>;
        /** The dependencies of the other specs, needed to detect a cycle; absent if no check is needed. */
        readonly needs?: Targets;
      };
    }
  /** Replaces the former folder name of another spec, to which this spec refers, by its new one. */
  | {
      readonly type: 'FollowRef';
      readonly data: { readonly field: StandardField; readonly from: string; readonly to: string };
    }
  | { readonly type: 'Retitle'; readonly data: { readonly title: string } }
  | { readonly type: 'Rename'; readonly data: { readonly name: string; readonly ref: string } }
  | {
      readonly type: 'Renumber';
      readonly data: {
        readonly to: number;
        readonly ref: string;
        /** The other specs, needed to check that none of them has the number. */
        readonly others: readonly Pick<SpecFolder, 'sequence' | 'path'>[];
      };
    }
  /** Moves the spec to the group that its fields determine. */
  | { readonly type: 'Regroup'; readonly data: { readonly to: string } }
  | { readonly type: 'Archive'; readonly data: ArchiveRequest }
  | { readonly type: 'Unarchive'; readonly data: Readonly<Record<string, never>> }
  | {
      readonly type: 'Delete';
      readonly data: {
        readonly reason: string;
        /** The files in the spec's folder that have uncommitted changes. */
        readonly unsaved: readonly string[];
        /** The reason why git could not report which files are committed; absent if git reported them. */
        readonly complaint?: string;
        readonly force?: boolean;
      };
    }
  | { readonly type: 'Claim'; readonly data: ClaimRequest }
  | {
      readonly type: 'Release';
      readonly data: Pick<ClaimRequest, 'claimant'> & { readonly toPlanned?: boolean };
    }
  /** Ticks criteria, which are named by number, label, or the beginning of their text. */
  | {
      readonly type: 'CheckCriteria';
      readonly data: {
        readonly criteria: readonly string[];
        readonly proof?: CriterionProof;
        /** The actor who ticks, needed to tell whether the holder of the spec attests a criterion. */
        readonly by?: string;
      };
    }
  | {
      readonly type: 'UncheckCriteria';
      readonly data: { readonly criteria: readonly string[]; readonly reason?: string };
    }
  /** Retires or restores a criterion, which is named by number, label, or the beginning of its text. */
  | {
      readonly type: 'RetireCriterion';
      readonly data: { readonly criterion: string; readonly reason: string; readonly by?: string };
    }
  | { readonly type: 'RestoreCriterion'; readonly data: { readonly criterion: string } }
  | { readonly type: 'ApproveSpec'; readonly data: ApprovalRequest }
  | { readonly type: 'AddCriterion'; readonly data: { readonly text: string } }
  /** Gives labels to criteria without one. */
  | { readonly type: 'LabelCriteria'; readonly data: Readonly<Record<string, never>> }
  /** Records the verdicts of tests on criteria, and ticks the proven ones. */
  | { readonly type: 'RecordVerdicts'; readonly data: { readonly tested: readonly NewVerdict[] } }
  | {
      readonly type: 'AddNote';
      readonly data: { readonly text: string; readonly today: CalendarDate; readonly by: string };
    }
  | {
      readonly type: 'Accept';
      readonly data: Acceptance & { readonly reason?: string };
    }
  | {
      readonly type: 'ReplaceSection';
      readonly data: { readonly section: string; readonly text: string; readonly how: 'set' | 'append' };
    }
  /** Reverts the events of an earlier record. */
  | {
      readonly type: 'Undo';
      readonly data: {
        readonly undone: string;
        readonly events: readonly SpecEvent[];
      };
    }
  /** Records changes of the frontmatter that were made without spectool. */
  | {
      readonly type: 'ObserveFrontmatter';
      readonly data: ObservedFrontmatter;
    }
  /** Records changes of the text that were made by hand, or links that were adjusted to a moved folder. */
  | { readonly type: 'ObserveText'; readonly data: TextEdited['data'] }
  /** Records that the spec's folder was moved or renamed without spectool. */
  | { readonly type: 'ObservePlace'; readonly data: Labels };
