import { followingMoves } from '../../../domain/document/updateLinks.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { isUnread, type FoundDocument } from '../../../domain/import/importedDocument.js';
import { NO_STATUS } from '../../../domain/import/statusWords.js';
import type { PlannedDocument } from '../../../domain/import/planImport.js';
import { SOURCE_FIELDS } from '../../../domain/import/importedFields.js';
import type { Configuration, ImportedStatus } from '../../../domain/project/configuration.js';
import { CONFIG_FILE } from '../../../domain/project/projectFolders.js';
import type { JsonValue } from '../../../domain/value/jsonValue.js';
import type { ConfigurationStore } from '../../../ports/configurationStore.js';
import type { EventLog } from '../../../ports/eventLog.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { Progress } from '../../../ports/importSource.js';
import type { PlannedWrite, Transaction } from '../../../ports/transaction.js';
import type { ChangeSpecs, PlannedChange } from '../../changes/changeSpecs.js';
import type { RecordDrafts } from '../../changes/recordDrafts.js';
import type { WriteSession } from '../../changes/writeSession.js';
import type { ImportPlans } from '../../imports/importPlans.js';
import {
  actionCounts,
  failedRow,
  madeRow,
  ownRow,
  plannedRow,
  statusCounts,
  undecidedWords,
  type ImportAction,
  type ImportedRow,
  type UndecidedWord,
} from '../../imports/importResultRows.js';
import { saidWords } from '../../imports/givenStatuses.js';
import { type OfferedSections, offeredSections } from '../../imports/offeredSections.js';
import { importedPlaces } from '../../imports/importedPaths.js';
import type { ImportedSpecs, JudgedDocument, NewSpec } from '../../imports/importedSpecs.js';
import type { FoundSource, SourceDocuments } from '../../imports/sourceDocuments.js';
import { movesOf } from '../../imports/specsInPlace.js';
import type { SpecInPlace, SpecsInPlace } from '../../imports/specsInPlace.js';
import { fieldValues, flag, text, texts, type RequestSchema } from '../../requestSchema.js';
import { planProjectRecord } from '../../setup/projectSettingsRecord.js';
import { SetupChanges } from '../../setup/setupChanges.js';
import { UseCase } from '../../useCase.js';
import { notTaken } from '../../imports/skippedFiles.js';
import type { Clone } from '../../../ports/repository/cloneInfo.js';
import type { Warning } from '../../warning.js';
import type { NextSpecNumbers } from '../../worktrees/nextSpecNumbers.js';

export interface ImportSpecsRequest {
  /** Name of the source (the tool that the documents come from); detected by default. */
  readonly source?: string | undefined;
  /** Folder or file to import, relative to the working directory; the project by default. */
  readonly place?: string | undefined;
  /** Write the import; by default the result is only a preview. */
  readonly apply?: boolean | undefined;
  /** Turn documents in the specs folder into specs without moving them. */
  readonly inPlace?: boolean | undefined;
  /**
   * Statuses for status words of the source: `{ accepted: 'complete' }`; the key `none` is for documents without a status.
   */
  readonly map?: Readonly<Record<string, JsonValue | undefined>> | undefined;
  /** Status of all documents whose status is unknown or missing; `map` takes precedence. */
  readonly status?: string | undefined;
  /** Recommend the sections that all of the documents have, instead of the configured ones. */
  readonly sections?: boolean | undefined;
  /** Do not import the history of the documents from git. */
  readonly noHistory?: boolean | undefined;
  /** Patterns of paths to import: `*` matches any text without `/`, `**` any text. */
  readonly only?: readonly string[] | undefined;
}

export interface ImportSpecsResult {
  readonly source: string;
  readonly path: string;
  /** True if the documents are specs, or would become specs, where they are. */
  readonly inPlace?: true;
  readonly documents: readonly ImportedRow[];
  /** Number of documents by action. */
  readonly counts: Readonly<Partial<Record<ImportAction, number>>>;
  /** Number of specs by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly undecided: readonly UndecidedWord[];
  /** Sections that the new specs have, if they lack recommended ones. */
  readonly sections?: OfferedSections;
  /** True if the project is not in a git repository. */
  readonly withoutGit?: true;
  readonly warnings: readonly Warning[];
  /** True if this was a preview: the result shows what would be imported, and nothing was written. */
  readonly dryRun?: true;
}

