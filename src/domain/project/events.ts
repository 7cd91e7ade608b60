import type { JsonValue } from '../value/json.js';
import type { ConfigurationChanges } from './configurationChanges.js';

/** Facts about the project itself, in the stream `project`; the rules of spec events hold here too. */
export interface ProjectInitialized {
  readonly type: 'ProjectInitialized';
  readonly data: {
    readonly name: string;
    readonly config: JsonValue;
    /** The assistants somebody asked links for; absent where nobody chose. */
    readonly agentTools?: readonly string[];
  };
}
export interface ConfigurationChanged {
  readonly type: 'ConfigurationChanged';
  readonly data: {
    readonly config: JsonValue;
    /** Absent in what versions before recorded, and where only the name is new. */
    readonly changes?: ConfigurationChanges;
    readonly name?: string;
    /** The assistants somebody asked links for, where that is new. */
    readonly agentTools?: readonly string[];
  };
}
export interface SkillInstalled {
  readonly type: 'SkillInstalled';
  /** Digest of the installed files, by which an edit is told from an older version. */
  readonly data: { readonly path: string; readonly digest: string };
}

/** Specs made by another tool were taken over; each has a stream of its own. */
export interface SpecsImported {
  readonly type: 'SpecsImported';
  /** The tool they come from, and where they stood. */
  readonly data: {
    readonly source: string;
    readonly path: string;
    readonly count: number;
    /** Their streams; absent in what versions before recorded. */
    readonly specs?: readonly string[];
    /** Records by which specs of earlier imports were brought up to date; absent where there were none. */
    readonly changed?: readonly string[];
  };
}

export type ProjectEvent = ProjectInitialized | ConfigurationChanged | SkillInstalled | SpecsImported;
