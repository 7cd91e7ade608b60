/** Location of a command: root, working directory relative to the root (`''` for the root itself), specs folder. */
export interface ProjectPlace {
  readonly root: string;
  readonly workingDirectory: string;
  readonly specsDir: string;
}
