/** The data of the page. This file has only types, so that the exporter and the browser share them. */
export interface PageData {
  readonly project: string;
  readonly specs: readonly PageSpec[];
  /** Dependency cycles, as lists of refs. */
  readonly cycles: readonly (readonly string[])[];
}

/** The sanitised documents, in the order of the specs. They are a separate block, because the board does not need them. */
export type PageTexts = readonly string[];

export type PageState = 'planned' | 'in-progress' | 'complete' | 'archived' | 'unknown';

export interface PageSpec {
  /** Name of the spec in addresses: its folder name, or its path if several specs have that name. */
  readonly ref: string;
  /** The number with leading zeros, `007`; empty for a spec without one. */
  readonly number: string;
  readonly title: string;
  readonly state: PageState;
  /** Outcome of an archived spec: "superseded by 012-b". */
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
  /** Custom fields and their values as text. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Problems of the document. */
  readonly problems: readonly string[];
  readonly criteria: readonly PageCriterion[];
  readonly needs: readonly string[];
  readonly waitsFor: readonly string[];
  readonly related: readonly string[];
  /** States with the day on which each began; `gone` before the spec existed. */
  readonly phases: readonly (readonly [day: string, state: PageState | 'gone'])[];
  /** Newest first. */
  readonly events: readonly (readonly [at: string, actor: string, what: string])[];
}

export interface PageCriterion {
  readonly text: string;
  readonly done: boolean;
  /** Actor and proof of the tick; "by hand, no proof". */
  readonly proof?: string;
}
