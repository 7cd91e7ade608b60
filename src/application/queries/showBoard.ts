import { isSamePerson } from '../../domain/fields/person.js';
import { PROJECT_STREAM, type LogRecord } from '../../domain/log/records/record.js';
import { OVERSIZED_ABOVE } from '../../domain/spec/status.js';
import { isUnassigned, type SpecView } from '../../domain/spec/specView.js';
import type { SizeVerdicts } from './project/countTokens.js';
import { duplicateWarnings } from '../changes/changeWarnings.js';
import {
  loggedSteps,
  LOGS_OPENED,
  momentOf,
  type PointInTime,
  projectAsOf,
  stateSince,
  writtenSteps,
} from '../projections/pointInTime.js';
import {
  type BoardColumn,
  boardColumns,
  boardHealth,
  type BoardHealth,
  knownGrouping,
} from '../projections/boardColumns.js';
import { dependencyGraph } from '../projections/dependencyGraph.js';
import { waitingFor } from '../projections/readySpecs.js';
import { NO_REMOTE } from '../worktrees/claimsOnRemote.js';
import { type Warning } from '../useCase.js';
import { flag, text, texts } from '../requestSchema.js';
import { allAbove } from './project/countTokens.js';
import { useCase } from '../useCase.js';
import type { Services } from '../services.js';

export interface ShowBoardRequest {
  /** Field that makes the columns: `status` (default), `priority`, `assignee`, `tag`, `group` (folder) or a custom field. */
  readonly groupBy?: string | undefined;
  /** Show only specs with all of these tags. */
  readonly tags?: readonly string[] | undefined;
  readonly assignee?: string | undefined;
  /** Show only specs without an assignee and without a claim. */
  readonly unassigned?: boolean | undefined;
  /** Show the board as it was at this moment: a day, an instant, a time ago (`2h`, `3d`, `yesterday`) or an event id. */
  readonly asOf?: string | undefined;
  /** Also show the claims of other clones, read from the git remote. */
  readonly remote?: boolean | undefined;
}

export interface ShowBoardResult {
  readonly groupBy: string;
  readonly columns: readonly BoardColumn[];
  /** Summary of the project's health, for the filtered specs. */
  readonly health: BoardHealth;
  /** The number of all specs; only if the board shows none. */
  readonly others?: number;
  /**
   * Day or timestamp since which each spec has its status, by reference (with path if several folders have the same name).
   */
  readonly since: Readonly<Record<string, string>>;
  /** References of the open dependencies of each blocked spec, by the reference of the blocked spec. */
  readonly waitingFor: Readonly<Record<string, readonly string[]>>;
  /**
   * Numbers of the specs that the blocked specs wait for, by reference. They are given here, because a filter may exclude
   * these specs from `columns`.
   */
  readonly waitedFor: Readonly<Record<string, number>>;
  /** Time of the board: now, or the moment requested by `asOf`. */
  readonly at: string;
  readonly asOf?: string;
  /** Warnings, for example of numbers used by several specs. */
  readonly warnings: readonly Warning[];
}

/** All specs at one moment, with access to their records. */
interface Tree {
  readonly specs: readonly SpecView[];
  readonly recordsOf: (spec: SpecView) => readonly LogRecord[];
  readonly sizes: (shown: readonly SpecView[]) => Promise<SizeVerdicts>;
  readonly at: string;
}

