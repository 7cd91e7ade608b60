/** A project of a repository: its folder and the name by which commits refer to it. */
export interface NamedProject {
  /** Relative to the project that is traced, whose own folder is `''`; others end in `/`, such as `api/`, `../` or `../web/`. */
  readonly folder: string;
  readonly name: string;
}

const NAME = /^[a-z][a-z0-9-]*$/;

/** Returns the name of a project: the configured one, if references can contain it, else the name of the project's folder. */
export function nameOfProject(configured: string | undefined, folderName: string): string {
  return configured !== undefined && isReferenceName(configured) ? configured : folderName;
}

/** True if references such as `api:012` can contain the name of a project. */
export function isReferenceName(name: string): boolean {
  return NAME.test(name);
}

/** Returns the projects that contain the files; a file in nested projects belongs only to the innermost one. */
export function projectsWith<Project extends NamedProject>(
  projects: readonly Project[],
  files: readonly string[],
): ReadonlySet<Project> {
  const projectOf = innermost(projects);
  return new Set(files.flatMap((file) => projectOf(file) ?? []));
}

/** Returns the files whose innermost project is the traced one, and the files in no project. */
export function filesOfProject(
  others: readonly Pick<NamedProject, 'folder'>[],
  files: readonly string[],
): readonly string[] {
  if (others.length === 0) return files;
  const traced = { folder: '' };
  const projectOf = innermost([traced, ...others]);
  return files.filter((file) => (projectOf(file) ?? traced) === traced);
}

function innermost<Project extends Pick<NamedProject, 'folder'>>(
  projects: readonly Project[],
): (file: string) => Project | undefined {
  const innermostFirst = projects.toSorted((a, b) => depthOf(b.folder) - depthOf(a.folder));
  return (file) => innermostFirst.find(({ folder }) => holds(folder, file));
}

/** Returns a number that is greater for an inner project's folder: 4 for `api/`, 0 for the traced project, -2 for `../../`. */
function depthOf(folder: string): number {
  return isAbove(folder) ? -stepsUp(folder) : folder.length;
}

function holds(folder: string, file: string): boolean {
  return isAbove(folder) ? stepsUp(file) <= stepsUp(folder) : file.startsWith(folder);
}

/** True for the traced project itself and for the folders that contain it. */
function isAbove(folder: string): boolean {
  return /^(?:\.\.\/)*$/.test(folder);
}

function stepsUp(path: string): number {
  return (/^(?:\.\.\/)*/.exec(path)?.[0].length ?? 0) / 3;
}
