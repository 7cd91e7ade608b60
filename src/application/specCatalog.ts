import { streamOf, logEnds } from './changes/specLogs.js';
import { SpectoolError } from '../domain/errors/spectoolError.js';
import type { SpecDocument } from '../domain/document/specDocument.js';
import { valueAt, withField } from '../domain/fields/fieldChange.js';
import type { GivenFields } from '../domain/fields/customField.js';
import { valueFilter } from '../domain/fields/fieldFilter.js';
import {
  type FormerName,
  nameAmong,
  referenceIndex,
  resolveReference,
  namesNow,
  projectReference,
  numbersInRange,
  REFERRING,
  referencesIn,
} from '../domain/naming/references.js';
import { type LogEnd, logEnd, namesInLog } from '../domain/log/logSummary.js';
import type { SpecFolder } from '../domain/naming/projectPath.js';
import type { SpecView } from '../domain/spec/specView.js';
import { endedAs } from '../domain/spec/archiveOutcome.js';
import { type LastChange, toSpecView, writtenChange } from '../domain/spec/toSpecView.js';
import { frontmatterHash } from '../domain/log/digests.js';
import { currentFrontmatter } from '../domain/reconcile/documentState.js';
import { type LogRecord, PROJECT_STREAM, type StreamId } from '../domain/log/records/record.js';
import { type SpecSummary, summaryOf } from '../domain/document/frontmatter/parseSimpleFrontmatter.js';
import type { ReferencedSpec } from '../ports/repository.js';
import type { ChangedSpec, PlannedChange, RecordDrafts } from './changes/plannedChange.js';
import { unreadMessage, unreadWarnings } from './validation/unreadPaths.js';
import { Service, type Warning } from './useCase.js';
import { type LinkUpdate, linkTarget, relativeLinks } from '../domain/document/links.js';
import { membersOfField } from '../domain/fields/standardFields.js';
import { type FolderMove, renamesBy, updateAllReferences } from './changes/movedFoldersAndReferences.js';

/** The specs that a command applies to: named specs, or all specs that match a filter. */
export interface Choice {
  /**
   * References to the specs: number, folder name, name, id, path, unique prefix or exact title; `5-9` means all specs with
   * these numbers.
   */
  readonly specs?: readonly string[] | undefined;
  /** Values that the fields of chosen specs must have, as in `listSpecs`. */
  readonly where?: GivenFields | undefined;
  /** Specs to choose from if `specs` is empty: active ones (the default), archived ones or all. */
  readonly scope?: 'active' | 'archived' | 'all';
}

/** Resolves references to specs, and reads specs for queries. */
export class SpecCatalog extends Service {
  /** Returns all specs, active before archived, including broken ones. */
  all(): readonly SpecView[] {
    return this.views(this.summaries());
  }

  /** Returns the summaries of all specs. Folders of another tool in the specs folder are left out until they are adopted. */
  summaries(): readonly SpecSummary[] {
    return this.use.foreignDocuments.beside(this.use.specStore.summaries()).own;
  }

  /** Returns all specs, like `all`, without determining the time of their last change. */
  undated(summaries = this.summaries()): readonly SpecView[] {
    return this.#views(summaries, this.ends(summaries), () => undefined);
  }

