import { isMarkdown } from '../../domain/document/documentText.js';
import { bodyOf, type SpecDocument } from '../../domain/document/specDocument.js';
import { retitle, titleOf } from '../../domain/document/sections/headings.js';
import { divergences } from '../../domain/log/divergences.js';
import { timestampOf } from '../../domain/value/dates.js';
import { samePlace } from '../../domain/log/placeState.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import { headsOf } from '../../domain/log/records/recordOrderAndFormat.js';
import { groupPlaces, lastNameIn, type SpecFolder } from '../../domain/naming/projectPath.js';
import { keepsUpdated } from '../../domain/project/configuration.js';
import { type SpecCommand, scalarWrites, type SpecEvent } from '../../domain/spec/specEvents.js';
import type { LinkUpdate, PlaceMove } from '../../domain/document/links.js';
import { frontmatterDiff, valueAt, withField } from '../../domain/fields/fieldChange.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import type { StoredChange } from '../../ports/specStore.js';
import type { PlannedWrite } from '../../ports/transaction.js';
import {
  type CarriedOut,
  type ChangedSpec,
  type PlannedChange,
  type RecordDrafts,
  recordedEvents,
  type SpecPlan,
} from './plannedChange.js';
import { withUpdatedLinks } from './movedFoldersAndReferences.js';
import { brokenSpec } from './brokenAndDuplicateSpecs.js';
import {
  decideCommands,
  recordChosenValues,
  recordCompletionDate,
  recordRewrittenLinks,
  type Reconciled,
  commandsOfTypedEdit,
} from './reconcile.js';
import { Service, type Warning } from '../useCase.js';
import {
  type ChangeResult,
  type ChangesResult,
  changedResults,
  type Asked,
  eventsOf,
  single,
} from './changeResult.js';
import type { Services } from '../services.js';

/** Plans a change: events, records, documents, folders. A transaction carries out the plan. The caller must hold the lock. */
export class ChangeSpecs extends Service {
  /** Makes all changes or none, and updates links to moved folders. */
  apply(drafts: RecordDrafts, changes: readonly PlannedChange[]): readonly ChangedSpec[] {
    return this.carryOut(drafts, changes).changed;
  }

  /** Makes all changes or none, like `apply`, and also returns the specs in which links were updated. */
  carryOut(drafts: RecordDrafts, changes: readonly PlannedChange[]): CarriedOut {
    const asked = this.#planAll(drafts, changes);
    const plans = [...asked, ...this.#unrecorded(drafts, changes)];
    const all = plans.map(({ changed }) => changed);
    const writes = plans.flatMap((plan) => plan.writes);
    if (!drafts.isRehearsal)
      this.use.policies.around(drafts, all, () => {
        this.commit(drafts, writes);
      });
    return { changed: all.slice(0, changes.length), followers: all.slice(changes.length, asked.length) };
  }

  /** Plans the records of other specs that have come or gone without one. */
  #unrecorded(drafts: RecordDrafts, changes: readonly PlannedChange[]): readonly SpecPlan[] {
    if (drafts.isRehearsal) return [];
    const own = new Set(changes.map(({ folder }) => folder.path));
    return (this.use.specStore.unrecorded?.() ?? [])
      .filter(({ path }) => !own.has(path))
      .map((folder) => this.plan(drafts, { folder, commands: () => [], keep: 'document' }));
  }

