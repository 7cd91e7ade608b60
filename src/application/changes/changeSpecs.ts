import { isMarkdown } from '../../domain/document/decodeText.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import { retitle, titleOf } from '../../domain/document/sections/headings.js';
import { divergences } from '../../domain/log/divergentFields.js';
import { timestampOf } from '../../domain/value/dates.js';
import { frontmatterDigest, textDigests } from '../../domain/log/textHash.js';
import { foldSpec, type PlaceState, samePlace } from '../../domain/log/foldSpec.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import { headsOf } from '../../domain/log/records/recordOrder.js';
import {
  folderAt,
  foldersAbove,
  groupPlaces,
  parentOf,
  type SpecFolder,
} from '../../domain/naming/projectPath.js';
import { keepsUpdated } from '../../domain/project/configuration.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { trashPlace } from '../../domain/project/projectFolders.js';
import type { SpecCommand } from '../../domain/spec/specCommands.js';
import type { LinkUpdate, PlaceMove } from '../../domain/document/links.js';
import type { SpecEvent } from '../../domain/spec/specEvents.js';
import { frontmatterDiff, valueAt, withField } from '../../domain/fields/fieldChange.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import type { JsonObject } from '../../domain/value/jsonValue.js';
import type { PlannedWrite, TextWrite } from '../../ports/transaction.js';
import { ask, choosing, completing, fieldsOf, following, typing } from './changeAdditions.js';
import {
  type CarriedOut,
  type ChangedSpec,
  type DocumentDigests,
  type PlannedChange,
  type RecordDrafts,
  recordedEvents,
  type SpecPlan,
} from './plannedChange.js';
import { withUpdatedLinks } from './folderMoves.js';
import { brokenSpec } from './conflictedSpecs.js';
import type { LogComparison } from './documentLogComparisons.js';
import type { Services } from '../services.js';

/** Plans a change: events, records, documents, folders. A transaction carries out the plan. The caller must hold the lock. */
export class ChangeSpecs {
  constructor(private readonly use: Services) {}

  /** Makes all changes or none, and updates links to moved folders. */
  apply(drafts: RecordDrafts, changes: readonly PlannedChange[]): readonly ChangedSpec[] {
    return this.carryOut(drafts, changes).changed;
  }

  /** Makes all changes or none, like `apply`, and also returns the specs in which links were updated. */
  carryOut(drafts: RecordDrafts, changes: readonly PlannedChange[]): CarriedOut {
    const plans = this.#planAll(drafts, changes);
    const all = plans.map(({ changed }) => changed);
    const writes = plans.flatMap((plan) => plan.writes);
    if (!drafts.isRehearsal)
      this.use.openClaims.carryOut(all, drafts.at, drafts.command, () => this.commit(drafts, writes));
    return { changed: all.slice(0, changes.length), followers: all.slice(changes.length) };
  }

