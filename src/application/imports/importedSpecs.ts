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
import { type HistoryStep, importedHistory } from '../../domain/import/importedHistory.js';
import { type DocumentOrigin, planImport, type PlannedDocument } from '../../domain/import/planImport.js';
import { statusWord, type StatusMeaning } from '../../domain/import/statusWords.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { frontmatterDigest, textDigests } from '../../domain/log/digests.js';
import { derivedStreamId, type LogRecord } from '../../domain/log/records/record.js';
import { childOf, type SpecFolder } from '../../domain/naming/projectPath.js';
import { type ImportedStatus, keepsUpdated } from '../../domain/project/configuration.js';
import type { Outcome } from '../../domain/spec/archiveOutcome.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import { largestNumber } from '../../domain/value/collections.js';
import { timestampOf } from '../../domain/value/dates.js';
import { withoutBlankLines, newlineOf } from '../../domain/value/text.js';
import type { SourceTree } from '../../ports/importSource.js';
import type { PlannedWrite } from '../../ports/transaction.js';
import { recordedEvents } from '../changes/plannedChange.js';
import { Service } from '../useCase.js';
import type { FoundSource } from './sourceDocuments.js';

/** What an import does with a document. `new`: becomes a spec. `imported`: was imported before and is skipped. */
export type ImportAction = 'new' | 'imported' | 'undecided' | 'failed';

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
}

/** Returns the result row of a planned document. @param made the spec, if the document becomes one. */
export function plannedRow(action: ImportAction, plan: PlannedDocument, made?: NewSpec): ImportedRow {
  const { document, folder, title, created, createdFrom, notes } = plan;
  const { status, completed, archived_as: outcome } = made?.spec.frontmatter ?? {};
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
    notes: action === 'imported' ? [] : notes,
    action,
    ...(typeof status === 'string' && { status }),
    ...(typeof completed === 'string' && { completed }),
    ...(typeof outcome === 'string' && { archivedAs: outcome as Outcome }),
    ...(made?.spec.labels.archived === true && { archived: true }),
  };
}

export function failedRow({ place }: Pick<FoundDocument, 'place'>, problem: string): ImportedRow {
  return { from: place, action: 'failed', notes: [], problem };
}

/** Returns the unknown status words of the documents that are left out for them. */
export function undecidedWords(rows: readonly ImportedRow[]): readonly UndecidedWord[] {
  const undecided = rows.filter(({ action }) => action === 'undecided');
  const counts = countedBy(undecided.map(({ sourceStatus }) => statusWord(sourceStatus)));
  return Object.entries(counts).map(([word, count]) => ({ word, count }));
}

export function countedBy<Key extends string>(keys: readonly Key[]): Readonly<Record<Key, number>> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return Object.fromEntries(counts) as Record<Key, number>;
}

/**
 * Returns a function from paths in the source to paths after the import. A file that several documents show is with the first of
 * those that this import writes; an earlier import may have left the file out.
 */
export function importedPlaces(
  tree: SourceTree,
  plans: readonly PlannedDocument[],
  defaultFile: string,
): ImportedPlaces {
  const places = new Map<string, string>();
  const newFirst = plans.toSorted((a, b) => Number(a.known !== undefined) - Number(b.known !== undefined));
  for (const { document, folder } of newFirst) {
    if (document.folder !== undefined) places.set(inTree(tree, document.folder), folder.path);
    for (const { from, name } of document.files ?? [])
      if (!places.has(inTree(tree, from))) places.set(inTree(tree, from), `${folder.path}/${name}`);
  }
  for (const { document, folder } of plans)
    places.set(inTree(tree, document.place), `${folder.path}/${defaultFile}`);
  return (path) => places.get(path);
}

/** Returns a path in the source in the form that links use, relative to the project. */
function inTree({ inProject }: SourceTree, path: string): string {
  return inProject === undefined ? path : childOf(inProject, path);
}

