import type { JsonValue } from '../value/json.js';
import type { ConfigurationChanges } from './configurationChanges.js';

/** Events of the project itself, in the stream `project`; the rules for spec events apply to them too. */
export interface ProjectInitialized {
  readonly type: 'ProjectInitialized';
  readonly data: {
    readonly name: string;
    readonly config: JsonValue;
    /** The assistants that a user chose; absent if there was no choice. */
    readonly agentTools?: readonly string[];
  };
}
export interface ConfigurationChanged {
  readonly type: 'ConfigurationChanged';
  readonly data: {
    readonly config: JsonValue;
    /** Absent in records of earlier versions, and if only the name changed. */
    readonly changes?: ConfigurationChanges;
    readonly name?: string;
    /** The assistants that a user chose, if that changed. */
    readonly agentTools?: readonly string[];
  };
}
export interface SkillInstalled {
  readonly type: 'SkillInstalled';
  /** Digest of the installed files, to distinguish an edit from an older version. */
  readonly data: { readonly path: string; readonly digest: string };
}

/** Specs of another tool were imported; each has its own stream. */
export interface SpecsImported {
  readonly type: 'SpecsImported';
  /** The tool they come from, and their folder there. */
  readonly data: {
    readonly source: string;
    readonly path: string;
    readonly count: number;
    /** Their streams; absent in records of earlier versions. */
    readonly specs?: readonly string[];
    /** Records that updated specs of earlier imports; absent if there were none. */
    readonly changed?: readonly string[];
  };
}

export type ProjectEvent = ProjectInitialized | ConfigurationChanged | SkillInstalled | SpecsImported;
