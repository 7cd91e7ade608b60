import { isMarkdown } from '../../domain/document/plainText.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { Holder } from '../../domain/claims/holder.js';
import { underClaim } from '../../domain/claims/claimRules.js';
import { retitle, titleOf } from '../../domain/document/sections/title.js';
import { type Divergence, divergences } from '../../domain/log/divergence.js';
import { timestampOf } from '../../domain/value/timestamp.js';
import { frontmatterDigest } from '../../domain/log/frontmatterHash.js';
import type { MergePreference } from '../../domain/log/reconcileFields.js';
import { textDigests } from '../../domain/log/textHash.js';
import type { MissingText } from '../../domain/log/recordedText.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import { headsOf } from '../../domain/log/records/recordOrder.js';
import { foldersAbove, parentOf } from '../../domain/naming/projectPath.js';
import { folderAt, groupPlaces, type SpecFolder } from '../../domain/naming/specFolder.js';
import { samePlace } from '../../domain/log/folderState.js';
import { keepsUpdated } from '../../domain/project/configuration.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { trashPlace } from '../../domain/project/projectFolders.js';
import type { SpecCommand } from '../../domain/spec/commands.js';
import { decideGroup } from '../../domain/spec/decisions/decideGroup.js';
import type { LinkUpdate, PlaceMove } from '../../domain/document/updateLinks.js';
import type { SpecEvent } from '../../domain/spec/specEvents.js';
import { evolve } from '../../domain/spec/specEvents.js';
import { type Changes, valueAt, withField } from '../../domain/fields/change.js';
import { frontmatterDiff } from '../../domain/fields/frontmatterDiff.js';
import type { ActiveSpec, Spec } from '../../domain/spec/spec.js';
import type { JsonObject } from '../../domain/value/json.js';
import type { Clock, Hasher } from '../../ports/system.js';
import type { EventLog, LogDamage } from '../../ports/eventLog.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { PlannedWrite, TextWrite, Transaction } from '../../ports/transaction.js';
import type { ConfigurationWatch } from './configurationWatch.js';
import type { OpenClaims } from '../worktrees/openClaims.js';
import type { UncommittedRecords } from '../records/uncommittedRecords.js';
import type { Warning } from '../warning.js';
import {
  ask,
  completing,
  fieldsOf,
  following,
  settled,
  settlementOf,
  typing,
} from '../records/decideEvents.js';
import { withUpdatedLinks } from './updateLinks.js';
import { brokenSpec } from './conflictedSpecs.js';
import { recordedEvents, type DocumentDigests, type RecordDrafts } from './recordDrafts.js';
import type { SpecHistories, SpecHistory } from './specHistory.js';
import type { SpecIdentities, UnnamedStreams } from './specIdentities.js';
import type { Configuration } from '../../domain/project/configuration.js';

/** The change of one spec within a command. */
export interface PlannedChange {
  readonly folder: SpecFolder;
  /** Returns the requested commands for the current state of the spec. */
  readonly commands: (spec: ActiveSpec) => readonly SpecCommand[];
  /** Edits the text and the other Markdown files of the spec, for example to update links to a renumbered folder. */
  readonly editText?: LinkUpdate;
  /**
   * Which side wins if branches disagree: the document (default), since a person may have chosen; `log` if a merge has just
   * written the document.
   */
  readonly judge?: MergePreference;
  /** Which side wins if document and log differ without a hand edit. */
  readonly keep?: 'log' | 'document';
  /** Removes the field `updated` from the document, since the log has the time of the last change. */
  readonly isTidied?: true;
  /** Document text produced by a merge, to replace the current one. */
  readonly merged?: string;
  /** Document text typed by a person, based on the current one; its changes are recorded as that person's. */
  readonly typed?: string;
  /** True if the spec is not in the tree yet: another spec has its folder. */
  readonly isNew?: boolean;
  /** Target folders of other moves in this command. The spec stays where it is if its own target is among them or taken. */
  readonly occupied?: ReadonlySet<string>;
}

/** Planned change of one spec, not yet written. */
export interface SpecPlan {
  readonly changed: ChangedSpec;
  readonly writes: readonly PlannedWrite[];
}

