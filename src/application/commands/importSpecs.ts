import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { textChanges, textDigest, textPrint } from '../../domain/log/textPrint.js';
import { replacedLines } from '../../domain/document/sectionEdits.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { frontmatterDigest } from '../../domain/log/frontmatterDigest.js';
import { importedId, type LogRecord } from '../../domain/log/record.js';
import { type FoundDocument, type ImportedDocument, isUnread } from '../../domain/import/importedDocument.js';
import { type PlannedDocument, planImport } from '../../domain/import/planImport.js';
import { NO_STATUS } from '../../domain/import/statusWords.js';
import { folderAt, groupPlaces } from '../../domain/naming/folderLabels.js';
import { parentOf } from '../../domain/naming/projectPath.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { followMoves, type PlaceMove } from '../../domain/document/followLinks.js';
import { nearest } from '../../domain/naming/nearest.js';
import { CONFIG_FILE } from '../../domain/project/projectFolders.js';
import { IMPORTED_STATUSES, type ImportedStatus } from '../../domain/project/projectConfig.js';
import type { Outcome } from '../../domain/spec/outcome.js';
import type { JsonObject, JsonValue } from '../../domain/value/json.js';
import type { ImportSource, SourceTree } from '../../ports/import/importSource.js';
import type { PlannedWrite } from '../../ports/transaction.js';
import type { PlannedChange } from '../changes/changeSpecs.js';
import type { RecordDrafts } from '../changes/recordDrafts.js';
import { withMoves } from '../changes/withMoves.js';
import { type ImportedSpec, type JudgedDocument, joined } from '../imports/importedSpecs.js';
import { fieldValues, flag, text, texts, type RequestSchema } from '../requestSchema.js';
import type { Needs } from '../services.js';
import { planProjectRecord } from '../setup/projectRecord.js';
import { SetupChanges } from '../setup/setupChanges.js';
import { UseCase } from '../useCase.js';
import type { Warning } from '../warning.js';

export interface ImportSpecsRequest {
  /** Which kind of documents; found by looking where it is not said. */
  readonly source?: string | undefined;
  /** Where they are: a folder or a file, from the working directory; the project by default. */
  readonly place?: string | undefined;
  /** Write; by default only what would become of each document is told. */
  readonly apply?: boolean | undefined;
  /** Make specs of documents where they stand, in the folder for specs. */
  readonly inPlace?: boolean | undefined;
  /** What status words mean here, by word: `{ accepted: 'complete' }`; `none` is a document without one. */
  readonly map?: Readonly<Record<string, JsonValue | undefined>> | undefined;
  /** Do not ask git for the past. */
  readonly noHistory?: boolean | undefined;
  /** Only documents whose path has one of these patterns: `*` is any text without `/`, `**` any text. */
  readonly only?: readonly string[] | undefined;
}

/** `new`: becomes a spec. `changed`: changed there since. `kept`: changed here. `both`: changed there and here, and kept. */
export type ImportAction = 'new' | 'changed' | 'unchanged' | 'kept' | 'both' | 'undecided' | 'failed';

/** What becomes of one document. */
export interface ImportedRow {
  /** In the source. */
  readonly from: string;
  readonly action: ImportAction;
  /** Folder name of the spec. */
  readonly ref?: string;
  readonly path?: string;
  readonly number?: number;
  readonly title?: string;
  readonly status?: string;
  readonly archivedAs?: Outcome;
  readonly archived?: true;
  /** As it stands in the source. */
  readonly sourceStatus?: string;
  /** What told it. */
  readonly statusFrom?: string;
  readonly created?: string;
  readonly createdFrom?: string;
  readonly completed?: string;
  /** Recorded moments of its past. */
  readonly events?: number;
  /** In words: what is lost, or another than in the source. */
  readonly notes: readonly string[];
  /** Why it failed. */
  readonly problem?: string;
}

/** Documents with a status that nobody knows. */
export interface UndecidedWord {
  /** As `map` takes it; `none` for documents without one. */
  readonly word: string;
  readonly count: number;
  readonly examples: readonly string[];
}

