/** Placeholder until the use cases stand; see the next commit. */
export interface Spectool {
  readonly root: string;
}
