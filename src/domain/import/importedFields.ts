import { nameOfPerson } from '../fields/person.js';
import { fieldRank } from '../fields/standardFields.js';
import { isPriority } from '../spec/priority.js';
import type { CalendarDate } from '../value/calendarDate.js';
import { cutText } from '../value/cutText.js';
import type { JsonObject, JsonValue } from '../value/jsonValue.js';
import type { ImportedDocument } from './importedDocument.js';

/** The fields that record where a document was imported from; an import declares them in the configuration. */
export const SOURCE_FIELDS = ['source', 'source_id', 'source_status'] as const;
export const SOURCE_FIELD_NAMES: ReadonlySet<string> = new Set(SOURCE_FIELDS);

export function ownFields(document: ImportedDocument, created: CalendarDate, origin: string): JsonObject {
  const { assignee, priority, tags = [], sourceId, status } = document;
  const words = [...new Set(tags.map(named))].filter((tag) => tag !== '');
  return {
    ...(person(assignee) !== '' && { assignee: person(assignee) }),
    created,
    ...(isPriority(priority) && { priority }),
    ...(words.length > 0 && { tags: words }),
    source: named(origin),
    ...(named(sourceId) !== '' && { source_id: named(sourceId) }),
    ...(named(status) !== '' && { source_status: named(status) }),
  };
}

const LONGEST = 200;

/** Returns a text as a single line of visible characters, cut to the greatest length of a name. */
export function named(value = ''): string {
  const line = value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return cutText(line, LONGEST).trim();
}

/** Returns the name of a person as `named` does, without the address and the `@` that some tools write. */
export function person(value = ''): string {
  return named(nameOfPerson(value));
}

/** Converts a number that was read as text because of its notation, such as `1.0`. */
export function asNumber(value: JsonValue): JsonValue {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  return Number.isFinite(number) ? number : value;
}

export function isEmptyValue(value: JsonValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Returns a note on a field that the import leaves out, because a spec cannot contain its value. */
export function leftOut(key: string, value: JsonValue): string {
  const said = named(typeof value === 'string' ? value : JSON.stringify(value));
  return `the field ${key} is left out; its value was ${said.length > SHOWN ? `${cutText(said, SHOWN)}…` : said}`;
}

const SHOWN = 60;

export function inFieldOrder(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => fieldRank(a) - fieldRank(b)));
}