export interface ImportSpecsResult {
  readonly source: string;
  readonly path: string;
  readonly documents: readonly ImportedRow[];
  /** How many of each action. */
  readonly counts: Readonly<Partial<Record<ImportAction, number>>>;
  /** How many of each status, of those that become or are specs. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly undecided: readonly UndecidedWord[];
  readonly warnings: readonly Warning[];
  /** Nothing was written: it is what would be. */
  readonly dryRun?: true;
}

/** More documents than this are taken over in parts. */
const MOST_DOCUMENTS = 20_000;

/** Takes documents of other tools over as specs, with their past; what was taken over before is brought up to date. */
export class ImportSpecs extends UseCase<ImportSpecsRequest, ImportSpecsResult> {
  static readonly needs = [
    'writeSession',
    'specStore',
    'eventLog',
    'transaction',
    'configurationStore',
    'nextNumbers',
    'changeSpecs',
    'importedSpecs',
    'importSources',
    'sourceTrees',
    'sourceHistory',
    'fileSystem',
    'hasher',
    'clock',
    'config',
  ] as const;
  static readonly request: RequestSchema<ImportSpecsRequest> = {
    source: text,
    place: text,
    apply: flag,
    inPlace: flag,
    map: fieldValues,
    noHistory: flag,
    only: texts,
  };
  readonly #services: Needs<typeof ImportSpecs>;

  constructor(services: Needs<typeof ImportSpecs>) {
    super();
    this.#services = services;
  }

