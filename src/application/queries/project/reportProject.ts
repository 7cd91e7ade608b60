import { projectDescription } from '../../changes/projectSettingsRecord.js';
import { validateProject } from './validateProject.js';
import { withoutTicks } from '../../../domain/criteria/checkboxes.js';
import { criteriaOfDocument, type Criterion } from '../../../domain/criteria/criteria.js';
import { bodyOf, type SpecDocument } from '../../../domain/document/specDocument.js';
import { summaryOf } from '../../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import { frontmatterDiff, valueAt } from '../../../domain/fields/fieldChange.js';
import type { Finding } from '../../../domain/findings/finding.js';
import { forcedCompletion } from '../../../domain/log/logSummary.js';
import { textChanges, textHash } from '../../../domain/log/digests.js';
import { foldersAbove, type SpecFolder } from '../../../domain/naming/projectPath.js';
import {
  type CriterionChangeKind,
  criterionChanges,
  pairedCriteria,
  pairItems,
} from '../../../domain/review/pairedTexts.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { toSpecView } from '../../../domain/spec/toSpecView.js';
import { countingCommits } from '../../../domain/trace/commitsOfSpecs.js';
import { groupBy } from '../../../domain/value/collections.js';
import type { JsonValue } from '../../../domain/value/jsonValue.js';
import type { SpecStore } from '../../../ports/specStore.js';
import { reservedId } from '../../changes/specLogs.js';
import { dependencyGraph } from '../../projections/dependencyGraph.js';
import { waitingFor } from '../../projections/readySpecs.js';
import { argument, type Warning, useCase } from '../../useCase.js';
import { tracedCommit, type TracedCommit } from '../../trace/traceSpecs.js';
import type { Services } from '../../services.js';

/** Difference of a spec between two times, whether caused by a command, a hand edit or a merge. */
export interface SpecDifference {
  readonly kind: 'new' | 'changed' | 'deleted';
  /** Folder name of the spec; for a deleted spec, its last folder name. */
  readonly ref: string;
  readonly sequence: number | null;
  readonly title: string;
  /** Path of the document, relative to the root; null if deleted. */
  readonly document: string | null;
  /** Previous folder, if the spec moved. */
  readonly movedFrom?: string;
  readonly archived?: boolean;
  /** Previous title. */
  readonly formerTitle?: string;
  /** Status before and after; null if the status is unknown, and before the creation of a new spec. */
  readonly status?: { readonly from: string | null; readonly to: string | null };
  /** Other changed fields, by their key in the document. */
  readonly fields: readonly { readonly field: string; readonly from: JsonValue; readonly to: JsonValue }[];
  /** Texts of criteria. */
  readonly criteria: {
    readonly met: readonly string[];
    readonly reopened: readonly string[];
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly reworded: readonly { readonly from: string; readonly to: string }[];
    readonly retired: readonly string[];
  };
  /** Sections whose text changed, not counting ticks, with the number of added and removed lines. */
  readonly sections: readonly {
    readonly heading: string;
    readonly added: number;
    readonly removed: number;
  }[];
  /** Names of further files that were added, removed or changed. */
  readonly files: readonly string[];
  /** Reason given for completing with open criteria. */
  readonly forced?: string;
}

/**
 * Fields that are not listed in `fields`, because the difference has another property for them or they change automatically.
 */
const TOLD: ReadonlySet<string> = new Set(['id', 'status', 'created', 'updated', 'completed', 'transitions']);
const NO_CRITERIA = { met: [], reopened: [], added: [], removed: [], reworded: [], retired: [] };

