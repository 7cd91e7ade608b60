import { BOUNDS } from '../../../domain/value/bounds.js';
import { BOX } from '../../../domain/criteria/checkboxes.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { fieldFilter, type FieldFilters } from '../../../domain/fields/fieldFilter.js';
import { FIELDS } from '../../../domain/fields/standardFields.js';
import type { CriterionView } from '../../../domain/log/criteriaViews.js';
import { divergences } from '../../../domain/log/divergentFields.js';
import { type HistoryEvent, historyEvents } from '../../../domain/log/logSummary.js';
import type { LogRecord } from '../../../domain/log/records/record.js';
import { newestFirst } from '../../../domain/log/records/recordOrder.js';
import { wordsOf } from '../../../domain/naming/folderName.js';
import { groupFields } from '../../../domain/naming/folderPattern.js';
import type { SpecFolder } from '../../../domain/naming/projectPath.js';
import type { StructureConfig } from '../../../domain/project/configuration.js';
import { specProof } from '../../../domain/proof/criterionStates.js';
import { archiveCounts } from '../../../domain/spec/archiveOutcome.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { countingCommits, type LoggedCommit } from '../../../domain/trace/commitsOfSpecs.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/value/jsonValue.js';
import { FIELD_FILTERS } from '../../changes/changeResult.js';
import { brokenSpecs } from '../../changes/conflictedSpecs.js';
import { reservedId } from '../../changes/specLogs.js';
import { dependencyGraph, type PartsProgress, partsProgress } from '../../projections/dependencyGraph.js';
import { waitingFor } from '../../projections/readySpecs.js';
import { sortSpecs } from '../../projections/sortSpecs.js';
import { timeline } from '../../projections/statusTimes.js';
import type { CriterionProofs } from '../../proof/criterionProofs.js';
import { flag, oneOf, receiver } from '../../requestSchema.js';
import { tracedCommit } from '../../trace/traceSpecs.js';
import { type Warning } from '../../useCase.js';
import { useCase } from '../../useCase.js';
import type { Services } from '../../services.js';

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
  /** How far the parts of the spec are; absent if it has none. */
  readonly parts?: PartsProgress;
  /** Time of the first start, if known. */
  readonly startedAt?: string;
  /** Time of the last completion, if known. */
  readonly completedAt?: string;
  /** Fields that two branches set to different values. */
  readonly diverged?: readonly string[];
  /** Events of the spec, newest first. */
  readonly events: readonly HistoryEvent[];
  /** Commits of the current branch that name the spec and count, newest first; absent if there are none. */
  readonly commits?: readonly ExportedCommit[];
}

const PERSONAL: ReadonlySet<string> = new Set(
  FIELDS.flatMap((field) => ('of' in field && field.of === 'person' ? [field.key, field.name] : [])),
);
/** Keys of event data whose values are names of people. */
const NAMES: ReadonlySet<string> = new Set(['by', 'stolenFrom', 'assignedBefore']);
/**
 * Keys of event data that are removed because their values may reveal a person: the worktree (`place`) and the signature of
 * a note (`signed`).
 */
const TRACES: ReadonlySet<string> = new Set(['place', 'signed']);
const SOMEBODY = 'somebody';
const DAY_LENGTH = '2026-01-05'.length;
/** Keys of event data whose values contain fields by name, including custom fields. */
const FIELDS_IN: ReadonlySet<string> = new Set(['changes', 'members', 'frontmatter', 'fields']);
/**
 * Matches the signature of a note as `note` writes it, `- 2026-01-05 (kim): …`, also after reformatting. The number of list
 * marks before it is limited, because a line with millions of them would make the search slow.
 */