  /** Returns the plans of the requested changes, followed by plans for the specs whose links must be updated. */
  #planAll(drafts: RecordDrafts, changes: readonly PlannedChange[]): readonly SpecPlan[] {
    const asked = changes.map((change) => this.plan(drafts, change));
    const moves = asked.flatMap(({ changed: { move } }) => move ?? []);
    if (moves.length === 0) return asked;
    const plans = withUpdatedLinks(this.use.specStore, changes, moves).map((change) =>
      this.plan(drafts, change),
    );
    // A link in a file that cannot be read would be left behind.
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
    const isRecorded = writes.some(({ kind }) => kind === 'record');
    this.use.transaction.commit(
      isRecorded ? [...writes, ...this.use.configurationWatch.observed(drafts)] : writes,
    );
  }

  /** Makes each copied spec a spec of its own: with the given id and a new history. */
  part(
    drafts: RecordDrafts,
    copies: readonly { readonly folder: SpecFolder; readonly id: StreamId }[],
  ): void {
    const writes: PlannedWrite[] = [];
    for (const { folder, id } of copies) {
      const document = this.use.specStore.open(folder);
      const named = this.use.specStore.edit(document, new Map([['id', id]]));
      const history = this.use.documentLogComparisons.open(folder, named, titleOf(named, folder.name));
      const { events } = ask(history.observations, history.spec);
      if (events.length > 0) this.#observe(drafts, history, events, writes);
      writes.push(this.#textWrite(id, folder, named.text, document.text));
    }
    this.commit(drafts, writes);
  }

  #plan(drafts: RecordDrafts, wished: PlannedChange, writes: PlannedWrite[]): ChangedSpec {
    const { folder, isNew = false } = wished;
    const current = this.use.specStore.open(folder);
    const asks = isNew ? wished : this.use.changeAdditions.withNamesNow(drafts, wished, current);
    const was = isNew || current.problem?.code === 'MISSING_DOCUMENT' ? undefined : current.text;
    const given = asks.merged === undefined ? current : this.use.specStore.parse(asks.merged);
    if (given.problem !== undefined) throw brokenSpec(this.use.specStore.documentPath(folder), given.problem);
    const { document, records } = isNew ? { document: given } : this.#identified(drafts, folder, given);
    const title = titleOf(document, folder.name);
    const history = this.use.documentLogComparisons.open(folder, document, title, {
      judge: asks.judge,
      keep: asks.keep,
      known: records,
    });
    const earlier = drafts.earlier(history.records);
    if (earlier !== undefined) return { folder, document, record: earlier, log: history.records };
    if (history.place !== 'current') this.#refuseCopy(folder, history);
    const typed = asks.typed === undefined ? undefined : this.use.specStore.parse(asks.typed);
    const change =
      typed === undefined
        ? asks
        : { ...asks, commands: (found: ActiveSpec) => typing(document, typed, found, history.records) };

    const text = {
      body: history.completed.body,
      bodyLine: document.bodyLine,
      criteriaSections: this.use.config.criteria.sections,
    };
    const { spec: logged } = history;
    const observed = ask(history.observations, logged.kind === 'absent' ? logged : { ...logged, text });
    // Take the title from the text, unless a branch changed the title and only the log has that change.
    const found = {
      ...observed.spec,
      text,
      ...(history.document !== 'behind' && {
        title: titleOf({ text: text.body, bodyStart: 0 }, folder.name),
      }),
    };
    const commands = change.commands(found);
    const { holder, ...requested } = this.use.changeAdditions.underClaim(
      drafts,
      history.id,
      found,
      this.use.changeAdditions.regrouped(drafts, found, commands, ask(commands, found)),
    );
    const asked = following(
      completing(
        choosing(requested, commands, history.records),
        commands,
        typed === undefined ? observed.events : [...observed.events, ...requested.events],
        this.use.clock.today(),
      ),
      change.editText && placed(change.editText, this.use.specStore.documentPath(folder), undefined),
      history,
      bodyOf(document),
    );
    const { lagging: broughtBack, since } = history;
    const { missing } = history.completed;
    const isBehind =
      Object.keys(broughtBack).length > 0 || missing.length > 0 || history.place === 'interrupted';
    if (asked.events.length === 0 && !isBehind && change.editText === undefined) {
      const stands = typed ?? document;
      if (stands.text !== was) writes.push(this.#textWrite(history.id, folder, stands.text, was));
      return (
        this.#onlyObserved(drafts, change, commands, document, history, observed.events, writes) ?? {
          folder,
          document: stands,
          log: history.records,
          ...(holder && { holder }),
        }
      );
    }

    const spec = this.#dated(asked.spec, asked.events.length > 0 ? drafts.at : undefined);
    const place = this.#placeOf(drafts, spec, folder);
    const target = this.#isTaken(place, change, history.place) ? folder : place;
    const fields = asked.events.length > 0 || isBehind ? spec.frontmatter : document.frontmatter;
    const isMoved = !isNew && !isGone(spec) && !samePlace(found.labels, spec.labels);
    const move = isMoved && target.path !== folder.path ? { from: folder.path, to: target.path } : undefined;
    const editText =
      change.editText && placed(change.editText, this.use.specStore.documentPath(folder), move);
    // Leave the document of a deleted spec as it is.
    const edited = isGone(spec)
      ? document
      : typed === undefined
        ? this.#rewrite(document, { ...spec, frontmatter: fields }, folder.name, editText)
        : this.use.specStore.edit(typed, frontmatterDiff(typed.frontmatter, fields));
    const isReturned =
      history.place === 'interrupted' && !isMoved && !isGone(spec) && target.path !== folder.path;
    const returned = isReturned ? { from: folder.path, to: target.path } : undefined;
    let record: LogRecord | undefined;
    if (asked.events.length > 0) {
      const isObserved = observed.events.length > 0;
      const parents = isObserved
        ? [this.#observe(drafts, history, observed.events, writes)]
        : headsOf(history.records);
      const known = isObserved ? parents[0]?.text : history.text;
      const digests = this.#digests(edited.frontmatter, bodyOf(edited), known);
      record = this.use.eventLog.seal(
        drafts.change(history.id, parents, recordedEvents(asked.events), digests),
      );
      writes.push({ kind: 'record', record });
    }
    if (edited.text !== was) {
      const home = isNew ? target : folder;
      writes.push(this.#textWrite(history.id, home, edited.text, was));
    }
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
      ...{ folder: target, document: edited, log, broughtBack, missing, since },
      ...(returned && { returned }),
    };
    if (record === undefined) return put;
    // Fields that a person edited by hand after a merge count as chosen, like the fields in the request, so they are not
    // reported as settled.
    const chosen = fieldsOf([...observed.events, ...asked.events]);
    return {
      ...put,
      record,
      settled: divergences(history.records).filter(({ field }) => !chosen.has(field)),
      edited: observed.events.filter(({ type }) => TOLD.has(type)),
      ...(holder && { holder }),
      ...(move && { move }),
      damages: this.use.eventLog.damages?.(history.id) ?? [],
    };
  }

  /**
   * Restores a lost or changed `id` in the document. A document without a log gets its `id` when its first record is written.
   */
  #identified(
    drafts: RecordDrafts,
    folder: SpecFolder,
    document: SpecDocument,
  ): { readonly document: SpecDocument; readonly records?: readonly LogRecord[] } {
    const known = this.use.specLogFinder.recordsOf(document.frontmatter);
    if (known.length > 0) return { document, records: known };
    const unnamed = drafts.once('unnamed', () => this.use.specLogFinder.unnamed());
    const id = this.use.specLogFinder.of(folder, document.frontmatter, unnamed);
    const records = this.use.eventLog.records(id);
    if (foldSpec(records).spec.kind === 'absent') return { document };
    return { document: this.use.specStore.edit(document, new Map([['id', id]])), records };
  }

  #textWrite(spec: string, folder: SpecFolder, text: string, was: string | undefined): TextWrite {
    const path = this.use.specStore.documentPath(folder);
    const file = path.slice(folder.path.length + 1);
    return { kind: 'text', spec, path, file, text, ...(was !== undefined && { was }) };
  }

  /** True if another spec is in the folder that the log has for this spec; this spec then stays where it is. */
  #isTaken({ path }: SpecFolder, { folder, occupied }: PlannedChange, found: PlaceState): boolean {
    if ((occupied === undefined && found !== 'interrupted') || path === folder.path) return false;
    return occupied?.has(path) === true || this.use.fileSystem.stat(path) !== undefined;
  }

  /**
   * Plans a record of hand edits alone, if a hand edit already made the requested change or the caller asked to keep the
   * document. Returns undefined otherwise.
   */
  #onlyObserved(
    drafts: RecordDrafts,
    { folder, keep }: PlannedChange,
    commands: readonly SpecCommand[],
    document: SpecDocument,
    history: LogComparison,
    events: readonly SpecEvent[],
    writes: PlannedWrite[],
  ): ChangedSpec | undefined {
    const edited = events.filter(({ type }) => TOLD.has(type));
    const isField = edited.some(({ type }) => type === 'FrontmatterEdited');
    const isAsked = keep === 'document' ? events.length > 0 : isField && commands.length > 0;
    if (!isAsked) return undefined;
    const record = this.#observe(drafts, history, events, writes);
    return { folder, document, record, log: [...history.records, record], edited };
  }

  /**
   * Refuses to change a copy of a spec: it has the `id` of the original, so the change would be recorded for the original.
   */
  #refuseCopy(folder: SpecFolder, { id, spec }: LogComparison): void {
    if (spec.kind === 'absent') return;
    const original = folderAt(this.use.config.specsDir, spec.labels);
    if (original.path === folder.path || this.use.specStore.open(original).frontmatter['id'] !== id) return;
    throw new SpectoolError(
      'ID_COPIED',
      `${folder.path} is a copy of ${original.path}: both have the same id.`,
      {
        advice: [
          { useCase: 'validateProject', request: { fix: true }, to: 'make the copy a spec of its own' },
        ],
        details: { path: folder.path, original: original.path, id },
      },
    );
  }

  /**
   * Returns the folder where the spec belongs. For a deleted spec this is a folder in the trash, whose name contains the time
   * to be unique.
   */
  #placeOf(drafts: RecordDrafts, spec: ActiveSpec, folder: SpecFolder): SpecFolder {
    if (isGone(spec)) return { ...folder, path: trashPlace(folder.ref, drafts.at) };
    const home = folderAt(this.use.config.specsDir, spec.labels);
    const folded = (path: string) => path.normalize().toLowerCase();
    // File systems may ignore case or Unicode form: such differences alone do not cause a move.
    if (samePlace(spec.labels, folder) && folded(home.path) === folded(folder.path)) return folder;
    // If the path in the log is inside the folder of another spec, this spec is not moved. A path beside the current folder
    // needs no check.
    if (parentOf(home.path) === parentOf(folder.path)) return home;
    const specs = drafts.once('folders', () => new Set(this.use.specStore.folders().map(({ path }) => path)));
    return foldersAbove(home.path).some((path) => specs.has(path)) ? folder : home;
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

  #observe(
    drafts: RecordDrafts,
    history: LogComparison,
    events: readonly SpecEvent[],
    writes: PlannedWrite[],
  ): LogRecord {
    // Compute the digests from the document as this command writes it, with the logged values restored.
    const { body } = history.completed;
    const record = this.use.eventLog.seal(
      drafts.observation(
        history.id,
        headsOf(history.records),
        recordedEvents(events),
        this.#digests(history.meant, body, history.text),
      ),
    );
    writes.push({ kind: 'record', record });
    return record;
  }

  /**
   * Returns the digests of the document for its record.
   * @param known digest of the text in the previous record; if the text has changed since, its lines are recorded again.
   */
  #digests(frontmatter: JsonObject, body: string, known: string | undefined): DocumentDigests {
    const sha256 = (text: string) => this.use.hasher.sha256(text);
    return { digest: frontmatterDigest(frontmatter, sha256), ...textDigests(body, known, sha256) };
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

/**
 * Returns a function that edits the text of the file at `path`.
 * @param move move of the file's folder, if it moves.
 */
function placed(editText: LinkUpdate, path: string, move: PlaceMove | undefined): (text: string) => string {
  const to = move === undefined ? path : move.to + path.slice(move.from.length);
  return (text) => editText(text, { from: path, to });
}

function isGone({ deleted }: ActiveSpec): boolean {
  return deleted !== undefined;
}

function bodyOf({ text, bodyStart }: SpecDocument): string {
  return text.slice(bodyStart);
}

/** Types of events that describe what hands and git did; the command that finds such changes reports them. */
const TOLD: ReadonlySet<string> = new Set(['FrontmatterEdited', 'TextEdited']);
