import type { CriterionProof } from '../criteria/criteria.js';
import type { JsonObject } from '../value/json.js';
import type { Labels } from '../naming/specFolder.js';

/** Somebody works on a spec. */
export interface Claim {
  readonly by: string;
  /** How long it holds without a sign of life, such as `4h` or `30m`. */
  readonly lease: string;
  /** The linked worktree it was taken in. */
  readonly place?: string;
  /** Tells sessions under one name apart. */
  readonly session?: string;
  /** When it was taken and when the holder last recorded something of the spec; ISO 8601 UTC, as the records say. */
  readonly since?: string;
  readonly seen?: string;
  /** No claim was asked for: the status was set to in-progress by command, and whoever did is taken to work on it. */
  readonly byUpdate?: true;
  /** It was given back, and nobody has begun since. */
  readonly over?: true;
}

/** A criterion that was ticked by command; it belongs to the words it had. */
export interface Tick {
  readonly n: number;
  readonly label?: string;
  readonly text: string;
  readonly proof?: CriterionProof;
}

/** A tick as the fact of it is recorded. */
export interface TickFact extends Tick {
  /** The box had been ticked by hand, or for other words; it stays so when this is undone. */
  readonly wasTicked?: true;
  /** What an undone uncheck gives back: the letter in the box, where it was not `x`. */
  readonly mark?: 'X';
  /** The box as it stood, where it was not `[ ]`. */
  readonly was?: string;
}

/** Ticks, and ticks taken back, the last one first: to copy them for each of thousands would take their square. See `ticksOf`. */
export interface TickFacts {
  readonly fact: Tick;
  readonly isTicked: boolean;
  readonly before?: TickFacts | undefined;
}

/** The text below the frontmatter, and what of it is read as criteria. */
export interface SpecText {
  readonly body: string;
  /** 1-based line of the document that it begins at. */
  readonly bodyLine?: number;
  readonly criteriaSections: readonly string[];
}

/** A spec as its events tell it: what the frontmatter must say, and where the folder stands. */
export interface ActiveSpec {
  readonly kind: 'active';
  readonly labels: Labels;
  readonly title: string;
  /** Every key of the frontmatter but `updated`'s upkeep, which follows the records (see foldSpec). */
  readonly frontmatter: JsonObject;
  /** Who works on it; absent when nobody took it. */
  readonly claim?: Claim;
  /** Boxes ticked by hand are in the text alone. */
  readonly ticks?: TickFacts;
  /** Where a document was read: facts about the text change it. The log alone does not know it. */
  readonly text?: SpecText;
  /** Set once it was deleted. */
  readonly deleted?: { readonly reason: string };
}

export type Spec = { readonly kind: 'absent' } | ActiveSpec;

export const ABSENT: Spec = { kind: 'absent' };

/** A spec whose beginning is not in the log; history still folds. */
export const NOT_CREATED: ActiveSpec = {
  kind: 'active',
  labels: { sequence: null, name: '', ref: '', archived: false },
  title: '',
  frontmatter: {},
};
