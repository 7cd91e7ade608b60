import { BOUNDS } from '../value/bounds.js';
import { nameOfPerson } from '../value/person.js';
import type { ImportedStatus } from '../project/configuration.js';
import { isPriority } from '../fields/statusAndPriority.js';
import type { CalendarDate } from '../value/dates.js';
import type { JsonObject, JsonValue } from '../value/jsonValue.js';
import { cutText, singleLineName } from '../value/text.js';
import { isRecordWord } from './documentKinds.js';

/** The fields that record where a document was imported from; an import declares them in the configuration. */
export const SOURCE_FIELDS = ['source', 'source_id', 'source_status'] as const;
export const SOURCE_FIELD_NAMES: ReadonlySet<string> = new Set(SOURCE_FIELDS);

/** Returns the frontmatter fields that spectool sets for an imported document, such as `source` and `tags`. */
export function fieldsOfImportedDocument(
  document: ImportedDocument,
  created: CalendarDate,
  origin: string,
): JsonObject {
  const { assignee, priority, tags = [], sourceId, status } = document;
  const own = {
    assignee: importedPersonName(assignee),
    created,
    priority: isPriority(priority) ? priority : '',
    tags: [...new Set(tags.map(singleLineName))].filter((tag) => tag !== ''),
    source: singleLineName(origin),
    source_id: singleLineName(sourceId),
    source_status: singleLineName(status),
  };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => !isEmptyValue(value)));
}

/** Returns the name of a person on a single line, without the address and the `@` that some tools write. */
export function importedPersonName(value = ''): string {
  return singleLineName(nameOfPerson(value));
}

/** Converts a number in an imported document that was read as text because of its notation, such as `1.0`. */
export function numberOfText(value: JsonValue): JsonValue {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  return Number.isFinite(number) ? number : value;
}

export function isEmptyValue(value: JsonValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Returns a note on a field that was not imported, because a spec cannot contain its value. */
export function omittedFieldNote(key: string, value: JsonValue): string {
  const said = singleLineName(typeof value === 'string' ? value : JSON.stringify(value));
  return `the field ${key} was not imported; its value was ${said.length > BOUNDS.excerpt ? `${cutText(said, BOUNDS.excerpt)}…` : said}`;
}

const NUMBER_BEFORE =
  /^\[?(?:([A-Za-z][A-Za-z ]{1,20}?)([-_ #]*))?#?(\d{1,7})[a-z]?(\]?\s*[-.:)\u2013\u2014]+\s+|\]\s*|\s+)(?=\S)/;

/**
 * Returns a title without the spec's number at its beginning: `5. Use a queue` and `ADR-005: Use a queue` become `Use a queue`. A
 * word before the number must be a kind of records (`Aries RFC 0249:`) or the mark of a series (`MSC3787:`).
 */
export function titleWithoutNumber(title: string, number: number | null | undefined): string {
  const [before, word = '', gap = '', digits, mark = ''] = NUMBER_BEFORE.exec(title.slice(0, 100)) ?? [];
  if (before === undefined || Number(digits) !== number) return title;
  // Without a mark, the number may be a part of the title: `5 whys`. In `#5 Use a queue`, `#` is the mark.
  const isPart = mark.trim() === '' && !before.includes('#') && !/^\d{3}/.test(digits ?? '');
  const isSeries = /^[A-Z]{2,6}$/.test(word) && !/\s/.test(gap) && mark.trim() !== '';
  if (word === '' ? isPart : !isSeries && !isRecordWord(word.replace(/^.* /, ''))) return title;
  const rest = title.slice(before.length);
  return rest.slice(0, 1).toUpperCase() + rest.slice(1);
}

/** A change in the history of a document before its import, such as a new status. */
export interface ImportedMoment {
  /** UTC with milliseconds; absent if the time of the change is unknown. The first change always has a time. */
  readonly at?: string;
  readonly actor?: string;
  /** The status after the change; absent if only the time is known, as for the creation of some documents. */
  readonly status?: string;
}

/** A file that is imported with a document. */
export interface ImportedFile {
  /** Path of the file in the source. */
  readonly from: string;
  /** Path of the file in the spec's folder. */
  readonly name: string;
}

/** Returns the status in an earlier version of a file; undefined if it has none. */
export type StatusReader = (text: string) => string | undefined;

/** A document of another tool, converted to spectool's fields. */
export interface ImportedDocument {
  /** The document's place in the source: the path of its file, with a suffix if the file contains several documents. */
  readonly place: string;
  /** Identifies the document independently of its path, if possible: the tool, and the tool's name for the document. */
  readonly origin?: string;
  /** Names by which other documents of the source refer to this document, including its path. */
  readonly aliases: readonly string[];
  readonly number?: number;
  /** The text from which the name of the spec's folder is made. */
  readonly name: string;
  readonly title: string;
  /** The id of the document as written in the source. */
  readonly sourceId?: string;
  /** The status as written in the source; absent if there was none. */
  readonly status?: string;
  /** The meanings of status words whose meaning depends on the source. */
  readonly words?: Readonly<Record<string, ImportedStatus>>;
  /** Where the status was found, for messages, such as `frontmatter`; `nothing` if there is no status. */
  readonly statusFrom: string;
  readonly created?: CalendarDate;
  readonly completed?: CalendarDate;
  /** The day on which the document got its status, if it is written next to the status. */
  readonly statusSince?: CalendarDate;
  readonly assignee?: string;
  readonly priority?: string;
  readonly tags?: readonly string[];
  /** The documents that this document depends on, by their aliases. */
  readonly dependsOn?: readonly string[];
  /** The document of which this document is a part. */
  readonly partOf?: string;
  readonly related?: readonly string[];
  readonly supersededBy?: string;
  /** The documents that this document replaces, by their aliases. */
  readonly supersedes?: readonly string[];
  /** The documents that this document changes in part, and those that change it. They are also in `related`. */
  readonly amends?: readonly string[];
  readonly amendedBy?: readonly string[];
  /**
   * The document that the source names after the status word, as in `Superseded by 5`. It is used as `supersededBy` if the word
   * means superseded.
   */
  readonly successor?: string;
  /** Fields that spectool does not know; they are imported unchanged. */
  readonly fields?: JsonObject;
  /** Set if the document is archived in the source, whatever its status. */
  readonly isArchived?: boolean;
  /** Markdown below the frontmatter. */
  readonly body: string;
  /** False for a document from a file with JSON, whose links stay as written. The links of other documents are adjusted. */
  readonly hasLinks?: boolean;
  readonly files?: readonly ImportedFile[];
  /** The folder that contains all files of the document. */
  readonly folder?: string;
  /** The files whose git history is read, the document's own first, each with a function that reads the status in a version. */
  readonly past?: ReadonlyMap<string, StatusReader | undefined>;
  readonly moments?: readonly ImportedMoment[];
  /** Messages about contents of the document that are not imported. */
  readonly lost?: readonly string[];
}

/** A document that could not be read. */
interface UnreadDocument {
  readonly place: string;
  readonly problem: string;
}

export type FoundDocument = ImportedDocument | UnreadDocument;

/** True for an imported document that could not be read. */
export function isUnreadDocument(document: FoundDocument): document is UnreadDocument {
  return 'problem' in document;
}
