import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import {
  type FoundDocument,
  isUnreadDocument,
  SOURCE_FIELDS,
} from '../../../domain/import/importedDocument.js';
import type { PlannedDocument } from '../../../domain/import/planImport.js';
import { NO_STATUS } from '../../../domain/import/statusWords.js';
import { type ImportedStatus } from '../../../domain/project/configuration.js';
import { CONFIG_FILE } from '../../../domain/project/projectFolders.js';
import type { RecordDrafts } from '../../changes/plannedChange.js';
import { planProjectRecord } from '../../changes/projectSettingsRecord.js';
import { importedPlaces, type ImportPlans } from '../../imports/importPlans.js';
import {
  actionCounts,
  failedRow,
  type ImportAction,
  type ImportedRow,
  type JudgedDocument,
  madeRow,
  type NewSpec,
  ownRow,
  plannedRow,
  statusCounts,
  type UndecidedWord,
  undecidedWords,
} from '../../imports/importedSpecs.js';
import { givenStatusWords } from '../../imports/givenStatusWords.js';
import { type FoundSource, notTaken } from '../../imports/sourceDocuments.js';
import { fieldValues, flag, text, type Warning, useCase } from '../../useCase.js';
import { SetupChanges } from '../../setup/setupChanges.js';
import type { Services } from '../../services.js';

export interface ImportSpecsResult {
  readonly source: string;
  readonly path: string;
  readonly documents: readonly ImportedRow[];
  /** Number of documents by action. */
  readonly counts: Readonly<Partial<Record<ImportAction, number>>>;
  /** Number of specs by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly undecided: readonly UndecidedWord[];
  /** True if the project is not in a git repository. */
  readonly withoutGit?: true;
  readonly warnings: readonly Warning[];
  /** True if this was a preview: the result shows what would be imported, and nothing was written. */
  readonly dryRun?: true;
}

/** Imports documents of other tools as specs, with their history. Documents that were imported before are skipped. */
export const importSpecs = useCase(
  {
    /** Name of the source (the tool that the documents come from); detected by default. */
    source: text,
    /** Folder or file to import, relative to the working directory; the project by default. */
    place: text,
    /** Write the import; by default the result is only a preview. */
    apply: flag,
    /**
     * Statuses for status words of the source: `{ accepted: 'complete' }`; the key `none` is for documents without a status.
     */
    map: fieldValues,
    /** Do not import the history of the documents from git. */
    noHistory: flag,
  },
  (use, request): ImportSpecsResult => {
    const { writeSession, nextSpecNumbers } = use;
    const said = givenStatusWords(
      request.map ?? {},
      `The word "${NO_STATUS}" stands for documents without a status.`,
    );
    const found = use.sourceDocuments.read(request);
    const work = (drafts: RecordDrafts) => importFrom(use, drafts, found, said);
    return request.apply === true
      ? writeSession.change('import', (drafts) => nextSpecNumbers.hold(() => work(drafts)))
      : writeSession.rehearse('import', work);
  },
);

function importFrom(use: Services, drafts: RecordDrafts, found: FoundSource, said: Said): ImportSpecsResult {
  const elsewhere = use.nextSpecNumbers.elsewhere();
  const { plans, brought } = planned(use, found, said, elsewhere.numbers);
  if (!drafts.isRehearsal && brought.fresh.length > 0) commit(use, drafts, found, said, brought);
  return {
    ...resultOf(found, plans, brought, elsewhere.warnings),
    ...(!use.clone.available() && { withoutGit: true }),
  };
}

/**
 * Repeats the planning until no further document must be left out, because an imported document must not depend on or link to a
 * document that was left out.
 */
function planned(
  use: Services,
  found: FoundSource,
  said: Said,
  elsewhere: ReadonlyMap<string, number>,
): { readonly plans: Plans; readonly brought: Brought } {
  let leftOut: ReadonlySet<string> = new Set();
  for (;;) {
    const plans = use.importPlans.plan(found, { said, elsewhere, leftOut });
    const brought = broughtSpecs(use, found, plans, leftOut);
    const left = placesLeftOut(plans, brought);
    if (left.every((place) => leftOut.has(place))) return { plans, brought };
    leftOut = new Set([...leftOut, ...left]);
  }
}

