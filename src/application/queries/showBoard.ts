import { duplicateWarnings } from '../changes/brokenAndDuplicateSpecs.js';
import { isSamePerson } from '../../domain/value/person.js';
import { OVERSIZED_ABOVE } from '../../domain/value/tokenEstimate.js';
import { isUnassigned, type SpecView } from '../../domain/spec/specView.js';
import { loggedSteps, stateSince, writtenSteps } from '../projections/statusTimes.js';
import {
  type BoardColumn,
  boardColumns,
  boardHealth,
  type BoardHealth,
  knownGrouping,
} from '../projections/boardColumns.js';
import { dependencyGraph } from '../projections/dependencyGraph.js';
import { waitingFor } from '../projections/readySpecs.js';
import { noRemote } from '../claims/claimsOnRemote.js';
import { type RequestOf, type Warning, useCase, flag, text, texts } from '../useCase.js';
import { allAbove } from './project/countTokens.js';

export interface ShowBoardResult {
  readonly groupBy: string;
  readonly columns: readonly BoardColumn[];
  /** Summary of the project's health, for the filtered specs. */
  readonly health: BoardHealth;
  /** Number of all specs; only if the board shows no spec. */
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
  /** Time of the board. */
  readonly at: string;
  /** Warnings, for example of numbers used by several specs. */
  readonly warnings: readonly Warning[];
}

/** Shows active specs in columns, with a summary of the project's health. */
export const showBoard = useCase(
  {
    /** Field that makes the columns: `status` (default), `priority`, `assignee`, `tag`, `group` (folder) or a custom field. */
    groupBy: text,
    /** Show only specs with all of these tags. */
    tags: texts,
    assignee: text,
    /** Show only specs without an assignee and without a claim. */
    unassigned: flag,
    /** Also show the claims of other clones, read from the git remote. */
    remote: flag,
  },
  async (use, request): Promise<ShowBoardResult> => {
    const at = use.clock.now();
    if (request.remote === true) use.claimsOnRemote.read(at);
    const summaries = use.specCatalog.summaries();
    const ends = use.specCatalog.ends(summaries);
    const specs = use.criterionProofs.shown(use.specCatalog.views(summaries, ends), ends);
    const summaryAt = new Map(summaries.map((summary) => [summary.folder.path, summary]));
    const customFields = Object.keys(use.config.frontmatter.custom);
    const groupBy = knownGrouping(request.groupBy ?? 'status', customFields, specs);
    const graph = dependencyGraph(specs);
    const waiting = waitingFor(specs, graph);
    const shown = specs.filter((spec) => !spec.archived && matches(spec, request));
    const since = shown.flatMap((spec) => {
      const logged = spec.status === 'in-progress' ? ends.get(spec.id ?? '') : undefined;
      const since = stateSince(spec, [...writtenSteps(spec), ...loggedSteps(logged ?? {})]);
      return since === null ? [] : [[graph.nameOf(spec), since] as const];
    });
    const blocked = shown.flatMap((spec) => {
      const others = waiting.get(spec.path);
      return others === undefined ? [] : [[graph.nameOf(spec), others] as const];
    });
    const named = new Set(blocked.flatMap(([, others]) => others));
    return {
      groupBy,
      columns: boardColumns(shown, groupBy),
      ...(shown.length === 0 && { others: specs.length }),
      health: boardHealth(shown, {
        waiting,
        nameOf: graph.nameOf,
        archived: specs.filter((spec) => spec.archived && matches(spec, request)),
        sizes: await allAbove(
          use,
          OVERSIZED_ABOVE,
          shown.flatMap(({ path }) => summaryAt.get(path) ?? []),
        ),
        now: at,
      }),
      since: Object.fromEntries(since),
      waitingFor: Object.fromEntries(blocked),
      waitedFor: Object.fromEntries(
        graph.nodes.flatMap(({ ref, sequence }) =>
          named.has(ref) && sequence !== null ? [[ref, sequence] as const] : [],
        ),
      ),
      at,
      warnings: [
        ...duplicateWarnings(specs, use.config.structure),
        ...use.projectWarnings.warnings(),
        ...(request.remote === true && use.claimsOnRemote.remote === undefined ? [noRemote(use)] : []),
      ],
    };
  },
);

function matches(
  spec: SpecView,
  { tags = [], assignee, unassigned }: RequestOf<typeof showBoard.request>,
): boolean {
  return (
    tags.every((tag) => spec.tags.includes(tag)) &&
    (assignee === undefined || isSamePerson(spec.assignee, assignee)) &&
    (unassigned !== true || isUnassigned(spec))
  );
}
