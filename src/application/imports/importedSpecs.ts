import { isMarkdown, plainText, documentTextProblem } from '../../domain/document/documentText.js';
import { followImport, type ImportedPlaces } from '../../domain/document/links.js';
import {
  titleHeading,
  titleOf,
  withWrittenTitle,
  writtenTitle,
} from '../../domain/document/sections/headings.js';
import { bodyOf, type SpecDocument } from '../../domain/document/specDocument.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { fieldRank } from '../../domain/fields/standardFields.js';
import { type FoundDocument, titleWithoutNumber } from '../../domain/import/importedDocument.js';
import { type HistoryOf, type HistoryStep, importedHistory } from '../../domain/import/importedHistory.js';
import type { PlannedDocument } from '../../domain/import/planImport.js';
import type { StatusMeaning } from '../../domain/import/statusWords.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { frontmatterDigest, textDigests } from '../../domain/log/digests.js';
import { folderAt, type Labels, type SpecFolder } from '../../domain/naming/projectPath.js';
import { keepsUpdated } from '../../domain/project/configuration.js';
import type { Outcome } from '../../domain/spec/archiveOutcome.js';
import { timestampOf } from '../../domain/value/dates.js';
import type { JsonObject } from '../../domain/value/jsonValue.js';
import type { SourceTree } from '../../ports/importSource.js';
import type { PlannedWrite } from '../../ports/transaction.js';
import { recordedEvents } from '../changes/plannedChange.js';
import { Service } from '../useCase.js';
import { inTree, ownPlaces } from './importPlans.js';
import { withoutBlankLines, newlineOf } from '../../domain/value/text.js';

/**
 * What an import does with a document. `new`: becomes a spec. `imported`: was imported before and is skipped. `own`: is already a
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
  /** The status word, as the option `--map WORD=STATUS` accepts it; `none` for documents without a status. */
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

/** An imported document as a spec. */
interface ImportedSpec {
  readonly id: string;
  readonly labels: Labels;
  readonly frontmatter: JsonObject;
  /** Text of the whole document. */
  readonly text: string;
  readonly body: string;
  /** Records of the document's history, in order; the same for everyone who imports the document. */
  readonly records: readonly LogRecord[];
  /** Links to files that are not imported, which stay unchanged. */
  readonly left: readonly string[];
}

/** A new spec from a document, not yet written. */
export interface NewSpec extends ImportedSpec {
  readonly plan: JudgedDocument;
  readonly folder: SpecFolder;
}

/** Creates specs from documents: text, frontmatter, and records of their past. */
export class ImportedSpecs extends Service {
  make(plan: JudgedDocument, tree: SourceTree, places: ImportedPlaces): NewSpec {
    const { importPlans, fileSystem, config } = this.use;
    const { text: body, left } = this.#body(plan, tree, ownPlaces(plan, tree, places));
    const spec = this.#spec(importPlans.streamOf(plan.identity), plan, body, left);
    const folder = folderAt(config.specsDir, spec.labels);
    if (fileSystem.stat(folder.path) !== undefined)
      throw new SpectoolError('SPEC_EXISTS', `${folder.path} already exists and is not a spec.`, {
        hint: `Move ${folder.path} elsewhere, then import again.`,
      });
    return { ...spec, plan, folder };
  }

  writes(
    { id, records, text, plan, folder }: NewSpec,
    tree: SourceTree,
    places: ImportedPlaces,
  ): readonly PlannedWrite[] {
    const { config } = this.use;
    const past = { kind: 'past', records } as const;
    const own = ownPlaces(plan, tree, places);
    const files = new Map(
      (plan.document.files ?? []).map(({ from, name }) => [
        name,
        () => this.#file(tree, from, `${folder.path}/${name}`, own),
      ]),
    );
    return [
      past,
      {
        kind: 'newFolder',
        spec: id,
        path: folder.path,
        file: config.structure.defaultFile,
        text,
        ...(files.size > 0 && { files }),
      },
    ];
  }

