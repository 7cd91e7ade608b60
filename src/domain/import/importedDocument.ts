import type { ImportedStatus } from '../project/configuration.js';
import type { CalendarDate } from '../value/calendarDate.js';
import type { JsonObject } from '../value/json.js';

/** What a document's source tells of one moment of its past. */
export interface ImportedMoment {
  /** UTC with milliseconds. */
  readonly at: string;
  readonly actor?: string;
  /** The commit that tells of it. */
  readonly commit?: string;
  /** The status word it had from then on; absent where only the moment is known, as of a creation. */
  readonly status?: string;
}

/** A file that comes along with a document. */
export interface ImportedFile {
  /** In the source. */
  readonly from: string;
  /** In the folder of the spec. */
  readonly name: string;
}

/** How the lines of a file's past tell its status. */
export type StatusLines = 'field' | 'section' | 'boxes';

/** A document as another tool has it, in words of our own. */
export interface ImportedDocument {
  /** Where it stands in the source: the path of its file, or what tells it from the others in that file. */
  readonly place: string;
  /** What it is known by wherever its file lies, where that is not its path: the tool and its name for it. */
  readonly origin?: string;
  /** Names by which others of the source refer to it; its path is one of itself. */
  readonly aliases: readonly string[];
  readonly number?: number;
  /** Text that the folder is named after. */
  readonly name: string;
  readonly title: string;
  /** As the source writes it. */
  readonly sourceId?: string;
  /** The word that stood there; absent where there was none. */
  readonly status?: string;
  /** What the source itself means by the word, where nobody says otherwise. */
  readonly meansBy?: ImportedStatus;
  /** What told the status. */
  readonly statusFrom: string;
  readonly created?: CalendarDate;
  readonly completed?: CalendarDate;
  readonly assignee?: string;
  readonly priority?: string;
  readonly tags?: readonly string[];
  /** Aliases of others. */
  readonly dependsOn?: readonly string[];
  readonly related?: readonly string[];
  readonly supersededBy?: string;
  /** What its status names beside a word that may mean that it was superseded. */
  readonly successor?: string;
  /** Fields that spectool has no name for, kept as they are. */
  readonly fields?: JsonObject;
  /** It is put away, whatever its status. */
  readonly isArchived?: boolean;
  /** Markdown below the frontmatter. */
  readonly body: string;
  /** False for a text whose links are not Markdown's. */
  readonly hasLinks?: boolean;
  readonly files?: readonly ImportedFile[];
  /** A folder that all of its files come from. */
  readonly folder?: string;
  /** Files whose history tells of it, and how. */
  readonly past?: { readonly files: readonly string[]; readonly status?: StatusLines };
  readonly moments?: readonly ImportedMoment[];
  /** In words: what the source has and a spec does not get. */
  readonly lost?: readonly string[];
}

/** A document that cannot be read. */
export interface UnreadDocument {
  readonly place: string;
  readonly problem: string;
}

export type FoundDocument = ImportedDocument | UnreadDocument;

export function isUnread(document: FoundDocument): document is UnreadDocument {
  return 'problem' in document;
}