  protected override async run(asked: ImportSpecsRequest): Promise<ImportSpecsResult> {
    const { writeSession, config } = this.#services;
    const request = this.#meant(asked);
    const said = saidWords(request.map ?? {});
    const isInPlace = request.inPlace === true;
    const tree = isInPlace
      ? this.#services.sourceTrees.open(
          request.place ?? `${this.#services.fileSystem.root}/${config.specsDir}`,
          [],
        )
      : this.#services.sourceTrees.open(request.place ?? '.', [config.specsDir]);
    const source = this.#source(request.source, tree);
    const found = this.#documents(source, tree, request.only);
    const documents = found.flatMap((one) => (isUnread(one) ? [] : [one]));
    const history =
      request.noHistory === true
        ? undefined
        : this.#services.sourceHistory.read(
            tree.root,
            documents.flatMap(({ past }) => past?.files ?? []),
          );
    const work = (drafts: RecordDrafts) =>
      this.#import(drafts, { request, source, tree, found, documents, history, said });
    return request.apply === true
      ? writeSession.change('import', work)
      : writeSession.rehearse('import', work);
  }

  /** One word alone is a source, or else a folder or file of that name. */
  #meant(asked: ImportSpecsRequest): ImportSpecsRequest {
    const { source, place } = asked;
    if (source === undefined || place !== undefined) return asked;
    if (this.#services.importSources.some(({ name }) => name === source)) return asked;
    try {
      this.#services.sourceTrees.open(source, []);
    } catch {
      return asked;
    }
    return { ...asked, source: undefined, place: source };
  }

  /** The one that is named, else the one that finds most. */
  #source(name: string | undefined, tree: SourceTree): ImportSource {
    const { importSources: sources } = this.#services;
    const names = sources.map((one) => one.name);
    if (name !== undefined) {
      const named = sources.find((one) => one.name === name);
      if (named !== undefined) return named;
      const [near] = nearest(name, names, 1);
      throw new SpectoolError('USAGE', `There is no source "${name}", and no folder of that name.`, {
        hint: near === undefined ? `Sources: ${names.join(', ')}.` : `Did you mean ${near}?`,
      });
    }
    const counts = sources.map((source) => ({ source, count: source.detect(tree) }));
    const most = counts.reduce((a, b) => (b.count > a.count ? b : a));
    if (most.count > 0) return most.source;
    throw new SpectoolError('SOURCE_NOT_FOUND', `There are no documents of another tool in ${tree.root}.`, {
      hint: `Name the folder they are in. It looks for: ${sources.map((one) => `${one.name} (${one.description})`).join('; ')}.`,
    });
  }

  #documents(
    source: ImportSource,
    tree: SourceTree,
    only: readonly string[] | undefined,
  ): readonly FoundDocument[] {
    const patterns = only?.map(patternOf);
    const found: FoundDocument[] = [];
    for (const one of source.read(tree)) {
      if (patterns?.some((pattern) => pattern.test(one.place)) === false) continue;
      found.push(isUnread(one) ? one : withFreeNames(one, this.#services.config.structure.defaultFile));
      if (found.length > MOST_DOCUMENTS)
        throw new SpectoolError('USAGE', `There are more than ${String(MOST_DOCUMENTS)} documents.`, {
          hint: 'Import them in parts: name a folder, or give patterns.',
        });
    }
    return found;
  }

  #import(drafts: RecordDrafts, asked: Asked): ImportSpecsResult {
    const { nextNumbers } = this.#services;
    const elsewhere = nextNumbers.elsewhere();
    const plans = this.#plans(asked, elsewhere.numbers);
    const outcome = this.#outcome(drafts, asked, plans);
    const numbers = outcome.fresh.flatMap(({ id, labels: { sequence, name } }) =>
      sequence === null ? [] : [{ number: sequence, spec: id, name }],
    );
    const writes = outcome.writes();
    if (!drafts.isRehearsal && writes.length > 0)
      nextNumbers.hold(numbers, () => {
        this.#commit(drafts, asked, outcome, writes);
      });
    return { ...outcome.result, warnings: [...elsewhere.warnings, ...outcome.result.warnings] };
  }

  #plans({ source, documents, history, said, tree, request }: Asked, elsewhere: ReadonlyMap<string, number>) {
    const { specStore, config, clock, eventLog } = this.#services;
    const folders = specStore.folders();
    const summaries = specStore.summaries(folders);
    const bySource = new Map<string, (typeof summaries)[number]>();
    const byId = new Map<string, (typeof summaries)[number]>();
    const byPath = new Map(summaries.map((one) => [one.folder.path, one]));
    for (const one of summaries) {
      const { source: origin, id } = one.frontmatter;
      if (typeof id !== 'string' || one.problem !== undefined) continue;
      byId.set(id, one);
      if (typeof origin === 'string' && !bySource.has(origin)) bySource.set(origin, one);
    }
    const here = new Set(folders.map(({ sequence }) => sequence));
    const others = new Map<number, string[]>();
    for (const [name, number] of elsewhere) others.set(number, [...(others.get(number) ?? []), name]);
    const standing =
      request.inPlace === true ? this.#standing(tree, documents, folders) : new Map<string, SpecFolder>();
    return planImport({
      standing,
      source: source.name,
      documents,
      prefix: history?.prefix ?? '',
      histories: history?.files ?? new Map(),
      known: (origin, identity, place) => {
        const there = standing.get(place);
        const found =
          there === undefined
            ? (bySource.get(origin) ?? byId.get(this.#streamOf(identity)))
            : byPath.get(there.path);
        if (found === undefined) return undefined;
        // Where it stands it was taken over once it says so.
        const from = found.frontmatter['source'];
        const isTaken = typeof from === 'string' && from.startsWith(`${source.name}:`);
        if (there !== undefined && !isTaken) return undefined;
        return { folder: found.folder, id: found.frontmatter['id'] as string };
      },
      // The same document, imported on another branch, is no other spec.
      isTaken: (number, name) =>
        here.has(number) || others.get(number)?.some((ref) => !ref.endsWith(`-${name}`)) === true,
      groups: folders.flatMap(({ group }) => group ?? []),
      highest: Math.max(
        eventLog.highestSequence(),
        ...[...here].map((one) => one ?? 0),
        ...elsewhere.values(),
      ),
      said: { ...config.import.map, ...said },
      config,
      today: clock.today(),
    });
  }

  /** Documents that are specs where they stand, by place. */
  #standing(
    tree: SourceTree,
    documents: readonly ImportedDocument[],
    folders: readonly SpecFolder[],
  ): ReadonlyMap<string, SpecFolder> {
    const { specStore } = this.#services;
    const byPath = new Map(folders.map((folder) => [folder.path, folder]));
    return new Map(
      documents.flatMap(({ place }) => {
        const path = joined(tree.inProject ?? '', place);
        const folder = byPath.get(parentOf(path));
        const isThere = folder !== undefined && specStore.documentPath(folder) === path;
        return isThere ? [[place, folder] as const] : [];
      }),
    );
  }

  /** A stream that an import was undone of is not begun a second time. */
  #streamOf(identity: string): string {
    const { hasher, eventLog } = this.#services;
    for (let turn = 1; ; turn += 1) {
      const id = importedId(identity, String(turn), (text) => hasher.sha256(text));
      const { spec } = foldSpec(eventLog.records(id));
      if (spec.kind === 'absent' || spec.deleted === undefined) return id;
    }
  }

  #outcome(
    drafts: RecordDrafts,
    { source, tree, found, history, request }: Asked,
    plans: Plans,
  ): ImportOutcome {
    const { importedSpecs, fileSystem } = this.#services;
    const rows = new Map<FoundDocument, ImportedRow>();
    const undecided = new Map<string, string[]>();
    const fresh: FreshSpec[] = [];
    const changes: PlannedChange[] = [];
    const placed = plans.flatMap((plan) => ('problem' in plan ? [] : [plan]));
    const places = this.#places(tree, placed);
    const standing: FreshSpec[] = [];
    const moves = request.inPlace === true ? movesOf(placed, this.#services.config.specsDir) : [];
    const follow = (body: string, file: PlaceMove) => followMoves(body, file, moves);
    for (const plan of plans) {
      const { document } = plan;
      if ('problem' in plan) {
        rows.set(document, failed(document, plan.problem));
        continue;
      }
      const row = rowOf(plan);
      try {
        const { meaning } = plan;
        if (meaning === undefined) {
          undecided.set(plan.word, [...(undecided.get(plan.word) ?? []), document.place]);
          rows.set(document, { ...row, action: 'undecided' });
          continue;
        }
        const known = { ...plan, meaning };
        if (request.inPlace === true && plan.known === undefined && plan.isStanding !== true)
          throw new SpectoolError('SPEC_NOT_FOUND', 'it is no spec where it stands');
        if (plan.known !== undefined) {
          if (request.inPlace === true) {
            rows.set(document, { ...row, action: 'unchanged', ...statusOf(known) });
            continue;
          }
          const { action, change } = this.#again(known, plan.known, tree, places);
          if (change !== undefined) changes.push(change);
          rows.set(document, { ...row, action, ...statusOf(known) });
          continue;
        }
        if (request.inPlace === true) {
          const { spec, change } = this.#inPlace(known, follow);
          if (spec !== undefined) standing.push({ ...spec, plan, path: plan.folder.path });
          if (change !== undefined) changes.push(change);
          rows.set(document, {
            ...row,
            action: 'new',
            ...(spec === undefined ? statusOf(known) : stateOf(spec)),
          });
          continue;
        }
        const spec = this.#fresh(known, tree, places);
        const folder = folderAt(this.#services.config.specsDir, spec.labels);
        if (fileSystem.stat(folder.path) !== undefined)
          throw new SpectoolError('SPEC_EXISTS', `${folder.path} stands there already, and is no spec.`);
        fresh.push({ ...spec, plan, path: folder.path });
        const links = spec.left.length;
        rows.set(document, {
          ...row,
          action: 'new',
          path: folder.path,
          ...stateOf(spec),
          events: spec.records.length,
          notes: [
            ...row.notes,
            ...(links === 0
              ? []
              : [
                  `${String(links)} ${links === 1 ? 'link leads' : 'links lead'} to what does not come along`,
                ]),
          ],
        });
      } catch (error) {
        if (!(error instanceof SpectoolError) || error.code === 'CHANGED_MEANWHILE') throw error;
        rows.set(document, failed(document, error.message));
      }
    }
    for (const one of found) if (isUnread(one)) rows.set(one, failed(one, one.problem));
    const documents = found.flatMap((one) => rows.get(one) ?? []);
    return {
      fresh,
      brought: [...fresh, ...standing],
      changed: changes.length,
      writes: () => [
        ...this.#changeWrites(drafts, changes, request.inPlace === true ? follow : undefined),
        ...fresh.flatMap((one) => this.#writesOf(one, tree, places, importedSpecs)),
        ...standing.flatMap((one) => this.#standingWrites(one, follow)),
        ...(moves.length === 0
          ? []
          : this.#followers(
              drafts,
              [...standing.map(({ plan }) => plan.folder), ...changes.map(({ folder }) => folder)],
              moves,
            )),
      ],
      result: {
        source: source.name,
        path: tree.inProject ?? tree.root,
        documents,
        counts: countedBy(documents.map(({ action }) => action)),
        statuses: countedBy(
          documents.flatMap(({ action, status, archivedAs }) =>
            isSpec(action) ? (archivedAs ?? status ?? []) : [],
          ),
        ),
        undecided: [...undecided].map(([word, all]) => ({
          word,
          count: all.length,
          examples: all.slice(0, 3),
        })),
        warnings: [
          ...tree.skipped.map((message): Warning => ({ code: 'IMPORT_SKIPPED', message })),
          ...notTaken(source.notTaken?.(tree) ?? []),
          ...(history?.missing === undefined ? [] : [{ code: 'HISTORY_MISSING', message: history.missing }]),
        ],
      },
    };
  }

  /** Where everything that comes along stands afterwards, by its place in the source. */
  #places(tree: SourceTree, plans: readonly PlannedDocument[]): (path: string) => string | undefined {
    const { defaultFile } = this.#services.config.structure;
    const at = (path: string) => (tree.inProject === undefined ? path : joined(tree.inProject, path));
    const places = new Map<string, string>();
    for (const { document, folder } of plans) {
      if (document.folder !== undefined) places.set(at(document.folder), folder.path);
      for (const { from, name } of document.files ?? [])
        if (!places.has(at(from))) places.set(at(from), `${folder.path}/${name}`);
    }
    for (const { document, folder } of plans) places.set(at(document.place), `${folder.path}/${defaultFile}`);
    return (path) => places.get(path);
  }

  #fresh(plan: Judged, tree: SourceTree, places: Places): ImportedSpec {
    const { importedSpecs } = this.#services;
    const { folder, document } = plan;
    const { text: body, left } = importedSpecs.body(plan, tree, ownPlaces(plan, folder.path, tree, places));
    const id = this.#streamOf(plan.identity);
    return importedSpecs.spec(id, { ...plan, folder }, body, left, { seen: importedSpecs.seen(document) });
  }

  /** A document that is a spec already: what changed there comes, what changed here stays. */
  #again(
    plan: Judged,
    { folder, id }: NonNullable<PlannedDocument['known']>,
    tree: SourceTree,
    places: Places,
  ): { readonly action: ImportAction; readonly change?: PlannedChange } {
    const { eventLog, specStore, importedSpecs } = this.#services;
    const records = eventLog.records(id);
    const last = records.findLast(({ events }) => events.some(({ type }) => type === 'SpecTakenOver'));
    const seen = importedSpecs.seen(plan.document);
    const before = last?.events.find(({ type }) => type === 'SpecTakenOver')?.data['seen'];
    const document = specStore.open(folder);
    const isHere = last !== undefined && this.#isAsTaken(document, last);
    if (before === seen || last === undefined) return { action: isHere ? 'unchanged' : 'kept' };
    if (!isHere) return { action: 'both' };
    const { text: body } = importedSpecs.body(
      { ...plan, folder },
      tree,
      ownPlaces(plan, folder.path, tree, places),
    );
    const wanted = importedSpecs.spec(id, plan, body, [], { seen });
    const was = document.text.slice(document.bodyStart);
    const [old, now] = [textPrint(was), textPrint(wanted.body)];
    const change: PlannedChange = {
      folder,
      commands: () => [
        {
          type: 'FollowSource',
          data: {
            frontmatter: wanted.frontmatter,
            isArchived: wanted.labels.archived,
            ...(was !== wanted.body && { typed: replacedLines(was, wanted.body) }),
            sections: old && now ? textChanges(old, now) : [],
            taken: { seen, again: true },
          },
        },
      ],
    };
    return { action: 'changed', change };
  }

  /** A spec that has no log gets its past; one that has gets what the import adds. */
  #inPlace(plan: Judged, follow: Follow): { readonly spec?: ImportedSpec; readonly change?: PlannedChange } {
    const { specStore, importedSpecs, eventLog, hasher, config } = this.#services;
    const { folder, labels, document: read } = plan;
    const document = specStore.open(folder);
    if (document.problem !== undefined) throw new SpectoolError('SPEC_BROKEN', document.problem.message);
    const { id: own } = document.frontmatter;
    const sha256 = (content: string) => hasher.sha256(content);
    const id = typeof own === 'string' && own !== '' ? own : importedId(plan.identity, '1', sha256);
    const records = eventLog.records(id);
    const taken = {
      seen: importedSpecs.seen(read),
      found: { frontmatter: document.frontmatter, archived: labels.archived },
    };
    const home = folderAt(config.specsDir, { ...labels, archived: labels.archived || isPutAway(plan) });
    const file = specStore.documentPath(folder).slice(folder.path.length);
    const was = document.text.slice(document.bodyStart);
    const body = follow(was, { from: folder.path + file, to: home.path + file });
    const spec = importedSpecs.standing(id, plan, document, body, taken);
    if (records.length === 0) return { spec };
    const isArchived = spec.labels.archived;
    const { frontmatter } = spec;
    return {
      change: {
        folder,
        commands: () => [{ type: 'FollowSource', data: { frontmatter, isArchived, sections: [], taken } }],
      },
    };
  }

  #standingWrites(
    { id, records, text: whole, plan, labels }: FreshSpec,
    follow: Follow,
  ): readonly PlannedWrite[] {
    const { specStore, config } = this.#services;
    const { folder } = plan;
    const target = folderAt(config.specsDir, labels);
    const path = specStore.documentPath(folder);
    const texts = specStore
      .files(folder)
      .slice(1)
      .filter((name) => /\.(?:md|markdown)$/i.test(name));
    return [
      { kind: 'past', records },
      {
        kind: 'text',
        spec: id,
        path,
        file: path.slice(folder.path.length + 1),
        text: whole,
        was: specStore.open(folder).text,
        inLog: false,
      },
      ...texts.flatMap((file): readonly PlannedWrite[] => {
        const was = specStore.readFile(folder, file) ?? '';
        const followed = follow(was, { from: `${folder.path}/${file}`, to: `${target.path}/${file}` });
        const at = `${folder.path}/${file}`;
        return followed === was
          ? []
          : [{ kind: 'text', spec: id, path: at, file, text: followed, was, inLog: false }];
      }),
      ...(target.path === folder.path
        ? []
        : [{ kind: 'move', from: folder.path, to: target.path, groups: groupPlaces(folder) } as const]),
    ];
  }

  /** @param follow where links lead when all that goes elsewhere is known already. */
  #changeWrites(
    drafts: RecordDrafts,
    changes: readonly PlannedChange[],
    follow: Follow | undefined,
  ): readonly PlannedWrite[] {
    const { changeSpecs } = this.#services;
    const plans =
      follow === undefined
        ? changeSpecs.planAll(drafts, changes)
        : changes.map((change) => changeSpecs.plan(drafts, { ...change, editText: follow }));
    return plans.flatMap(({ writes }) => writes);
  }

  /** Other specs that link to what goes into the archive. */
  #followers(
    drafts: RecordDrafts,
    own: readonly SpecFolder[],
    moves: readonly PlaceMove[],
  ): readonly PlannedWrite[] {
    const { specStore, changeSpecs } = this.#services;
    const changes = own.map((folder) => ({ folder, commands: () => [] }));
    return withMoves(specStore, changes, moves)
      .slice(changes.length)
      .flatMap((change) => changeSpecs.plan(drafts, change).writes);
  }

  #isAsTaken(
    {
      frontmatter,
      text: whole,
      bodyStart,
    }: { readonly frontmatter: JsonObject; readonly text: string; readonly bodyStart: number },
    record: LogRecord,
  ): boolean {
    const sha256 = (content: string) => this.#services.hasher.sha256(content);
    const { updated: _kept, ...fields } = frontmatter;
    const digests = [frontmatter, fields].map((one) => frontmatterDigest(one, sha256));
    return (
      record.digest !== undefined &&
      digests.includes(record.digest) &&
      record.text === textDigest(whole.slice(bodyStart), sha256)
    );
  }

  #writesOf(
    { id, records, path, text: whole, plan }: FreshSpec,
    tree: SourceTree,
    places: Places,
    importedSpecs: Needs<typeof ImportSpecs>['importedSpecs'],
  ): readonly PlannedWrite[] {
    const own = ownPlaces(plan, path, tree, places);
    const files = new Map(
      (plan.document.files ?? []).map(({ from, name }) => [
        name,
        () => importedSpecs.file(tree, from, `${path}/${name}`, own),
      ]),
    );
    return [
      { kind: 'past', records },
      {
        kind: 'newFolder',
        spec: id,
        path,
        file: this.#services.config.structure.defaultFile,
        text: whole,
        ...(files.size > 0 && { files }),
      },
    ];
  }

  /** All of it, or nothing; with it the settings that it needs, and a record of who imported what. */
  #commit(
    drafts: RecordDrafts,
    { source, tree, said }: Asked,
    { brought, changed }: ImportOutcome,
    writes: readonly PlannedWrite[],
  ): void {
    const { configurationStore: store, eventLog, fileSystem, transaction, config } = this.#services;
    const isUsed = (key: string) => brought.some(({ frontmatter }) => Object.hasOwn(frontmatter, key));
    const fields = ['source', 'source_id', 'source_status'].filter(
      (key) => !Object.hasOwn(config.frontmatter.custom, key) && isUsed(key),
    );
    const words = Object.entries(said).filter(([word, status]) => config.import.map[word] !== status);
    const edited = store.editedAll([
      ...fields.map((key) => [['frontmatter', 'custom', key], 'string'] as const),
      ...words.map(([word, status]) => [['import', 'map', word], status] as const),
    ]);
    const changes = new SetupChanges(fileSystem);
    changes.own(CONFIG_FILE, edited.text);
    for (const write of writes) changes.write(write);
    planProjectRecord(
      eventLog,
      drafts,
      [
        { type: 'ObserveConfiguration', data: { config: edited.config as unknown as JsonValue } },
        {
          type: 'ImportSpecs',
          data: {
            source: source.name,
            path: tree.inProject ?? tree.root.slice(tree.root.lastIndexOf('/') + 1),
            count: brought.length + changed,
            specs: brought.map(({ id }) => id),
          },
        },
      ],
      changes,
    );
    changes.commit(transaction);
  }
}