export interface ChangedSpec {
  readonly folder: SpecFolder;
  readonly document: SpecDocument;
  /** Record of this command; absent if nothing changed. */
  readonly record?: LogRecord;
  /** All records of the spec, including new ones. */
  readonly log: readonly LogRecord[];
  /** Fields on which branches disagree and which this record settles, although not requested: the winning value stays. */
  readonly settled?: readonly Divergence[];
  /**
   * Differences found before the change, as events: fields edited by hand, records set aside by git. Recorded with this
   * command.
   */
  readonly edited?: readonly SpecEvent[];
  /** Fields in which the document was behind the log; the change restores them. */
  readonly broughtBack?: Changes;
  /** Recorded text missing from the document; the change restores it. */
  readonly missing?: readonly MissingText[];
  /** Warnings about the spec before the change. */
  readonly notes?: readonly Warning[];
  /** The folder was at its previous place, and is moved back to where the log has it. */
  readonly returned?: PlaceMove;
  /** The text differs from the log, but a git filter may be the cause. */
  readonly isFiltered?: boolean;
  /** Holder of the spec's claim, if it is another actor. */
  readonly holder?: Holder;
  /** Requested move of the folder. */
  readonly move?: PlaceMove;
  /** Unreadable specs, if the folder moves: their links to it are not updated. */
  readonly unfollowed?: readonly string[];
  /** Damage in the spec's log: the records in damaged files are unknown. */
  readonly damages?: readonly LogDamage[];
}

interface Places {
  readonly paths: Set<string>;
  /** Groups; absent after a folder moved, because groups may have been created or emptied. */
  readonly groups?: readonly string[];
}

/** Result of a carried-out change. */
export interface CarriedOut {
  readonly changed: readonly ChangedSpec[];
  /** Other specs, whose links were updated to moved folders. */
  readonly followers: readonly ChangedSpec[];
}

/** Plans a change: events, records, documents, folders. A transaction carries out the plan. The caller holds the lock. */
export class ChangeSpecs {
  /** Streams without a document, per command: a command may change many specs without an `id`. */
  readonly #unnamed = new WeakMap<RecordDrafts, UnnamedStreams>();
  /** Spec folders and groups, per command. */
  readonly #places = new WeakMap<RecordDrafts, Places>();
  /** Commands that have already checked for uncommitted records; only the first spec is checked. */
  readonly #looked = new WeakSet<RecordDrafts>();
  readonly #claimedElsewhere = new WeakMap<RecordDrafts, ReturnType<OpenClaims['elsewhere']>>();

  constructor(
    private readonly files: FileSystem,
    private readonly store: SpecStore,
    private readonly log: EventLog,
    private readonly hasher: Hasher,
    private readonly histories: SpecHistories,
    private readonly identities: SpecIdentities,
    private readonly transaction: Transaction,
    private readonly configuration: ConfigurationWatch,
    private readonly claims: OpenClaims,
    private readonly uncommitted: UncommittedRecords,
    private readonly clock: Clock,
    private readonly config: Configuration,
  ) {}

  /** Makes all changes or none, and updates links to moved folders. */
  apply(drafts: RecordDrafts, changes: readonly PlannedChange[]): readonly ChangedSpec[] {
    return this.carryOut(drafts, changes).changed;
  }

  /** Like `apply`, and also returns the specs whose links were updated. */
  carryOut(drafts: RecordDrafts, changes: readonly PlannedChange[]): CarriedOut {
    const plans = this.planAll(drafts, changes);
    this.commit(
      drafts,
      plans.flatMap(({ writes }) => writes),
    );
    const all = plans.map(({ changed }) => changed);
    if (!drafts.isRehearsal) this.claims.tell(all, drafts.at);
    return { changed: all.slice(0, changes.length), followers: all.slice(changes.length) };
  }

  /** Plans all changes, followed by those of specs whose links must be updated. */
  planAll(drafts: RecordDrafts, changes: readonly PlannedChange[]): readonly SpecPlan[] {
    const asked = changes.map((change) => this.plan(drafts, change));
    const moves = asked.flatMap(({ changed: { move } }) => move ?? []);
    if (moves.length === 0) return asked;
    const plans = withUpdatedLinks(this.store, changes, moves).map((change) => this.plan(drafts, change));
    const unread = [...this.store.unreadFiles().keys()];
    const own = unread.filter((file) => moves.some(({ from }) => file.startsWith(`${from}/`)));
    const unfollowed = [...this.#broken(changes), ...own];
    return plans.map(({ changed, writes }) => ({
      changed: changed.move === undefined ? changed : { ...changed, unfollowed },
      writes,
    }));
  }

  /** Paths of unreadable specs, without those being changed. */
  #broken(changes: readonly PlannedChange[]): readonly string[] {
    const own = new Set(changes.map(({ folder }) => folder.path));
    const summaries = this.store.summaries();
    return summaries.flatMap(({ folder, problem }) =>
      problem === undefined || own.has(folder.path) ? [] : [folder.path],
    );
  }