  /** Returns the plans of the requested changes, followed by plans for the specs whose links must be updated. */
  #planAll(drafts: RecordDrafts, changes: readonly PlannedChange[]): readonly SpecPlan[] {
    const asked = changes.map((change) => this.plan(drafts, change));
    const moves = asked.flatMap(({ changed: { move } }) => move ?? []);
    if (moves.length === 0) return asked;
    const plans = withUpdatedLinks(this.use.specStore, changes, moves).map((change) =>
      this.plan(drafts, change),
    );
    // Links in an unreadable file cannot be updated.
    const unread = this.use.specStore
      .notRead()
      .find(
        ({ path, error }) =>
          error?.code === 'READ_FAILED' && moves.some(({ from }) => path.startsWith(`${from}/`)),
      );
    if (unread?.error !== undefined) throw unread.error;
    return plans;
  }

  /** Plans one change, for commands that plan further writes. `commit` carries out the plan. */
  plan(drafts: RecordDrafts, change: PlannedChange): SpecPlan {
    const writes: PlannedWrite[] = [];
    return { changed: this.#plan(drafts, change, writes), writes };
  }

  commit(drafts: RecordDrafts, writes: readonly PlannedWrite[]): void {
    if (drafts.isRehearsal) return;
    this.use.transaction.commit(writes);
  }

  /** Turns copied specs, which have the `id` of the original, into separate specs: each gets its own id and a new log. */
  part(
    drafts: RecordDrafts,
    copies: readonly { readonly folder: SpecFolder; readonly id: StreamId }[],
  ): void {
    const writes: PlannedWrite[] = [];
    for (const { folder, id } of copies) {
      const document = this.use.specStore.open(folder);
      const named = this.use.specStore.edit(document, new Map([['id', id]]));
      const history = this.use.reconcile.open(folder, named, titleOf(named, folder.name));
      const { events } = decideCommands(history.observations, history.spec);
      if (events.length > 0)
        writes.push({ kind: 'record', record: this.use.reconcile.record(drafts, history, events) });
      this.#writeTexts(writes, id, folder, this.use.specStore.stored(folder, document, named));
    }
    this.commit(drafts, writes);
  }

  #plan(drafts: RecordDrafts, wished: PlannedChange, writes: PlannedWrite[]): ChangedSpec {
    const { folder, isNew = false } = wished;
    const current = this.use.specStore.open(folder);
    const asks = isNew ? wished : this.use.oldNames.following(drafts, wished, current);
    const was = isNew || current.problem?.code === 'MISSING_DOCUMENT' ? undefined : current;
    const given = asks.merged === undefined ? current : this.use.specStore.parse(asks.merged);
    if (given.problem !== undefined) throw brokenSpec(this.use.specStore.documentPath(folder), given.problem);
    const history = this.use.reconcile.before(drafts, asks, given);
    const { document } = history;
    const earlier = drafts.earlier(history.records);
    if (earlier !== undefined) return { folder, document, record: earlier, log: history.records };
    const typed = asks.typed === undefined ? undefined : this.use.specStore.parse(asks.typed);
    const change =
      typed === undefined
        ? asks
        : {
            ...asks,
            commands: (found: ActiveSpec) => commandsOfTypedEdit(document, typed, found, history.records),
          };

    const { found, observed } = this.use.reconcile.observed(folder, history);
    const commands = change.commands(found);
    const { notes, ...requested } = this.use.policies.decide({
      ...{ drafts, folder, commands, found },
      ...{ stream: history.id, log: history.records },
    });
    const asked = recordRewrittenLinks(
      recordCompletionDate(
        recordChosenValues(requested, commands, history.records),
        commands,
        typed === undefined ? observed : [...observed, ...requested.events],
        this.use.clock.today(),
      ),
      change.editText && placed(change.editText, this.use.specStore.documentPath(folder), undefined),
      history.spec,
      bodyOf(document),
    );
    const { lagging: broughtBack, since } = history;
    const { missing } = history.completed;
    const isBehind =
      Object.keys(broughtBack).length > 0 || missing.length > 0 || history.place === 'interrupted';
    if (asked.events.length === 0 && !isBehind && change.editText === undefined) {
      const stands = typed ?? document;
      this.#writeTexts(writes, history.id, folder, this.use.specStore.stored(folder, was, stands));
      return (
        this.#onlyObserved(drafts, change, commands, history, observed, writes) ?? {
          folder,
          document: stands,
          log: history.records,
          notes,
        }
      );
    }

    const spec = this.#dated(asked.spec, asked.events.length > 0 ? drafts.at : undefined);
    const isGone = spec.deleted !== undefined;
    const target = this.use.reconcile.target(drafts, spec, change, history.place);
    const fields = asked.events.length > 0 || isBehind ? spec.frontmatter : document.frontmatter;
    const isMoved = !isNew && !isGone && !samePlace(found.labels, spec.labels);
    const move = isMoved && target.path !== folder.path ? { from: folder.path, to: target.path } : undefined;
    const editText =
      change.editText && placed(change.editText, this.use.specStore.documentPath(folder), move);
    // Leave the document of a deleted spec as it is.
    const edited = isGone
      ? document
      : typed === undefined
        ? this.#rewrite(document, { ...spec, frontmatter: fields }, folder.name, editText)
        : this.use.specStore.edit(typed, frontmatterDiff(typed.frontmatter, fields));
    const isReturned = history.place === 'interrupted' && !isMoved && !isGone && target.path !== folder.path;
    const returned = isReturned ? { from: folder.path, to: target.path } : undefined;
    const stored = this.use.specStore.stored(isNew ? target : folder, was, edited);
    let record: LogRecord | undefined;
    if (asked.events.length > 0) {
      const seen = observed.length > 0 ? this.use.reconcile.record(drafts, history, observed) : undefined;
      if (seen !== undefined) writes.push({ kind: 'record', record: seen });
      const parents = seen === undefined ? headsOf(history.records) : [seen];
      const known = seen === undefined ? history.text : seen.text;
      const digests = this.use.reconcile.digests(stored.document.frontmatter, bodyOf(edited), known);
      const events = recordedEvents([...asked.events, ...followingEvents(stored, edited, spec)]);
      record = this.use.eventLog.seal(drafts.change(history.id, parents, events, digests));
      writes.push({ kind: 'record', record });
    }
    this.#writeTexts(writes, history.id, isNew ? target : folder, stored);
    if (change.editText !== undefined) this.#editFiles(history.id, folder, change.editText, move, writes);
    if (target.path !== folder.path && !isNew)
      writes.push({
        kind: 'move',
        spec: history.id,
        from: folder.path,
        to: target.path,
        groups: groupPlaces(folder),
      });
    const recorded = writes.flatMap((write) => (write.kind === 'record' ? [write.record] : []));
    const log = [...history.records, ...recorded];
    const put = {
      ...{ folder: target, document: stored.document, log, broughtBack, missing, since },
      ...(returned && { returned }),
    };
    if (record === undefined) return put;
    // Fields that a person edited by hand after a merge count as chosen, like the fields in the request, so they are not
    // reported as chosen by the log.
    const chosen = new Set(
      [...observed, ...asked.events].flatMap((event) => [...scalarWrites(event).keys()]),
    );
    return {
      ...put,
      record,
      settled: divergences(history.records).filter(({ field }) => !chosen.has(field)),
      edited: observed.filter(({ type }) => TOLD.has(type)),
      notes,
      ...(move && { move }),
      damages: this.use.eventLog.damages?.(history.id) ?? [],
    };
  }

  #writeTexts(writes: PlannedWrite[], spec: string, folder: SpecFolder, { texts }: StoredChange): void {
    for (const one of texts) {
      const isInside = one.path.startsWith(`${folder.path}/`);
      const file = isInside ? one.path.slice(folder.path.length + 1) : lastNameIn(one.path);
      writes.push({ kind: 'text', spec, file, ...one });
    }
  }

  /**
   * Plans a record of hand edits alone, if a hand edit already made the requested change or the caller asked to keep the
   * document. Returns undefined otherwise.
   */
  #onlyObserved(
    drafts: RecordDrafts,
    { folder, keep }: PlannedChange,
    commands: readonly SpecCommand[],
    history: Reconciled,
    events: readonly SpecEvent[],
    writes: PlannedWrite[],
  ): ChangedSpec | undefined {
    const edited = events.filter(({ type }) => TOLD.has(type));
    const isField = edited.some(({ type }) => type === 'FrontmatterEdited');
    const isAsked = keep === 'document' ? events.length > 0 : isField && commands.length > 0;
    if (!isAsked) return undefined;
    const record = this.use.reconcile.record(drafts, history, events);
    writes.push({ kind: 'record', record });
    return { folder, document: history.document, record, log: [...history.records, record], edited };
  }

  #editFiles(
    spec: string,
    folder: SpecFolder,
    editText: LinkUpdate,
    move: PlaceMove | undefined,
    writes: PlannedWrite[],
  ): void {
    for (const file of this.use.specStore.files(folder).slice(1)) {
      const text = isMarkdown(file) ? this.use.specStore.readFile(folder, file) : undefined;
      const path = `${folder.path}/${file}`;
      const edited = text === undefined ? undefined : placed(editText, path, move)(text);
      if (text === undefined || edited === undefined || edited === text) continue;
      writes.push({ kind: 'text', spec, path, file, text: edited, was: text });
    }
  }

  /** Returns the document with the new frontmatter, and the title if it changed; all other bytes stay the same. */
  #rewrite(
    document: SpecDocument,
    spec: ActiveSpec,
    name: string,
    editText?: (text: string) => string,
  ): SpecDocument {
    const edited = this.use.specStore.edit(document, frontmatterDiff(document.frontmatter, spec.frontmatter));
    let body = spec.text?.body ?? bodyOf(edited);
    if (spec.title !== titleOf({ text: body, bodyStart: 0 }, name)) body = retitle(body, spec.title);
    if (editText !== undefined) body = editText(body);
    const text = edited.text.slice(0, edited.bodyStart) + body;
    return text === edited.text ? edited : this.use.specStore.parse(text);
  }

  /** Sets or removes the field `updated`, depending on the configuration. @param at time of this change, if any. */
  #dated(spec: ActiveSpec, at: string | undefined): ActiveSpec {
    const recorded = at === undefined ? valueAt(spec.frontmatter, 'updated') : timestampOf(at);
    return {
      ...spec,
      frontmatter: withField(
        spec.frontmatter,
        'updated',
        keepsUpdated(this.use.config.frontmatter) ? recorded : null,
      ),
    };
  }
}