function criteriaChanges(
  before: readonly Criterion[],
  after: readonly Criterion[],
): SpecDifference['criteria'] {
  const pairs = pairedCriteria(before, after);
  const changes = pairs.map((pair) => ({ ...pair, kinds: criterionChanges(pair) }));
  const words = (kind: CriterionChangeKind) =>
    changes.flatMap(({ was, now, kinds }) => (kinds.includes(kind) ? [(now ?? was)?.text ?? ''] : []));
  return {
    met: [...words('ticked'), ...changes.flatMap(({ was, now }) => (!was && now?.done ? [now.text] : []))],
    reopened: words('unticked'),
    added: words('added'),
    removed: words('removed'),
    reworded: changes.flatMap(({ was, now, kinds }) =>
      was !== undefined && now !== undefined && kinds.includes('reworded')
        ? [{ from: was.text, to: now.text }]
        : [],
    ),
    retired: words('retired'),
  };
}

function printOf(document: SpecDocument) {
  // Ticks are left out, because they are reported as criteria. Of a very long text, only the length is compared.
  const body = withoutTicks(bodyOf(document));
  return textHash(body) ?? [['', String(body.length).padStart(8, '0').slice(-4)] as const];
}

/** An unfinished spec, and the reasons why it is unfinished. */
export interface OpenSpec extends Pick<SpecView, 'criteria' | 'proof'> {
  readonly ref: string;
  readonly sequence: number | null;
  readonly title: string;
  /** Path of the document relative to the root. */
  readonly document: string;
  readonly status: string | null;
  /** Texts of open criteria. */
  readonly openCriteria: readonly string[];
  /** References of open dependencies. */
  readonly waitsFor: readonly string[];
  readonly claimedBy?: string;
}

export interface ReportProjectResult {
  /** Name of the project folder. */
  readonly project: string;
  readonly since?: { readonly base: string; readonly commit: string };
  /** Number of active specs by status, `unknown` for invalid statuses. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly archived: number;
  /** Number of active specs with open dependencies. */
  readonly blocked: number;
  /** Difference of each changed spec, by number; empty without `since`. */
  readonly changes: readonly SpecDifference[];
  /** The commits of the branch; absent if none of them names a spec. */
  readonly commits?: ReportedCommits;
  /** Unfinished specs among the changed ones; without `since`, specs in progress. */
  readonly open: readonly OpenSpec[];
  /** Findings of `validate` in the changed specs; without `since`, in the whole project. */
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
}

/** The commits of a branch, without ignored ones, such as reverted commits. */
export interface ReportedCommits {
  /** Numbers of commits that name a spec, by the spec's folder name. */
  readonly specs: readonly { readonly ref: string; readonly commits: number }[];
  /** Commits that name no spec, newest first. */
  readonly without: readonly TracedCommit[];
}

/**
 * Reports the changes of a branch in specs, and unfinished specs, to reviewers. The report does not contain the current time,
 * so that unchanged specs give the same report.
 */
export const reportProject = useCase(
  {
    /** A branch, tag or commit: report changes since the current branch left it. By default, the whole project is reported. */
    since: argument,
  },
  async (use, { since: base }): Promise<ReportProjectResult> => {
    const { specCatalog, projectWarnings } = use;
    const since = base === undefined ? undefined : await stateSince(use, base);
    const all = specCatalog.all();
    const active = all.filter(({ archived }) => !archived);
    const waiting = waitingFor(all, dependencyGraph(all));
    const touched = new Set(since?.changes.map(({ ref }) => ref));
    const isMeant = ({ ref }: SpecView) => touched.has(ref);
    const subjects =
      since === undefined ? active.filter(({ status }) => status === 'in-progress') : active.filter(isMeant);
    const read = use.criterionProofs.reading();
    const statusOf = (spec?: SpecView) => spec?.status ?? 'unknown';
    const groups = groupBy(active, statusOf);
    const { findings } = await validateProject(use);
    const commits = base === undefined ? undefined : commitsSince(use, base);
    return {
      project: projectDescription(use.eventLog, use.fileSystem).name,
      ...(since !== undefined && base !== undefined && { since: { base, commit: since.commit } }),
      statuses: Object.fromEntries(groups.map((group) => [statusOf(group[0]), group.length])),
      archived: all.length - active.length,
      blocked: active.filter(({ path }) => waiting.has(path)).length,
      changes: since?.changes ?? [],
      ...(commits !== undefined && { commits }),
      open: use.criterionProofs.shown(subjects).flatMap((spec) => {
        const left = (read(spec) ?? []).filter(({ done }) => !done).map(({ text }) => text);
        return open(use, spec, left, waiting.get(spec.path));
      }),
      findings: findings.filter(
        ({ code, spec }) =>
          code !== 'STALE' && (since === undefined || (spec !== undefined && touched.has(spec))),
      ),
      warnings: projectWarnings.warnings(),
    };
  },
);

