import type { SpecSummary } from '../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import type { Finding } from '../../domain/findings/finding.js';
import type { LogEnd } from '../../domain/log/logSummary.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import type { SpecCommand, SpecEvent } from '../../domain/spec/specEvents.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Overlap } from '../../domain/trace/codeGlobs.js';
import type { Need, Status } from '../../domain/fields/statusAndPriority.js';
import type { Obstacle } from '../projections/readySpecs.js';
import type { Services } from '../services.js';
import type { Warning } from '../useCase.js';
import type { ChangedSpec, RecordDrafts } from './plannedChange.js';
import type { HistoryEvent } from '../../domain/log/historyEvents.js';

/** A spec whose status a command is about to change. */
interface Step {
  readonly drafts: RecordDrafts;
  readonly spec: ActiveSpec;
  readonly to: Status;
}

/** Effect of commands on a spec, before anything is written. */
export interface Decided {
  readonly drafts: RecordDrafts;
  readonly stream: StreamId;
  readonly folder: SpecFolder;
  /** The records before the change. */
  readonly log: readonly LogRecord[];
  readonly commands: readonly SpecCommand[];
  /** The spec before the commands. */
  readonly found: ActiveSpec;
  /** The spec after the events so far. */
  readonly spec: ActiveSpec;
  readonly events: readonly SpecEvent[];
}

/** The changes of a command, which are about to be written. */
interface Planned {
  readonly drafts: RecordDrafts;
  readonly changed: readonly ChangedSpec[];
}

/** A spec whose status a command has just set. */
export interface StepTaken extends ChangedSpec {
  readonly drafts: RecordDrafts;
  readonly view: SpecView;
}

/** The specs that a command has begun, and all its events. */
interface Begun {
  readonly specs: readonly SpecView[];
  readonly events: readonly HistoryEvent[];
}

/** A spec as listings read it. */
export interface Listed {
  /** The document, with the frontmatter from which the next change starts. */
  readonly summary: SpecSummary;
  /** Summary of the spec's log; undefined if it has no log. */
  readonly end: LogEnd | undefined;
  /** Returns the id of the spec's log, even if the document has no `id` yet. */
  readonly stream: () => StreamId;
}

/** Facts that capabilities add to a spec in listings. */
export type Facts = Partial<Pick<SpecView, 'approval' | 'claim' | 'left' | 'elsewhere'>>;

/** Specs and findings of `validate`, passed to the capabilities so that they can add their findings. */
export interface Checked {
  readonly specs: readonly SpecView[];
  /** Summaries of the logs of the specs that can be read. */
  readonly ends: ReadonlyMap<StreamId, Pick<LogEnd, 'proved'>>;
  /** Paths of the specs to which findings are limited; undefined for the whole project. */
  readonly chosen: ReadonlySet<string> | undefined;
  /** Paths of the specs that `validate --strict` names: this is their last check before completion. */
  readonly last: ReadonlySet<string>;
  /** Folders of specs, by the ids of their logs. */
  readonly streams: ReadonlyMap<StreamId, SpecFolder>;
  readonly found: readonly Finding[];
}

/** Specs and warnings that capabilities add to `prime`. */
export interface Primed {
  /** Specs that the actor holds, earliest end of lease first. */
  readonly held: readonly SpecView[];
  /** Specs whose text waits for the actor's approval. */
  readonly reviews: readonly SpecView[];
  readonly overlaps: readonly Overlap[];
  /** Complete specs whose code was changed by commits after the completion. */
  readonly drifted: readonly Pick<SpecView, 'ref' | 'sequence' | 'title'>[];
  readonly warnings: readonly Warning[];
}

/** What one capability adds to changes, `validate`, `prime` and `next`. The table `POLICIES` lists all capabilities. */
export interface Policy {
  /** Returns what a spec lacks for a change of its status. */
  needs?(use: Services, step: Step): readonly Need[];
  /** Returns what is done instead of commands, when this capability has a command for what they ask. */
  instead?(use: Services, given: Omit<Decided, 'spec' | 'events'>): readonly SpecCommand[];
  /**
   * Returns events to record besides those of the commands, and warnings about the spec before the change.
   * @throws SpectoolError if the change is refused even with `force`.
   */
  events?(
    use: Services,
    decided: Decided,
  ): { readonly events?: readonly SpecEvent[]; readonly notes?: readonly Warning[] };
  /**
   * Wraps the writing of a change: calls `write` once, or throws to refuse the change. If `write` throws, undoes its own
   * effects.
   */
  around?(use: Services, planned: Planned, write: () => void): void;
  /** Returns warnings about a status that was just set. */
  after?(use: Services, taken: StepTaken): readonly Warning[];
  /** Returns warnings about specs that were begun. Called after the lock is released, because git is slow. */
  later?(use: Services, begun: Begun): readonly Warning[];
  /** Returns the findings of this capability for `validate`. */
  findings?(use: Services, checked: Checked): readonly Finding[];
  /**
   * Returns a function that adds parts to `prime`, replacing the same parts of earlier rows. `prime` itself is called before the
   * specs are read, because their claims depend on the remote.
   */
  prime?(use: Services, now: string): (specs: readonly SpecView[], told: Primed) => Partial<Primed>;
  /** Returns why a spec that could otherwise begin has to wait, and for which person; undefined if it can begin. */
  obstacle?(use: Services, spec: SpecView): Obstacle | undefined;
  /** Returns a function that returns facts about a spec. @param open returns the ids of the open specs. */
  facts?(use: Services, now: string, open: () => ReadonlySet<StreamId>): (spec: Listed) => Facts;
  /** Returns warnings about files or remotes that could not be read since the last call. */
  unread?(use: Services): readonly Warning[];
}
