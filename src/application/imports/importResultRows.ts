import type { FoundDocument } from '../../domain/import/importedDocument.js';
import type { PlannedDocument } from '../../domain/import/planImport.js';
import type { Outcome } from '../../domain/spec/archiveOutcome.js';
import type { ImportedSpec } from './importedSpecs.js';

/**
 * What an import does with a document. `new`: becomes a spec. `imported`: was imported before, so its spec is left alone. `own`: is a
 * spec of this project.
 */
export type ImportAction = 'new' | 'imported' | 'own' | 'undecided' | 'failed';

/** Result of an import for one document. */
export interface ImportedRow {
  /** Path in the source. */
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
  /** Status as written in the source. */
  readonly sourceStatus?: string;
  /** Part of the document from which the status was read, such as `frontmatter`. */
  readonly statusFrom?: string;
  readonly created?: string;
  readonly createdFrom?: string;
  readonly completed?: string;
  /** Number of recorded events in the document's history. */
  readonly events?: number;
  /** Sentences that say what is lost or differs from the source. */
  readonly notes: readonly string[];
  /** Reason why the document cannot be imported. */
  readonly problem?: string;
}

/** A status word of the source that corresponds to no known status. */
export interface UndecidedWord {
  /** The word as a key for `map`; `none` for documents without a status. */
  readonly word: string;
  readonly count: number;
  readonly examples: readonly string[];
}

/** Returns the result row of a planned document. */
export function plannedRow(plan: PlannedDocument): Omit<ImportedRow, 'action'> {
  const { document, folder, title, created, createdFrom, notes } = plan;
  return {
    from: document.place,
    ref: folder.ref,
    path: folder.path,
    ...(folder.sequence !== null && { number: folder.sequence }),
    title,
    ...(document.status !== undefined && { sourceStatus: document.status }),
    statusFrom: document.statusFrom,
    created,
    createdFrom,
    notes,
  };
}

/** Returns the result row of a created spec. */
export function madeRow(
  plan: PlannedDocument,
  { frontmatter, labels, records, left = [] }: Omit<ImportedSpec, 'left'> & Partial<ImportedSpec>,
): ImportedRow {
  const row = plannedRow(plan);
  const { status, completed, archived_as: outcome } = frontmatter;
  const links =
    left.length === 0
      ? []
      : [
          `${String(left.length)} ${left.length === 1 ? 'link leads' : 'links lead'} to files that are not imported`,
        ];
  return {
    ...row,
    action: 'new',
    ...(typeof status === 'string' && { status }),
    ...(typeof completed === 'string' && { completed }),
    ...(typeof outcome === 'string' && { archivedAs: outcome as Outcome }),
    ...(labels.archived && { archived: true }),
    events: records.length,
    notes: [...row.notes, ...links],
  };
}

/** Returns the result row of a document that is already a spec of this project. */
export function ownRow({ place }: Pick<FoundDocument, 'place'>): ImportedRow {
  return { from: place, action: 'own', notes: [] };
}

export function failedRow({ place }: Pick<FoundDocument, 'place'>, problem: string): ImportedRow {
  return { from: place, action: 'failed', notes: [], problem };
}

/** Number of documents by action. */
export function actionCounts(rows: readonly ImportedRow[]): Readonly<Partial<Record<ImportAction, number>>> {
  return countedBy(rows.map(({ action }) => action));
}

/** Number of specs by status. */
export function statusCounts(rows: readonly ImportedRow[]): Readonly<Record<string, number>> {
  const specs = rows.filter(({ action }) => action === 'new');
  return countedBy(specs.flatMap(({ status, archivedAs }) => archivedAs ?? status ?? []));
}

export function undecidedWords(
  plans: readonly (PlannedDocument | { readonly problem: string })[],
): readonly UndecidedWord[] {
  const places = new Map<string, string[]>();
  for (const plan of plans)
    if (!('problem' in plan) && plan.meaning === undefined)
      places.set(plan.word, [...(places.get(plan.word) ?? []), plan.document.place]);
  return [...places].map(([word, all]) => ({ word, count: all.length, examples: all.slice(0, 3) }));
}

function countedBy<Key extends string>(keys: readonly Key[]): Readonly<Record<Key, number>> {
  const counts: Partial<Record<Key, number>> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts as Record<Key, number>;
}