  /**
   * Returns the text of the new document: with a title, and with the links to imported files rewritten to their new paths.
   */
  #body(
    { document, folder, title }: Pick<PlannedDocument, 'document' | 'folder' | 'title'>,
    tree: SourceTree,
    places: ImportedPlaces,
  ): { readonly text: string; readonly left: readonly string[] } {
    const { hasLinks = true } = document;
    const text = withoutBlankLines(document.body.replace(/^\uFEFF/, ''));
    const newline = newlineOf(text);
    const isTitled =
      titleHeading(text) !== undefined && titleOf({ text, bodyStart: 0 }, '') === document.title;
    const headed = isTitled
      ? withShorterTitle(text, { document, title })
      : `# ${title}${newline}${newline}${text}`;
    const ended = headed === '' || headed.endsWith('\n') ? headed : headed + newline;
    if (!hasLinks) return { text: ended, left: [] };
    const from = inTree(tree, document.place);
    const to = `${folder.path}/${this.use.config.structure.defaultFile}`;
    return followImport(ended, { from, to }, places, tree.inProject === undefined ? 'leave' : 'follow');
  }

  /**
   * Returns the content of an imported file. In a Markdown file, links to imported files are rewritten to their new paths.
   */
  #file(tree: SourceTree, from: string, to: string, places: ImportedPlaces): Uint8Array {
    const bytes = tree.bytes(from);
    if (!isMarkdown(from)) return bytes;
    // Decode files that are not UTF-8 as one character per byte, so that all other bytes stay unchanged.
    const encoding = plainText(bytes).problem === undefined ? 'utf8' : 'latin1';
    const text = Buffer.from(bytes).toString(encoding);
    const others = tree.inProject === undefined ? 'leave' : 'follow';
    const followed = followImport(text, { from: inTree(tree, from), to }, places, others).text;
    const isKept = followed !== text && Buffer.from(followed, encoding).toString(encoding) === followed;
    return isKept ? Buffer.from(followed, encoding) : bytes;
  }

  /** Creates a new spec. */
  #spec(id: string, planned: JudgedDocument, body: string, left: readonly string[]): ImportedSpec {
    const { specStore, config } = this.use;
    const steps = importedHistory(this.#past({ ...planned.fields, id }, planned, body));
    const last = lastOf(steps);
    const updated =
      keepsUpdated(config.frontmatter) && last.at !== undefined ? { updated: timestampOf(last.at) } : {};
    const newline = newlineOf(body);
    const present = Object.entries({ ...last.spec.frontmatter, ...updated });
    const edited = specStore.edit(
      specStore.parse('---\n---\n\n'.replaceAll('\n', newline) + body),
      new Map(present.sort(([a], [b]) => fieldRank(a) - fieldRank(b))),
    );
    return { ...this.#sealed(id, steps, edited), left };
  }

  #past(frontmatter: JsonObject, planned: JudgedDocument, body: string): HistoryOf {
    const { document, labels, moments, meaning, supersededBy } = planned;
    return {
      labels,
      title: titleOf({ text: body, bodyStart: 0 }, labels.name),
      frontmatter,
      moments,
      meaning,
      isArchived: document.isArchived === true,
      ...(planned.completed !== undefined && { completed: planned.completed }),
      ...(supersededBy !== undefined && { supersededBy }),
    };
  }

  /** Creates the records of the history steps. */
  #sealed(id: string, steps: readonly HistoryStep[], document: SpecDocument): Omit<ImportedSpec, 'left'> {
    const { eventLog, hasher } = this.use;
    const { frontmatter, labels } = lastOf(steps).spec;
    const { sha256 } = hasher;
    const body = bodyOf(document);
    const problem = documentTextProblem(document.text);
    if (problem !== undefined) throw new SpectoolError('SPEC_BROKEN', problem);
    // The texts of earlier versions are unknown: all records have the text of the document.
    const { text, lines } = textDigests(body, undefined, sha256);
    const records: LogRecord[] = [];
    for (const [turn, step] of steps.entries()) {
      const before = records.at(-1);
      records.push(
        eventLog.seal({
          spec: id,
          lamport: turn + 1,
          parents: before === undefined ? [] : [before.id],
          ...(step.actor !== undefined && { actor: step.actor }),
          ...(step.at !== undefined && { at: step.at }),
          command: 'import',
          digest: frontmatterDigest(step.spec.frontmatter, sha256),
          text,
          ...(before === undefined && lines !== undefined && { lines }),
          events: recordedEvents(step.events),
        }),
      );
    }
    return { id, labels, frontmatter, text: document.text, body, records };
  }
}

/** Removes the number from the title in the text, if the title of the spec is without it, too. */
function withShorterTitle(
  text: string,
  { document, title }: Pick<PlannedDocument, 'document' | 'title'>,
): string {
  const written = title === document.title ? null : writtenTitle(text);
  return written === null ? text : withWrittenTitle(text, titleWithoutNumber(written, document.number));
}

/** A planned document whose status is known. */
export type JudgedDocument = PlannedDocument & { readonly meaning: StatusMeaning };

function lastOf(steps: readonly HistoryStep[]): HistoryStep {
  const last = steps.at(-1);
  if (last === undefined) throw new TypeError('the first step of an imported history must be a creation');
  return last;
}
