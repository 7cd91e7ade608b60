import type { SpecSummary } from '../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { type LogEnd, logEnd } from '../../domain/log/logSummary.js';
import {
  derivedStreamId,
  type LogRecord,
  PROJECT_STREAM,
  type StreamId,
  RECORD_VERSION,
} from '../../domain/log/records/record.js';
import { folderAt, type SpecFolder } from '../../domain/naming/projectPath.js';
import { dayOf } from '../../domain/value/dates.js';
import type { JsonObject } from '../../domain/value/jsonValue.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { Hasher } from '../../ports/system.js';
import { Service } from '../useCase.js';
import type { Clone } from '../../ports/repository.js';
import { quoteForShell } from '../../domain/value/text.js';

/**
 * Logs of specs whose `id` is in no document, by path of the spec's last known folder. Contains only folders whose document
 * has no known `id`, since that `id` may have been removed by hand. If a folder has several logs, the right one is unknown.
 */
export type UnnamedStreams = ReadonlyMap<string, readonly StreamId[]>;

/** Finds the log of a document, even if its `id` was removed or changed by hand. */
export class SpecLogFinder extends Service {
  /**
   * Returns the document's `id` if it has a log; else the id of the only log whose spec was last in this folder; else the
   * document's `id` without a log, or the id that an import would assign.
   */
  of(folder: SpecFolder, frontmatter: JsonObject, unnamed?: UnnamedStreams): StreamId {
    if (this.isLogged(frontmatter)) return frontmatter.id;
    const [seen, ...others] = (unnamed ?? this.unnamed()).get(folder.path) ?? [];
    return seen !== undefined && others.length === 0
      ? seen
      : streamOf(folder.ref, frontmatter, this.use.hasher);
  }

  /** True if the document has an `id` with a log. */
  isLogged(frontmatter: JsonObject): frontmatter is JsonObject & { readonly id: StreamId } {
    return this.recordsOf(frontmatter).length > 0;
  }

  /** Records for the document's `id`; empty if it has no `id` or the `id` has no log. */
  recordsOf(frontmatter: JsonObject): readonly LogRecord[] {
    return hasId(frontmatter) ? this.use.eventLog.records(frontmatter.id) : [];
  }

  /** Finds logs of specs whose `id` is in no document. Reads every document, unless the project has no logs of specs. */
  unnamed(): UnnamedStreams {
    const known: ReadonlySet<StreamId> = new Set(this.use.eventLog.streams());
    const streams = new Set([...known].filter((stream) => stream !== PROJECT_STREAM));
    const found = new Map<string, StreamId[]>();
    if (streams.size === 0) return found;
    const others: SpecSummary[] = [];
    for (const summary of this.use.specStore.summaries()) {
      const { id } = summary.frontmatter;
      if (typeof id !== 'string' || !streams.delete(id)) others.push(summary);
    }
    // Stop early if a document has been found for every log.
    if (streams.size === 0) return found;
    const nameless = new Set<string>();
    for (const summary of others) {
      const { folder, frontmatter } = summary;
      const stream = streamOf(folder.ref, frontmatter, this.use.hasher);
      if (!streams.delete(stream) && lacksId(summary, known)) nameless.add(folder.path);
    }
    if (nameless.size === 0) return found;
    for (const stream of streams) {
      const { spec } = foldSpec(this.use.eventLog.records(stream));
      if (spec.kind === 'absent' || spec.deleted !== undefined) continue;
      const { path } = folderAt(this.use.config.specsDir, spec.labels);
      if (nameless.has(path)) found.set(path, [...(found.get(path) ?? []), stream]);
    }
    return found;
  }
}

/**
 * True if the document has no `id`, or one without a log. False for an unreadable document, because it may contain an `id`.
 */
function lacksId({ frontmatter, problem }: SpecSummary, known: ReadonlySet<StreamId>): boolean {
  if (problem !== undefined && problem.code !== 'FRONTMATTER_MISSING') return false;
  return !hasId(frontmatter) || (!known.has(frontmatter.id) && reservedId(frontmatter) === undefined);
}

/** Returns the id of a spec's log: the `id` of the document, or the one that an import would assign. */
export function streamOf(ref: string, frontmatter: JsonObject, hasher: Hasher): StreamId {
  if (hasId(frontmatter)) return frontmatter.id;
  return derivedStreamId(ref, dayOf(frontmatter['created']), hasher.sha256);
}

export function hasId(frontmatter: JsonObject): frontmatter is JsonObject & { readonly id: StreamId } {
  return typeof frontmatter['id'] === 'string' && frontmatter['id'] !== '';
}

/** Returns the reason if the `id` in the frontmatter is reserved; undefined if the `id` is allowed. */
export function reservedId(frontmatter: JsonObject): string | undefined {
  if (frontmatter['id'] !== PROJECT_STREAM) return undefined;
  return `\`id: ${PROJECT_STREAM}\` is reserved for the log of the project; no spec can have it`;
}

export const RESERVED_ID_HINT =
  'Restore the earlier `id` from git. If the spec had no `id`, delete the line: the next command that changes the spec adds an `id`.';

/** The methods of the log that are needed to read summaries. */
type Summarized = Pick<EventLog, 'ends' | 'records'>;

/** Returns a summary of each stream: from the cache of the log, or else from its records. */
export function logEnds(log: Summarized, streams: readonly StreamId[]): ReadonlyMap<StreamId, LogEnd> {
  return log.ends?.(streams) ?? new Map(streams.map((one) => [one, logEnd(log.records(one))]));
}

/** Returns a summary of the log of each spec, including deleted specs. */
export function endsOfSpecs(log: Summarized & Pick<EventLog, 'streams'>): ReadonlyMap<StreamId, LogEnd> {
  return logEnds(
    log,
    log.streams().filter((stream) => stream !== PROJECT_STREAM),
  );
}

/**
 * Refuses to change a log that has records of a newer spectool version, because the change might revert records that this
 * version does not understand.
 * @param what the log, named as the subject of the error's sentence.
 * @throws SpectoolError `LOG_NEWER`.
 */
export function refuseNewer(records: readonly LogRecord[], what: string): void {
  const newest = records.reduce((highest, { v }) => Math.max(highest, v), 0);
  if (newest <= RECORD_VERSION) return;
  throw new SpectoolError(
    'LOG_NEWER',
    `${what} was written by a newer spectool: it has records of version ${String(newest)}, and this spectool reads versions up to ${String(RECORD_VERSION)}.`,
    {
      hint: 'Upgrade spectool, then run the command again; nothing was changed.',
      details: { version: newest },
    },
  );
}

/**
 * Refuses to create a file or folder that is in git but not checked out (sparse checkout).
 * @param path path of the file or folder.
 * @param what its description, as the subject of the message.
 * @throws SpectoolError `NOT_CHECKED_OUT`.
 */
export function refuseNotCheckedOut(clone: Clone, path: string, what: string, folder = path): void {
  if (clone.notCheckedOut(path).files.length === 0) return;
  throw new SpectoolError(
    'NOT_CHECKED_OUT',
    `${what} is not checked out in this working tree: git excludes ${path}.`,
    {
      hint: checkoutHint(folder),
      details: { path },
    },
  );
}

/**
 * Returns a hint how to check out a folder. `git sparse-checkout disable` also helps if the folder is left out by
 * skip-worktree marks instead of a sparse checkout.
 */
export function checkoutHint(folder: string): string {
  return `Run \`git sparse-checkout add ${quoteForShell(folder)}\` to check it out, or \`git sparse-checkout disable\` to check out everything.`;
}