/** A new spec from a document, not yet written. */
export interface NewSpec {
  readonly id: string;
  readonly plan: JudgedDocument;
  /** The spec after its history. */
  readonly spec: ActiveSpec;
  /** Text of the whole document. */
  readonly text: string;
  /** Records of the document's history, in order; the same for everyone who imports the document. */
  readonly records: readonly LogRecord[];
}

/** A planned document whose status is known. */
export type JudgedDocument = PlannedDocument & { readonly meaning: StatusMeaning };

interface PlanRequest {
  /** The status for each status word of the source, as given in the request. */
  readonly said: Readonly<Record<string, ImportedStatus>>;
  /** Numbers of specs on other branches and worktrees, by folder name. */
  readonly elsewhere: ReadonlyMap<string, number>;
  /** Paths of documents left out of this import. */
  readonly leftOut: ReadonlySet<string>;
}

/** Creates specs from documents: text, frontmatter, and records of their past. */
export class ImportedSpecs extends Service {
  /** Plans the specs to create from documents, given the existing specs. */
  plan(
    { source, documents, history, tree }: FoundSource,
    { said, elsewhere, leftOut }: PlanRequest,
  ): ReturnType<typeof planImport> {
    const { specStore, config, clock, eventLog } = this.use;
    const folders = specStore.folders();
    const numbers = new Set(folders.map(({ sequence }) => sequence));
    const others = new Map<number, string[]>();
    for (const [name, number] of elsewhere) others.set(number, [...(others.get(number) ?? []), name]);
    const here = new Map<unknown, SpecFolder>();
    for (const { folder, frontmatter } of specStore.summaries(folders))
      for (const name of [frontmatter['id'], frontmatter['source']])
        if (typeof name === 'string') here.set(name, folder);
    // Match a spec that an earlier import created from the same path and first commit. Match by path alone only if the commit is
    // unknown now or was unknown then, because documents of two repositories may have the same path.
    const known = ({ origin, identity, isDated }: DocumentOrigin) =>
      here.get(this.#streamOf(identity)) ?? here.get(isDated ? this.#streamOf(`${origin}\n`) : origin);
    const inProject = tree.inProject === undefined || tree.inProject === '' ? '' : `${tree.inProject}/`;
    return planImport({
      leftOut,
      source: source.name,
      documents,
      prefix: history?.prefix ?? inProject,
      histories: history?.files ?? new Map(),
      known,
      // A spec on another branch with the same number and the same name is the same document, so its number is not taken.
      isTaken: (number, name) =>
        numbers.has(number) || others.get(number)?.some((ref) => !ref.endsWith(`-${name}`)) === true,
      groups: folders.flatMap(({ group }) => group ?? []),
      highest: largestNumber(
        [...numbers, ...elsewhere.values()].map((one) => one ?? 0),
        eventLog.highestSequence(),
      ),
      said: { ...config.import.map, ...said },
      config,
      today: clock.today(),
    });
  }

  /** Returns the id of the log for an imported document. Skips ids of undone imports, which are not used again. */
  #streamOf(identity: string): string {
    const { hasher, eventLog } = this.use;
    for (let turn = 1; ; turn += 1) {
      const id = derivedStreamId(identity, String(turn), hasher.sha256);
      const { spec } = foldSpec(eventLog.records(id));
      if (spec.kind === 'absent' || spec.deleted === undefined) return id;
    }
  }

