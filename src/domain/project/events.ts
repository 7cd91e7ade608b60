import type { JsonValue } from '../value/json.js';

/** Facts about the project itself, in the stream `project`; the rules of spec events hold here too. */
export interface ProjectInitialized {
  readonly type: 'ProjectInitialized';
  readonly data: { readonly name: string; readonly config: JsonValue };
}
export interface ConfigurationChanged {
  readonly type: 'ConfigurationChanged';
  readonly data: { readonly config: JsonValue; readonly name?: string };
}
export interface SkillInstalled {
  readonly type: 'SkillInstalled';
  /** Digest of the installed files, by which an edit is told from an older version. */
  readonly data: { readonly path: string; readonly digest: string };
}

export type ProjectEvent = ProjectInitialized | ConfigurationChanged | SkillInstalled;
