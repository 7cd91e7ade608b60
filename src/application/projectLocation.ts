/**
 * Paths that a command works with: project root, working directory relative to the root (`''` for the root), specs folder.
 */
export interface ProjectLocation {
  readonly root: string;
  readonly workingDirectory: string;
  readonly specsDir: string;
}
