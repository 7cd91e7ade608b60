import { withoutMark } from '../../domain/criteria/criteria.js';
import { BOUNDS } from '../../domain/value/bounds.js';
import type { SpecSummary } from '../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import type { Heading } from '../../domain/document/sections/headings.js';
import { sectionNotFound, sectionOf, sectionsIn } from '../../domain/document/sections/sections.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { forcedCompletion, forcedWords } from '../../domain/log/logSummary.js';
import { type Divergence, divergences } from '../../domain/log/divergences.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { sectionDigest } from '../../domain/log/digests.js';
import { type SpecFolder, fileInSpec } from '../../domain/naming/projectPath.js';
import { referenceIndex } from '../../domain/naming/references.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { toSpecView } from '../../domain/spec/toSpecView.js';
import { countingCommits, type LoggedCommit } from '../../domain/trace/commitsOfSpecs.js';
import { instantOf } from '../../domain/value/dates.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { Hasher } from '../../ports/system.js';
import { passedOverWarnings } from '../changes/changeWarnings.js';
import { RESERVED_ID_HINT, reservedId } from '../changes/specLogs.js';
import {
  type DependencyGraph,
  type PartsProgress,
  partsProgress,
  graphWithParts,
} from '../projections/dependencyGraph.js';
import { type RequestOf, required, text, texts, type Warning, useCase } from '../useCase.js';
import type { Services } from '../services.js';

const WISHES = {
  /** Show only the section under this heading, with its subsections. */
  section: text,
  /** Show this file of the spec instead of the document. */
  file: text,
};
type ViewWishes = RequestOf<typeof WISHES>;

export interface ViewSpecResult {
  readonly spec: SpecView;
  /** Content of the file, byte for byte; only the requested section if there is one. */
  readonly content: string;
  /** `content` without the frontmatter. */
  readonly body: string;
  /** Files of the spec, the document first. */
  readonly files: readonly string[];
  /**
   * Headings of the file, without those in code blocks. `line` is 1-based in the file; `digest` identifies the text of the
   * section.
   */
  readonly sections: readonly (Heading & {
    readonly digest: string;
    /** Path of the file with the section, if another tool keeps the document in its files. */
    readonly file?: string;
  })[];
  /**
   * References of active specs that depend on this one. Set only for a whole document, and not in projects with thousands of
   * specs, for which `deps --reverse` lists them.
   */
  readonly dependents?: readonly string[];
  /** Progress of the spec's parts; set only together with `dependents`, and if the spec has parts. */
  readonly parts?: PartsProgress;
  /** Criteria of the spec, with the actors who ticked them; set only for a whole document. */
  readonly criteria?: readonly CriterionView[];
  /** Commits that name the spec, without reverted ones; absent if there are none, or if only a part of the spec was requested. */
  readonly commits?: ViewedCommits;
  /** Reason given when the spec was archived. */
  readonly archivedBecause?: string;
  /** Fields that two branches set differently, each with all values; the next change of the spec keeps one of them. */
  readonly diverged?: readonly Divergence[];
  /** Warnings of an interrupted change, and of ignored records, with the reason. */
  readonly warnings?: readonly Warning[];
}

export interface ViewedCommits {
  readonly total: number;
  /** Hash and author date (UTC with milliseconds) of the newest commit. */
  readonly last: { readonly hash: string; readonly at: string };
  /** Number of files that the commits changed. */
  readonly files: number;
}

export interface ViewSpecsResult {
  readonly specs: readonly ViewSpecResult[];
  readonly total: number;
  /** Warnings, for example of an interrupted change. */
  readonly warnings?: readonly Warning[];
}

/**
 * Returns the headings of a text, with the digests of their sections.
 * @param bodyLine the 1-based line of the file at which the text begins.
 */
export function viewedSections(body: string, bodyLine: number, hasher: Hasher): ViewSpecResult['sections'] {
  return sectionsIn(body).map(({ heading, level, line, start, end }) => ({
    heading,
    level,
    line: line + bodyLine - 1,
    // Computed on demand, because the digest is rarely needed and Node's hash module is slow to load.
    get digest() {
      return sectionDigest(body.slice(start, end), (one) => hasher.sha256(one));
    },
  }));
}

/** Warns if the spec was found by a number that it had earlier. */
function renumbered(asked: string, { ref, sequence }: SpecFolder): readonly Warning[] {
  if (!/^\d+$/.test(asked.trim()) || sequence === null || Number(asked) === sequence) return [];
  return [{ code: 'RENUMBERED', message: `${asked.trim()} is now ${ref}.` }];
}

