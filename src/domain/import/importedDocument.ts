import type { ImportedStatus } from '../project/configuration.js';
import type { CalendarDate } from '../value/calendarDate.js';
import type { JsonObject } from '../value/json.js';

/** A moment in a document's history in its source. */
export interface ImportedMoment {
  /** UTC with milliseconds. */
  readonly at: string;
  readonly actor?: string;
  /** The commit at that moment. */
  readonly commit?: string;
  /** The status from then on; absent if only the time is known, as for a creation. */
  readonly status?: string;
}

/** A file that is imported with a document. */
export interface ImportedFile {
  /** Path in the source. */
  readonly from: string;
  /** Path in the spec's folder. */
  readonly name: string;
}

/** How the lines in a file's history show its status. */
export type StatusLines = 'field' | 'section' | 'boxes';

/** A document of another tool, in spectool's terms. */
export interface ImportedDocument {
  /** Its place in the source: the path of its file, with a suffix if the file has several documents. */
  readonly place: string;
  /** An identity that does not depend on its path, if it has one: the tool, and the tool's name for it. */
  readonly origin?: string;
  /** Names by which other documents of the source refer to it, including its path. */
  readonly aliases: readonly string[];
  readonly number?: number;
  /** Text that the folder is named after. */
  readonly name: string;
  readonly title: string;
  /** Its id as written in the source. */
  readonly sourceId?: string;
  /** The status as written; absent if there was none. */
  readonly status?: string;
  /** The meaning of the status in its source, used if it is not mapped otherwise. */
  readonly meansBy?: ImportedStatus;
  /** The part of the source that held the status. */
  readonly statusFrom: string;
  readonly created?: CalendarDate;
  readonly completed?: CalendarDate;
  readonly assignee?: string;
  readonly priority?: string;
  readonly tags?: readonly string[];
  /** Aliases of other documents. */
  readonly dependsOn?: readonly string[];
  readonly related?: readonly string[];
  readonly supersededBy?: string;
  /** The name after a status that may mean superseded. */
  readonly successor?: string;
  /** Fields unknown to spectool, kept as they are. */
  readonly fields?: JsonObject;
  /** Set if it is archived, whatever its status. */
  readonly isArchived?: boolean;
  /** Markdown below the frontmatter. */
  readonly body: string;
  /** False if the text has links that are not Markdown. */
  readonly hasLinks?: boolean;
  readonly files?: readonly ImportedFile[];
  /** The folder that holds all its files. */
  readonly folder?: string;
  /** The files whose git history is read, and how it shows the status. */
  readonly past?: { readonly files: readonly string[]; readonly status?: StatusLines };
  readonly moments?: readonly ImportedMoment[];
  /** Sentences on what the import leaves out. */
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
