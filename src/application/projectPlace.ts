/**
 * Paths that a command works with: project root, working directory relative to the root (`''` for the root), specs folder.
 */
export interface ProjectPlace {
  readonly root: string;
  readonly workingDirectory: string;
  readonly specsDir: string;
}
