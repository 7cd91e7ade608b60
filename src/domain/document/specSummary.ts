import type { SpecFolder } from '../naming/specFolder.js';
import type { JsonObject } from '../value/json.js';
import type { Progress } from '../criteria/criteria.js';
import type { DocumentProblem } from './documentProblem.js';

/** What listings need of one spec: its place, its frontmatter, its title. */
export interface SpecSummary {
  readonly folder: SpecFolder;
  readonly frontmatter: JsonObject;
  readonly title: string;
  /** Absent where there are no criteria. */
  readonly criteria?: Progress;
  readonly problem?: DocumentProblem;
  /** Bytes of the default file, where they are known without looking again. */
  readonly size?: number;
}
