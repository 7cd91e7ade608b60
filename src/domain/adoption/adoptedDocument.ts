import type { Labels } from '../naming/projectPath.js';
import type { CalendarDate } from '../value/dates.js';
import type { JsonObject } from '../value/jsonValue.js';

/** The checkboxes of a document that are tasks. */
export interface TaskBoxes {
  /** Path of the file that has them. */
  readonly path: string;
  readonly ticked: number;
  readonly total: number;
  /** True if a box has another mark that means work in progress, such as `[~]`. */
  readonly isBegun?: true;
  /** The source of a regular expression that the texts of the tasks match; absent if all checkboxes are tasks. */
  readonly pattern?: string;
}

/** A status that was found, as its tool writes it, and where it was found: `archive`, `sprint-status.yaml`. */
export interface SaidStatus {
  readonly word: string;
  readonly from: string;
}

/** The documents that a record replaces or changes in part, and those that do so with it. */
export type References = Readonly<
  Partial<Record<'supersedes' | 'supersededBy' | 'amends' | 'amendedBy', readonly string[]>>
>;

/** A spec in an adopted folder: one document of another tool, or several that belong together. All paths are project paths. */
export interface AdoptedDocument {
  /** Identifies the spec among those of its kind, whatever its place: the tool's own id, or the path below the adopted folder. */
  readonly key: string;
  /** Path of the folder that contains all files of the spec, or of its first file if the folder has other specs too. */
  readonly path: string;
  /** The files whose texts are the document, such as a design and its plan; the first one has the title. Never empty. */
  readonly texts: readonly string[];
  /** Other files of the spec, for readers. */
  readonly files: readonly string[];
  readonly title: string;
  /** The number that the tool gave, such as 22 for `022-login`. */
  readonly number?: number;
  /** The name for references: the folder's or file's name without number, date and ending. */
  readonly name: string;
  /** The day in the name of the document, or the day of creation that it says. */
  readonly created?: CalendarDate;
  /** The status that the document's place means, such as that of an archive. */
  readonly place?: SaidStatus;
  readonly isArchived?: true;
  /** The status in the tool's list of all documents. */
  readonly ledger?: SaidStatus;
  /** The status in the document itself, as written there. */
  readonly word?: SaidStatus;
  readonly boxes?: TaskBoxes;
  /** What the tool notes of its work in this working tree alone. */
  readonly progress?: 'in-progress' | 'complete';
  /** Fields of specs that the document says in its own way: `assignee`, `priority`, `tags`. */
  readonly fields: JsonObject;
  /** The documents that the document itself names as earlier or later ones: by number (`#5`), file name or path. */
  readonly refers?: References;
  /** The key of the document of which this one is a part, as the plans of a design with several plans. */
  readonly partOf?: string;
  /** The key of the plan that this design is joined with. */
  readonly plan?: string;
}

/** What the log says of an adopted spec. */
export interface LoggedAdoption {
  readonly labels: Labels;
  readonly title: string;
  /** The fields without `updated`. */
  readonly frontmatter: JsonObject;
  /** Set if notes, criteria or retirements are in the log, because spectool writes none of them into the documents. */
  readonly hasItems?: true;
  readonly isDeleted?: true;
}
