import { wholeConflict } from '../../../domain/document/conflictMarks.js';
import type { Sides } from '../../../domain/reconcile/reconcileFields.js';
import type { LogRecord, StreamId } from '../../../domain/log/records/record.js';
import { decodeRecord, linesOfLog, orderRecords } from '../../../domain/log/records/recordOrderAndFormat.js';
import type { MergedText } from '../../../domain/merging/mergeDocumentText.js';
import { mergeDocument, type MergeTools } from '../../../domain/merging/mergeDocument.js';
import { LOG_FOLDER } from '../../../domain/project/projectFolders.js';
import type { MeetingFiles, TextMergeStyle } from '../../../ports/repository.js';
import { type RequestOf, argument, oneOf, positive, required, text, useCase } from '../../useCase.js';
import type { Services } from '../../services.js';

/** Texts of the three versions of a document: base, ours and theirs. */
export type DocumentSides = Sides<string>;

/** The merged text and the number of conflicts left in it. */
export type MergedDocument = MergedText;

/** Records of the log as they are after the merge. */
interface LogAfter {
  readonly records: readonly LogRecord[];
  /** Records that the other side (theirs) removed. */
  readonly reverted: readonly LogRecord[];
}

/** Merges versions of a spec's document; {@link mergeDocument} makes the decisions. */
export const mergeDocuments = useCase(
  {
    base: required(text),
    ours: required(text),
    theirs: required(text),
    /**
     * Path of the document from the top of the working tree; only while git is merging. Without a path, the current log is used.
     */
    path: text,
    /** Labels of the sides, printed behind the conflict marks. */
    oursLabel: argument,
    theirsLabel: argument,
    baseLabel: argument,
    /** Number of characters in a conflict mark; 7 by default. */
    markerSize: positive,
    /** `latin1`: the texts and the result are bytes that are not UTF-8, one character per byte. */
    encoding: oneOf(['utf8', 'latin1']),
  },
  (use, request): MergedDocument => {
    const { base, ours, theirs, encoding, markerSize } = request;
    const { oursLabel = 'ours', baseLabel = 'base', theirsLabel = 'theirs' } = request;
    const style: TextMergeStyle = {
      labels: [oursLabel, baseLabel, theirsLabel],
      conflictStyle: request.path === undefined ? 'merge' : 'configured',
      ...(markerSize !== undefined && { markerSize }),
      ...(encoding !== undefined && { encoding }),
    };
    const merged =
      encoding === 'latin1' ? undefined : mergedText(use, request, logAfter(use, request), style);
    if (merged !== undefined) return merged;
    const byLines = use.merges.mergeText(ours, base, theirs, style);
    // Git took one spec for a rename of another. Force a conflict, because the change would be recorded for the wrong spec.
    return byLines.conflicts === 0 && isOfTwoSpecs(use, request)
      ? { text: wholeConflict(ours, theirs, oursLabel, theirsLabel, markerSize), conflicts: 1 }
      : byLines;
  },
);

/**
 * Merges with the current log, which has the records of both sides after git's merge.
 * @param isBaseKnown false if the real base is unknown, so that `base` contains only what both sides have in common.
 * @param path path of the document in conflict; used to find records that a revert in progress removes.
 * @param labels labels of the sides, printed behind the conflict marks.
 * @returns undefined if fields cannot be merged; see `mergeDocument`.
 */
export function mergeDocumentSides(
  use: Services,
  sides: DocumentSides,
  isBaseKnown = true,
  path?: string,
  labels?: TextMergeStyle['labels'],
): MergedDocument | undefined {
  const id = idOf(use, sides);
  const records = id === undefined ? [] : use.eventLog.records(id);
  const change = id === undefined || path === undefined ? undefined : changeOf(use, { ...sides, path }, id);
  const style = labels && { labels };
  return mergedText(use, sides, { records, reverted: change?.reverted ?? [] }, style, isBaseKnown);
}

function mergedText(
  { specStore, frontmatterParser, merges }: Services,
  sides: DocumentSides,
  log: LogAfter | undefined,
  style?: TextMergeStyle,
  isBaseKnown = true,
): MergedDocument | undefined {
  const tools: MergeTools = {
    parse: (text) => specStore.parse(text),
    format: frontmatterParser.format,
    mergeText: (ours, base, theirs, markerSize) =>
      merges.mergeText(ours, base, theirs, {
        ...style,
        ...(markerSize !== undefined && { markerSize, conflictStyle: 'diff3' }),
      }),
    isBaseKnown,
  };
  return mergeDocument(sides, log?.records, tools, log?.reverted);
}

/** Returns the log after the merge: our records, plus those added and minus those removed by theirs. */
function logAfter(use: Services, request: RequestOf<typeof mergeDocuments.request>): LogAfter | undefined {
  const { path, ours, base, theirs, theirsLabel } = request;
  const id = idOf(use, request);
  if (id === undefined) return { records: [], reverted: [] };
  if (path === undefined) return { records: use.eventLog.records(id), reverted: [] };
  const versions = { path, ours, base, theirs, ...(theirsLabel !== undefined && { theirsLabel }) };
  const change = changeOf(use, versions, id);
  if (change === undefined) return undefined;
  const { added, reverted } = change;
  const gone = new Set(reverted.map((record) => record.id));
  const left = [...use.eventLog.records(id), ...added].filter((record) => !gone.has(record.id));
  return { records: orderRecords(left), reverted };
}

/** Returns the records that the other side (theirs) adds and removes; undefined if git cannot determine them. */
function changeOf(
  use: Services,
  versions: MeetingFiles,
  id: StreamId,
): { readonly added: readonly LogRecord[]; readonly reverted: readonly LogRecord[] } | undefined {
  const change = use.merges.changeOfMerge(versions, `${LOG_FOLDER}/${id}`);
  if (change === undefined) return undefined;
  const added = decoded(use, change.added, id);
  const removed = decoded(use, change.removed, id);
  if (added === undefined || removed === undefined) return undefined;
  const kept = new Set(added.map((record) => record.id));
  return { added, reverted: removed.filter((record) => !kept.has(record.id)) };
}

/** Returns the records in these log files; undefined if one of them is not a valid log file. */
function decoded(
  { hasher }: Services,
  files: readonly string[],
  stream: StreamId,
): readonly LogRecord[] | undefined {
  const records = files.flatMap(linesOfLog).map((line) => decodeRecord(line, hasher.sha256));
  const isSound = records.every(({ record, damage }) => damage === undefined && record?.spec === stream);
  return isSound ? records.flatMap(({ record }) => record ?? []) : undefined;
}

function isOfTwoSpecs({ specStore }: Services, { ours, theirs }: DocumentSides): boolean {
  const [our, their] = [ours, theirs].map((version) => specStore.parse(version).frontmatter['id']);
  return typeof our === 'string' && typeof their === 'string' && our !== their;
}

function idOf({ specStore }: Services, { ours, theirs }: DocumentSides): StreamId | undefined {
  const ids = [ours, theirs].map((version) => specStore.parse(version).frontmatter['id']);
  return ids.find((id) => typeof id === 'string');
}
