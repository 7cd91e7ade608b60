import type { AddedCriterion } from '../criteria/criterionEdits.js';
import { BOUNDS } from '../value/bounds.js';
import type { CriterionProof } from '../criteria/criteria.js';
import { ARCHIVE_FOLDER, isProjectPath, isUnseenFolder, type Labels } from '../naming/projectPath.js';
import type { Verdict } from '../proof/verdict.js';
import type { KnownCriterion } from '../review/pairedTexts.js';
import type { CalendarDate } from '../value/dates.js';
import { isJsonObject, type JsonObject } from '../value/jsonValue.js';

/**
 * True if a spec (`ActiveSpec`) has values of the expected types. Log files may be forged, and labels become paths, so names that
 * lead out of the specs folder are rejected here.
 */
export function isWellFormed(spec: ActiveSpec): boolean {
  const { labels, title, frontmatter, claim, deleted, approvals = [], retired = [], known = [] } = spec;
  return (
    typeof title === 'string' &&
    isJsonObject(frontmatter) &&
    typeof labels.name === 'string' &&
    typeof labels.archived === 'boolean' &&
    (labels.sequence === null || isSequence(labels.sequence)) &&
    (labels.ref === '' || isPlainName(labels.ref)) &&
    (labels.group === undefined || isGroup(labels.group)) &&
    (labels.at === undefined || isPlaceOfOthers(labels.at)) &&
    (labels.archived || topFolder(labels) !== ARCHIVE_FOLDER) &&
    (claim === undefined ||
      (isText(claim.by) &&
        isText(claim.lease) &&
        [claim.place, claim.session].every((text) => text === undefined || isText(text)))) &&
    approvals.every(({ by, on, text }) => [by, on, text].every(isText)) &&
    retired.every(({ n, text, reason, by = '' }) => isSequence(n) && [text, reason, by].every(isString)) &&
    known.every(({ label = '', text }) => isString(label) && isString(text)) &&
    (deleted === undefined || typeof deleted.reason === 'string')
  );
}

/** True for a text that is not empty and not too long to be displayed in listings. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= BOUNDS.line;
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function isSequence(value: unknown): boolean {
  return Number.isSafeInteger(value);
}

function isGroup(group: unknown): boolean {
  return typeof group === 'string' && (group === '' || group.split('/').every(isPlainName));
}

/** True for a path inside the project that does not lead to files of git or spectool. */
function isPlaceOfOthers(path: unknown): boolean {
  return (
    typeof path === 'string' &&
    path !== '' &&
    isProjectPath(path) &&
    !/^\.(?:git|spectool)(?:\/|$)/i.test(path)
  );
}

/** Returns the top folder of the spec's path within the specs folder. */
function topFolder({ group = '', ref }: Labels): string | undefined {
  return (group === '' ? ref : group).split('/')[0];
}

/**
 * True for the name of a single folder in which specs are searched. Such a name has no `/`, and no `.` or `..` between
 * backslashes.
 */
function isPlainName(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    !/[/\0]/.test(name) &&
    name.split('\\').every((part) => part !== '' && part !== '.' && part !== '..') &&
    !isUnseenFolder(name)
  );
}

/** The claim of an actor on a spec. */
export interface Claim {
  readonly by: string;
  /** How long the claim lasts without a change by its holder, such as `4h` or `30m`. */
  readonly lease: string;
  /** The linked worktree in which the spec was claimed; absent for the main worktree. */
  readonly place?: string;
  /** The session of the actor, to distinguish several sessions of one actor. */
  readonly session?: string;
  /** The time of the claim (`since`) and the time of the holder's last change of the spec (`seen`), ISO 8601 UTC. */
  readonly since?: string;
  readonly seen?: string;
  /** Set if the actor did not run `claim` but set the status to in-progress with `update`. */
  readonly byUpdate?: true;
  /** The other person to whom the spec was assigned when it was claimed. */
  readonly assignedBefore?: string;
  /** Set if the claim was released and the spec was not claimed again. */
  readonly over?: true;
}

/** A tick that a command set, with the criterion's text at that time. */
export interface Tick {
  readonly n: number;
  readonly label?: string;
  readonly text: string;
  readonly proof?: CriterionProof;
  /** Proofs that were given before `proof`. */
  readonly earlier?: readonly CriterionProof[];
}

