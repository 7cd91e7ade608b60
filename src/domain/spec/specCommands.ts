import type { Claimant, Holder } from '../claims/claims.js';
import type { GivenFields } from '../fields/customField.js';
import type { Configuration, WorkflowConfig } from '../project/configuration.js';
import type { TemplateDefault } from '../template/template.js';
import type { ObservedFrontmatter } from './decisions/decideHandEdits.js';
import type { JsonObject } from '../value/jsonValue.js';
import type { CalendarDate } from '../value/dates.js';
import type { Labels, SpecFolder } from '../naming/projectPath.js';
import type { Targets } from '../graph/dependencies.js';
import type { ArchiveRequest } from './decisions/decideArchive.js';
import type { FieldRequest, SetField, StandardField } from '../fields/standardFields.js';
import type { CriterionProof } from '../criteria/criteria.js';
import type { NewVerdict } from '../proof/newVerdict.js';
import type { SpecImported } from './events/lifecycleEvents.js';
import type { TextEdited } from './events/textEvents.js';
import type { ApprovalRequest } from '../review/decideApproval.js';
import type { SpecEvent } from './specEvents.js';
import type { Acceptance } from './spec.js';
import type { Need, Status } from './status.js';

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

/** The fields that every spec must have, and the force and reason with which a command removes such a field nevertheless. */
export interface Keeping {
  readonly required: readonly string[];
  readonly force?: boolean;
  readonly reason?: string;
}

export interface StatusRequest {
  readonly to: Status;
  readonly today: CalendarDate;
  readonly force?: boolean;
  readonly reason?: string;
  /** The condition for completion: `criteria`, the default, means that all criteria must be ticked. */
  readonly completeNeeds?: WorkflowConfig['completeNeeds'];
  /** What the spec lacks for this step in addition to ticked criteria and complete parts; the first is said first. */
  readonly needs?: readonly Need[];
  /** The folder names of the parts of the spec that are not complete. */
  readonly openParts?: readonly string[];
}

export interface ClaimRequest {
  readonly claimant: Claimant;
  /** How long the claim lasts without a change by its holder, such as `4h`. */
  readonly lease: string;
  /** The actor who holds the spec in another worktree of the clone, if there is one. */
  readonly elsewhere?: Holder;
  readonly steal?: boolean;
  readonly reason?: string;
  /** What the spec lacks to be in progress. */
  readonly needs?: readonly Need[];
}

export interface CreationRequest {
  readonly id: string;
  readonly sequence: number;
  readonly name: string;
  readonly title: string;
  readonly created: CalendarDate;
  readonly given: GivenToNewSpec;
  /** The template's default values by field, and the template's file name for errors. */
  readonly template: { readonly file: string; readonly defaults: ReadonlyMap<string, TemplateDefault> };
  /** The group folders that already exist in the project. */
  readonly groups: readonly string[];
  readonly config: Pick<Configuration, 'structure' | 'frontmatter' | 'features'>;
}

/** The field values given for a new spec. References to other specs are already resolved to folder names. */
type GivenToNewSpec = FieldRequest & { readonly fields?: GivenFields | undefined };

type Nothing = Readonly<Record<string, never>>;

/**
 * The data of each command that changes a spec, by the command's type. Time, ids and actors are part of the data, so that deciding
 * on a command depends only on its data.
 */