/** Returns the reason for archiving the spec. If an undo restores the archiving, it restores the reason too. */
function archiveReason(records: readonly LogRecord[]): string | undefined {
  let reason: unknown;
  for (const { events } of records) {
    const fact = events.find(({ type }) => type === 'SpecArchived');
    const isUndo = events.some(({ type }) => type === 'ChangeUndone');
    if (fact !== undefined) reason = fact.data['reason'] ?? (isUndo ? reason : undefined);
  }
  return typeof reason === 'string' ? reason : undefined;
}

function completedByForce(ref: string, records: readonly LogRecord[]): readonly Warning[] {
  const forced = forcedCompletion(records);
  if (forced === undefined) return [];
  return [{ code: 'COMPLETED_BY_FORCE', message: `${ref} was ${forcedWords(forced)}` }];
}

/** Facts about a spec from other specs and from commits. They are read only once per call, even for many specs. */
interface Surroundings {
  /** Returns the references of the specs that depend on the spec in `folder`; undefined if the search would take too long. */
  readonly dependents: (folder: SpecFolder) => readonly string[] | undefined;
  /** Returns the progress of the spec's parts; undefined if it has none. */
  readonly parts: (spec: SpecView) => PartsProgress | undefined;
  /** Returns the commits of each spec, without reverted ones, by the path of the spec. */
  readonly commits: () => ReadonlyMap<string, readonly LoggedCommit[]>;
}

/** Returns the lazily computed facts for all specs of a call. */
function surroundings(use: Services): Surroundings {
  let byPath: ReadonlyMap<string, readonly string[]> | undefined;
  let commits: ReadonlyMap<string, readonly LoggedCommit[]> | undefined;
  let graph: { readonly found: DependencyGraph | undefined } | undefined;
  let read: readonly SpecSummary[] | undefined;
  const summaries = () => (read ??= use.specStore.summaries());
  return {
    dependents: ({ path }) => {
      if (use.specStore.folders().length > BOUNDS.surveyed) return undefined;
      byPath ??= dependentsByPath(use, summaries());
      return byPath.get(path) ?? [];
    },
    parts: (spec) => {
      graph ??= { found: graphWithParts(use.specCatalog, use.specStore, summaries()) };
      return graph.found && partsProgress(graph.found, graph.found.nameOf(spec));
    },
    commits: () => (commits ??= countingCommits(use.specsOfCommits.traceNaming().shares)),
  };
}

function dependentsByPath(
  { specCatalog }: Services,
  summaries: readonly SpecSummary[],
): ReadonlyMap<string, readonly string[]> {
  const find = referenceIndex(summaries.map(({ folder }) => folder));
  const followed = specCatalog.followed(summaries);
  const byPath = new Map<string, string[]>();
  for (const given of summaries) {
    const summary = followed(given);
    const { folder, frontmatter } = summary;
    if (folder.archived || frontmatter['depends_on'] === undefined) continue;
    const needed = toSpecView(summary).dependsOn.flatMap((name) => find(name)?.path ?? []);
    for (const path of new Set(needed)) {
      const known = byPath.get(path);
      if (known === undefined) byPath.set(path, [folder.ref]);
      else known.push(folder.ref);
    }
  }
  return byPath;
}

