import type { SpecDocument } from '../../domain/document/specDocument.js';
import { retitle, titleOf } from '../../domain/document/title.js';
import { type Divergence, divergences } from '../../domain/log/divergence.js';
import { timestampOf } from '../../domain/log/foldSpec.js';
import { frontmatterDigest } from '../../domain/log/frontmatterDigest.js';
import type { LogRecord } from '../../domain/log/record.js';
import { headsOf } from '../../domain/log/recordOrder.js';
import { folderAt, groupPlaces } from '../../domain/naming/folderLabels.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { SpecCommand } from '../../domain/spec/commands.js';
import { decide } from '../../domain/spec/decide.js';
import type { SpecEvent } from '../../domain/spec/specEvents.js';
import { evolve } from '../../domain/spec/specEvents.js';
import { withField } from '../../domain/spec/change.js';
import { scalarWrites } from '../../domain/spec/specEvents.js';
import { frontmatterDiff } from '../../domain/spec/frontmatterDiff.js';
import type { ActiveSpec, Spec } from '../../domain/spec/spec.js';
import type { JsonObject } from '../../domain/value/json.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { Hasher } from '../../ports/hasher.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { PlannedWrite, Transaction } from '../../ports/transaction.js';
import type { ConfigurationWatch } from './configurationWatch.js';
import { brokenSpec } from './brokenSpec.js';
import { recordedEvents } from './recordedEvents.js';
import type { RecordDrafts } from './recordDrafts.js';
import type { SpecHistories, SpecHistory } from './specHistory.js';
import type { Needs } from '../services.js';

/** One spec's part in a change. */
export interface PlannedChange {
  readonly folder: SpecFolder;
  /** What is asked of the spec, given what it is now. */
  readonly commands: (spec: ActiveSpec) => readonly SpecCommand[];
  /** Further edits of the Markdown below the frontmatter and beside it, such as links that follow a renumbered folder. */
  readonly editText?: (text: string) => string;
}

export interface ChangedSpec {
  readonly folder: SpecFolder;
  readonly document: SpecDocument;
  /** The record of this command; absent when nothing changed. */
  readonly record?: LogRecord;
  /** What two branches had set differently and this record settles without having been asked to: the standing value stays. */
  readonly settled?: readonly Divergence[];
  /** What the frontmatter was changed to by hand before, as facts; recorded with this command. */
  readonly edited?: readonly SpecEvent[];
}

/** Plans what follows from a change: facts, their records, documents, folders; a transaction carries it out. The caller holds the lock. */
export class ChangeSpecs {
  static readonly needs = [
    'specStore',
    'eventLog',
    'hasher',
    'specHistories',
    'transaction',
    'configurationWatch',
    'config',
  ] as const;
  readonly #store: SpecStore;
  readonly #log: EventLog;
  readonly #hasher: Hasher;
  readonly #histories: SpecHistories;
  readonly #transaction: Transaction;
  readonly #configuration: ConfigurationWatch;
  readonly #specsDir: string;

  constructor(services: Needs<typeof ChangeSpecs>) {
    this.#store = services.specStore;
    this.#log = services.eventLog;
    this.#hasher = services.hasher;
    this.#histories = services.specHistories;
    this.#transaction = services.transaction;
    this.#configuration = services.configurationWatch;
    this.#specsDir = services.config.specsDir;
  }

