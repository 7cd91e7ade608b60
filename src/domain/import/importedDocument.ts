import type { ImportedStatus } from '../project/configuration.js';
import type { CalendarDate } from '../value/calendarDate.js';
import type { JsonObject } from '../value/jsonValue.js';

/** A moment in the history of a document before its import. */
export interface ImportedMoment {
  /** UTC with milliseconds; absent if nobody knows since when the document has the status. The first moment has a time. */
  readonly at?: string;
  readonly actor?: string;
  /** The status from that moment on; absent if only the time is known, as it may be for the creation of the document. */
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
  /** An identity that does not depend on the path, if there is one: the tool, and the tool's name for the document. */
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
  /** The meaning of status words in the source, for words that have no meaning for all sources. */
  readonly words?: Readonly<Record<string, ImportedStatus>>;
  /** The part of the source document that contained the status. */
  readonly statusFrom: string;
  readonly created?: CalendarDate;
  readonly completed?: CalendarDate;
  /** The day since which the document has its status, as written beside the status. */
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
  /**
   * The name of another document that follows the status word in the source. It counts as `supersededBy` if the word means
   * superseded.
   */
  readonly successor?: string;
  /** Fields that spectool does not know; they are imported unchanged. */
  readonly fields?: JsonObject;
  /** Set if the document is archived in the source, whatever its status. */
  readonly isArchived?: boolean;
  /** Markdown below the frontmatter. */
  readonly body: string;
  /** False if the text has links that are not Markdown. */
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
export interface UnreadDocument {
  readonly place: string;
  readonly problem: string;
}

export type FoundDocument = ImportedDocument | UnreadDocument;

export function isUnread(document: FoundDocument): document is UnreadDocument {
  return 'problem' in document;
}
