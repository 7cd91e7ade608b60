/** What the page knows: data alone, so that the exporter and the page in the browser share it. */
export interface PageData {
  readonly project: string;
  readonly specs: readonly PageSpec[];
  /** Dependencies that lead back to where they began, by refs. */
  readonly cycles: readonly (readonly string[])[];
}

/** The documents, sanitised, in the order of the specs: a block of their own, which a board can do without. */
export type PageTexts = readonly string[];

export type PageState = 'planned' | 'in-progress' | 'complete' | 'archived' | 'unknown';

export interface PageSpec {
  /** What its page is called: its folder's name, or its path where several have that name. */
  readonly ref: string;
  /** As it is written: `007`; empty for a spec without one. */
  readonly number: string;
  readonly title: string;
  readonly state: PageState;
  /** How it ended, where it is archived: "superseded by 012-b". */
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
  /** Custom fields, as texts. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** What is wrong with the document. */
  readonly problems: readonly string[];
  readonly criteria: readonly PageCriterion[];
  readonly needs: readonly string[];
  readonly waitsFor: readonly string[];
  readonly related: readonly string[];
  /** What it was from which day on; `gone` before it was there. */
  readonly phases: readonly (readonly [day: string, state: PageState | 'gone'])[];
  /** The newest first. */
  readonly events: readonly (readonly [at: string, actor: string, what: string])[];
}

export interface PageCriterion {
  readonly text: string;
  readonly done: boolean;
  /** Who ticked it, and what proves it; "by hand, no proof". */
  readonly proof?: string;
}