interface Asked {
  readonly request: ImportSpecsRequest;
  readonly source: ImportSource;
  readonly tree: SourceTree;
  readonly found: readonly FoundDocument[];
  readonly documents: readonly ImportedDocument[];
  readonly history: ReturnType<Needs<typeof ImportSpecs>['sourceHistory']['read']>;
  readonly said: Readonly<Record<string, ImportedStatus>>;
}

type Plans = ReturnType<typeof planImport>;
type Places = (path: string) => string | undefined;
type Judged = JudgedDocument;

interface FreshSpec extends ImportedSpec {
  readonly plan: PlannedDocument;
  readonly path: string;
}

interface ImportOutcome {
  readonly fresh: readonly FreshSpec[];
  /** These, and those that became specs where they stand. */
  readonly brought: readonly FreshSpec[];
  /** How many specs are brought up to date. */
  readonly changed: number;
  readonly writes: () => readonly PlannedWrite[];
  readonly result: ImportSpecsResult;
}

type Follow = (text: string, file: PlaceMove) => string;

function isPutAway({ document, meaning }: PlannedDocument): boolean {
  return document.isArchived === true || meaning?.isArchived === true;
}

/** Of specs that go into the archive from where they stand. */
function movesOf(plans: readonly PlannedDocument[], specsDir: string): readonly PlaceMove[] {
  return plans.flatMap((plan) => {
    const { known, labels, folder, meaning } = plan;
    const isMoved = known === undefined && meaning !== undefined && isPutAway(plan) && !labels.archived;
    return isMoved ? [{ from: folder.path, to: folderAt(specsDir, { ...labels, archived: true }).path }] : [];
  });
}

