import { wholeConflict } from '../../domain/document/conflictMarks.js';
import { decodeRecord } from '../../domain/log/recordCodec.js';
import type { Sides } from '../../domain/log/reconcile.js';
import type { LogRecord, StreamId } from '../../domain/log/record.js';
import { orderRecords } from '../../domain/log/recordOrder.js';
import type { MergedText } from '../../domain/merging/mergeBody.js';
import { mergeDocument } from '../../domain/merging/mergeDocument.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { FrontmatterParser } from '../../ports/frontmatterParser.js';
import type { Hasher } from '../../ports/hasher.js';
import type { Repository, TextMergeStyle } from '../../ports/repository.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { Needs } from '../services.js';
import { oneOf, positive, required, text, type RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

/** Three versions of one document. */
export type DocumentSides = Sides<string>;

/** The merged text, and how many conflicts are left marked in it. */
export type MergedDocument = MergedText;

export interface MergeDocumentsRequest extends DocumentSides {
  /** Where git, which is merging right now, has the document: from the top of the working tree. Without it the log is taken as it is here. */
  readonly path?: string | undefined;
  /** What git calls the sides; stands behind the marks of a conflict. */
  readonly oursLabel?: string | undefined;
  readonly theirsLabel?: string | undefined;
  readonly baseLabel?: string | undefined;
  /** Letters of a conflict mark, 7 by default. */
  readonly markerSize?: number | undefined;
  /** `latin1`: the versions are bytes that are no UTF-8, a letter each, and so is the answer. */
  readonly encoding?: 'utf8' | 'latin1' | undefined;
}

/** Merges versions of a spec's document as the one judge decides (`mergeDocument`). */
export class MergeDocuments extends UseCase<MergeDocumentsRequest, MergedDocument> {
  static readonly needs = ['specStore', 'frontmatterParser', 'repository', 'eventLog', 'hasher'] as const;
  static readonly request: RequestSchema<MergeDocumentsRequest> = {
    base: required(text),
    ours: required(text),
    theirs: required(text),
    path: text,
    oursLabel: text,
    theirsLabel: text,
    baseLabel: text,
    markerSize: positive,
    encoding: oneOf(['utf8', 'latin1']),
  };
  readonly #store: SpecStore;
  readonly #parser: FrontmatterParser;
  readonly #repository: Repository;
  readonly #log: EventLog;
  readonly #hasher: Hasher;

  constructor(services: Needs<typeof MergeDocuments>) {
    super();
    this.#store = services.specStore;
    this.#parser = services.frontmatterParser;
    this.#repository = services.repository;
    this.#log = services.eventLog;
    this.#hasher = services.hasher;
  }

  /** As git's merge driver asks. Versions that cannot be merged by field are merged as git would without us, but for two specs. */
  protected override async run(request: MergeDocumentsRequest): Promise<MergedDocument> {
    const { base, ours, theirs, encoding, markerSize } = request;
    const { oursLabel = 'ours', baseLabel = 'base', theirsLabel = 'theirs' } = request;
    const style: TextMergeStyle = {
      labels: [oursLabel, baseLabel, theirsLabel],
      asConfigured: request.path !== undefined,
      ...(markerSize !== undefined && { markerSize }),
      ...(encoding !== undefined && { encoding }),
    };
    const merged =
      encoding === 'latin1' ? undefined : this.#merged(request, this.#recordsAfter(request), style);
    if (merged !== undefined) return merged;
    const byLines = this.#repository.mergeText(ours, base, theirs, style);
    // Git took one spec for another that was renamed: what nothing stops would be told of the wrong one.
    return byLines.conflicts === 0 && this.#isOfTwoSpecs(request)
      ? { text: wholeConflict(ours, theirs, oursLabel, theirsLabel, markerSize), conflicts: 1 }
      : byLines;
  }

  /**
   * With the log as it is here: both sides' records, after git's merge.
   * @param isBaseKnown false where the base is only what both sides have in common.
   * @returns undefined where the versions cannot be merged by field; `mergeDocument` says when.
   */
  merge(sides: DocumentSides, isBaseKnown = true): MergedDocument | undefined {
    const id = this.#idOf(sides);
    return this.#merged(sides, id === undefined ? [] : this.#log.records(id), undefined, isBaseKnown);
  }

  #merged(
    sides: DocumentSides,
    records: readonly LogRecord[] | undefined,
    style?: TextMergeStyle,
    isBaseKnown = true,
  ): MergedDocument | undefined {
    return mergeDocument(sides, records, {
      parse: (text) => this.#store.parse(text),
      format: (value) => this.#parser.format(value),
      mergeText: (ours, base, theirs) => this.#repository.mergeText(ours, base, theirs, style),
      isBaseKnown,
    });
  }

  /** What the log will tell after the merge: ours, with what theirs has and the base had not, without what the base alone had. */
  #recordsAfter(request: MergeDocumentsRequest): readonly LogRecord[] | undefined {
    const { path, ours, base, theirs, theirsLabel } = request;
    const id = this.#idOf(request);
    if (id === undefined) return [];
    if (path === undefined) return this.#log.records(id);
    const versions = { path, ours, base, theirs, ...(theirsLabel !== undefined && { theirsLabel }) };
    const change = this.#repository.changeOfMerge(versions, `${LOG_FOLDER}/${id}`);
    if (change === undefined) return undefined;
    const added = this.#decoded(change.added, id);
    const removed = this.#decoded(change.removed, id);
    if (added === undefined || removed === undefined) return undefined;
    const kept = new Set(added.map((record) => record.id));
    const gone = new Set(removed.map((record) => record.id).filter((one) => !kept.has(one)));
    return orderRecords([...this.#log.records(id), ...added].filter((record) => !gone.has(record.id)));
  }

  /** Undefined when one of the files is not as spectool writes them. */
  #decoded(files: readonly string[], stream: StreamId): readonly LogRecord[] | undefined {
    const lines = files.flatMap((file) => file.split('\n').filter((line) => line.trim() !== ''));
    const records = lines.map((line) => decodeRecord(line, (text) => this.#hasher.sha256(text)));
    const isSound = records.every(({ record, damage }) => damage === undefined && record?.spec === stream);
    return isSound ? records.flatMap(({ record }) => record ?? []) : undefined;
  }

  #isOfTwoSpecs({ ours, theirs }: DocumentSides): boolean {
    const [our, their] = [ours, theirs].map((version) => this.#store.parse(version).frontmatter['id']);
    return typeof our === 'string' && typeof their === 'string' && our !== their;
  }

  #idOf({ ours, theirs }: DocumentSides): StreamId | undefined {
    const ids = [ours, theirs].map((version) => this.#store.parse(version).frontmatter['id']);
    return ids.find((id) => typeof id === 'string');
  }
}
