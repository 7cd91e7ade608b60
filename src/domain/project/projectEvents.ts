import type { JsonValue } from '../value/jsonValue.js';
import type { ConfigurationChanges } from './configurationChanges.js';

/**
 * The first event of a project's own log, which is called `project`. Like events of specs, events of the project are stored
 * forever: fields may be added, but never renamed.
 */
export interface ProjectInitialized {
  readonly type: 'ProjectInitialized';
  readonly data: {
    readonly name: string;
    readonly config: JsonValue;
    /** The assistants that the user chose; absent if the user did not choose. */
    readonly agentTools?: readonly string[];
  };
}
export interface ConfigurationChanged {
  readonly type: 'ConfigurationChanged';
  readonly data: {
    readonly config: JsonValue;
    /** The changed keys; absent in records of earlier versions, and if only the name changed. */
    readonly changes?: ConfigurationChanges;
    readonly name?: string;
    /** The assistants that the user chose, if the choice changed. */
    readonly agentTools?: readonly string[];
  };
}
export interface SkillInstalled {
  readonly type: 'SkillInstalled';
  /** `digest` is the digest of the installed files; it shows whether the files are an older version or were edited. */
  readonly data: { readonly path: string; readonly digest: string };
}

/** Documents of another tool were imported as specs; each spec has its own log. */
export interface SpecsImported {
  readonly type: 'SpecsImported';
  /** `source` is the tool that the documents come from, and `path` their folder. */
  readonly data: {
    readonly source: string;
    readonly path: string;
    readonly count: number;
    /** The ids of the imported specs; absent in records of earlier versions. */
    readonly specs?: readonly string[];
    /** The ids of records that updated specs of earlier imports; absent if there were none. */
    readonly changed?: readonly string[];
  };
}

export type ProjectEvent = ProjectInitialized | ConfigurationChanged | SkillInstalled | SpecsImported;