/** Several documents may show one picture: each has its own. */
function ownPlaces({ document }: PlannedDocument, folder: string, tree: SourceTree, places: Places): Places {
  const at = (path: string) => (tree.inProject === undefined ? path : joined(tree.inProject, path));
  const own = new Map((document.files ?? []).map(({ from, name }) => [at(from), `${folder}/${name}`]));
  return (path) => own.get(path) ?? places(path);
}

function rowOf(plan: PlannedDocument): Omit<ImportedRow, 'action'> {
  const { document, folder, created, createdFrom, notes } = plan;
  return {
    from: document.place,
    ref: folder.ref,
    path: folder.path,
    ...(folder.sequence !== null && { number: folder.sequence }),
    title: document.title,
    ...(document.status !== undefined && { sourceStatus: document.status }),
    statusFrom: document.statusFrom,
    created,
    createdFrom,
    notes,
  };
}

/** What the spec is in the end. */
function stateOf({ frontmatter, labels }: ImportedSpec): Partial<ImportedRow> {
  const { status, completed, archived_as: outcome } = frontmatter;
  return {
    ...(typeof status === 'string' && { status }),
    ...(typeof completed === 'string' && { completed }),
    ...(typeof outcome === 'string' && { archivedAs: outcome as Outcome }),
    ...(labels.archived && { archived: true }),
  };
}

