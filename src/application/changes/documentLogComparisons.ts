import type { SpecDocument } from '../../domain/document/specDocument.js';
import { foldSpec, type PlaceState, placeState } from '../../domain/log/foldSpec.js';
import { type CompletedText, eventsOf } from '../../domain/reconcile/recordedItems.js';
import {
  keptStanding,
  type DocumentStateKind,
  documentStateOf,
} from '../../domain/reconcile/documentState.js';
import type { MergePreference } from '../../domain/reconcile/reconcileFields.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { textChanges, textDigest, textHash } from '../../domain/log/textHash.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { labelsOf, type SpecFolder } from '../../domain/naming/projectPath.js';
import { type Changes, frontmatterDiff, valueAt } from '../../domain/fields/fieldChange.js';
import type { SpecCommand } from '../../domain/spec/specCommands.js';
import { type Spec } from '../../domain/spec/spec.js';
import type { JsonObject } from '../../domain/value/jsonValue.js';
import { refuseNewer, refuseNotCheckedOut } from '../worktrees/refusals.js';
import { refuseReservedId, streamOf } from './specLogs.js';
import type { Services } from '../services.js';

/** Comparison of a spec's document with its log, before a change. */
export interface LogComparison {
  readonly id: string;
  readonly records: readonly LogRecord[];
  readonly spec: Spec;
  /**
   * Commands that record the changes found in the document and its folder: an import, a hand edit, a move. They run before
   * the requested change.
   */
  readonly observations: readonly SpecCommand[];
  readonly document: DocumentStateKind;
  /** Frontmatter to which the next change is applied. */
  readonly meant: JsonObject;
  /** Fields whose value in the document is older than in the log; other fields may have been edited by hand. */
  readonly lagging: Changes;
  /** The document's text with the recorded changes that it lacks, and a list of these changes. */
  readonly completed: CompletedText;
  /** The time of the first change that the document lacks, if an old copy of it was saved. */
  readonly since?: string | undefined;
  readonly place: PlaceState;
  /** Digest of the text in the log; absent if an early version of spectool wrote the log, and after a merge. */
  readonly text?: string;
}

/** Options for comparing a document with its log. */
export interface Reading {
  readonly judge?: MergePreference | undefined;
  /**
   * Side that a person chose to win if the document differs from the log without a hand edit, for example because git
   * restored an older version.
   */
  readonly keep?: 'log' | 'document' | undefined;
  /** Records of the spec, if the caller has already read them. */
  readonly known?: readonly LogRecord[] | undefined;
}

/** Compares the document and folder of a spec with its log. */
export class DocumentLogComparisons {
  constructor(private readonly use: Services) {}

  /** Compares a document and its folder with the log. @param title title in the document. */
  open(
    folder: SpecFolder,
    document: SpecDocument,
    title: string,
    { judge = 'document', keep, known }: Reading = {},
  ): LogComparison {
    const sha256 = (text: string) => this.use.hasher.sha256(text);
    refuseReservedId(this.use.specStore.documentPath(folder), document.frontmatter);
    const id = streamOf(folder.ref, document.frontmatter, this.use.hasher);
    const seen: JsonObject = { ...document.frontmatter, id };
    const records = known ?? this.use.eventLog.records(id);
    const { spec } = foldSpec(records);
    const labels = labelsOf(folder);
    refuseNewer(records, `The log of ${folder.ref}`);
    const text = {
      body: document.text.slice(document.bodyStart),
      criteriaSections: this.use.config.criteria.sections,
    };
    if (spec.kind === 'absent') {
      if (typeof document.frontmatter['id'] === 'string')
        refuseNotCheckedOut(this.use.clone, `${LOG_FOLDER}/${id}`, `The log of ${folder.ref}`);
      return {
        ...{ id, records, spec, document: 'current', place: 'current', meant: seen, lagging: {} },
        observations: [{ type: 'ImportSpec', data: { ...labels, title, frontmatter: seen } }],
        completed: { body: text.body, missing: [] },
      };
    }
    const found = documentStateOf({ frontmatter: seen, text }, spec, records, {
      ...this.use.committedSpecs.around(this.use.specStore.documentPath(folder), id),
      judge,
    });
    const standing = keep === undefined ? found : keptStanding(found, keep, text, spec, records);
    const { kind, known: logged, meant, returned, lost, since } = standing;
    const place = placeState(labels, spec, records);
    const isOther = logged !== undefined && logged !== textDigest(text.body, sha256);
    const returnedTo = returned !== undefined && { returned };
    const observations: SpecCommand[] = [];
    // What a person keeps out of the text is recorded also if merged branches have different texts.
    if (isOther || (keep === 'document' && lost.length > 0)) {
      const sections = logged === undefined ? [] : changedSections(records, logged, text.body);
      observations.push({ type: 'ObserveText', data: { sections, lost: eventsOf(lost), ...returnedTo } });
    }
    if (kind === 'edited' || kind === 'old copy' || kind === 'returned')
      observations.push({ type: 'ObserveFrontmatter', data: { frontmatter: meant, ...returnedTo } });
    if (place === 'moved') observations.push({ type: 'ObservePlace', data: labels });
    return {
      ...{ id, records, spec, observations, document: kind, meant, since, place },
      lagging: changesBetween(seen, meant),
      completed: standing.text,
      ...(logged !== undefined && { text: logged }),
    };
  }
}

function changesBetween(before: JsonObject, after: JsonObject): Changes {
  const changed = [...frontmatterDiff(before, after)].filter(([key]) => key !== 'updated');
  return Object.fromEntries(changed.map(([key, to]) => [key, { from: valueAt(before, key), to }]));
}

function changedSections(records: readonly LogRecord[], known: string, body: string) {
  const before = records.findLast(({ text, lines }) => text === known && lines !== undefined)?.lines;
  const after = textHash(body);
  return before === undefined || after === undefined ? [] : textChanges(before, after);
}