/** Imports documents of other tools as specs, with their history. Specs that were imported before are left alone. */
export class ImportSpecs extends UseCase<ImportSpecsRequest, ImportSpecsResult> {
  static readonly request: RequestSchema<ImportSpecsRequest> = {
    source: text,
    place: text,
    apply: flag,
    inPlace: flag,
    map: fieldValues,
    status: text,
    sections: flag,
    noHistory: flag,
    only: texts,
  };

  constructor(
    private readonly writeSession: WriteSession,
    private readonly eventLog: EventLog,
    private readonly transaction: Transaction,
    private readonly configurationStore: ConfigurationStore,
    private readonly nextSpecNumbers: NextSpecNumbers,
    private readonly changeSpecs: ChangeSpecs,
    private readonly sourceDocuments: SourceDocuments,
    private readonly importPlans: ImportPlans,
    private readonly importedSpecs: ImportedSpecs,
    private readonly standingSpecs: SpecsInPlace,
    private readonly fileSystem: FileSystem,
    private readonly progress: Progress,
    private readonly clone: Pick<Clone, 'available'>,
    private readonly config: Configuration,
  ) {
    super();
  }

  protected override async run(request: ImportSpecsRequest): Promise<ImportSpecsResult> {
    const { writeSession, sourceDocuments, nextSpecNumbers } = this;
    const said = saidWords(request.map ?? {});
    const found = sourceDocuments.read(request);
    const work = (drafts: RecordDrafts) => this.#import(drafts, { request, found, said });
    return request.apply === true
      ? writeSession.change('import', (drafts) => nextSpecNumbers.hold(() => work(drafts)))
      : writeSession.rehearse('import', work);
  }

