import { importedId } from '../../domain/log/importedId.js';
import type { StreamId } from '../../domain/log/record.js';
import { dayOf } from '../../domain/value/calendarDate.js';
import type { JsonObject } from '../../domain/value/json.js';
import type { Hasher } from '../../ports/hasher.js';

/** The log of a spec: its `id`, or the one an import would give it. */
export function streamOf(ref: string, frontmatter: JsonObject, hasher: Hasher): StreamId {
  const id = frontmatter['id'];
  if (typeof id === 'string' && id !== '') return id;
  return importedId(ref, dayOf(frontmatter['created']), (text) => hasher.sha256(text));
}
