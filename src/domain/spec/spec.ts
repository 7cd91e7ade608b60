import type { CriterionProof } from '../criteria/criteria.js';
import type { JsonObject } from '../value/json.js';
import type { Labels } from '../naming/specFolder.js';

/** The claim of an actor on a spec. */
export interface Claim {
  readonly by: string;
  /** How long the claim lasts without a change by its holder, such as `4h` or `30m`. */
  readonly lease: string;
  /** The linked worktree in which it was claimed. */
  readonly place?: string;
  /** Distinguishes sessions of the same actor. */
  readonly session?: string;
  /** The times of the claim and of its holder's last change of the spec; ISO 8601 UTC, as in the records. */
  readonly since?: string;
  readonly seen?: string;
  /** Set if there was no claim command: the actor set the status to in-progress with `update`. */
  readonly byUpdate?: true;
  /** Set if the claim was released, and nobody has claimed the spec since. */
  readonly over?: true;
}

/** A tick set by command, with the text that the criterion had. */
export interface Tick {
  readonly n: number;
  readonly label?: string;
  readonly text: string;
  readonly proof?: CriterionProof;
}

/** A tick as recorded. */
export interface TickFact extends Tick {
  /** The checkbox was already ticked, by hand or with another text; undo leaves it ticked. */
  readonly wasTicked?: true;
  /** The letter in the checkbox that undoing an untick restores, if it was not `x`. */
  readonly mark?: 'X';
  /** The previous checkbox, if it was not `[ ]`. */
  readonly was?: string;
}

/** A linked list of ticks and unticks, newest first. A copied list would make thousands of ticks quadratic. See `ticksOf`. */
export interface TickFacts {
  readonly fact: Tick;
  readonly isTicked: boolean;
  readonly before?: TickFacts | undefined;
}

/** The text below the frontmatter, and the sections whose checkboxes are criteria. */
export interface SpecText {
  readonly body: string;
  /** 1-based line of the document at which the text begins. */
  readonly bodyLine?: number;
  readonly criteriaSections: readonly string[];
}

/** A spec folded from its events: its frontmatter and the place of its folder. */
export interface ActiveSpec {
  readonly kind: 'active';
  readonly labels: Labels;
  readonly title: string;
  /** All fields; `updated` follows the records (see foldSpec). */
  readonly frontmatter: JsonObject;
  /** The current claim; absent if nobody has claimed the spec. */
  readonly claim?: Claim;
  /** Ticks set by command; those set by hand are only in the text. */
  readonly ticks?: TickFacts;
  /** Present if the document was read, so that events can change it; the log does not hold the text. */
  readonly text?: SpecText;
  /** Present if the spec was deleted. */
  readonly deleted?: { readonly reason: string };
}

export type Spec = { readonly kind: 'absent' } | ActiveSpec;

export const ABSENT: Spec = { kind: 'absent' };

/** A spec whose first record is missing in the log, so that later events can still be folded. */
export const NOT_CREATED: ActiveSpec = {
  kind: 'active',
  labels: { sequence: null, name: '', ref: '', archived: false },
  title: '',
  frontmatter: {},
};