  /** All of the changes, or none. */
  apply(drafts: RecordDrafts, changes: readonly PlannedChange[]): readonly ChangedSpec[] {
    const writes: PlannedWrite[] = [];
    const changed = changes.map((change) => this.#plan(drafts, change, writes));
    if (writes.some(({ kind }) => kind === 'record')) writes.push(...this.#configuration.observed(drafts));
    this.#transaction.commit(writes);
    return changed;
  }

  #plan(drafts: RecordDrafts, change: PlannedChange, writes: PlannedWrite[]): ChangedSpec {
    const { folder } = change;
    const document = this.#store.open(folder);
    if (document.problem !== undefined) throw brokenSpec(this.#store.documentPath(folder), document.problem);
    const title = titleOf(document, folder.name);
    const history = this.#histories.open(folder, document, title);
    if (history.place !== 'current') this.#refuseCopy(folder, history);

    const observed = ask(history.observations, history.spec);
    // The title is the body's; only after a write that was cut short the log knows better.
    const found = history.document === 'interrupted' ? observed.spec : { ...observed.spec, title };
    const asked = settled(ask(change.commands(found), found), change, history.records);

    const interrupted = history.document === 'interrupted' || history.place === 'interrupted';
    if (asked.events.length === 0 && !interrupted && change.editText === undefined)
      return (
        this.#onlyObserved(drafts, change, document, found, history, observed.events, writes) ?? {
          folder,
          document,
        }
      );

    const spec = asked.events.length > 0 ? stamped(asked.spec, drafts.at) : asked.spec;
    const target = folderAt(this.#specsDir, spec.labels);
    const fields = asked.events.length > 0 || interrupted ? spec.frontmatter : document.frontmatter;
    const edited = this.#rewrite(document, { ...spec, frontmatter: fields }, title, change.editText);
    let record: LogRecord | undefined;
    if (asked.events.length > 0) {
      const heads = headsOf(history.records);
      const parents =
        observed.events.length > 0 ? [this.#observe(drafts, history, heads, observed.events, writes)] : heads;
      record = this.#log.seal(
        drafts.change(history.id, parents, recordedEvents(asked.events), this.#digest(edited.frontmatter)),
      );
      writes.push({ kind: 'record', record });
    }
    if (edited.text !== document.text) {
      const inLog = edited.text.slice(edited.bodyStart) === document.text.slice(document.bodyStart);
      const path = this.#store.documentPath(folder);
      writes.push({ kind: 'text', spec: history.id, path, text: edited.text, was: document.text, inLog });
    }
    if (change.editText !== undefined) this.#editFiles(history.id, folder, change.editText, writes);
    if (target.path !== folder.path)
      writes.push({ kind: 'move', from: folder.path, to: target.path, groups: groupPlaces(folder) });
    if (record === undefined) return { folder: target, document: edited };
    const chosen = new Set(asked.events.flatMap((event) => [...scalarWrites(event).keys()]));
    return {
      folder: target,
      document: edited,
      record,
      settled: divergences(history.records).filter(({ field }) => !chosen.has(field)),
      edited: observed.events.filter(({ type }) => type === 'FrontmatterEdited'),
    };
  }

  /** What was asked for stands already, by hand: that it does is recorded, which is the change. */
  #onlyObserved(
    drafts: RecordDrafts,
    { folder, commands }: PlannedChange,
    document: SpecDocument,
    found: ActiveSpec,
    history: SpecHistory,
    events: readonly SpecEvent[],
    writes: PlannedWrite[],
  ): ChangedSpec | undefined {
    const edited = events.filter(({ type }) => type === 'FrontmatterEdited');
    if (edited.length === 0 || commands(found).length === 0) return undefined;
    const record = this.#observe(drafts, history, headsOf(history.records), events, writes);
    return { folder, document, record, edited };
  }

  /** What is written to a copy would be told of the original: they have one identity, and one history. */
  #refuseCopy(folder: SpecFolder, { id, spec }: SpecHistory): void {
    if (spec.kind === 'absent') return;
    const original = folderAt(this.#specsDir, spec.labels);
    if (original.path === folder.path || this.#store.open(original).frontmatter['id'] !== id) return;
    throw new SpectoolError('ID_COPIED', `${folder.path} is a copy of ${original.path}: both have one id.`, {
      advice: [{ useCase: 'validateProject', request: { fix: true }, to: 'make the copy a spec of its own' }],
      details: { path: folder.path, original: original.path, id },
    });
  }

  #editFiles(
    spec: string,
    folder: SpecFolder,
    editText: (text: string) => string,
    writes: PlannedWrite[],
  ): void {
    for (const name of this.#store.files(folder).slice(1)) {
      const text = /\.(?:md|markdown)$/i.test(name) ? this.#store.readFile(folder, name) : undefined;
      const edited = text === undefined ? undefined : editText(text);
      if (text === undefined || edited === undefined || edited === text) continue;
      const path = `${folder.path}/${name}`;
      writes.push({ kind: 'text', spec, path, text: edited, was: text, inLog: false });
    }
  }

  #observe(
    drafts: RecordDrafts,
    history: SpecHistory,
    heads: readonly LogRecord[],
    events: readonly SpecEvent[],
    writes: PlannedWrite[],
  ): LogRecord {
    const record = this.#log.seal(
      drafts.observation(history.id, heads, recordedEvents(events), this.#digest(history.seen)),
    );
    writes.push({ kind: 'record', record });
    return record;
  }

  /** The document with the frontmatter the spec now has, and its title when that changed; every other byte stays. */
  #rewrite(
    document: SpecDocument,
    spec: ActiveSpec,
    title: string,
    editText?: (text: string) => string,
  ): SpecDocument {
    const edited = this.#store.edit(document, frontmatterDiff(document.frontmatter, spec.frontmatter));
    let body = edited.text.slice(edited.bodyStart);
    if (spec.title !== title) body = retitle(body, spec.title);
    if (editText !== undefined) body = editText(body);
    const text = edited.text.slice(0, edited.bodyStart) + body;
    return text === edited.text ? edited : this.#store.parse(text);
  }