  /** Plans one change, for commands that plan further writes. `commit` carries out the plan. */
  plan(drafts: RecordDrafts, change: PlannedChange): SpecPlan {
    const writes: PlannedWrite[] = [];
    return { changed: this.#plan(drafts, change, writes), writes };
  }

  commit(drafts: RecordDrafts, writes: readonly PlannedWrite[]): void {
    if (drafts.isRehearsal) return;
    const places = this.#places.get(drafts);
    this.#places.delete(drafts);
    const isRecorded = writes.some(({ kind }) => kind === 'record');
    this.transaction.commit(isRecorded ? [...writes, ...this.configuration.observed(drafts)] : writes);
    const after = places && placesAfter(places, writes);
    if (after !== undefined) this.#places.set(drafts, after);
  }

  /** Turns copies of specs into separate specs, with these ids and new histories. */
  part(
    drafts: RecordDrafts,
    copies: readonly { readonly folder: SpecFolder; readonly id: StreamId }[],
  ): void {
    const writes: PlannedWrite[] = [];
    for (const { folder, id } of copies) {
      const document = this.store.open(folder);
      const named = this.store.edit(document, new Map([['id', id]]));
      const history = this.histories.open(folder, named, titleOf(named, folder.name));
      const { events } = ask(history.observations, history.spec);
      if (events.length > 0) this.#observe(drafts, history, named, events, writes);
      writes.push(this.#textWrite(id, folder, named.text, document.text));
    }
    this.commit(drafts, writes);
  }

  #plan(drafts: RecordDrafts, asks: PlannedChange, writes: PlannedWrite[]): ChangedSpec {
    const { folder, isNew = false } = asks;
    const current = this.store.open(folder);
    const was = isNew || current.problem?.code === 'MISSING_DOCUMENT' ? undefined : current.text;
    const given = asks.merged === undefined ? current : this.store.parse(asks.merged);
    if (given.problem !== undefined) throw brokenSpec(this.store.documentPath(folder), given.problem);
    const { document, records } = isNew ? { document: given } : this.#identified(drafts, folder, given);
    const title = titleOf(document, folder.name);
    const history = this.histories.open(folder, document, title, {
      judge: asks.judge,
      keep: asks.keep,
      known: records,
    });
    const earlier = drafts.earlier(history.records);
    if (earlier !== undefined) return { folder, document, record: earlier, log: history.records };
    if (history.place !== 'current') this.#refuseCopy(folder, history);
    const notes = isNew ? [] : this.#uncommitted(drafts, folder, history);
    const typed = asks.typed === undefined ? undefined : this.store.parse(asks.typed);
    const change =
      typed === undefined
        ? asks
        : { ...asks, commands: (found: ActiveSpec) => typing(document, typed, found) };

    const observed = ask(history.observations, history.spec);
    // The title comes from the text, unless only the log knows that a branch changed it.
    const text = {
      body: history.completed.body,
      bodyLine: document.bodyLine,
      criteriaSections: this.config.criteria.sections,
    };
    const found = { ...observed.spec, text, ...(history.document !== 'behind' && { title }) };
    const commands = change.commands(found);
    const { holder, ...requested } = this.#underClaim(
      drafts,
      history.id,
      found,
      this.#regrouped(drafts, found, commands, ask(commands, found)),
    );
    const asked = following(
      completing(
        settled(requested, change, history.records),
        commands,
        typed === undefined ? observed.events : [...observed.events, ...requested.events],
        this.clock.today(),
      ),
      change.editText && placed(change.editText, this.store.documentPath(folder), undefined),
      history,
      bodyOf(document),
    );
    const broughtBack = history.lagging;

    const { missing } = history.completed;
    const isBehind =
      Object.keys(broughtBack).length > 0 || missing.length > 0 || history.place === 'interrupted';
    const isTidied =
      change.isTidied === true &&
      !keepsUpdated(this.config.frontmatter) &&
      isDated(document, history.records);
    if (asked.events.length === 0 && !isBehind && change.editText === undefined && !isTidied) {
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
    const target = this.#isTaken(place, change) ? folder : place;
    const seen = isTidied ? withField(document.frontmatter, 'updated', null) : document.frontmatter;
    const fields = asked.events.length > 0 || isBehind ? spec.frontmatter : seen;
    // A deleted spec's document is not rewritten.
    const isMoved = !isNew && !isGone(spec) && !samePlace(found.labels, spec.labels);
    const move = isMoved && target.path !== folder.path ? { from: folder.path, to: target.path } : undefined;
    const editText = change.editText && placed(change.editText, this.store.documentPath(folder), move);
    const edited = isGone(spec)
      ? document
      : typed === undefined
        ? this.#rewrite(document, { ...spec, frontmatter: fields }, folder.name, editText)
        : this.store.edit(typed, frontmatterDiff(typed.frontmatter, fields));
    const isReturned =
      history.place === 'interrupted' && !isMoved && !isGone(spec) && target.path !== folder.path;
    const returned = isReturned ? { from: folder.path, to: target.path } : undefined;
    let record: LogRecord | undefined;
    if (asked.events.length > 0) {
      const isObserved = observed.events.length > 0;
      const parents = isObserved
        ? [this.#observe(drafts, history, document, observed.events, writes)]
        : headsOf(history.records);
      const kept = isObserved || asked.chosen !== undefined ? [] : settlementOf(history, asked.events);
      const known = isObserved ? parents[0]?.text : history.text;
      const digests = this.#digests(edited.frontmatter, bodyOf(edited), bodyOf(document), known, history);
      record = this.log.seal(
        drafts.change(history.id, parents, recordedEvents([...kept, ...asked.events]), digests),
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
    if (record === undefined)
      return { folder: target, document: edited, log, broughtBack, missing, ...(returned && { returned }) };
    // A hand edit after the branches were merged also counts as a choice.
    const chosen = asked.chosen ?? fieldsOf([...observed.events, ...asked.events]);
    return {
      folder: target,
      document: edited,
      record,
      log,
      settled: divergences(history.records).filter(({ field }) => !chosen.has(field)),
      edited: observed.events.filter(({ type }) => TOLD.has(type)),
      broughtBack,
      missing,
      notes,
      ...(returned && { returned }),
      isFiltered: history.isFiltered,
      ...(holder && { holder }),
      ...(move && { move }),
      damages: this.log.damages?.(history.id) ?? [],
    };
  }

  #uncommitted(drafts: RecordDrafts, folder: SpecFolder, { id, records }: SpecHistory): readonly Warning[] {
    if (drafts.isRehearsal || records.length === 0 || this.#looked.has(drafts)) return [];
    this.#looked.add(drafts);
    return this.uncommitted.warnings(id, this.store.documentPath(folder), folder.ref);
  }

  /** Turns changes of fields that name groups into a move of the folder. */
  #regrouped(
    drafts: RecordDrafts,
    found: ActiveSpec,
    commands: readonly SpecCommand[],
    asked: ReturnType<typeof ask>,
  ): ReturnType<typeof ask> {
    if (commands.length === 0 || isGone(asked.spec)) return asked;
    const groups = () => this.#groupsOf(drafts);
    const events = decideGroup(found, asked.spec, this.config.structure, commands, groups);
    return {
      spec: events.reduce<Spec>(evolve, asked.spec) as ActiveSpec,
      events: [...asked.events, ...events],
    };
  }

  /** Adds what the claim requires: an actor who does not hold the claim cannot change the assignee. */
  #underClaim(
    drafts: RecordDrafts,
    stream: StreamId,
    found: ActiveSpec,
    asked: ReturnType<typeof ask>,
  ): ReturnType<typeof ask> & { readonly holder?: Holder } {
    // A new spec has no holder.
    if (asked.events.length === 0 || asked.events.some(({ type }) => type === 'SpecCreated')) return asked;
    const known = this.#claimedElsewhere.get(drafts) ?? this.claims.elsewhere(drafts.at);
    this.#claimedElsewhere.set(drafts, known);
    const elsewhere = known(stream);
    if (found.claim === undefined && elsewhere === undefined) return asked;
    const claimant = this.claims.claimant(drafts.actor, drafts.at);
    const { events, holder } = underClaim(found, asked.events, claimant, elsewhere);
    return {
      spec: events.slice(asked.events.length).reduce<Spec>(evolve, asked.spec) as ActiveSpec,
      events,
      ...(holder && { holder }),
    };
  }

  /** Restores a lost or changed `id` in the document. A document without a log gets its `id` when it is recorded. */
  #identified(
    drafts: RecordDrafts,
    folder: SpecFolder,
    document: SpecDocument,
  ): { readonly document: SpecDocument; readonly records?: readonly LogRecord[] } {
    const known = this.identities.recordsOf(document.frontmatter);
    if (known.length > 0) return { document, records: known };
    const unnamed = this.#unnamed.get(drafts) ?? this.identities.unnamed();
    this.#unnamed.set(drafts, unnamed);
    const id = this.identities.of(folder, document.frontmatter, unnamed);
    const records = this.log.records(id);
    if (foldSpec(records).spec.kind === 'absent') return { document };
    return { document: this.store.edit(document, new Map([['id', id]])), records };
  }

  #textWrite(spec: string, folder: SpecFolder, text: string, was: string | undefined): TextWrite {
    const path = this.store.documentPath(folder);
    const file = path.slice(folder.path.length + 1);
    return { kind: 'text', spec, path, file, text, ...(was !== undefined && { was }) };
  }

