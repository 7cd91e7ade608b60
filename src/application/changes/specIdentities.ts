import type { SpecSummary } from '../../domain/document/specSummary.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import {
  PROJECT_STREAM,
  importedId,
  type LogRecord,
  type StreamId,
} from '../../domain/log/records/record.js';
import { folderAt, type SpecFolder } from '../../domain/naming/specFolder.js';
import type { Configuration } from '../../domain/project/configuration.js';
import { dayOf } from '../../domain/value/calendarDate.js';
import type { JsonObject } from '../../domain/value/json.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { Hasher } from '../../ports/system.js';

/**
 * Logs of specs that no document names, by the folder of a document without an `id`, or with one that no log has, which stands where
 * they were last seen. Where there are several of one folder, nobody can say which it is.
 */
export type UnnamedStreams = ReadonlyMap<string, readonly StreamId[]>;

/** Which log a document belongs to, also where a hand took its `id` out or changed it. */
export class SpecIdentities {
  constructor(
    private readonly store: SpecStore,
    private readonly log: EventLog,
    private readonly hasher: Hasher,
    private readonly config: Configuration,
  ) {}

  /** Its `id` if there is a log of it, else the log of the spec that was last seen in this folder, else its `id` or the one an import would give it. */
  of(folder: SpecFolder, frontmatter: JsonObject, unnamed?: UnnamedStreams): StreamId {
    if (this.isLogged(frontmatter)) return frontmatter.id;
    const [seen, ...others] = (unnamed ?? this.unnamed()).get(folder.path) ?? [];
    return seen !== undefined && others.length === 0 ? seen : streamOf(folder.ref, frontmatter, this.hasher);
  }

  /** Whether it has an `id`, and there is a log of it. */
  isLogged(frontmatter: JsonObject): frontmatter is JsonObject & { readonly id: StreamId } {
    return this.recordsOf(frontmatter).length > 0;
  }

  /** What the log has of its `id`: nothing where it has none, or one that no log knows. */
  recordsOf(frontmatter: JsonObject): readonly LogRecord[] {
    return hasId(frontmatter) ? this.log.records(frontmatter.id) : [];
  }

  /** Reads every document where there is a log of a spec. */
  unnamed(): UnnamedStreams {
    const known: ReadonlySet<StreamId> = new Set(this.log.streams());
    const streams = new Set([...known].filter((stream) => stream !== PROJECT_STREAM));
    const found = new Map<string, StreamId[]>();
    if (streams.size === 0) return found;
    const others: SpecSummary[] = [];
    for (const summary of this.store.summaries()) {
      const { id } = summary.frontmatter;
      if (typeof id !== 'string' || !streams.delete(id)) others.push(summary);
    }
    // Often each log is some document's by now: what an import would call the others need not be known.
    if (streams.size === 0) return found;
    const nameless = new Set<string>();
    for (const summary of others) {
      const { folder, frontmatter } = summary;
      const stream = streamOf(folder.ref, frontmatter, this.hasher);
      if (!streams.delete(stream) && lacksId(summary, known)) nameless.add(folder.path);
    }
    if (nameless.size === 0) return found;
    for (const stream of streams) {
      const { spec } = foldSpec(this.log.records(stream));
      if (spec.kind === 'absent' || spec.deleted !== undefined) continue;
      const { path } = folderAt(this.config.specsDir, spec.labels);
      if (nameless.has(path)) found.set(path, [...(found.get(path) ?? []), stream]);
    }
    return found;
  }
}

/** What cannot be read may have one. */
function lacksId({ frontmatter, problem }: SpecSummary, known: ReadonlySet<StreamId>): boolean {
  if (problem !== undefined && problem.code !== 'FRONTMATTER_MISSING') return false;
  return !hasId(frontmatter) || (!known.has(frontmatter.id) && reservedId(frontmatter) === undefined);
}

/** The log of a spec: its `id`, or the one an import would give it. */
export function streamOf(ref: string, frontmatter: JsonObject, hasher: Hasher): StreamId {
  if (hasId(frontmatter)) return frontmatter.id;
  return importedId(ref, dayOf(frontmatter['created']), (text) => hasher.sha256(text));
}

export function hasId(frontmatter: JsonObject): frontmatter is JsonObject & { readonly id: StreamId } {
  return typeof frontmatter['id'] === 'string' && frontmatter['id'] !== '';
}

/** Why a document cannot have this identity; undefined when it can. */
export function reservedId(frontmatter: JsonObject): string | undefined {
  if (frontmatter['id'] !== PROJECT_STREAM) return undefined;
  return `\`id: ${PROJECT_STREAM}\` names the log of the project itself; no spec can have it`;
}

export const RESERVED_ID_HINT =
  'Restore the `id` it had in git. A spec that had none gets one with its next change, once the line is gone.';

/** @param path the document. @throws SpectoolError `LOG_UNREADABLE` for a document with the identity of something else. */
export function refuseReservedId(path: string, frontmatter: JsonObject): void {
  const problem = reservedId(frontmatter);
  if (problem === undefined) return;
  throw new SpectoolError('LOG_UNREADABLE', `${path}: ${problem}.`, {
    hint: RESERVED_ID_HINT,
    details: { path },
  });
}
