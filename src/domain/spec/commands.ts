import type { JsonObject } from '../value/json.js';
import type { CalendarDate } from '../value/calendarDate.js';
import type { Labels, SpecFolder } from '../naming/specFolder.js';
import type { Targets } from '../graph/edge.js';
import type { WorkflowConfig } from '../project/configuration.js';
import type { ArchiveRequest } from './decisions/decideArchive.js';
import type { ClaimRequest } from './decisions/decideClaim.js';
import type { SourceState } from './decisions/decideReimport.js';
import type { CreationRequest } from './decisions/decideCreation.js';
import type { Keeping } from './decisions/decideFields.js';
import type { ReferenceField } from '../fields/fields.js';
import type { CriterionProof } from '../criteria/criteria.js';
import type { RecordsSetAside } from './events/records.js';
import type { TextEdited } from './events/text.js';
import type { SpecEvent } from './specEvents.js';
import type { Status } from './status.js';

/** A change of a set field: all new members, or those to add and remove. */
export interface MemberRequest {
  readonly replace?: readonly string[];
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly keeping?: Keeping;
}

/** A command to a spec. Time, ids and actors come in as data. */
export type SpecCommand =
  | { readonly type: 'CreateSpec'; readonly data: CreationRequest }
  /** For a folder without a log. */
  | {
      readonly type: 'ImportSpec';
      readonly data: Labels & { readonly title: string; readonly frontmatter: JsonObject };
    }
  | {
      readonly type: 'ChangeStatus';
      readonly data: {
        readonly to: Status;
        readonly today: CalendarDate;
        readonly force?: boolean;
        readonly reason?: string;
        readonly completeNeeds?: WorkflowConfig['completeNeeds'];
      };
    }
  /** Replaces a status of another tool by what it means. */
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
        /** Custom fields of the project: a key that is neither one of them nor in the document cannot be unset. */
        readonly declared: readonly string[];
        readonly keeping?: Keeping;
      };
    }
  /** Corrects a missing or wrong date. */
  | {
      readonly type: 'CorrectDate';
      readonly data: { readonly field: 'created' | 'completed'; readonly to: string };
    }
  | { readonly type: 'ChangeTags'; readonly data: MemberRequest }
  | {
      readonly type: 'ChangeDependencies';
      readonly data: MemberRequest & {
        readonly field: ReferenceField;
        /** The dependencies of the other specs, to check for a cycle; absent if they need no check. */
        readonly needs?: Targets;
      };
    }
  /** Follows the new folder name of a spec that this one names. */
  | { readonly type: 'FollowRef'; readonly data: { readonly from: string; readonly to: string } }
  | { readonly type: 'Retitle'; readonly data: { readonly title: string } }
  | { readonly type: 'Rename'; readonly data: { readonly name: string; readonly ref: string } }
  | {
      readonly type: 'Renumber';
      readonly data: {
        readonly to: number;
        readonly ref: string;
        /** The other specs, to check that none has the number. */
        readonly others: readonly Pick<SpecFolder, 'sequence' | 'path'>[];
      };
    }
  /** Moves the spec to the group that its fields give. */
  | { readonly type: 'Regroup'; readonly data: { readonly to: string } }
  | { readonly type: 'Archive'; readonly data: ArchiveRequest }
  | { readonly type: 'Unarchive'; readonly data: Readonly<Record<string, never>> }
  | {
      readonly type: 'Delete';
      readonly data: {
        readonly reason: string;
        /** Files of its folder with changes that are not committed. */
        readonly unsaved: readonly string[];
        /** Why git could not tell which files are committed. */
        readonly complaint?: string;
        readonly force?: boolean;
      };
    }
  | { readonly type: 'Claim'; readonly data: ClaimRequest }
  | {
      readonly type: 'Release';
      readonly data: Pick<ClaimRequest, 'claimant'> & { readonly toPlanned?: boolean };
    }
  /** Criteria are named by number, label, or the beginning of their text. */
  | {
      readonly type: 'CheckCriteria';
      readonly data: { readonly criteria: readonly string[]; readonly proof?: CriterionProof };
    }
  | {
      readonly type: 'UncheckCriteria';
      readonly data: { readonly criteria: readonly string[]; readonly reason?: string };
    }
  | { readonly type: 'AddCriterion'; readonly data: { readonly text: string } }
  | {
      readonly type: 'AddNote';
      readonly data: { readonly text: string; readonly today: CalendarDate; readonly by: string };
    }
  | {
      readonly type: 'ReplaceSection';
      readonly data: { readonly section: string; readonly text: string; readonly how: 'set' | 'append' };
    }
  /** Applies the changes of the document that the spec was imported from. */
  | { readonly type: 'FollowSource'; readonly data: SourceState }
  /** Reverts the events of an earlier record. */
  | {
      readonly type: 'Undo';
      readonly data: {
        readonly undone: string;
        readonly events: readonly SpecEvent[];
        /** Events of earlier records, in their order, that are reverted too. */
        readonly earlier?: readonly (readonly SpecEvent[])[];
      };
    }
  /** Records a frontmatter that was changed without spectool. */
  | {
      readonly type: 'ObserveFrontmatter';
      readonly data: { readonly frontmatter: JsonObject; readonly branch?: string };
    }
  /** Records a text that was changed by hand, or whose links followed a moved folder. */
  | { readonly type: 'ObserveText'; readonly data: TextEdited['data'] }
  /** Records that the document lacks what these records wrote, or has it again. */
  | { readonly type: 'SetRecordsAside' | 'RestoreRecords'; readonly data: RecordsSetAside['data'] }
  /** Records a folder that was moved without spectool. */
  | { readonly type: 'ObservePlace'; readonly data: Labels };