  #import(drafts: RecordDrafts, asked: Asked): ImportSpecsResult {
    const { nextSpecNumbers } = this;
    const { found } = asked;
    const elsewhere = nextSpecNumbers.elsewhere();
    const answered = this.#answered(asked, elsewhere.numbers);
    const { plans, brought } = this.#planned(answered, elsewhere.numbers);
    const writes = this.#writes(drafts, found, brought);
    const sections = this.#sections(asked, brought);
    if (!drafts.isRehearsal && writes.length > 0) this.#commit(drafts, answered, brought, writes, sections);
    return {
      ...resultOf(found, plans, brought, elsewhere.warnings),
      ...(sections !== undefined && { sections }),
      ...(!this.clone.available() && { withoutGit: true }),
    };
  }

  /** Adds a meaning for the words that have none, if the request names one for all of them. */
  #answered(asked: Asked, elsewhere: ReadonlyMap<string, number>): Asked {
    const { found, said, request } = asked;
    const { status } = request;
    if (status === undefined) return asked;
    const plans = this.importPlans.plan(found, { said, elsewhere, leftOut: new Set() });
    const words = [NO_STATUS, ...undecidedWords(plans).map(({ word }) => word)];
    const same = saidWords(Object.fromEntries(words.map((word) => [word, status])));
    return { ...asked, said: { ...same, ...said } };
  }

  /** Returns the sections to recommend; none if the project had specs before, because these may have other sections. */
  #sections({ request }: Asked, { fresh }: Brought): OfferedSections | undefined {
    if (this.importPlans.hasSpecs()) return undefined;
    const { recommended } = this.config.sections;
    const texts = fresh.map(({ body }) => body);
    return offeredSections(texts, recommended, this.config.criteria.sections, request.sections === true);
  }

  /**
   * Plans repeatedly, until no more documents must be left out: an imported document must not depend on or link to a left-out
   * one.
   */
  #planned(
    { found, said }: Asked,
    elsewhere: ReadonlyMap<string, number>,
  ): { readonly plans: Plans; readonly brought: Brought } {
    const { importPlans } = this;
    let leftOut: ReadonlySet<string> = new Set();
    for (;;) {
      const plans = importPlans.plan(found, { said, elsewhere, leftOut });
      if (found.inPlace) return { plans, brought: this.#inPlace(plans) };
      const brought = this.#brought(found, plans, leftOut);
      const left = placesLeftOut(plans, brought);
      if (left.every((place) => leftOut.has(place))) return { plans, brought };
      leftOut = new Set([...leftOut, ...left]);
    }
  }

  /** Plans new specs from documents. */
  #brought({ tree }: FoundSource, plans: Plans, leftOut: ReadonlySet<string>): Brought {
    const { importedSpecs, config } = this;
    const placed = placedPlans(plans);
    const coming = placed.filter(({ document }) => !leftOut.has(document.place));
    const places = importedPlaces(tree, coming, config.structure.defaultFile);
    const brought: Brought = { rows: new Map(), fresh: [], standing: [], changes: [], places };
    for (const plan of placed)
      if (plan.known !== undefined)
        brought.rows.set(plan.document, { ...plannedRow(plan), notes: [], action: 'imported' });
      else
        this.#row(brought, plan, (judged) => {
          const spec = importedSpecs.make(judged, tree, places);
          brought.fresh.push(spec);
          return madeRow({ ...judged, folder: spec.folder }, spec);
        });
    return brought;
  }

  /** Plans specs from documents that stay where they are. */
  #inPlace(plans: Plans): Brought {
    const { standingSpecs } = this;
    const placed = placedPlans(plans);
    const follow = followingMoves(
      movesOf(
        placed.filter(isJudged).map((plan) => ({ folder: plan.folder, home: standingSpecs.home(plan) })),
      ),
    );
    const brought: Brought = { rows: new Map(), fresh: [], standing: [], changes: [] };
    for (const plan of placed)
      this.#row(brought, plan, (judged) => {
        if (judged.isStanding !== true)
          throw new SpectoolError('SPEC_NOT_FOUND', 'it is not the document of a spec in the specs folder');
        const { spec, change } = standingSpecs.take(judged, follow);
        if (change === undefined) brought.standing.push(spec);
        else brought.changes.push({ ...change, home: spec.home });
        return madeRow(judged, spec);
      });
    return brought;
  }

  /**
   * Adds one document's row to the result. A failed document, or one with an unknown status word, does not stop the others.
   */
  #row(brought: Brought, plan: PlannedDocument, work: (plan: JudgedDocument) => ImportedRow): void {
    const { rows } = brought;
    this.progress.tell({ work: 'comparing documents', done: rows.size });
    const { document } = plan;
    try {
      rows.set(document, isJudged(plan) ? work(plan) : { ...plannedRow(plan), action: 'undecided' });
    } catch (error) {
      if (!(error instanceof SpectoolError) || error.code === 'CHANGED_MEANWHILE') throw error;
      rows.set(document, failedRow(document, error.message));
    }
  }

  #writes(
    drafts: RecordDrafts,
    { tree }: FoundSource,
    { fresh, standing, changes, places }: Brought,
  ): readonly PlannedWrite[] {
    const { importedSpecs, standingSpecs, changeSpecs } = this;
    const moves = movesOf([...standing, ...changes]);
    const follow = followingMoves(moves);
    return [
      ...changes.flatMap((change) => changeSpecs.plan(drafts, { ...change, editText: follow }).writes),
      ...fresh.flatMap((one) => importedSpecs.writes(one, tree, places)),
      ...standing.flatMap((one) => standingSpecs.writes(one, follow)),
      ...standingSpecs.followers(
        drafts,
        [...standing, ...changes].map(({ folder }) => folder),
        moves,
      ),
    ];
  }

  /** Writes the import, all or nothing, with the required settings and a record of who imported what. */
  #commit(
    drafts: RecordDrafts,
    { found: { source, tree }, said }: Asked,
    { rows, fresh, standing }: Brought,
    writes: readonly PlannedWrite[],
    sections: OfferedSections | undefined,
  ): void {
    const { configurationStore: store, eventLog, fileSystem, transaction, progress, config } = this;
    const fields = SOURCE_FIELDS.filter((key) => !Object.hasOwn(config.frontmatter.custom, key));
    const words = Object.entries(said).filter(([word, status]) => config.import.map[word] !== status);
    const found = store.load();
    const edited = store.editedAll([
      ...fields.map((key) => ({ path: ['frontmatter', 'custom', key], value: 'string' })),
      ...words.map(([word, status]) => ({ path: ['import', 'map', word], value: status })),
      ...(sections?.isChosen === true ? [{ path: ['sections', 'recommended'], value: sections.names }] : []),
    ]);
    const changes = new SetupChanges(fileSystem);
    changes.own(CONFIG_FILE, edited.text);
    for (const write of writes) changes.write(write);
    planProjectRecord(
      eventLog,
      drafts,
      [
        { type: 'ChangeSettings', data: { given: edited.given } },
        {
          type: 'ImportSpecs',
          data: {
            source: source.name,
            path: tree.inProject ?? tree.root.slice(tree.root.lastIndexOf('/') + 1),
            count: [...rows.values()].filter(({ action }) => action === 'new').length,
            specs: [...fresh, ...standing].map(({ id }) => id),
          },
        },
      ],
      changes,
      found.config,
    );
    changes.commit(transaction, (done, total) => {
      progress.tell({ work: 'writing', done, total });
    });
  }
}

