import type { SpecSummary } from '../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import type { Finding } from '../../domain/findings/finding.js';
import type { HistoryEvent, LogEnd } from '../../domain/log/logSummary.js';
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

/** A spec that a command takes to another status. */
interface Step {
  readonly drafts: RecordDrafts;
  readonly spec: ActiveSpec;
  readonly to: Status;
}

/** What commands do to a spec, before it is written. */
export interface Decided {
  readonly drafts: RecordDrafts;
  readonly stream: StreamId;
  readonly folder: SpecFolder;
  /** The records before the change. */
  readonly log: readonly LogRecord[];
  readonly commands: readonly SpecCommand[];
  /** The spec before the commands. */
  readonly found: ActiveSpec;
  /** The spec after the events so far, which may be none. */
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
  /** The end of its log; absent without a log. */
  readonly end: LogEnd | undefined;
  /** Returns the id of the log, also of a spec whose document has none yet. */
  readonly stream: () => StreamId;
}

/** What capabilities tell of a spec in listings. */
export type Facts = Partial<Pick<SpecView, 'approval' | 'claim' | 'left' | 'elsewhere'>>;

/** What `validate` has read and found before it asks the capabilities. */
export interface Checked {
  readonly specs: readonly SpecView[];
  /** Paths of specs that are checked for the last time before they are complete. */
  readonly last: ReadonlySet<string>;
  /** Folders of specs, by the ids of their logs. */
  readonly streams: ReadonlyMap<StreamId, SpecFolder>;
  readonly found: readonly Finding[];
}

/** What capabilities add to `prime`. */
export interface Primed {
  /** Specs that the actor holds, earliest end of lease first. */
  readonly held: readonly SpecView[];
  /** Specs whose text waits for the actor's approval. */
  readonly reviews: readonly SpecView[];
  readonly overlaps: readonly Overlap[];
  /** Complete specs whose code commits have changed since. */
  readonly drifted: readonly Pick<SpecView, 'ref' | 'sequence' | 'title'>[];
  readonly warnings: readonly Warning[];
}

/** What one capability adds to changes, `validate`, `prime` and `next`. These run the rows of the table `POLICIES`, and know none of them. */
export interface Policy {
  /** Returns what a spec lacks for a step of its status. */
  needs?(use: Services, step: Step): readonly Need[];
  /**
   * Adds events to those of the commands, and warnings about the spec as it was.
   * @throws SpectoolError if the change is refused, and `force` is no answer.
   */
  events?(
    use: Services,
    decided: Decided,
  ): { readonly events?: readonly SpecEvent[]; readonly notes?: readonly Warning[] };
  /** Calls `write` once, or throws; takes back what it did if `write` throws. */
  around?(use: Services, planned: Planned, write: () => void): void;
  /** Returns warnings about a step that is taken. */
  after?(use: Services, taken: StepTaken): readonly Warning[];
  /** Returns warnings about begun specs, asked after the lock is free, because git is slow. */
  later?(use: Services, begun: Begun): readonly Warning[];
  /** Returns what `validate` reports about this capability. */
  findings?(use: Services, checked: Checked): readonly Finding[];
  /**
   * Returns a function that adds parts to `prime`, in place of those that earlier rows have told. Called before the specs are read,
   * because these depend on what a remote says.
   */
  prime?(use: Services, now: string): (specs: readonly SpecView[], told: Primed) => Partial<Primed>;
  /** Returns why a spec that could begin has to wait, and for whom; undefined if it may begin. */
  obstacle?(use: Services, spec: SpecView): Obstacle | undefined;
  /** Returns a function that tells facts of specs. @param open returns the ids of the open ones. */
  facts?(use: Services, now: string, open: () => ReadonlySet<StreamId>): (spec: Listed) => Facts;
  /** Returns warnings about what could not be read since the last call. */
  unread?(use: Services): readonly Warning[];
}
