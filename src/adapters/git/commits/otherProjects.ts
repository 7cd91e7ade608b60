import { posix } from 'node:path';
import type { Configuration } from '../../../domain/project/configuration.js';
import { CONFIG_FILE } from '../../../domain/project/projectFolders.js';
import { nameOfProject } from '../../../domain/trace/projectsOfCommits.js';
import type { OtherProject } from '../../../ports/repository/commits.js';
import { textsNamed } from '../gitObjects.js';
import type { AskGit } from '../gitProcess.js';
import type { CloneLocation } from '../locations/cloneLocation.js';

/** Returns the settings in the text of a configuration file; undefined if the text is not valid. */
export type ReadConfiguration = (text: string) => Configuration | undefined;

/** Maximum number of other projects that are read. */
const MOST = 1000;

/**
 * Returns the projects in git's index besides the one at the location. Those with an invalid configuration are left out.
 * @param list lists the paths that a pattern matches.
 * @param stamp the state of the index, as a part of the question. Git does not read it.
 */
export function otherProjectsIn(
  list: AskGit,
  git: AskGit,
  { prefix, top }: CloneLocation,
  stamp: string,
  read: ReadConfiguration,
): readonly OtherProject[] {
  const how = ['ls-files', '-z', '--full-name', '--', `:(top,glob)**/${CONFIG_FILE}`];
  const folders = list
    .run(how, stamp)
    .output.toString('utf8')
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => path.slice(0, -CONFIG_FILE.length))
    .filter((folder) => folder !== (prefix === '' ? '' : `${prefix}/`))
    .slice(0, MOST);
  if (folders.length === 0) return [];
  const texts = textsNamed(
    git,
    folders.map((folder) => `:${folder}${CONFIG_FILE}`),
  );
  return folders.flatMap((folder, i) => {
    const configuration = read(texts[i] ?? '');
    if (configuration === undefined) return [];
    const { specsDir, structure, variables } = configuration;
    const relative = `${posix.relative(`/${prefix}`, `/${folder}`)}/`;
    const name = nameOfProject(variables['project_name'], posix.basename(posix.join(top, folder)));
    return [{ folder: relative, specsDir: relative + specsDir, structure, name }];
  });
}