  #digest(frontmatter: JsonObject): string {
    return frontmatterDigest(frontmatter, (text) => this.#hasher.sha256(text));
  }
}

function ask(
  commands: readonly SpecCommand[],
  spec: Spec,
): { readonly spec: ActiveSpec; readonly events: readonly SpecEvent[] } {
  const events: SpecEvent[] = [];
  let state = spec;
  for (const command of commands) {
    const decided = decide(command, state);
    events.push(...decided);
    state = decided.reduce(evolve, state);
  }
  if (state.kind === 'absent') throw new SpectoolError('SPEC_NOT_FOUND', 'There is no such spec.');
  return { spec: state, events };
}

/** Asking for the value that stands settles what two branches set differently: it was chosen, and that is a fact. */
function settled(
  asked: ReturnType<typeof ask>,
  change: PlannedChange,
  records: readonly LogRecord[],
): ReturnType<typeof ask> {
  const { spec } = asked;
  if (asked.events.length > 0 || change.commands(spec).length === 0) return asked;
  const chosen = askedFields(change.commands(spec));
  const kept = divergences(records).flatMap(({ field }) => {
    if (!chosen.has(field)) return [];
    const value = Object.hasOwn(spec.frontmatter, field) ? (spec.frontmatter[field] ?? null) : null;
    return [[field, { from: value, to: value }] as const];
  });
  const fields = kept.filter(([field]) => field !== 'title');
  const events: readonly SpecEvent[] = [
    ...(fields.length > 0
      ? [{ type: 'FieldsChanged' as const, data: { changes: Object.fromEntries(fields) } }]
      : []),
    ...(fields.length < kept.length
      ? [{ type: 'SpecRenamed' as const, data: { title: { from: spec.title, to: spec.title } } }]
      : []),
  ];
  return events.length === 0 ? asked : { spec, events };
}

function askedFields(commands: readonly SpecCommand[]): ReadonlySet<string> {
  return new Set(
    commands.flatMap((command) => {
      if (command.type === 'ChangeStatus') return ['status'];
      if (command.type === 'Retitle') return ['title'];
      if (command.type === 'CorrectDate') return [command.data.field];
      return command.type === 'ChangeFields' ? Object.keys(command.data.set) : [];
    }),
  );
}

function stamped(spec: ActiveSpec, at: string): ActiveSpec {
  return { ...spec, frontmatter: withField(spec.frontmatter, 'updated', timestampOf(at)) };
}