  #isTaken({ path }: SpecFolder, { folder, occupied }: PlannedChange): boolean {
    if (occupied === undefined || path === folder.path) return false;
    return occupied.has(path) || this.files.stat(path) !== undefined;
  }

  /** The requested change was already made by hand: only the observation is recorded. */
  #onlyObserved(
    drafts: RecordDrafts,
    { folder, keep }: PlannedChange,
    commands: readonly SpecCommand[],
    document: SpecDocument,
    history: SpecHistory,
    events: readonly SpecEvent[],
    writes: PlannedWrite[],
  ): ChangedSpec | undefined {
    const edited = events.filter(({ type }) => type === 'FrontmatterEdited');
    const isAsked = keep === 'document' ? events.length > 0 : edited.length > 0 && commands.length > 0;
    if (!isAsked) return undefined;
    const record = this.#observe(drafts, history, document, events, writes);
    return { folder, document, record, log: [...history.records, record], edited };
  }

  /** Refuses to change a copy: it has the same id as the original, so its changes would be recorded there. */
  #refuseCopy(folder: SpecFolder, { id, spec }: SpecHistory): void {
    if (spec.kind === 'absent') return;
    const original = folderAt(this.config.specsDir, spec.labels);
    if (original.path === folder.path || this.store.open(original).frontmatter['id'] !== id) return;
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

  /** Folder where the spec belongs. Deleted specs go to the trash, with the time to keep their names unique. */
  #placeOf(drafts: RecordDrafts, spec: ActiveSpec, folder: SpecFolder): SpecFolder {
    if (isGone(spec)) return { ...folder, path: trashPlace(folder.ref, drafts.at) };
    const home = folderAt(this.config.specsDir, spec.labels);
    const folded = (path: string) => path.normalize().toLowerCase();
    // File systems may ignore case or Unicode form: such differences alone do not cause a move.
    if (samePlace(spec.labels, folder) && folded(home.path) === folded(folder.path)) return folder;
    // A log may name a path inside the folder of another spec: then the spec stays. A sibling path needs no check.
    const isInSpec =
      parentOf(home.path) !== parentOf(folder.path) &&
      foldersAbove(home.path).some((path) => this.#placesOf(drafts).paths.has(path));
    return isInSpec ? folder : home;
  }

  #placesOf(drafts: RecordDrafts): Places {
    return this.#places.get(drafts) ?? this.#look(drafts);
  }

  #groupsOf(drafts: RecordDrafts): readonly string[] {
    return this.#placesOf(drafts).groups ?? this.#look(drafts).groups;
  }

  #look(drafts: RecordDrafts): Required<Places> {
    const folders = this.store.folders();
    const places = {
      paths: new Set(folders.map(({ path }) => path)),
      groups: [...new Set(folders.flatMap(({ group }) => group ?? []))],
    };
    this.#places.set(drafts, places);
    return places;
  }

  #editFiles(
    spec: string,
    folder: SpecFolder,
    editText: LinkUpdate,
    move: PlaceMove | undefined,
    writes: PlannedWrite[],
  ): void {
    for (const file of this.store.files(folder).slice(1)) {
      const text = isMarkdown(file) ? this.store.readFile(folder, file) : undefined;
      const path = `${folder.path}/${file}`;
      const edited = text === undefined ? undefined : placed(editText, path, move)(text);
      if (text === undefined || edited === undefined || edited === text) continue;
      writes.push({ kind: 'text', spec, path, file, text: edited, was: text });
    }
  }

  #observe(
    drafts: RecordDrafts,
    history: SpecHistory,
    document: SpecDocument,
    events: readonly SpecEvent[],
    writes: PlannedWrite[],
  ): LogRecord {
    // The digests describe the document after lagging fields are restored, as this command writes it.
    const { body } = history.completed;
    const record = this.log.seal(
      drafts.observation(
        history.id,
        headsOf(history.records),
        recordedEvents([...settlementOf(history, events), ...events]),
        this.#digests(history.meant, body, bodyOf(document), history.text, history),
      ),
    );
    writes.push({ kind: 'record', record });
    return record;
  }

  /** @param known digest of the text in the previous record; the lines are recorded again if it changed. */
  #digests(
    frontmatter: JsonObject,
    body: string,
    before: string,
    known: string | undefined,
    { isFiltered }: SpecHistory,
  ): DocumentDigests {
    const digest = this.#digest(frontmatter);
    if (isFiltered && known !== undefined && body === before) return { digest, text: known };
    return { digest, ...textDigests(body, known, (text) => this.hasher.sha256(text)) };
  }

  /** Returns the document with the new frontmatter, and the title if it changed; all other bytes stay the same. */
  #rewrite(
    document: SpecDocument,
    spec: ActiveSpec,
    name: string,
    editText?: (text: string) => string,
  ): SpecDocument {
    const edited = this.store.edit(document, frontmatterDiff(document.frontmatter, spec.frontmatter));
    let body = spec.text?.body ?? bodyOf(edited);
    if (spec.title !== titleOf({ text: body, bodyStart: 0 }, name)) body = retitle(body, spec.title);
    if (editText !== undefined) body = editText(body);
    const text = edited.text.slice(0, edited.bodyStart) + body;
    return text === edited.text ? edited : this.store.parse(text);
  }

  /** Sets or removes the field `updated`, depending on the configuration. @param at time of this change, if any. */
  #dated(spec: ActiveSpec, at: string | undefined): ActiveSpec {
    const recorded = at === undefined ? valueAt(spec.frontmatter, 'updated') : timestampOf(at);
    return {
      ...spec,
      frontmatter: withField(
        spec.frontmatter,
        'updated',
        keepsUpdated(this.config.frontmatter) ? recorded : null,
      ),
    };
  }

  #digest(frontmatter: JsonObject): string {
    return frontmatterDigest(frontmatter, (text) => this.hasher.sha256(text));
  }
}