interface Asked {
  readonly request: ImportSpecsRequest;
  readonly found: FoundSource;
  readonly said: Readonly<Record<string, ImportedStatus>>;
}

type Plans = ReturnType<ImportPlans['plan']>;

/** A planned import. */
interface Brought {
  readonly rows: Map<FoundDocument, ImportedRow>;
  readonly fresh: NewSpec[];
  /** Specs in the specs folder that are imported in place. */
  readonly standing: SpecInPlace[];
  /** Changes that mark existing specs with a log as imported in place. */
  readonly changes: (PlannedChange & Pick<SpecInPlace, 'home'>)[];
  /** Maps paths in the source to paths after the import; absent for an import in place. */
  readonly places?: ReturnType<typeof importedPlaces>;
}

/** Returns the paths of documents that fail or have an unknown status word. */
function placesLeftOut(plans: Plans, { rows }: Brought): readonly string[] {
  return placedPlans(plans).flatMap(({ document }) => {
    const action = rows.get(document)?.action;
    return action === 'failed' || action === 'undecided' ? [document.place] : [];
  });
}

function resultOf(
  { source, tree, inPlace, notes, found, own, history }: FoundSource,
  plans: Plans,
  { rows }: Brought,
  warnings: readonly Warning[],
): ImportSpecsResult {
  for (const plan of plans)
    if ('problem' in plan) rows.set(plan.document, failedRow(plan.document, plan.problem));
  const documents = found.flatMap((one) =>
    own.has(one.place) ? ownRow(one) : isUnread(one) ? failedRow(one, one.problem) : (rows.get(one) ?? []),
  );
  return {
    source: source.name,
    path: tree.inProject ?? tree.root,
    ...(inPlace && { inPlace }),
    documents,
    counts: actionCounts(documents),
    statuses: statusCounts(documents),
    undecided: undecidedWords(plans.filter((plan) => 'problem' in plan || plan.known === undefined)),
    warnings: [
      ...warnings,
      ...notes,
      ...tree.skipped.map((message): Warning => ({ code: 'IMPORT_SKIPPED', message })),
      ...notTaken(source, tree, found),
      ...(history?.missing === undefined ? [] : [{ code: 'HISTORY_MISSING', message: history.missing }]),
    ],
  };
}

function placedPlans(plans: Plans): readonly PlannedDocument[] {
  return plans.flatMap((plan) => ('problem' in plan ? [] : [plan]));
}

function isJudged(plan: PlannedDocument): plan is JudgedDocument {
  return plan.meaning !== undefined;
}
