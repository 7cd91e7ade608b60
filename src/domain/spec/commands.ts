import type { JsonObject } from '../value/json.js';
import type { CalendarDate } from '../value/calendarDate.js';
import type { Labels, SpecFolder } from '../naming/specFolder.js';
import type { Targets } from '../graph/edge.js';
import type { WorkflowConfig } from '../project/configuration.js';
import type { ArchiveRequest } from './decisions/decideArchive.js';
import type { ClaimRequest } from './decisions/decideClaim.js';
import type { SourceState } from './decisions/decideFollowing.js';
import type { CreationRequest } from './decisions/decideCreation.js';
import type { Keeping } from './decisions/decideFields.js';
import type { ReferenceField } from '../fields/fields.js';
import type { CriterionProof } from '../criteria/criteria.js';
import type { RecordsSetAside } from './events/records.js';
import type { TextEdited } from './events/text.js';
import type { SpecEvent } from './specEvents.js';
import type { Status } from './status.js';

/** New members of a set field: all of them, or what to add and remove. */
export interface MemberRequest {
  readonly replace?: readonly string[];
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  readonly keeping?: Keeping;
}

/** What may be asked of a spec. Time, ids and actors come in as data. */
export type SpecCommand =
  | { readonly type: 'CreateSpec'; readonly data: CreationRequest }
  /** A folder was found that has no log. */
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
  /** The status is a word of another tool, and somebody says what it means. */
  | {
      readonly type: 'SettleStatus';
      readonly data: {
        readonly words: ReadonlyMap<string, Status>;
        readonly today: CalendarDate;
        readonly reason?: string;
      };
    }
  /** A hand has set the status: the day of completion follows. */
  | { readonly type: 'FollowStatus'; readonly data: { readonly today: CalendarDate } }
  | {
      readonly type: 'ChangeFields';
      readonly data: {
        readonly set: JsonObject;
        readonly unset: readonly string[];
        /** Custom fields of the project: what is neither one nor in the document cannot be unset. */
        readonly declared: readonly string[];
        readonly keeping?: Keeping;
      };
    }
  /** A day that was lost or written wrong is set right. */
  | {
      readonly type: 'CorrectDate';
      readonly data: { readonly field: 'created' | 'completed'; readonly to: string };
    }
  | { readonly type: 'ChangeTags'; readonly data: MemberRequest }
  | {
      readonly type: 'ChangeDependencies';
      readonly data: MemberRequest & {
        readonly field: ReferenceField;
        /** What the other specs need, where it is asked whether a dependency would close a cycle. */
        readonly needs?: Targets;
      };
    }
  /** A spec that it names has another folder name now. */
  | { readonly type: 'FollowRef'; readonly data: { readonly from: string; readonly to: string } }
  | { readonly type: 'Retitle'; readonly data: { readonly title: string } }
  | { readonly type: 'Rename'; readonly data: { readonly name: string; readonly ref: string } }
  | {
      readonly type: 'Renumber';
      readonly data: {
        readonly to: number;
        readonly ref: string;
        /** The other specs, one of which may have the number. */
        readonly others: readonly Pick<SpecFolder, 'sequence' | 'path'>[];
      };
    }
  /** Its fields say another group than the one it stands in. */
  | { readonly type: 'Regroup'; readonly data: { readonly to: string } }
  | { readonly type: 'Archive'; readonly data: ArchiveRequest }
  | { readonly type: 'Unarchive'; readonly data: Readonly<Record<string, never>> }
  | {
      readonly type: 'Delete';
      readonly data: {
        readonly reason: string;
        /** Files of its folder that are nowhere in git as they stand. */
        readonly unsaved: readonly string[];
        /** Why git says nothing of them. */
        readonly complaint?: string;
        readonly force?: boolean;
      };
    }
  | { readonly type: 'Claim'; readonly data: ClaimRequest }
  | {
      readonly type: 'Release';
      readonly data: Pick<ClaimRequest, 'claimant'> & { readonly toPlanned?: boolean };
    }
  /** Criteria named by number, label, or the beginning of their text. */
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
  /** The document of another tool that it was made from is this by now. */
  | { readonly type: 'FollowSource'; readonly data: SourceState }
  /** Takes the facts of an earlier record back. */
  | {
      readonly type: 'Undo';
      readonly data: {
        readonly undone: string;
        readonly events: readonly SpecEvent[];
        /** Of records before that one, in their order, which go with it. */
        readonly earlier?: readonly (readonly SpecEvent[])[];
      };
    }
  /** The frontmatter was found to be this, by a hand other than the tool's. */
  | {
      readonly type: 'ObserveFrontmatter';
      readonly data: { readonly frontmatter: JsonObject; readonly branch?: string };
    }
  /** The text was found changed, or was made to follow a folder. */
  | { readonly type: 'ObserveText'; readonly data: TextEdited['data'] }
  /** The document was found without what these records wrote, or with it again. */
  | { readonly type: 'SetRecordsAside' | 'RestoreRecords'; readonly data: RecordsSetAside['data'] }
  /** The folder was found here, moved by a hand other than the tool's. */
  | { readonly type: 'ObservePlace'; readonly data: Labels };