/** Shows active specs in columns, with a summary of the project's health. */
export const showBoard = useCase(
  {
    groupBy: text,
    tags: texts,
    assignee: text,
    unassigned: flag,
    asOf: text,
    remote: flag,
  },
  async (use, request: ShowBoardRequest): Promise<ShowBoardResult> => {
    if (request.remote === true) use.claimsOnRemote.read(use.clock.now());
    const tree = request.asOf === undefined ? present(use) : past(use, request.asOf);
    const customFields = Object.keys(use.config.frontmatter.custom);
    const groupBy = knownGrouping(request.groupBy ?? 'status', customFields, tree.specs);
    const graph = dependencyGraph(tree.specs);
    const waiting = waitingFor(tree.specs, graph);
    const shown = tree.specs.filter((spec) => !spec.archived && matches(spec, request));
    const since = shown.flatMap((spec) => {
      const at = stateSince(spec, [...writtenSteps(spec), ...loggedSteps(tree.recordsOf(spec))]);
      return at === null ? [] : [[graph.nameOf(spec), at] as const];
    });
    const blocked = shown.flatMap((spec) => {
      const others = waiting.get(spec.path);
      return others === undefined ? [] : [[graph.nameOf(spec), others] as const];
    });
    const named = new Set(blocked.flatMap(([, others]) => others));
    return {
      groupBy,
      columns: boardColumns(shown, groupBy),
      ...(shown.length === 0 && { others: tree.specs.length }),
      health: boardHealth(shown, {
        waiting,
        nameOf: graph.nameOf,
        archived: tree.specs.filter((spec) => spec.archived && matches(spec, request)),
        sizes: await tree.sizes(shown),
        now: tree.at,
      }),
      since: Object.fromEntries(since),
      waitingFor: Object.fromEntries(blocked),
      waitedFor: Object.fromEntries(
        graph.nodes.flatMap(({ ref, sequence }) =>
          named.has(ref) && sequence !== null ? [[ref, sequence] as const] : [],
        ),
      ),
      at: tree.at,
      warnings: [
        ...duplicateWarnings(tree.specs, use.config.structure),
        ...use.projectWarnings.warnings(),
        ...(request.remote === true && use.claimsOnRemote.remote === undefined ? [NO_REMOTE] : []),
      ],
      ...(request.asOf !== undefined && { asOf: request.asOf }),
    };
  },
);

function present(use: Services): Tree {
  const summaries = use.specStore.summaries();
  const ends = use.specCatalog.ends(summaries);
  const specs = use.criterionProofs.shown(use.specCatalog.views(summaries, ends), ends);
  const started = specs.filter((spec) => spec.status === 'in-progress' && !spec.archived);
  const opened = new Set(started.length > LOGS_OPENED ? [] : started.map((spec) => spec.path));
  const summaryAt = new Map(summaries.map((summary) => [summary.folder.path, summary]));
  return {
    specs,
    recordsOf: (spec) => (spec.id !== null && opened.has(spec.path) ? use.eventLog.records(spec.id) : []),
    sizes: (shown) =>
      allAbove(
        use,
        OVERSIZED_ABOVE,
        shown.flatMap(({ path }) => summaryAt.get(path) ?? []),
      ),
    at: use.clock.now(),
  };
}

function past({ eventLog, clock, specCatalog, config }: Services, asOf: string): Tree {
  const streams = new Map(
    eventLog
      .streams()
      .filter((stream) => stream !== PROJECT_STREAM)
      .map((stream) => [stream, eventLog.records(stream)]),
  );
  const moment: PointInTime = momentOf(asOf, clock, () => [...streams.values()].flat());
  const present = specCatalog.all();
  const past = projectAsOf(present, streams, moment, config.specsDir);
  const records = new Map(past.map((one) => [one.spec, one.records]));
  return {
    specs: past.map(({ spec }) => spec),
    recordsOf: (spec) => records.get(spec) ?? [],
    // The log contains no sizes, so a board of the past has none.
    sizes: async () => ({ above: new Set(), estimated: false }),
    at: moment.instant,
  };
}

function matches(spec: SpecView, { tags = [], assignee, unassigned }: ShowBoardRequest): boolean {
  return (
    tags.every((tag) => spec.tags.includes(tag)) &&
    (assignee === undefined || isSamePerson(spec.assignee, assignee)) &&
    (unassigned !== true || isUnassigned(spec))
  );
}