function statusOf({ meaning }: Judged): Partial<ImportedRow> {
  return {
    status: meaning.status ?? 'planned',
    ...(meaning.outcome !== undefined && { archivedAs: meaning.outcome }),
    ...(meaning.isArchived && { archived: true }),
  };
}

function failed({ place }: Pick<FoundDocument, 'place'>, problem: string): ImportedRow {
  return { from: place, action: 'failed', notes: [], problem };
}

function isSpec(action: ImportAction): boolean {
  return action !== 'failed' && action !== 'undecided';
}

function countedBy<Key extends string>(keys: readonly Key[]): Readonly<Record<Key, number>> {
  const counts: Partial<Record<Key, number>> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts as Record<Key, number>;
}

/** @throws SpectoolError `USAGE` for what no word can mean. */
function saidWords(
  map: Readonly<Record<string, JsonValue | undefined>>,
): Readonly<Record<string, ImportedStatus>> {
  return Object.fromEntries(
    Object.entries(map).map(([given, to]) => {
      const word = given.trim().toLowerCase().replace(/[_-]/g, ' ').replace(/\s+/g, ' ');
      const status = IMPORTED_STATUSES.find((one) => one === to);
      if (word === '' || word.length > 60 || status === undefined)
        throw new SpectoolError('USAGE', `"${given}" cannot mean ${JSON.stringify(to)}.`, {
          hint: `Say a word and what it means: ${IMPORTED_STATUSES.join(', ')}. A document without a status is "${NO_STATUS}".`,
        });
      return [word, status];
    }),
  );
}