/** Returns events for fields that follow from what is written, such as the status that the last ticked box means. */
function followingEvents({ document }: StoredChange, edited: SpecDocument, spec: ActiveSpec) {
  const { frontmatter } = document;
  if (document === edited || frontmatterDiff(edited.frontmatter, frontmatter).size === 0) return [];
  return decideCommands([{ type: 'ObserveFrontmatter', data: { frontmatter } }], spec).events;
}

/** Returns `editText` bound to the file at `path`, so that relative links are correct if the file's folder moves. */
function placed(editText: LinkUpdate, path: string, move: PlaceMove | undefined): (text: string) => string {
  const to = move === undefined ? path : move.to + path.slice(move.from.length);
  return (text) => editText(text, { from: path, to });
}

/** Types of events for changes made by hand or by git. The command that finds such changes reports them itself. */
const TOLD: ReadonlySet<string> = new Set(['FrontmatterEdited', 'TextEdited']);

export interface SpecChange {
  /** Name of the command in the log. */
  readonly command: string;
  readonly commands: (spec: ActiveSpec, asked: Asked, folder: SpecFolder) => readonly SpecCommand[];
  /** The caller's id of the request: a repeated request with the same id changes nothing. */
  readonly request?: string | undefined;
  /** Returns the message to show if nothing changes. */
  readonly unchanged: (ref: string, by: string) => string;
}

