import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { CONFIG_FILE } from '../../domain/project/projectFolders.js';
import { nameOfProject, projectReference } from '../../domain/trace/projectsOfCommits.js';
import { isJsonObject } from '../../domain/value/jsonValue.js';
import type { FoundProject, ReferencedSpec, SpecsOfOtherProjects } from '../../ports/repository/cloneInfo.js';
import { configObjectIn } from '../files/readConfigObject.js';
import { realPath } from '../files/realPath.js';
import { GitProcess, pathsIn } from './gitProcess.js';

/** Maximum number of projects that are returned. */
const MOST = 1000;
/** Returns the projects of the repository that contains the folder; without a repository, that of the folder. */
export function projectsAround(
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): readonly FoundProject[] {
  const here = realPath(folder);
  const top = new GitProcess(here, env).place?.top;
  const isThere = (root: string) => isOwnFolder(root) && existsSync(join(root, CONFIG_FILE));
  const between = (folder: string, root: string) => relative(folder, root).split(sep).join('/') || '.';
  return (top === undefined ? [here] : listedByGit(top, env))
    .filter(isThere)
    .slice(0, MOST)
    .map((root) => ({
      name: nameIn(root),
      path: between(here, root),
      ...(top !== undefined && { top: between(top, root) }),
      root,
    }));
}

/**
 * Returns what `SpecsOfOtherProjects` describes for a project.
 * @param catalogIn returns the catalog of the project in a folder.
 */
export function specsOfOtherProjects(
  own: string,
  catalogIn: (root: string) => { referenced(): (reference: string) => ReferencedSpec | undefined },
): SpecsOfOtherProjects {
  return () => {
    let projects: readonly FoundProject[] | undefined;
    const known = new Map<string, (reference: string) => ReferencedSpec | undefined>();
    return (reference) => {
      const named = projectReference(reference);
      if (named === undefined) return undefined;
      projects ??= projectsAround(own);
      const all = projects.filter(({ name }) => name === named.project);
      // In a project, its own name means the project itself.
      const self = all.find(({ path }) => path === '.');
      const [project, ...others] = self === undefined ? all : [self];
      if (project === undefined || others.length > 0) return undefined;
      try {
        const find = known.get(project.root) ?? catalogIn(project.root).referenced();
        known.set(project.root, find);
        const spec = find(named.reference);
        return spec && (project === self ? spec : { ...spec, ref: `${project.name}:${spec.ref}` });
      } catch (error) {
        // The project has a problem of its own, which its commands report.
        if (error instanceof SpectoolError) return undefined;
        throw error;
      }
    };
  };
}

/** Returns the folders whose configuration git tracks, or would track; none if git cannot tell. */
function listedByGit(top: string, env: NodeJS.ProcessEnv): readonly string[] {
  const what = ['--cached', '--others', '--exclude-standard', '--', `:(top,glob)**/${CONFIG_FILE}`];
  const { status, output } = new GitProcess(top, env).runWithPatterns(['ls-files', '-z', ...what]);
  const files = new Set(status === 0 ? pathsIn(output) : []);
  return [...files].map((file) => dirname(dirname(join(top, file)))).sort();
}

/** False for a folder that is reached through a link, because the link may lead out of the repository. */
function isOwnFolder(path: string): boolean {
  try {
    return realpathSync.native(path) === path;
  } catch {
    return false;
  }
}

function nameIn(root: string): string {
  const { variables } = configObjectIn(root);
  const name = isJsonObject(variables) ? variables['project_name'] : undefined;
  return nameOfProject(typeof name === 'string' ? name : undefined, basename(root));
}
