import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { Holder } from '../../domain/claims/claimHolder.js';
import { type Divergence } from '../../domain/log/divergentFields.js';
import type { MergePreference } from '../../domain/reconcile/reconcileFields.js';
import type { RecordedItem } from '../../domain/reconcile/recordedItems.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { type SpecFolder } from '../../domain/naming/specFolder.js';
import type { SpecCommand } from '../../domain/spec/specCommands.js';
import type { LinkUpdate, PlaceMove } from '../../domain/document/updateLinks.js';
import type { SpecEvent } from '../../domain/spec/specEvents.js';
import { type Changes } from '../../domain/fields/fieldChange.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import type { LogDamage } from '../../ports/eventLog.js';
import type { PlannedWrite } from '../../ports/transaction.js';

/** The change of one spec within a command. */
export interface PlannedChange {
  readonly folder: SpecFolder;
  /** Returns the requested commands for the current state of the spec. */
  readonly commands: (spec: ActiveSpec) => readonly SpecCommand[];
  /** Edits the text and the other Markdown files of the spec, for example to update links to a renumbered folder. */
  readonly editText?: LinkUpdate;
  /**
   * Which value counts if two branches set a field to different values: the one in the document (default), because a person
   * may have edited it, or the one in the log, if a merge has just written the document.
   */
  readonly judge?: MergePreference;
  /**
   * Side that wins if the document differs from the log without a hand edit, for example because git restored an older
   * version: `log` restores the logged values, `document` records the values of the document.
   */
  readonly keep?: 'log' | 'document';
  /** Document text produced by a merge, which replaces the current text. */
  readonly merged?: string;
  /** Document text as a person edited it; the differences from the current text are recorded with this person as actor. */
  readonly typed?: string;
  /** True if the spec has no folder of its own yet: the folder given here belongs to another spec. */
  readonly isNew?: boolean;
  /**
   * Folders to which other specs move in this command. If the target of this spec is one of them, or exists, this spec is not
   * moved.
   */
  readonly occupied?: ReadonlySet<string>;
}

/** Planned change of one spec, not yet written. */
export interface SpecPlan {
  readonly changed: ChangedSpec;
  readonly writes: readonly PlannedWrite[];
}

export interface ChangedSpec {
  readonly folder: SpecFolder;
  readonly document: SpecDocument;
  /** Record that this command adds to the log; absent if nothing changed. */
  readonly record?: LogRecord;
  /** All records of the spec, including the record of this change. */
  readonly log: readonly LogRecord[];
  /**
   * Fields that two branches set to different values. The request does not choose between the values, so this record keeps
   * the value that counts in the log.
   */
  readonly settled?: readonly Divergence[];
  /**
   * Events for differences between document and log that were found before the change: hand edits, and documents that git
   * returned to an earlier state. This command records them.
   */
  readonly edited?: readonly SpecEvent[];
  /** Fields whose value in the document is older than in the log; the change writes the logged values. */
  readonly broughtBack?: Changes;
  /** Changes of the text that are in the log but missing from the document; the change restores them. */
  readonly missing?: readonly RecordedItem[];
  /** The time of the first change that the document lacked, if an old copy of it was saved. */
  readonly since?: string | undefined;
  /** Move of a folder that was found at an older place, back to its place in the log. */
  readonly returned?: PlaceMove;
  /** Holder of the spec's claim, if it is another actor. */
  readonly holder?: Holder;
  /** Requested move of the folder. */
  readonly move?: PlaceMove;
  /** Damaged files in the spec's log; the records in these files are unknown. */
  readonly damages?: readonly LogDamage[];
}

/** Specs that a command changed on request, and specs changed as a consequence. */
export interface CarriedOut {
  readonly changed: readonly ChangedSpec[];
  /** Other specs in which links to moved folders were updated. */
  readonly followers: readonly ChangedSpec[];
}
