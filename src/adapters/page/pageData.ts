/**
 * The data of the exported page. This file contains only types, so that the exporter and the code in the browser can share it.
 */
export interface PageData {
  readonly project: string;
  readonly specs: readonly PageSpec[];
  /** Number of complete specs in the archive; set only if the page leaves the archive out and the archive has such specs. */
  readonly archivedComplete?: number;
  /** The newest commit that changed the specs, and its time; `isChanged` if specs were changed after it. */
  readonly madeFrom?: { readonly hash: string; readonly at: string; readonly isChanged: boolean };
  /** Web address of a commit, without its hash at the end; absent if the hash is not a link. */
  readonly commitAddress?: string;
  /** Dependency cycles, each as a list of the `ref`s of its specs. */
  readonly cycles: readonly (readonly string[])[];
  /** The criteria with their tests, criteria in the worst state first; absent if no test report was recorded. */
  readonly matrix?: readonly PageMatrixRow[];
}

export interface PageMatrixRow {
  /** The `ref` of the spec that has the criterion. */
  readonly ref: string;
  /** The label of the criterion, such as `AC2`, or else its number. */
  readonly label: string;
  readonly text: string;
  readonly state: string;
  /** The first few tests and their outcomes; failed tests come first. */
  readonly tests: readonly (readonly [name: string, outcome: string])[];
  /** Number of tests that `tests` leaves out. */
  readonly more?: number;
}

/**
 * The texts of the specs as sanitised HTML, in the order of the specs. They are stored apart from the other data, because the
 * board does not need them.
 */
export type PageTexts = readonly string[];

export type PageState = 'planned' | 'in-progress' | 'complete' | 'archived' | 'unknown';

export interface PageSpec {
  /** Identifies the spec in the page's addresses: its folder name, or its path if several specs have that folder name. */
  readonly ref: string;
  /** The number with leading zeros, such as `007`; empty for a spec without a number. */
  readonly number: string;
  readonly title: string;
  readonly state: PageState;
  /** How an archived spec ended, such as "superseded by 012-b". */
  readonly ended?: string;
  readonly priority?: string;
  readonly tags: readonly string[];
  readonly assignee?: string;
  readonly reviewer?: string;
  readonly group?: string;
  readonly created?: string;
  readonly updated?: string;
  readonly completed?: string;
  readonly claim?: { readonly by: string; readonly until: string };
  /** The state of the text's approval, in words. */
  readonly approval?: string;
  /** Words for the board about a text that is not approved; absent for complete specs. */
  readonly unapproved?: string;
  /** Custom fields and their values as text. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Messages about problems of the document. */
  readonly problems: readonly string[];
  /** The numbers of ticked and of all criteria, without retired ones; absent if there are none. */
  readonly met?: readonly [done: number, total: number];
  /** Numbers of failing and unproven criteria, in words such as "1 failing"; absent if there are no such criteria. */
  readonly doubts?: readonly string[];
  readonly needs: readonly string[];
  readonly waitsFor: readonly string[];
  /** The spec of which this spec is a part. */
  readonly partOf?: string;
  /** Progress of the spec's parts, in words, and the `ref`s of its direct parts; absent for a spec without parts. */
  readonly parts?: { readonly progress: string; readonly specs: readonly string[] };
  readonly related: readonly string[];
  /** Names of the fields that two branches set to different values. */
  readonly diverged?: readonly string[];
  /** The history of the spec, newest event first. */
  readonly events: readonly (readonly [at: string, actor: string, what: string])[];
  /** The newest commits that name the spec (`shown`), and the number of all such commits. */
  readonly commits?: {
    readonly total: number;
    readonly shown: readonly (readonly [hash: string, day: string, subject: string])[];
  };
}
