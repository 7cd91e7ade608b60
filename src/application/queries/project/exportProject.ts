import { withoutMark } from '../../../domain/criteria/criteria.js';
import { bodyOf } from '../../../domain/document/specDocument.js';
import { fieldFilter } from '../../../domain/fields/fieldFilter.js';
import { loggedTimes } from '../../../domain/log/logSummary.js';
import { divergences } from '../../../domain/log/divergences.js';
import type { CriterionView } from '../../../domain/log/criteriaViews.js';
import type { LogRecord } from '../../../domain/log/records/record.js';
import { newestFirst } from '../../../domain/log/records/recordOrderAndFormat.js';
import type { SpecFolder } from '../../../domain/naming/projectPath.js';
import { specProof } from '../../../domain/proof/criterionStates.js';
import { LOG_FOLDER } from '../../../domain/project/projectFolders.js';
import { archiveCounts } from '../../../domain/spec/archiveOutcome.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { commitAddress, countingCommits, type LoggedCommit } from '../../../domain/trace/commitsOfSpecs.js';
import { FIELD_FILTERS } from '../../changes/changeResult.js';
import { brokenSpecs } from '../../changes/brokenAndDuplicateSpecs.js';
import { projectDescription } from '../../changes/projectSettingsRecord.js';
import { reservedId } from '../../changes/specLogs.js';
import { dependencyGraph, type PartsProgress, partsProgress } from '../../projections/dependencyGraph.js';
import { waitingFor } from '../../projections/readySpecs.js';
import { sortSpecs } from '../listAndNext.js';
import { timeline } from '../../projections/statusTimes.js';
import type { CriterionProofs } from '../../proof/criterionProofs.js';
import { oneOf, type Warning, useCase } from '../../useCase.js';
import { tracedCommit } from '../../trace/traceSpecs.js';
import type { Services } from '../../services.js';
import { type HistoryEvent, historyEvents } from '../../../domain/log/historyEvents.js';

export interface ExportedCommit {
  readonly hash: string;
  /** Author date, UTC with milliseconds. */
  readonly at: string;
  readonly subject: string;
}

/** Everything known about one spec. */
export interface ExportedSpec {
  readonly spec: SpecView;
  /** The document without its frontmatter. */
  readonly body: string;
  /** Files of the spec, the document first. */
  readonly files: readonly string[];
  readonly criteria: readonly CriterionView[];
  /** References of open dependencies. */
  readonly waitsFor: readonly string[];
  /** Progress of the spec's parts; absent if it has none. */
  readonly parts?: PartsProgress;
  /** Time of the first start, if known. */
  readonly startedAt?: string;
  /** Time of the last completion, if known. */
  readonly completedAt?: string;
  /** Fields that two branches set to different values. */
  readonly diverged?: readonly string[];
  /** Events of the spec, newest first. */
  readonly events: readonly HistoryEvent[];
  /** Commits of the current branch that name the spec, newest first, without reverted ones; absent if there are none. */
  readonly commits?: readonly ExportedCommit[];
}

export interface ExportProjectResult {
  /** Name of the project, as in AGENTS.md. */
  readonly project: string;
  readonly specs: readonly ExportedSpec[];
  readonly total: number;
  /** Number of complete specs in the archive, if the export leaves the archive out and there are any. */
  readonly archivedComplete?: number;
  /** The newest commit that changed the specs or their log; `isChanged` if specs were changed after it. Absent without git. */
  readonly madeFrom?: { readonly hash: string; readonly at: string; readonly isChanged: boolean };
  /** Web address of a commit, without its hash at the end; absent if the remote `origin` is not on a known site. */
  readonly commitAddress?: string;
  readonly warnings: readonly Warning[];
}

/**
 * Exports the whole project for pages, reports and other programs. The result does not contain the current time, so that
 * unchanged specs give the same result.
 */