/** Returns the edit for a file at this path. @param move move of its folder. */
function placed(editText: LinkUpdate, path: string, move: PlaceMove | undefined): (text: string) => string {
  const to = move === undefined ? path : move.to + path.slice(move.from.length);
  return (text) => editText(text, { from: path, to });
}

/**
 * Updates known places after these writes, to avoid scanning the tree again in commands with many changes. Undefined if a
 * scan is needed.
 */
function placesAfter(places: Places, writes: readonly PlannedWrite[]): Places | undefined {
  const isOnlyThese = writes.every(
    (write) =>
      write.kind === 'record' || write.kind === 'move' || (write.kind === 'text' && write.was !== undefined),
  );
  if (!isOnlyThese) return undefined;
  const moves = writes.flatMap((write) => (write.kind === 'move' ? [write] : []));
  if (moves.length === 0) return places;
  const { paths } = places;
  for (const { from } of moves) paths.delete(from);
  for (const { to } of moves) paths.add(to);
  return { paths };
}

function isGone({ deleted }: ActiveSpec): boolean {
  return deleted !== undefined;
}

function bodyOf({ text, bodyStart }: SpecDocument): string {
  return text.slice(bodyStart);
}

/** True if the document has the field `updated` although its log has the time. */
function isDated({ frontmatter }: SpecDocument, records: readonly LogRecord[]): boolean {
  return Object.hasOwn(frontmatter, 'updated') && records.some(({ at }) => at !== undefined);
}

/** Event types found before a change and reported with it. */
const TOLD: ReadonlySet<string> = new Set(['FrontmatterEdited', 'RecordsSetAside']);
