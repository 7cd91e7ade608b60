/** Where a command is run: the root, the working directory below it (`''`: the root itself), the specs directory. */
export interface ProjectPlace {
  readonly root: string;
  readonly workingDirectory: string;
  readonly specsDir: string;
}