  /** Creates a new spec. @throws SpectoolError if the document cannot be written. */
  make(plan: JudgedDocument, tree: SourceTree, places: ImportedPlaces): NewSpec {
    const { specStore, fileSystem, config } = this.use;
    const { document, folder, labels } = plan;
    if (fileSystem.stat(folder.path) !== undefined)
      throw new SpectoolError('SPEC_EXISTS', `${folder.path} already exists and is not a spec.`, {
        hint: `Move ${folder.path} elsewhere, then import again.`,
      });
    const id = this.#streamOf(plan.identity);
    const body = this.#body(plan, tree, places);
    const steps = importedHistory({
      ...plan,
      title: titleOf({ text: body, bodyStart: 0 }, labels.name),
      frontmatter: { ...plan.fields, id },
      isArchived: document.isArchived === true,
    });
    const last = steps.at(-1);
    if (last === undefined) throw new TypeError('the first step of an imported history must be a creation');
    const { spec, at } = last;
    const updated = keepsUpdated(config.frontmatter) && at !== undefined ? { updated: timestampOf(at) } : {};
    const present = Object.entries({ ...spec.frontmatter, ...updated });
    const edited = specStore.edit(
      specStore.parse('---\n---\n\n'.replaceAll('\n', newlineOf(body)) + body),
      new Map(present.sort(([a], [b]) => fieldRank(a) - fieldRank(b))),
    );
    return { id, plan, spec, text: edited.text, records: this.#records(id, steps, edited) };
  }

  writes(
    { id, records, text, plan }: NewSpec,
    tree: SourceTree,
    places: ImportedPlaces,
  ): readonly PlannedWrite[] {
    const { path } = plan.folder;
    const files = new Map(
      (plan.document.files ?? []).flatMap(({ from, name }) => {
        const to = `${path}/${name}`;
        const isFirst = places(inTree(tree, from)) === to;
        return isFirst ? [[name, () => this.#file(tree, from, to, places)] as const] : [];
      }),
    );
    const file = this.use.config.structure.defaultFile;
    return [
      { kind: 'past', records },
      { kind: 'newFolder', spec: id, path, file, text, ...(files.size > 0 && { files }) },
    ];
  }

  /**
   * Returns the text of the new document: with a title, and with the links to imported files rewritten to their new paths.
   */
  #body(
    { document, folder, title }: Pick<PlannedDocument, 'document' | 'folder' | 'title'>,
    tree: SourceTree,
    places: ImportedPlaces,
  ): string {
    const { hasLinks = true } = document;
    const text = withoutBlankLines(document.body.replace(/^\uFEFF/, ''));
    const newline = newlineOf(text);
    const isTitled =
      titleHeading(text) !== undefined && titleOf({ text, bodyStart: 0 }, '') === document.title;
    const headed = isTitled
      ? withShorterTitle(text, { document, title })
      : `# ${title}${newline}${newline}${text}`;
    const ended = headed === '' || headed.endsWith('\n') ? headed : headed + newline;
    const to = `${folder.path}/${this.use.config.structure.defaultFile}`;
    return hasLinks ? followed(ended, tree, document.place, to, places) : ended;
  }

  /**
   * Returns the content of an imported file. In a Markdown file, links to imported files are rewritten to their new paths.
   */
  #file(tree: SourceTree, from: string, to: string, places: ImportedPlaces): Uint8Array {
    const bytes = tree.bytes(from);
    if (!isMarkdown(from) || plainText(bytes).problem !== undefined) return bytes;
    return Buffer.from(followed(Buffer.from(bytes).toString('utf8'), tree, from, to, places));
  }

  /** Returns the records of the history steps. */
  #records(id: string, steps: readonly HistoryStep[], document: SpecDocument): readonly LogRecord[] {
    const { eventLog, hasher } = this.use;
    const { sha256 } = hasher;
    const problem = documentTextProblem(document.text);
    if (problem !== undefined) throw new SpectoolError('SPEC_BROKEN', problem);
    // The texts of earlier versions are unknown: all records have the text of the document.
    const { text, lines } = textDigests(bodyOf(document), undefined, sha256);
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
    return records;
  }
}

/** Returns a text in which links lead to imported files at their new paths, and to files of the project that stay. */
function followed(text: string, tree: SourceTree, from: string, to: string, places: ImportedPlaces): string {
  const others = tree.inProject === undefined ? 'leave' : 'follow';
  return followImport(text, { from: inTree(tree, from), to }, places, others);
}

/** Removes the number from the title in the text, if the title of the spec is without it, too. */
function withShorterTitle(
  text: string,
  { document, title }: Pick<PlannedDocument, 'document' | 'title'>,
): string {
  const written = title === document.title ? null : writtenTitle(text);
  return written === null ? text : withWrittenTitle(text, titleWithoutNumber(written, document.number));
}