/** Returns the commits of the branch by spec; undefined if none of them names a spec. */
function commitsSince({ specsOfCommits, specCatalog }: Services, base: string): ReportedCommits | undefined {
  const { shares, elsewhere } = specsOfCommits.traceSince(base);
  const bySpec = countingCommits(shares);
  if (bySpec.size === 0) return undefined;
  const refs = new Map(specCatalog.folders().map(({ path, ref }) => [path, ref]));
  return {
    specs: [...bySpec].map(([spec, own]) => ({ ref: refs.get(spec) ?? spec, commits: own.length })),
    without: shares
      .filter(
        ({ specs, state, commit }) => state === 'counts' && specs.size === 0 && !elsewhere.has(commit.hash),
      )
      .map(tracedCommit),
  };
}

async function stateSince(
  use: Services,
  base: string,
): Promise<{ readonly commit: string; readonly changes: readonly SpecDifference[] }> {
  const { commits, specStore, storeOf, place } = use;
  const { commit, before, changed } = commits.changesSince(base, place.specsDir);
  const past = await storeOf(withUnchanged(use, before, changed));
  const was = sidesOf(past, changed, use.config.criteria.sections);
  const is = sidesOf(specStore, changed, use.config.criteria.sections);
  const changes = paired(was, is).flatMap((pair) => difference(use, pair.was, pair.now, changed));
  return { commit, changes };
}

/** Adds the texts of unchanged documents in changed folders, because git returns texts only for changed files. */
function withUnchanged(
  { specStore }: Services,
  before: ReadonlyMap<string, string>,
  changed: readonly string[],
): ReadonlyMap<string, string> {
  const [isChanged, touched] = [new Set(changed), new Set(changed.flatMap(foldersAbove))];
  const texts = specStore.folders().flatMap((folder): [string, string][] => {
    const path = specStore.documentPath(folder);
    const isMissing = before.has(path) && !isChanged.has(path) && touched.has(folder.path);
    return isMissing ? [[path, specStore.open(folder).text]] : [];
  });
  return new Map([...before, ...texts]);
}