export const exportProject = useCase(
  {
    ...FIELD_FILTERS,
    /** Specs to export; active specs by default. */
    scope: oneOf(['active', 'all']),
  },
  (use, request): ExportProjectResult => {
    const all = use.specCatalog.all();
    const graph = dependencyGraph(all);
    const waiting = waitingFor(all, graph);
    const passes = fieldFilter(request);
    const chosen = sortSpecs(
      all.filter((spec) => (request.scope === 'all' || !spec.archived) && passes(spec)),
      'sequence',
      false,
    );
    const folders = new Map(use.specStore.folders().map((folder) => [folder.path, folder]));
    const read = use.criterionProofs.reader();
    const isProved = use.criterionProofs.proved(all).length > 0;
    const commits = commitsOfSpecs(use);
    const specs = chosen.flatMap((spec) => {
      const folder = folders.get(spec.path);
      if (folder === undefined) return [];
      const own = commits.get(spec.path);
      const one = withExports(use, spec, folder, waiting.get(spec.path) ?? [], read, isProved);
      const parts = partsProgress(graph, graph.nameOf(spec));
      return [{ ...one, ...(parts && { parts }), ...(own && { commits: own }) }];
    });
    const { archivedComplete = 0 } = archiveCounts(all.filter((spec) => spec.archived && passes(spec)));
    const broken = chosen.flatMap((spec) => (spec.broken === true ? [spec.path] : []));
    const address = commitAddress(use.clone.readConfig('remote.origin.url') ?? '');
    const { specsDir } = use.place;
    const last = use.clone.available() ? use.commitLog.lastCommitOf(specsDir, LOG_FOLDER) : undefined;
    const isChanged = last !== undefined && use.commits.filesNotInHead(specsDir)?.length !== 0;
    return {
      project: projectDescription(use.eventLog, use.fileSystem).name,
      specs,
      total: specs.length,
      ...(request.scope !== 'all' && archivedComplete > 0 && { archivedComplete }),
      ...(last && { madeFrom: { ...last, isChanged } }),
      ...(address !== undefined && { commitAddress: address }),
      warnings: [
        ...brokenSpecs(broken, 'Text that cannot be read is not exported.'),
        ...use.projectWarnings.warnings(),
      ],
    };
  },
);

/** Returns the commits of the current branch that name specs, by path of the spec, without reverted ones; empty without git. */
function commitsOfSpecs({ specsOfCommits }: Services): ReadonlyMap<string, readonly ExportedCommit[]> {
  const here = specsOfCommits.traceNaming().shares.filter(({ commit }) => commit.branch === undefined);
  return new Map([...countingCommits(here)].map(([spec, own]) => [spec, own.map(exportedCommit)]));
}

function withExports(
  { specStore, eventLog }: Services,
  view: SpecView,
  folder: SpecFolder,
  waitsFor: readonly string[],
  read: ReturnType<CriterionProofs['reader']>,
  isProved: boolean,
): ExportedSpec {
  const document = specStore.open(folder);
  const records =
    view.id === null || reservedId(document.frontmatter) !== undefined ? [] : eventLog.records(view.id);
  const { started, completed } = timeline(view, loggedTimes(records));
  const diverged = divergences(records).map(({ field }) => field);
  const criteria = read(document, records);
  const proof = isProved
    ? specProof(criteria.filter(({ retired }) => !retired).map(({ state }) => state))
    : undefined;
  return {
    spec: { ...atNoMoment(view), ...(proof && { proof }) },
    body: withoutMark(bodyOf(document)),
    files: specStore.files(folder, 'passed over'),
    criteria,
    waitsFor,
    ...(started !== undefined && { startedAt: started }),
    ...(completed !== undefined && { completedAt: completed }),
    ...(diverged.length > 0 && { diverged }),
    events: eventsOf(view.ref, records),
  };
}

/**
 * Removes values that depend on the time of the call or on the file system: whether a claim has expired, and modification
 * times of files.
 */
function atNoMoment({ claim, left: _left, ...spec }: SpecView): SpecView {
  const { expired: _expired, ...lasting } = claim ?? {};
  const dated = spec.updatedFrom === 'file' ? { ...spec, updated: null, updatedFrom: null } : spec;
  return claim === undefined ? dated : { ...dated, claim: lasting as typeof claim };
}

function eventsOf(ref: string, records: readonly LogRecord[]): readonly HistoryEvent[] {
  return [...records]
    .sort(newestFirst(records))
    .flatMap((record) => [...historyEvents(record, ref)].reverse());
}

function exportedCommit(commit: LoggedCommit): ExportedCommit {
  const { hash, at, subject } = tracedCommit({ commit, state: 'counts' });
  return { hash, at, subject };
}