/** Plans specs from documents. A failed document, or one with an unknown status word, does not stop the others. */
function broughtSpecs(
  use: Services,
  { tree }: FoundSource,
  plans: Plans,
  leftOut: ReadonlySet<string>,
): Brought {
  const { importedSpecs, config } = use;
  const placed = placedPlans(plans);
  const coming = placed.filter(({ document }) => !leftOut.has(document.place));
  const places = importedPlaces(tree, coming, config.structure.defaultFile);
  const brought: Brought = { rows: new Map(), fresh: [], places };
  for (const plan of placed) {
    const { document } = plan;
    try {
      brought.rows.set(document, rowOf(plan));
    } catch (error) {
      if (!(error instanceof SpectoolError) || error.code === 'CHANGED_MEANWHILE') throw error;
      brought.rows.set(document, failedRow(document, error.message));
    }
  }
  return brought;

  function rowOf(plan: PlannedDocument): ImportedRow {
    if (plan.known !== undefined) return { ...plannedRow(plan), notes: [], action: 'imported' };
    if (!isJudged(plan)) return { ...plannedRow(plan), action: 'undecided' };
    const spec = importedSpecs.make(plan, tree, places);
    brought.fresh.push(spec);
    return madeRow({ ...plan, folder: spec.folder }, spec);
  }
}

/** Writes the import, all or nothing, with the required settings and a record of who imported what. */
function commit(
  use: Services,
  drafts: RecordDrafts,
  { source, tree }: FoundSource,
  said: Said,
  { fresh, places }: Brought,
): void {
  const { configurationStore: store, eventLog, fileSystem, transaction, config } = use;
  const fields = SOURCE_FIELDS.filter((key) => !Object.hasOwn(config.frontmatter.custom, key));
  const words = Object.entries(said).filter(([word, status]) => config.import.map[word] !== status);
  const found = store.load();
  const edited = store.editedAll([
    ...fields.map((key) => ({ path: ['frontmatter', 'custom', key], value: 'string' })),
    ...words.map(([word, status]) => ({ path: ['import', 'map', word], value: status })),
  ]);
  const changes = new SetupChanges(fileSystem);
  changes.own(CONFIG_FILE, edited.text);
  for (const spec of fresh)
    for (const write of use.importedSpecs.writes(spec, tree, places)) changes.write(write);
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
          count: fresh.length,
          specs: fresh.map(({ id }) => id),
        },
      },
    ],
    changes,
    found.config,
  );
  changes.commit(transaction);
}

type Said = Readonly<Record<string, ImportedStatus>>;
type Plans = ReturnType<ImportPlans['plan']>;

/** A planned import. */
interface Brought {
  readonly rows: Map<FoundDocument, ImportedRow>;
  readonly fresh: NewSpec[];
  /** Maps paths in the source to paths after the import. */
  readonly places: ReturnType<typeof importedPlaces>;
}

/** Returns the paths of documents that fail or have an unknown status word. */
function placesLeftOut(plans: Plans, { rows }: Brought): readonly string[] {
  return placedPlans(plans).flatMap(({ document }) => {
    const action = rows.get(document)?.action;
    return action === 'failed' || action === 'undecided' ? [document.place] : [];
  });
}

function resultOf(
  { source, tree, notes, found, own, history }: FoundSource,
  plans: Plans,
  { rows }: Brought,
  warnings: readonly Warning[],
): ImportSpecsResult {
  for (const plan of plans)
    if ('problem' in plan) rows.set(plan.document, failedRow(plan.document, plan.problem));
  const documents = found.flatMap((one) =>
    own.has(one.place)
      ? ownRow(one)
      : isUnreadDocument(one)
        ? failedRow(one, one.problem)
        : (rows.get(one) ?? []),
  );
  return {
    source: source.name,
    path: tree.inProject ?? tree.root,
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