const SIGNED = new RegExp(
  String.raw`^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t>]+){1,100}(?:${BOX}[ \t]+)?\d{4}-\d{2}-\d{2})[ \t]+\(.{1,200}?\):(?=\s|$)`,
  'gm',
);
const DAY_OF_SOMEBODY = /\d{4}-\d{2}-\d{2} \(/g;
/** Matches the names of fields with people; used if unreadable frontmatter is left in the text. */
const PERSONAL_WORD = new RegExp(`\\b(?:${[...PERSONAL].join('|')})`, 'i');
const LEFT_OUT =
  '*Left out: the frontmatter of this document cannot be read, so the text may name people. Correct the frontmatter to include the document.*\n';
/** Codes of problems whose message quotes the document. */
const QUOTING: ReadonlySet<string> = new Set(['FRONTMATTER_INVALID', 'FRONTMATTER_LANGUAGE']);

/**
 * Removes from an exported spec the people who work or worked on it. Names in the text stay, except in signatures of notes.
 */
export function withoutPeople({ spec, body, criteria, events, ...rest }: ExportedSpec): ExportedSpec {
  const unsigned = unsignedBy(events);
  const isLeftOut = spec.broken === true && PERSONAL_WORD.test(body);
  return {
    ...rest,
    spec: { ...openView(spec), ...(isLeftOut && { title: wordsOf(spec.name) }) },
    body: isLeftOut ? LEFT_OUT : unsigned(body),
    criteria: criteria.map((criterion) => withoutWitness(criterion, unsigned)),
    events: events.flatMap((event) => withoutNames(event, unsigned)),
  };
}

/**
 * Refuses to export without people if groups are named after people, because paths would contain their names.
 * @throws SpectoolError `USAGE`.
 */
function refusePersonalGroups({ groupExtractor = '' }: StructureConfig): void {
  if (!groupFields(groupExtractor).some((field) => PERSONAL.has(field))) return;
  throw new SpectoolError(
    'USAGE',
    `Names of people cannot be left out: structure.groupExtractor ("${groupExtractor}") names folders after people.`,
    {
      hint: 'Leave `redact` out. Or group by another field, if no existing folder is named after a person.',
      details: { key: 'structure.groupExtractor' },
    },
  );
}

function openView({ claim: _claim, problems, approval, ...view }: SpecView): SpecView {
  const open = Object.fromEntries(
    Object.entries(view).filter(([name]) => !PERSONAL.has(name)),
  ) as unknown as SpecView;
  const quiet = problems?.map((problem) =>
    QUOTING.has(problem.code) ? { ...problem, message: 'The frontmatter cannot be read.' } : problem,
  );
  return {
    ...open,
    ...(approval && { approval: { state: approval.state } }),
    ...(quiet && { problems: quiet }),
  };
}

/**
 * Returns a function that removes signatures of notes from a text. Signatures that the log contains are removed anywhere in
 * the text, with any name; other signatures only where the pattern `SIGNED` finds them.
 */
function unsignedBy(events: readonly HistoryEvent[]): (text: string) => string {
  const known = new Set(
    events.flatMap(({ data: { signed } }) => (typeof signed === 'string' ? `${signed}:` : [])),
  );
  const sizes = [...new Set([...known].map(({ length }) => length))].sort((a, b) => b - a);
  return (text) => {
    const kept: string[] = [];
    let done = 0;
    for (const { index } of text.matchAll(DAY_OF_SOMEBODY)) {
      if (index < done) continue;
      const found = sizes.find((size) => known.has(text.slice(index, index + size)));
      if (found === undefined) continue;
      kept.push(text.slice(done, index + DAY_LENGTH));
      done = index + found - 1;
    }
    return (kept.join('') + text.slice(done)).replace(SIGNED, '$1:');
  };
}

/** Removes names from a criterion: from its proofs, and signatures from all its texts, such as reasons and names of tests. */
function withoutWitness(
  { tickedBy, retired, ...criterion }: CriterionView,
  unsigned: (text: string) => string,
): CriterionView {
  const open = <Part extends object>(part: Part) =>
    anonymous(part as JsonObject, unsigned) as unknown as Part;
  return {
    ...open(criterion),
    ...(retired && { retired: { ...open(retired), by: null } }),
    ...(tickedBy !== undefined && { tickedBy: null }),
  };
}

/** Removes names from an event; drops an event that only concerns people. */
function withoutNames(event: HistoryEvent, unsigned: (text: string) => string): readonly HistoryEvent[] {
  const { changes = {}, members = {} } = event.data;
  const fields = [changes, members].flatMap((one) => (isJsonObject(one) ? Object.keys(one) : []));
  if (fields.length > 0 && fields.every((field) => PERSONAL.has(field))) return [];
  return [{ ...event, actor: null, data: anonymous(event.data, unsigned) as JsonObject }];
}

/** Returns a value of event data without names of people. @param isOfFields true if the keys are names of fields. */
function anonymous(value: JsonValue, unsigned: (text: string) => string, isOfFields = false): JsonValue {
  if (typeof value === 'string') return unsigned(value);
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).map((one) => anonymous(one, unsigned, isOfFields));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]): readonly [string, JsonValue][] => {
      if (PERSONAL.has(key) || (!isOfFields && TRACES.has(key))) return [];
      if (!isOfFields && NAMES.has(key)) return [[key, SOMEBODY]];
      return [[key, anonymous(member, unsigned, isOfFields || FIELDS_IN.has(key))]];
    }),
  );
}

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
export const exportProject = useCase(
  {
    ...FIELD_FILTERS,
    scope: oneOf(['active', 'all']),
    redact: flag,
    receive: receiver<NonNullable<ExportProjectRequest['receive']>>(),
  },
  (use, request: ExportProjectRequest): ExportProjectResult => {
    if (request.redact === true) refusePersonalGroups(use.config.structure);
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
    const exported = chosen.flatMap((spec) => {
      const folder = folders.get(spec.path);
      return folder === undefined ? [] : [{ spec, folder }];
    });
    refuseTooMuch(
      use,
      exported.map(({ folder }) => folder),
    );
    const specs: ExportedSpec[] = [];
    const take = request.receive?.(exported.map(({ folder }) => folder)) ?? ((one) => specs.push(one));
    const read = use.criterionProofs.reader();
    const isProved = use.criterionProofs.proved(all).length > 0;
    const commits = commitsOfSpecs(use);
    for (const { spec, folder } of exported) {
      const own = commits.get(spec.path);
      const one = withExports(use, spec, folder, waiting.get(spec.path) ?? [], read, isProved);
      const parts = partsProgress(graph, graph.nameOf(spec));
      const whole = { ...one, ...(parts && { parts }), ...(own && { commits: own }) };
      take(request.redact === true ? withoutPeople(whole) : whole);
    }
    const { archivedComplete = 0 } = archiveCounts(all.filter((spec) => spec.archived && passes(spec)));
    const broken = chosen.flatMap((spec) => (spec.broken === true ? [spec.path] : []));
    return {
      project: use.place.root.replaceAll('\\', '/').split('/').at(-1) ?? '',
      specs,
      total: exported.length,
      ...(request.scope !== 'all' && archivedComplete > 0 && { archivedComplete }),
      warnings: [
        ...brokenSpecs(broken, 'Text that cannot be read is not exported.'),
        ...use.projectWarnings.warnings(),
      ],
    };
  },
);

/** Refuses an export that is too large, before any document is read. */
function refuseTooMuch({ specStore }: Services, folders: readonly SpecFolder[]): void {
  const sizes = folders.map((folder) =>
    specStore.fileSize(folder, specStore.documentPath(folder).slice(folder.path.length + 1)),
  );
  // Documents above the size limit are exported without text.
  const bytes = sizes.reduce((sum, size) => (size > BOUNDS.document ? sum : sum + size), 0);
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
  const { started, completed } = timeline(view, records);
  const diverged = divergences(records).map(({ field }) => field);
  const criteria = read(document, records);
  const proof = isProved
    ? specProof(criteria.filter(({ retired }) => !retired).map(({ state }) => state))
    : undefined;
  return {
    spec: { ...atNoMoment(view), ...(proof && { proof }) },
    body: document.text.slice(document.bodyStart),
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