/** `*` any text without `/`, `**` any text, `?` a letter; anywhere in the path unless it begins with `/`. */
function patternOf(glob: string): RegExp {
  const source = glob
    .replace(/^\//, '')
    .split(/(\*\*\/?|\*|\?)/)
    .map((part) =>
      part.startsWith('**')
        ? '.*'
        : part === '*'
          ? '[^/]*'
          : part === '?'
            ? '[^/]'
            : part.replace(/[.+^${}()|[\]\\]/g, '\\$&'),
    )
    .join('');
  return new RegExp(`${glob.startsWith('/') ? '^' : '(?:^|/)'}${source}$`, 'u');
}

/** The document's own name is for the document. */
function withFreeNames(document: ImportedDocument, defaultFile: string): ImportedDocument {
  const { files } = document;
  if (files?.some(({ name }) => name.toLowerCase() === defaultFile.toLowerCase()) !== true) return document;
  const free = (name: string) =>
    name.toLowerCase() === defaultFile.toLowerCase() ? `original-${name}` : name;
  return { ...document, files: files.map(({ from, name }) => ({ from, name: free(name) })) };
}

function notTaken(paths: readonly string[]): readonly Warning[] {
  if (paths.length === 0) return [];
  const shown = paths.slice(0, 5).join(', ') + (paths.length > 5 ? ', …' : '');
  return [{ code: 'IMPORT_SKIPPED', message: `No spec, and left where it is: ${shown}.` }];
}
