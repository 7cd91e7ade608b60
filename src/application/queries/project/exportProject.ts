import { LARGEST_DOCUMENT } from '../../../domain/document/decodeText.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { fieldFilter, type FieldFilters } from '../../../domain/fields/fieldFilter.js';
import { divergences } from '../../../domain/log/divergentFields.js';
import { historyEvents, type HistoryEvent } from '../../../domain/log/historyEvent.js';
import type { LogRecord } from '../../../domain/log/records/record.js';
import { newestFirst } from '../../../domain/log/records/recordOrder.js';
import type { SpecFolder } from '../../../domain/naming/specFolder.js';
import { specProof } from '../../../domain/proof/criterionStates.js';
import { archiveCounts } from '../../../domain/spec/archiveOutcome.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { countingCommits, type LoggedCommit } from '../../../domain/trace/assignCommitsToSpecs.js';
import { tracedCommit } from '../../trace/traceSpecs.js';
import { brokenSpecs } from '../../changes/conflictedSpecs.js';
import { FIELD_FILTERS } from '../../changes/requestFields.js';
import { reservedId } from '../../changes/specLogFinder.js';
import { dependencyGraph, partsProgress } from '../../projections/dependencyGraph.js';
import {
  refusePersonalGroups,
  withoutPeople,
  type ExportedCommit,
  type ExportedSpec,
} from '../../projections/exportedSpec.js';
import { timeline } from '../../projections/cycleTime.js';
import { phasesOf } from '../../projections/statusByDay.js';
import { waitingFor } from '../../projections/openDependencies.js';
import { sortSpecs } from '../../projections/sortSpecs.js';
import { flag, oneOf, receiver, type RequestSchema } from '../../requestSchema.js';
import type { CriterionProofs } from '../../proof/criterionProofs.js';
import { UseCase } from '../../useCase.js';
import type { Warning } from '../../warning.js';

export interface ExportProjectRequest extends FieldFilters {
  /** Specs to export; active specs by default. */
  readonly scope?: 'active' | 'all' | undefined;
  /**
   * Leave out people: assignees, claims, actors, signatures of notes, and texts whose unreadable frontmatter names people.
   * The export is refused if groups are named after people.
   */
  readonly redact?: boolean | undefined;
  /**
   * Receives the specs one after the other, so that not all their texts are in memory at once; the result then has no specs.
   * Called once, with the folders of all exported specs; returns a function that is called with each spec.
   */
  readonly receive?: ((folders: readonly SpecFolder[]) => (spec: ExportedSpec) => void) | undefined;
}

export interface ExportProjectResult {
  /** Name of the project folder. */
  readonly project: string;
  readonly specs: readonly ExportedSpec[];
  readonly total: number;
  /** Number of complete specs in the archive, if the export leaves the archive out and there are any. */
  readonly archivedComplete?: number;
  readonly warnings: readonly Warning[];
}

/**
 * Maximum size of the exported documents, in megabytes. Callers build one string from them, and Node.js limits strings to 512
 * million characters.
 */
const MOST_EXPORTED = 500;

/**
 * Exports the whole project for pages, reports and other programs. The result does not contain the current time, so that
 * unchanged specs give the same result.
 */
export class ExportProject extends UseCase<ExportProjectRequest, ExportProjectResult> {
  static readonly request: RequestSchema<ExportProjectRequest> = {
    ...FIELD_FILTERS,
    scope: oneOf(['active', 'all']),
    redact: flag,
    receive: receiver(),
  };