export interface SpecRequests {
  readonly CreateSpec: CreationRequest;
  /** Creates the log of a spec whose folder exists without a log. */
  readonly ImportSpec: SpecImported['data'];
  readonly ChangeStatus: StatusRequest;
  /** Replaces a status word of another tool by the status that it means. */
  readonly SettleStatus: {
    readonly words: ReadonlyMap<string, Status>;
    readonly today: CalendarDate;
    readonly reason?: string;
  };
  /** Sets or removes the completion date after a hand edit of the status. */
  readonly FollowStatus: { readonly today: CalendarDate };
  readonly ChangeFields: {
    readonly set: JsonObject;
    readonly unset: readonly string[];
    /** The custom fields that the project declares. A key that is neither declared nor in the document cannot be unset. */
    readonly declared: readonly string[];
    readonly keeping?: Keeping;
    /** The spec of which this spec becomes a part, and which specs wait for which, needed to detect a cycle. */
    readonly joining?: { readonly whole: string; readonly needs: Targets };
  };
  /** Corrects a missing or wrong creation or completion date. */
  readonly CorrectDate: { readonly field: 'created' | 'completed'; readonly to: string };
  readonly ChangeTags: MemberRequest;
  readonly ChangeDependencies: MemberRequest & {
    readonly field: Exclude<SetField, 'tags'>;
    /** The dependencies of the other specs, needed to detect a cycle; absent if no check is needed. */
    readonly needs?: Targets;
  };
  /** Replaces the former folder name of another spec, to which this spec refers, by its new one. */
  readonly FollowRef: { readonly field: StandardField; readonly from: string; readonly to: string };
  readonly Retitle: { readonly title: string };
  readonly Rename: { readonly name: string; readonly ref: string };
  readonly Renumber: {
    readonly to: number;
    readonly ref: string;
    /** The other specs, needed to check that none of them has the number. */
    readonly others: readonly Pick<SpecFolder, 'sequence' | 'path'>[];
  };
  /** Moves the spec to the group that its fields determine. */
  readonly Regroup: { readonly to: string };
  readonly Archive: ArchiveRequest;
  readonly Unarchive: Nothing;
  readonly Delete: {
    readonly reason: string;
    /** The files in the spec's folder that have uncommitted changes. */
    readonly unsaved: readonly string[];
    /** The reason why git could not report which files are committed; absent if git reported them. */
    readonly complaint?: string;
    readonly force?: boolean;
  };
  readonly Claim: ClaimRequest;
  readonly Release: Pick<ClaimRequest, 'claimant'> & { readonly toPlanned?: boolean };
  /** Ticks criteria, which are named by number, label, or the beginning of their text. */
  readonly CheckCriteria: {
    readonly criteria: readonly string[];
    readonly proof?: CriterionProof;
    /** The actor who ticks, needed to tell whether the holder of the spec attests a criterion. */
    readonly by?: string;
  };
  readonly UncheckCriteria: { readonly criteria: readonly string[]; readonly reason?: string };
  /** Retires or restores a criterion, which is named by number, label, or the beginning of its text. */
  readonly RetireCriterion: { readonly criterion: string; readonly reason: string; readonly by?: string };
  readonly RestoreCriterion: { readonly criterion: string };
  readonly ApproveSpec: ApprovalRequest;
  readonly AddCriterion: { readonly text: string };
  /** Gives labels to criteria without one. */
  readonly LabelCriteria: Nothing;
  /** Records the verdicts of tests on criteria, and ticks the proven ones. */
  readonly RecordVerdicts: { readonly tested: readonly NewVerdict[] };
  readonly AddNote: { readonly text: string; readonly today: CalendarDate; readonly by: string };
  readonly Accept: Acceptance & { readonly reason?: string };
  readonly ReplaceSection: {
    readonly section: string;
    readonly text: string;
    readonly how: 'set' | 'append';
  };
  /** Reverts the events of an earlier record. */
  readonly Undo: { readonly undone: string; readonly events: readonly SpecEvent[] };
  /** Records changes of the frontmatter that were made without spectool. */
  readonly ObserveFrontmatter: ObservedFrontmatter;
  /** Records changes of the text that were made by hand, or links that were adjusted to a moved folder. */
  readonly ObserveText: TextEdited['data'];
  /** Records that the spec's folder was moved or renamed without spectool. */
  readonly ObservePlace: Labels;
}

/** A command that changes a spec. */
export type SpecCommand = {
  [Type in keyof SpecRequests]: { readonly type: Type; readonly data: SpecRequests[Type] };
}[keyof SpecRequests];