/**
 * Changes one spec by the commands of a request.
 * @param spec reference to the spec: number, folder name, name, id, path, unique prefix, or exact title.
 */
export function changeOneSpec(
  use: Services,
  { spec, ...change }: SpecChange & { readonly spec: string },
): ChangeResult {
  return single(changeSeveralSpecs(use, change, () => [use.specCatalog.find(spec)]));
}

/** Changes specs by the commands of a request, all or none. @param choose returns the specs; called under the lock. */
export function changeSeveralSpecs(
  { specCatalog, clock, hasher, changeSpecs, writeSession }: Services,
  { command, commands, unchanged, request }: SpecChange,
  choose: () => readonly SpecFolder[],
): ChangesResult {
  const work = (drafts: RecordDrafts): ChangesResult => {
    const { actor: by, at } = drafts;
    const asked = { by, at, today: clock.today(), sha256: hasher.sha256 };
    const folders = choose();
    const changed = changeSpecs.apply(
      drafts,
      folders.map((folder) => ({ folder, commands: (found) => commands(found, asked, folder) })),
    );
    const results = changedResults(specCatalog, changed);
    return {
      specs: results.map(({ spec }) => spec),
      events: eventsOf(changed),
      warnings: results.flatMap(({ warnings }, i): readonly Warning[] => {
        if (changed[i]?.record !== undefined || warnings.length > 0) return warnings;
        const message = `${unchanged(folders[i]?.ref ?? '', by)}; nothing was changed.`;
        return [{ code: 'UNCHANGED', message }];
      }),
      total: results.length,
    };
  };
  return writeSession.change(command, work, request);
}
