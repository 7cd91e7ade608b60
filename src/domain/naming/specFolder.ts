import type { Labels } from './labels.js';

/** A spec folder known by its place alone; nothing in it has been read. */
export interface SpecFolder extends Labels {
  /** Relative to the project root, `/`-separated. */
  readonly path: string;
}