  protected override async run(request: ExportProjectRequest): Promise<ExportProjectResult> {
    if (request.redact === true) refusePersonalGroups(this.use.config.structure);
    const all = this.use.specCatalog.all();
    const graph = dependencyGraph(all);
    const waiting = waitingFor(all, graph);
    const passes = fieldFilter(request);
    const chosen = sortSpecs(
      all.filter((spec) => (request.scope === 'all' || !spec.archived) && passes(spec)),
      'sequence',
      false,
    );
    const folders = new Map(this.use.specStore.folders().map((folder) => [folder.path, folder]));
    const exported = chosen.flatMap((spec) => {
      const folder = folders.get(spec.path);
      return folder === undefined ? [] : [{ spec, folder }];
    });
    this.#refuseTooMuch(exported.map(({ folder }) => folder));
    const specs: ExportedSpec[] = [];
    const take = request.receive?.(exported.map(({ folder }) => folder)) ?? ((one) => specs.push(one));
    const read = this.use.criterionProofs.reader();
    const isProved = this.use.criterionProofs.proved(all).length > 0;
    const commits = this.#commits();
    for (const { spec, folder } of exported) {
      const own = commits.get(spec.path);
      const one = this.#exported(spec, folder, waiting.get(spec.path) ?? [], read, isProved);
      const parts = partsProgress(graph, graph.nameOf(spec));
      const whole = { ...one, ...(parts && { parts }), ...(own && { commits: own }) };
      take(request.redact === true ? withoutPeople(whole) : whole);
    }
    const { archivedComplete = 0 } = archiveCounts(all.filter((spec) => spec.archived && passes(spec)));
    const broken = chosen.flatMap((spec) => (spec.broken === true ? [spec.path] : []));
    return {
      project: this.use.place.root.replaceAll('\\', '/').split('/').at(-1) ?? '',
      specs,
      total: exported.length,
      ...(request.scope !== 'all' && archivedComplete > 0 && { archivedComplete }),
      warnings: [
        ...brokenSpecs(broken, 'Text that cannot be read is not exported.'),
        ...this.use.projectWarnings.warnings(),
      ],
    };
  }

  /** Refuses an export that is too large, before any document is read. */
  #refuseTooMuch(folders: readonly SpecFolder[]): void {
    const sizes = folders.map((folder) =>
      this.use.specStore.fileSize(
        folder,
        this.use.specStore.documentPath(folder).slice(folder.path.length + 1),
      ),
    );
    // Documents above the size limit are exported without text.
    const bytes = sizes.reduce((sum, size) => (size > LARGEST_DOCUMENT ? sum : sum + size), 0);
    const megabytes = Math.ceil(bytes / 1024 ** 2);
    if (megabytes <= MOST_EXPORTED) return;
    throw new SpectoolError(
      'USAGE',
      `The specs have ${String(megabytes)} MB together, more than the ${String(MOST_EXPORTED)} MB that one export can hold.`,
      {
        hint: 'Export the specs in parts: choose specs by status, assignee, priority or tag.',
        details: { megabytes, most: MOST_EXPORTED },
      },
    );
  }

  /** Returns the commits of the current branch that name specs and count, by the spec's path; none without git. */
  #commits(): ReadonlyMap<string, readonly ExportedCommit[]> {
    const here = this.use.specsOfCommits
      .traceNaming()
      .shares.filter(({ commit }) => commit.branch === undefined);
    return new Map([...countingCommits(here)].map(([spec, own]) => [spec, own.map(exportedCommit)]));
  }

  #exported(
    view: SpecView,
    folder: SpecFolder,
    waitsFor: readonly string[],
    read: ReturnType<CriterionProofs['reader']>,
    isProved: boolean,
  ): ExportedSpec {
    const document = this.use.specStore.open(folder);
    const records =
      view.id === null || reservedId(document.frontmatter) !== undefined
        ? []
        : this.use.eventLog.records(view.id);
    const { started, completed } = timeline(view, records);
    const diverged = divergences(records).map(({ field }) => field);
    const criteria = read(document, records);
    const proof = isProved
      ? specProof(criteria.filter(({ retired }) => !retired).map(({ state }) => state))
      : undefined;
    return {
      spec: { ...atNoMoment(view), ...(proof && { proof }) },
      body: document.text.slice(document.bodyStart),
      files: this.use.specStore.files(folder, 'passed over'),
      criteria,
      waitsFor,
      phases: phasesOf(view, records, this.use.config.specsDir),
      ...(started !== undefined && { startedAt: started }),
      ...(completed !== undefined && { completedAt: completed }),
      ...(diverged.length > 0 && { diverged }),
      events: eventsOf(view.ref, records),
    };
  }
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
