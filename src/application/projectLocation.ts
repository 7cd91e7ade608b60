/** Location of a command: root, working directory relative to the root (`''` for the root itself), specs folder. */
export interface ProjectLocation {
  readonly root: string;
  readonly workingDirectory: string;
  readonly specsDir: string;
}
