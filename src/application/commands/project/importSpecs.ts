import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import {
  type FoundDocument,
  isUnreadDocument,
  SOURCE_FIELDS,
} from '../../../domain/import/importedDocument.js';
import type { PlannedDocument } from '../../../domain/import/planImport.js';
import { givenStatusWords } from '../../../domain/import/statusWords.js';
import type { ImportedStatus } from '../../../domain/project/configuration.js';
import { CONFIG_FILE } from '../../../domain/project/projectFolders.js';
import type { RecordDrafts } from '../../changes/plannedChange.js';
import { planProjectRecord } from '../../changes/projectSettingsRecord.js';
import {
  countedBy,
  failedRow,
  type ImportAction,
  type ImportedRow,
  importedPlaces,
  type JudgedDocument,
  type NewSpec,
  plannedRow,
  type UndecidedWord,
  undecidedWords,
} from '../../imports/importedSpecs.js';
import { type FoundSource, textsBeside } from '../../imports/sourceDocuments.js';
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
  },
  (use, request): ImportSpecsResult => {
    const { writeSession, nextSpecNumbers } = use;
    const said = givenStatusWords(request.map ?? {});
    const found = use.sourceDocuments.read(request);
    const work = (drafts: RecordDrafts) => importFrom(use, drafts, found, said);
    return request.apply === true
      ? writeSession.change('import', (drafts) => nextSpecNumbers.hold(() => work(drafts)))
      : writeSession.rehearse('import', work);
  },
);

type Said = Readonly<Record<string, ImportedStatus>>;

/** A planned import. */
interface Brought {
  readonly rows: ReadonlyMap<FoundDocument, ImportedRow>;
  readonly fresh: readonly NewSpec[];
  /** Maps paths in the source to paths after the import. */
  readonly places: ReturnType<typeof importedPlaces>;
}

function importFrom(use: Services, drafts: RecordDrafts, found: FoundSource, said: Said): ImportSpecsResult {
  const elsewhere = use.nextSpecNumbers.elsewhere();
  const brought = planned(use, found, said, elsewhere.numbers);
  if (!drafts.isRehearsal && brought.fresh.length > 0) commit(use, drafts, found, said, brought);
  return resultOf(found, brought, elsewhere.warnings);
}

/**
 * Plans specs from documents. A document that fails or has an unknown status word does not stop the others. The planning is
 * repeated without these documents, because an imported document must not depend on or link to a document that is left out.
 */
function planned(
  use: Services,
  found: FoundSource,
  said: Said,
  elsewhere: ReadonlyMap<string, number>,
  leftOut: ReadonlySet<string> = new Set(),
): Brought {
  const { importedSpecs, config } = use;
  const plans = importedSpecs.plan(found, { said, elsewhere, leftOut });
  const coming = plans.flatMap((plan) =>
    'problem' in plan || leftOut.has(plan.document.place) ? [] : [plan],
  );
  const places = importedPlaces(found.tree, coming, config.structure.defaultFile);
  const fresh: NewSpec[] = [];
  const rows = new Map(plans.map((plan) => [plan.document, rowOf(plan)] as const));
  const left = [...rows.values()].flatMap(({ from, action }) =>
    action === 'failed' || action === 'undecided' ? [from] : [],
  );
  if (left.every((place) => leftOut.has(place))) return { rows, fresh, places };
  return planned(use, found, said, elsewhere, new Set([...leftOut, ...left]));

  function rowOf(plan: (typeof plans)[number]): ImportedRow {
    if ('problem' in plan) return failedRow(plan.document, plan.problem);
    if (plan.known !== undefined) return plannedRow('imported', plan);
    if (!isJudged(plan)) return plannedRow('undecided', plan);
    try {
      const spec = importedSpecs.make(plan, found.tree, places);
      fresh.push(spec);
      return plannedRow('new', plan, spec);
    } catch (error) {
      if (!(error instanceof SpectoolError) || error.code === 'CHANGED_MEANWHILE') throw error;
      return failedRow(plan.document, error.message);
    }
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

function resultOf(
  { source, tree, notes, found, history }: FoundSource,
  { rows }: Brought,
  warnings: readonly Warning[],
): ImportSpecsResult {
  const documents = found.flatMap((one) =>
    isUnreadDocument(one) ? failedRow(one, one.problem) : (rows.get(one) ?? []),
  );
  const fresh = documents.filter(({ action }) => action === 'new');
  return {
    source: source.name,
    path: tree.inProject ?? tree.root,
    documents,
    counts: countedBy(documents.map(({ action }) => action)),
    statuses: countedBy(fresh.flatMap(({ status, archivedAs }) => archivedAs ?? status ?? [])),
    undecided: undecidedWords(documents),
    warnings: [
      ...warnings,
      ...notes,
      ...tree.skipped.map((message): Warning => ({ code: 'IMPORT_SKIPPED', message })),
      ...textsBeside(tree, found),
      ...(history?.missing === undefined ? [] : [{ code: 'HISTORY_MISSING', message: history.missing }]),
    ],
  };
}

function isJudged(plan: PlannedDocument): plan is JudgedDocument {
  return plan.meaning !== undefined;
}