/** A tick as recorded in an event. */
export interface TickFact extends Tick {
  /**
   * Set if the checkbox was already ticked, by hand or when the criterion had another text; an undo leaves the checkbox ticked.
   */
  readonly wasTicked?: true;
  /** The letter in the ticked checkbox if it is not `x`; set if the event restores a tick. */
  readonly mark?: 'X';
  /** The checkbox before the tick, if it was not `[ ]`. */
  readonly was?: string;
}

/**
 * A linked list of ticks and unticks, newest first (see `ticksOf`). The list is linked, because copying an array for each of
 * thousands of ticks would take quadratic time.
 */
export interface TickFacts {
  readonly fact: Tick;
  readonly isTicked: boolean;
  readonly before?: TickFacts | undefined;
}

/** The approval of a text by an actor. */
export interface Approval {
  readonly by: string;
  readonly on: CalendarDate;
  /** The digest of the approved text (see `AgreedText`). */
  readonly text: string;
  readonly note?: string;
}

/** A criterion that a command retired. */
export interface Retirement {
  readonly n: number;
  readonly label?: string;
  /** The criterion's text before it was retired. */
  readonly text: string;
  readonly reason: string;
  /** The spec that has the criterion now (its folder name), and the criterion's label or number there: `014-b/AC2`. */
  readonly by?: string;
}

/** The text below the frontmatter, and the sections whose checkboxes are criteria. */
export interface SpecText {
  readonly body: string;
  /** 1-based line number at which the text begins in the document. */
  readonly bodyLine?: number;
  readonly criteriaSections: readonly string[];
}

/** The state of the code when an actor confirmed that the spec is still correct. */
export interface Acceptance {
  /** Digest of the files that the field `code` selects; absent if it selects none. */
  readonly code?: string;
}

/** The state of a spec that results from its events. */
export interface ActiveSpec {
  readonly kind: 'active';
  readonly labels: Labels;
  readonly title: string;
  /** All fields; `updated` is the time of the last record (see `foldSpec`). */
  readonly frontmatter: JsonObject;
  /** The last claim; absent if the spec was never claimed. */
  readonly claim?: Claim;
  /** The actor of the last claim, even if the claim has ended. */
  readonly lastHolder?: string;
  /** The ticks that commands set; ticks set by hand are only in the text. */
  readonly ticks?: TickFacts;
  /** The approvals that were not withdrawn, oldest first, including approvals of former texts. */
  readonly approvals?: readonly Approval[];
  /** The criteria that commands retired and did not restore. */
  readonly retired?: readonly Retirement[];
  /** The criteria in the log; `isHeld` is set for those that the spec had when work began, or got since. */
  readonly known?: readonly (KnownCriterion & { readonly isHeld?: true })[];
  /** The criteria that replace one of another spec. */
  readonly replacing?: readonly Pick<AddedCriterion, 'text' | 'replaces'>[];
  /** The highest recorded label number of a criterion; no label number is given twice. */
  readonly lastLabel?: number;
  /** The verdicts of tests on criteria, oldest first, without those that were withdrawn. */
  readonly verdicts?: readonly Verdict[];
  /**
   * The text of the document, which events can change. Absent if the document was not read, because the log does not contain the
   * text.
   */
  readonly text?: SpecText;
  /** The last acceptance; absent if there is none, or if it was undone. */
  readonly accepted?: Acceptance;
  /** The reason of the deletion; present if the spec was deleted. */
  readonly deleted?: { readonly reason: string };
}

export type Spec = { readonly kind: 'absent' } | ActiveSpec;

export const ABSENT: Spec = { kind: 'absent' };

/** The state before the first event, so that events can be applied even if the spec's first record is missing in the log. */
export const NOT_CREATED: ActiveSpec = {
  kind: 'active',
  labels: { sequence: null, name: '', ref: '', archived: false },
  title: '',
  frontmatter: {},
};

/** Returns the spec with its text, which contains the criteria, edited; the spec stays unchanged if its text was not read. */
export function withBody(spec: ActiveSpec, edit: (body: string) => string): ActiveSpec {
  return spec.text === undefined ? spec : { ...spec, text: { ...spec.text, body: edit(spec.text.body) } };
}

/** Returns the spec's folder name in this worktree. @param otherwise name to return if the spec is not in this worktree. */
export function nameOf(spec: Spec, otherwise: string): string {
  return spec.kind === 'absent' ? otherwise : spec.labels.ref;
}