  /**
   * Returns the views of these specs.
   * @param ends summary of each log, if the caller has already read it.
   * @param isDated false for specs without a logged change whose last change is not needed, because git is asked for it.
   */
  views(
    summaries: readonly SpecSummary[],
    ends: ReadonlyMap<StreamId, LogEnd> = this.ends(summaries),
    isDated: (summary: SpecSummary) => boolean = () => true,
  ): readonly SpecView[] {
    const others = this.#changesBeside(summaries.filter((one) => isUntold(one, ends) && isDated(one)));
    return this.#views(summaries, ends, ({ folder }, end) =>
      end?.changedAt === undefined ? others.get(folder.path) : { at: end.changedAt, from: 'log' },
    );
  }

  #views(
    summaries: readonly SpecSummary[],
    ends: ReadonlyMap<StreamId, LogEnd>,
    changeOf: (summary: SpecSummary, end: LogEnd | undefined) => LastChange | undefined,
  ): readonly SpecView[] {
    const now = this.use.clock.now();
    const streamIn = ({ folder, frontmatter }: SpecSummary) =>
      streamOf(folder.ref, frontmatter, this.use.hasher);
    const factsOf = this.use.policies.facts(now, () => new Set(summaries.filter(isOpen).map(streamIn)));
    const others = this.use.otherProjects();
    const followed = this.followed(summaries, ends);
    return summaries.map((given) => {
      const summary = followed(given);
      const { id } = summary.frontmatter;
      const end = typeof id === 'string' ? ends.get(id) : undefined;
      const meant = end?.print === undefined ? summary : this.#judged(summary, end.print);
      const view = toSpecView(withOpenStrikes(meant, end?.retired), changeOf(summary, end), {
        // If the document has no `id`, look for the id that the next change of the spec would assign.
        ...factsOf({ summary: meant, end, stream: () => streamIn(summary) }),
        ...(end?.forced && { forced: end.forced }),
        declared: this.use.config.frontmatter.custom,
      });
      return withOtherProjects(view, others);
    });
  }

  /** Returns a function that updates the references in a summary: former names of specs become their current names. */
  followed(
    read?: readonly SpecSummary[],
    ends?: ReadonlyMap<StreamId, LogEnd>,
  ): (summary: SpecSummary) => SpecSummary {
    let now: NameNow | undefined;
    return (summary) => withNamesNow(summary, () => (now ??= this.use.oldNames.now(undefined, read, ends)));
  }

  /**
   * Returns the summary with the frontmatter that the next change of the spec will start from. The document's frontmatter
   * may differ, because a git revert or a merge by lines can leave values that no record in the log set.
   */
  #judged(summary: SpecSummary, print: number): SpecSummary {
    const { frontmatter, problem } = summary;
    const { id } = frontmatter;
    if (problem !== undefined || typeof id !== 'string' || id === PROJECT_STREAM) return summary;
    if ((summary.print ?? frontmatterHash(frontmatter)) === print) return summary;
    const { sha256 } = this.use.hasher;
    const stands = currentFrontmatter(frontmatter, this.use.eventLog.records(id), sha256);
    return { ...summary, frontmatter: withField(stands, 'updated', valueAt(frontmatter, 'updated')) };
  }

  /** Returns the summary of each spec's log. */
  ends(summaries: readonly SpecSummary[]): ReadonlyMap<StreamId, LogEnd> {
    const streams = streamsOf(summaries);
    if (this.use.eventLog.ends !== undefined) return this.use.eventLog.ends(streams);
    return new Map(streams.map((stream) => [stream, logEnd(this.use.eventLog.records(stream))]));
  }

  /**
   * Updates views from a search index with current values of fields that may be outdated there: time of the last change,
   * criteria, whole, custom fields.
   */
  dated(specs: readonly SpecView[]): readonly SpecView[] {
    const views = this.views(specs.map((spec) => this.#summaryOf(spec, this.use.specStore.open(spec))));
    return specs.map((spec, i) => {
      const { updated, updatedFrom, criteria, partOf, fields } = views[i] ?? spec;
      const { criteria: _counted, ...rest } = spec;
      const counted = { ...rest, fields, ...(criteria && { criteria }), ...(partOf && { partOf }) };
      return updated === null ? counted : { ...counted, updated, updatedFrom };
    });
  }

  /** Returns the time of the last change for specs without a time in log or document: from git, else from the file. */
  #changesBeside(summaries: readonly SpecSummary[]): ReadonlyMap<string, LastChange> {
    if (summaries.length === 0) return new Map();
    const paths = summaries.map(({ folder, file }) => file?.path ?? this.use.specStore.documentPath(folder));
    const commits = this.use.commits.lastCommits(paths);
    const changes = new Map<string, LastChange>();
    for (const [i, { folder, file }] of summaries.entries()) {
      const path = paths[i] as string;
      const committed = commits.get(path);
      if (committed !== undefined) changes.set(folder.path, { at: committed, from: 'git' });
      else {
        const mtimeNs = file?.mtimeNs ?? this.use.fileSystem.stat(path)?.mtimeNs ?? 0n;
        if (mtimeNs > 0n) changes.set(folder.path, { at: Number(mtimeNs / 1_000_000n), from: 'file' });
      }
    }
    return changes;
  }

  /** Returns all spec folders without reading documents. */
  folders(): readonly SpecFolder[] {
    return this.use.specStore.folders();
  }

  /** Returns the folder of a spec. @throws SpectoolError `SPEC_NOT_FOUND`, `SPEC_AMBIGUOUS`. */
  find(reference: string): SpecFolder {
    return this.finder()(reference);
  }

  /** Returns a function that finds many specs like `find`: lookup tables are built once, and only if needed. */
  finder(folders?: readonly SpecFolder[]): (reference: string) => SpecFolder {
    let all = folders;
    let ids: ReadonlyMap<string, string> | undefined;
    let titles: ReadonlyMap<string, string> | undefined;
    let former: ReadonlyMap<string, readonly FormerName[]> | undefined;
    const known = new Map<string, SpecFolder>();
    return (reference) => {
      try {
        const read = (all ??= this.use.specStore.folders());
        const found =
          known.get(reference) ??
          resolveReference(reference, {
            ...this.use.place,
            structure: this.use.config.structure,
            folders: read,
            ids: () => (ids ??= this.#ids(read)),
            former: () =>
              (former ??= new Map(
                this.use.oldNames.inLogs(read).map(({ folder, names }) => [folder.path, names]),
              )),
            titles: () =>
              (titles ??= new Map(
                this.use.specStore.summaries(read).map(({ folder, title }) => [folder.path, title]),
              )),
          });
        known.set(reference, found);
        return found;
      } catch (error) {
        throw this.withSpecsElsewhere(error);
      }
    };
  }

  #ids(folders: readonly SpecFolder[]): ReadonlyMap<string, string> {
    const summaries = this.use.specStore.summaries(folders);
    return new Map(summaries.flatMap(({ folder, frontmatter }) => idEntry(folder.path, frontmatter['id'])));
  }

  /**
   * Returns the folder name by which other specs refer to the referenced spec.
   * @throws SpectoolError as `find`; `SPEC_AMBIGUOUS` if another folder has the same name.
   */
  nameOf(reference: string): string {
    return this.namesOf([reference])[0] as string;
  }

  /** Returns the folder names of many specs, like `nameOf`. */
  namesOf(references: readonly string[], folders = this.use.specStore.folders()): readonly string[] {
    const [find, elsewhere] = [this.finder(folders), this.use.otherProjects()];
    return references.map((one) => elsewhere(one)?.ref ?? nameAmong(find(one), folders));
  }

  /** Returns a function that returns a reference by folder name, also for specs of other projects. It throws like `find`. */
  refs(): (reference: string) => string {
    const [find, elsewhere] = [this.finder(), this.use.otherProjects()];
    return (reference) => elsewhere(reference)?.ref ?? find(reference).ref;
  }

  /** Returns all referenced specs, each once; `5-9` means all specs with these numbers. @throws SpectoolError as `find`. */
  findAll(references: readonly string[]): readonly SpecFolder[] {
    const folders = this.use.specStore.folders();
    const find = this.finder(folders);
    const found = references.flatMap((one) => (numbersInRange(one, folders)?.map(String) ?? [one]).map(find));
    return [...new Map(found.map((folder) => [folder.path, folder])).values()];
  }

  /**
   * Returns the specs chosen for a command: the named ones, or all in `scope`, filtered by values.
   * @throws SpectoolError as `find`; `USAGE` if nothing limits the choice.
   */
  choose({ specs = [], where, scope = 'active' }: Choice): readonly SpecFolder[] {
    if (specs.length === 0 && Object.keys(where ?? {}).length === 0)
      throw new SpectoolError('USAGE', 'No spec was selected.', {
        hint: 'Specify at least one spec, or select specs by the value of a field.',
      });
    const inScope = ({ archived }: SpecFolder) => scope === 'all' || archived === (scope === 'archived');
    const named = specs.length > 0 ? this.findAll(specs) : this.use.specStore.folders().filter(inScope);
    if (where === undefined) return named;
    const summaries = this.use.specStore.summaries(named);
    const documents = summaries.map(({ frontmatter }) => frontmatter);
    const has = valueFilter(where, documents, this.finder(), Object.keys(this.use.config.frontmatter.custom));
    const views = this.views(summaries);
    return named.filter((_, i) => {
      const [spec, summary] = [views[i], summaries[i]];
      return spec !== undefined && summary !== undefined && has(spec, summary.frontmatter);
    });
  }

  /** Adds to a `SPEC_NOT_FOUND` error the hint that the spec may be in another specs folder, or only in git. */
  withSpecsElsewhere(error: unknown): unknown {
    if (!(error instanceof SpectoolError) || error.code !== 'SPEC_NOT_FOUND') return error;
    const left = this.use.unreadPlaces.all().find(({ isNote }) => isNote !== true);
    if (left === undefined) return error;
    const { code, message, details } = error;
    return new SpectoolError(code, `${message} ${unreadMessage(left)}`, {
      hint: left.hint,
      ...(details !== undefined && { details }),
    });
  }

  /**
   * Warns of files, claims and records of a spec that could not be read. Call this after reading the spec, because only
   * reading shows which of them are unreadable.
   */
  unread({ path }: SpecFolder): readonly Warning[] {
    const closed = this.use.unreadPlaces.failures().filter((one) => `${one.path}/`.startsWith(`${path}/`));
    return [
      ...unreadWarnings(closed),
      ...this.use.policies.unread(),
      ...this.use.projectWarnings.damagedLog(),
    ];
  }

  /** Returns a function that finds a spec of this or another project; undefined for an unknown spec or status. */
  referenced(): (reference: string) => ReferencedSpec | undefined {
    let find: ((reference: string) => SpecFolder | undefined) | undefined;
    const elsewhere = this.use.otherProjects();
    const known = new Map<SpecFolder, ReferencedSpec | undefined>();
    return (reference) => {
      const folder = (find ??= referenceIndex(this.use.specStore.folders()))(reference);
      if (folder === undefined) return elsewhere(reference);
      if (known.has(folder)) return known.get(folder);
      const spec = toSpecView(this.#summaryOf(folder, this.use.specStore.open(folder)));
      const status = endedAs(spec) ?? spec.status ?? undefined;
      const found = status === undefined ? undefined : { ref: folder.ref, status };
      known.set(folder, found);
      return found;
    };
  }

  /** Returns a function that returns the status or outcome of a spec of this or another project. */
  statuses(): (reference: string) => string | undefined {
    const find = this.referenced();
    return (reference) => find(reference)?.status;
  }

  /** Returns the name of the whole for `part_of`. @throws SpectoolError as `nameOf`; `USAGE` for a spec of another project. */
  wholeNamed(reference: string, folders = this.use.specStore.folders()): string {
    const elsewhere = this.use.otherProjects()(reference);
    // For a reference with the name of this project, `ref` is without that name.
    if (elsewhere === undefined || projectReference(elsewhere.ref) === undefined)
      return nameAmong(this.finder(folders)(elsewhere?.ref ?? reference), folders);
    const message = `${elsewhere.ref} is in another project, and a spec can only be part of a spec of its own project.`;
    throw new SpectoolError('USAGE', message, {
      hint: 'Use a dependency or a relation to that spec instead.',
    });
  }

  /** Returns the view of one spec. @param log records of the spec, if the caller has read or written them. */
  viewOf(
    folder: SpecFolder,
    document: SpecDocument = this.use.specStore.open(folder),
    log?: readonly LogRecord[],
  ): SpecView {
    const summary = this.#summaryOf(folder, document);
    const ends = log && new Map(streamsOf([summary]).map((id) => [id, logEnd(log)]));
    const [view] = this.views([summary], ends);
    return view as SpecView;
  }

  /** Returns the views of changed specs. Claims are looked up once for all of them. */
  changed(changes: readonly ChangedSpec[]): readonly SpecView[] {
    const summaries = changes.map(({ folder, document }) => this.#summaryOf(folder, document));
    const ends = changes.flatMap(({ log }, i) =>
      streamsOf(summaries.slice(i, i + 1)).map((id) => [id, logEnd(log)] as const),
    );
    return this.views(summaries, new Map(ends));
  }

  #summaryOf(folder: SpecFolder, document: SpecDocument): SpecSummary {
    return summaryOf(folder, document, this.use.config.criteria.sections);
  }
}

/** Counts criteria that were struck through by hand as open, because only a command retires a criterion. */
function withOpenStrikes(summary: SpecSummary, known: LogEnd['retired'] = []): SpecSummary {
  const { criteria } = summary;
  const byHand = (criteria?.retired ?? 0) - known.length;
  if (criteria === undefined || byHand <= 0) return summary;
  const { retired: _marked, ...progress } = criteria;
  return {
    ...summary,
    criteria: {
      ...progress,
      total: progress.total + byHand,
      ...(known.length > 0 && { retired: known.length }),
    },
  };
}

function streamsOf(summaries: readonly SpecSummary[]): readonly StreamId[] {
  const streams: StreamId[] = [];
  for (const { frontmatter } of summaries) {
    if (typeof frontmatter['id'] === 'string') streams.push(frontmatter['id']);
  }
  return streams;
}

function isOpen({ folder, frontmatter }: SpecSummary): boolean {
  return !folder.archived && frontmatter['status'] !== 'complete';
}

/** True if neither log nor document has the time of the last change. False for an unreadable document, which is skipped. */
function isUntold({ frontmatter, problem }: SpecSummary, ends: ReadonlyMap<StreamId, LogEnd>): boolean {
  const { id } = frontmatter;
  if (typeof id === 'string' && ends.get(id)?.changedAt !== undefined) return false;
  return problem === undefined && writtenChange(frontmatter) === undefined;
}

function idEntry(path: string, id: unknown): readonly (readonly [string, string])[] {
  return typeof id === 'string' ? [[path, id]] : [];
}

/** Returns the spec with this former name or number; undefined if a spec has the name now, or if none ever had it. */
export type NameNow = (name: string) => SpecFolder | undefined;

/** A reference by a name that the spec no longer has. */
export interface OldName extends FolderMove {
  /** Where the reference is: a field, or the line of a link in the text below the frontmatter. */
  readonly at: string | number;
}

/** Resolves references by former names and numbers, which come from branches that were merged after a spec was renamed. */
export class OldNames extends Service {
  /** Returns a function that resolves names; it reads the logs only for unknown names. @param read all specs, if already read. */
  now(
    folders = this.use.specStore.folders(),
    read: readonly SpecSummary[] = [],
    known?: ReadonlyMap<StreamId, LogEnd>,
  ): NameNow {
    return namesNow(folders, () => this.inLogs(folders, read, known));
  }

  /** Returns the current and former names of each spec according to its log. @param known summaries of logs, if already read. */
  inLogs(
    folders: readonly SpecFolder[],
    read: readonly SpecSummary[] = [],
    known: ReadonlyMap<StreamId, LogEnd> = new Map(),
  ) {
    const summaries = read.length === folders.length ? read : this.use.specStore.summaries(folders);
    const specs = summaries.map(({ folder, frontmatter: { id } }) => {
      return { folder, id: typeof id === 'string' ? id : '' };
    });
    const streams = specs.flatMap(({ id }) => (id === '' || known.has(id) ? [] : id));
    const ends = logEnds(this.use.eventLog, streams);
    return specs.map(({ folder, id }) => ({ folder, id, names: namesInLog(known.get(id) ?? ends.get(id)) }));
  }

  /** Returns the references in a document that use a former name, each with the folder to which it now refers. */
  in(folder: SpecFolder, { frontmatter, text, bodyStart }: SpecDocument, now: NameNow): readonly OldName[] {
    const fields = referencesIn(frontmatter).map(([at, name]) => ({ at, name }));
    const links = relativeLinks(text.slice(bodyStart)).flatMap(({ destination, line }) => {
      const target = linkTarget(folder.path, destination);
      const parts = target?.split('/').filter((part) => now(part) !== undefined) ?? [];
      const exists = parts.length === 0 || this.use.fileSystem.stat(target ?? '') !== undefined;
      return exists ? [] : parts.map((name) => ({ at: line, name }));
    });
    return [...fields, ...links].flatMap(({ at, name }): readonly OldName[] => {
      const meant = now(name);
      return meant === undefined ? [] : [{ at, folder: meant, from: name, to: meant.ref }];
    });
  }

  /** Extends a change so that it also updates references by former names to current names. An undo is not extended. */
  following(drafts: RecordDrafts, change: PlannedChange, document: SpecDocument): PlannedChange {
    const { folder } = change;
    const now = drafts.once('names', () => this.now());
    const moves = this.in(folder, document, now);
    if (moves.length === 0) return change;
    const isLinked = moves.some(({ at }) => typeof at === 'number');
    const follow: LinkUpdate = (text, file) =>
      updateAllReferences(change.editText?.(text, file) ?? text, moves);
    return {
      ...change,
      commands: (spec) => {
        const commands = change.commands(spec);
        const isUndo = commands.some(({ type }) => type === 'Undo');
        return isUndo ? commands : [...commands, ...renamesBy(moves)(spec.frontmatter)];
      },
      ...(isLinked && { editText: follow }),
    };
  }
}

/** Returns the summary with each reference by a former name replaced by the current name. */
export function withNamesNow(summary: SpecSummary, names: () => NameNow): SpecSummary {
  const { frontmatter } = summary;
  if (REFERRING.every((field) => frontmatter[field] === undefined)) return summary;
  const changed = REFERRING.flatMap((field) => {
    const value = frontmatter[field];
    if (value === undefined || value === null) return [];
    const now = names();
    const given = membersOfField(frontmatter, field);
    if (given.every((name) => now(name) === undefined)) return [];
    const current = given.map((name) => now(name)?.ref ?? name);
    return [[field, Array.isArray(value) ? [...new Set(current)] : (current[0] ?? null)] as const];
  });
  if (changed.length === 0) return summary;
  return { ...summary, frontmatter: { ...frontmatter, ...Object.fromEntries(changed) } };
}

/** Adds to the view of a spec the status of each referenced spec of another project. */
function withOtherProjects(
  view: SpecView,
  find: (reference: string) => ReferencedSpec | undefined,
): SpecView {
  const statuses = [...view.dependsOn, ...view.related].flatMap((reference) => {
    const found = find(reference);
    return found === undefined ? [] : [[reference, found.status] as const];
  });
  return statuses.length === 0 ? view : { ...view, inOtherProjects: Object.fromEntries(statuses) };
}
