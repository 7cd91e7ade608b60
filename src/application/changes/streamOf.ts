import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { importedId, PROJECT_STREAM, type StreamId } from '../../domain/log/record.js';
import { dayOf } from '../../domain/value/calendarDate.js';
import type { JsonObject } from '../../domain/value/json.js';
import type { Hasher } from '../../ports/hasher.js';

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