/** Returns the difference of a spec between two times. */
function difference(
  { specStore, config, eventLog }: Services,
  before: Located | undefined,
  after: Located | undefined,
  changed: readonly string[],
): readonly SpecDifference[] {
  const side = after ?? before;
  if (side === undefined) return [];
  const { ref, sequence, title, archived, path, status, id } = side.view;
  const files = [before, after].flatMap((one) => (one === undefined ? [] : filesOf(one, changed)));
  const named = {
    ref,
    sequence,
    title,
    document: after === undefined ? null : specStore.documentPath(after.folder),
    fields: [],
    criteria: NO_CRITERIA,
    sections: [],
    files: [...new Set(files)],
  };
  if (after === undefined) return [{ kind: 'deleted', ...named }];
  const { sections } = config.criteria;
  const criteria = criteriaOfDocument(after.document, sections);
  const forced = () =>
    id === null || status !== 'complete' || reservedId(after.document.frontmatter) !== undefined
      ? undefined
      : forcedCompletion(eventLog.records(id))?.reason;
  const completion = (from?: string | null) => {
    const reason = from === status ? undefined : forced();
    return {
      ...(from !== status && { status: { from: from ?? null, to: status } }),
      ...(reason !== undefined && { forced: reason }),
    };
  };
  if (before === undefined) {
    const added = criteria.map(({ text }) => text);
    const isArchived = archived && { archived };
    return [{ kind: 'new', ...named, ...isArchived, ...completion(), criteria: { ...NO_CRITERIA, added } }];
  }
  const was = before.view;
  const isMoved = was.path !== path;
  return [
    {
      kind: 'changed',
      ...named,
      ...(isMoved && { movedFrom: was.path, files: [] }),
      ...(was.archived !== archived && { archived }),
      ...(was.title !== title && { formerTitle: was.title }),
      ...completion(was.status),
      fields: [...frontmatterDiff(before.document.frontmatter, after.document.frontmatter)]
        .filter(([field]) => !TOLD.has(field))
        .map(([field, to]) => ({ field, from: valueAt(before.document.frontmatter, field), to })),
      criteria: criteriaChanges(criteriaOfDocument(before.document, sections), criteria),
      sections: textChanges(printOf(before.document), printOf(after.document)).filter(
        // The heading of the first section is the title. A new title alone is reported as `formerTitle`, not as a changed section.
        ({ heading, added, removed }) =>
          was.title === title || added + removed > 0 || (heading !== title && heading !== was.title),
      ),
    },
  ];
}

/** Returns the changed files of a spec besides its document. */
function filesOf({ folder: { path }, file }: Located, changed: readonly string[]): readonly string[] {
  return changed
    .filter((one) => one.startsWith(`${path}/`) && one !== file)
    .map((one) => one.slice(path.length + 1));
}

function open(
  { specStore }: Services,
  { ref, sequence, title, path, status, claim, criteria, proof }: SpecView,
  openCriteria: readonly string[],
  waitsFor: readonly string[] = [],
): readonly OpenSpec[] {
  const document = specStore.documentPath({ path });
  // The claim is reported even if it has expired, because whether it has expired depends on the current time.
  const holder = claim && { claimedBy: claim.by };
  const counts = { ...(criteria && { criteria }), ...(proof && { proof }) };
  const isDone = openCriteria.length === 0 && waitsFor.length === 0 && !claim && status === 'complete';
  return isDone
    ? []
    : [{ ref, sequence, title, document, status, ...counts, openCriteria, waitsFor, ...holder }];
}

/** A spec at one of the two compared times. */
interface Located {
  readonly view: SpecView;
  readonly document: SpecDocument;
  readonly folder: SpecFolder;
  /** Path of the spec's document, relative to the root. */
  readonly file: string;
}

function sidesOf(
  store: Pick<SpecStore, 'folders' | 'open' | 'documentPath'>,
  changed: readonly string[],
  sections: readonly string[],
): readonly Located[] {
  const touched = new Set(changed.flatMap(foldersAbove));
  return store
    .folders()
    .filter(({ path }) => touched.has(path))
    .map((folder) => {
      const document = store.open(folder);
      const view = toSpecView(summaryOf(folder, document, sections));
      return { folder, document, view, file: store.documentPath(folder) };
    });
}

/** Pairs old and new versions of specs by id, path, folder name, and finally by number; sorted by number. */
function paired(was: readonly Located[], is: readonly Located[]) {
  const keys: readonly ((side: Located) => string | undefined)[] = [
    ({ view }) => view.id ?? undefined,
    ({ folder }) => folder.path,
    ({ folder }) => folder.ref,
    ({ folder }) => folder.sequence?.toString(),
  ];
  const numberOf = (one?: Located) => one?.folder.sequence ?? Number.MAX_SAFE_INTEGER;
  return pairItems(was, is, keys, () => '').toSorted(
    (a, b) => numberOf(a.now ?? a.was) - numberOf(b.now ?? b.was),
  );
}
