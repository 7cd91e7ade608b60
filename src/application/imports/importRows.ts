import type { FoundDocument } from '../../domain/import/importedDocument.js';
import type { PlannedDocument } from '../../domain/import/planImport.js';
import type { Outcome } from '../../domain/spec/outcome.js';
import type { FollowedState } from './followedSpecs.js';
import type { ImportedSpec, JudgedDocument } from './importedSpecs.js';

/** `new`: becomes a spec. `changed`: changed there since. `kept`: changed here. `both`: changed there and here, and kept. `own`: a spec of this project. */
export type ImportAction = 'new' | FollowedState | 'own' | 'undecided' | 'failed';

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

/** As far as the plan alone tells. */
export function plannedRow(plan: PlannedDocument): Omit<ImportedRow, 'action'> {
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

/** With what the spec is in the end. */
export function madeRow(
  plan: PlannedDocument,
  action: ImportAction,
  { frontmatter, labels, records, left = [] }: Omit<ImportedSpec, 'left'> & Partial<ImportedSpec>,
): ImportedRow {
  const row = plannedRow(plan);
  const { status, completed, archived_as: outcome } = frontmatter;
  const links =
    left.length === 0
      ? []
      : [
          `${String(left.length)} ${left.length === 1 ? 'link leads' : 'links lead'} to what does not come along`,
        ];
  return {
    ...row,
    action,
    ...(typeof status === 'string' && { status }),
    ...(typeof completed === 'string' && { completed }),
    ...(typeof outcome === 'string' && { archivedAs: outcome as Outcome }),
    ...(labels.archived && { archived: true }),
    events: records.length,
    notes: [...row.notes, ...links],
  };
}

/** Of a spec that stays as it is: what its document says. */
export function standingRow(plan: JudgedDocument, action: ImportAction): ImportedRow {
  const { meaning } = plan;
  return {
    ...plannedRow(plan),
    action,
    status: meaning.status ?? 'planned',
    ...(meaning.outcome !== undefined && { archivedAs: meaning.outcome }),
    ...(meaning.isArchived && { archived: true }),
  };
}

/** Whatever it says, it is a spec already. */
export function ownRow({ place }: Pick<FoundDocument, 'place'>): ImportedRow {
  return { from: place, action: 'own', notes: [] };
}

export function failedRow({ place }: Pick<FoundDocument, 'place'>, problem: string): ImportedRow {
  return { from: place, action: 'failed', notes: [], problem };
}

/** How many of each action. */
export function actionCounts(rows: readonly ImportedRow[]): Readonly<Partial<Record<ImportAction, number>>> {
  return countedBy(rows.map(({ action }) => action));
}

/** How many of each status, of those that become or are specs. */
export function statusCounts(rows: readonly ImportedRow[]): Readonly<Record<string, number>> {
  const specs = rows.filter(({ action }) => action !== 'failed' && action !== 'undecided');
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