/** Returns the view of one spec. @param asked the reference as typed by the user; empty if it refers to several specs. */
function viewOf(
  use: Services,
  folder: SpecFolder,
  request: ViewWishes,
  around: Surroundings,
  asked: string,
): ViewSpecResult {
  const document = use.specStore.open(folder);
  const reserved = reservedId(document.frontmatter);
  const { id } = document.frontmatter;
  const isWhole = request.section === undefined;
  const records = isWhole && typeof id === 'string' && reserved === undefined ? use.eventLog.records(id) : [];
  const spec = use.specCatalog.viewOf(folder, document, records.length > 0 ? records : undefined);
  const { files } = use.specStore.contents(folder);
  const shown = shownText(use, request, folder, document.text, document.bodyStart, document.bodyLine, files);
  const found = viewedSections(shown.body, shown.bodyLine, use.hasher);
  const place = use.specStore.places(folder);
  const sections = shown.isDocument ? found.map((one) => ({ ...one, ...place(one.line) })) : found;
  if (isWhole) {
    if (spec.broken === true && document.text === '' && request.file === undefined) {
      const problem = document.problem;
      throw new SpectoolError(
        'SPEC_BROKEN',
        `${use.specStore.documentPath(folder)}: ${problem?.message ?? 'cannot be read'}`,
      );
    }
    const because = spec.archived ? archiveReason(records) : undefined;
    const diverged = divergences(records);
    const warnings = [
      ...(reserved === undefined
        ? []
        : [{ code: 'FIELD_INVALID', message: `${folder.ref}: ${reserved}.`, hint: RESERVED_ID_HINT }]),
      ...passedOverWarnings(folder.ref, records),
      ...(spec.status === 'complete' ? completedByForce(folder.ref, records) : []),
      ...renumbered(asked, folder),
      ...use.specCatalog.unread(folder),
    ];
    const dependents = request.file === undefined ? around.dependents(folder) : undefined;
    const parts = dependents === undefined ? undefined : around.parts(spec);
    const [proved = spec] = use.criterionProofs.shown([spec]);
    return {
      spec: proved,
      content: shown.text,
      body: shown.body,
      files,
      sections,
      ...(dependents !== undefined && { dependents }),
      ...(parts !== undefined && { parts }),
      ...(request.file === undefined && commitsOf(around.commits().get(spec.path))),
      ...(request.file === undefined && {
        criteria: use.criterionProofs
          .reader()(document, records)
          .map((one) => ({ ...one, ...place(one.line) })),
      }),
      ...(because !== undefined && { archivedBecause: because }),
      ...(diverged.length > 0 && { diverged }),
      ...(warnings.length > 0 && { warnings }),
    };
  }
  const section = sectionOf(shown.body, request.section);
  if (section === undefined) throw sectionNotFound(folder.ref, request.section, sections);
  return { spec, content: section, body: section, files, sections };
}

function shownText(
  { specStore }: Services,
  request: ViewWishes,
  folder: Parameters<SpecStore['open']>[0],
  text: string,
  bodyStart: number,
  bodyLine: number,
  files: readonly string[],
) {
  if (request.file === undefined || request.file === files[0]) {
    const whole = text.slice(bodyStart);
    const body = withoutMark(whole);
    return { text, body, bodyLine: body === whole ? bodyLine : bodyLine + 1, isDocument: true };
  }
  const other = files.includes(request.file) ? specStore.readFile(folder, request.file) : undefined;
  const failed = specStore.notRead().find(({ path }) => path === fileInSpec(folder, request.file ?? ''));
  if (failed?.error !== undefined) throw failed.error;
  if (other === undefined) {
    throw new SpectoolError(
      'FILE_NOT_FOUND',
      `${folder.ref} has no file "${request.file}". It has: ${files.join(', ')}.`,
      {
        details: { file: request.file, files },
      },
    );
  }
  return { text: other, body: other, bodyLine: 1, isDocument: false };
}

/** Returns the content of one spec, with its criteria, facts from its log, and warnings. */
export const viewSpec = useCase(
  { ...WISHES, spec: required(text) },
  (use, { spec, ...wishes }): ViewSpecResult => {
    const view = viewOf(use, use.specCatalog.find(spec), wishes, surroundings(use), spec);
    const unfinished = use.projectWarnings.unfinished();
    return unfinished.length === 0 ? view : { ...view, warnings: [...unfinished, ...(view.warnings ?? [])] };
  },
);

/** Returns the content of several specs. */
export const viewSpecs = useCase(
  {
    ...WISHES,
    /** References of the specs; `5-9` means all specs with these numbers. */
    specs: required(texts),
  },
  (use, { specs, ...wishes }): ViewSpecsResult => {
    const around = surroundings(use);
    const views = use.specCatalog.findAll(specs).map((folder) => viewOf(use, folder, wishes, around, ''));
    const warnings = use.projectWarnings.unfinished();
    return { specs: views, total: views.length, ...(warnings.length > 0 && { warnings }) };
  },
);

function commitsOf(commits: readonly LoggedCommit[] = []): Pick<ViewSpecResult, 'commits'> {
  const [newest] = commits.toSorted((a, b) => b.committedAt - a.committedAt);
  if (newest === undefined) return {};
  const { hash, authoredAt } = newest;
  const files = new Set(commits.flatMap((commit) => commit.files)).size;
  return { commits: { total: commits.length, last: { hash, at: instantOf(authoredAt) }, files } };
}
