import { LARGEST_SETTINGS } from '../../domain/value/bounds.js';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { CONFIG_FILE } from '../../domain/project/projectFolders.js';
import { nameOfProject, projectReference } from '../../domain/trace/projectsOfCommits.js';
import { isJsonObject } from '../../domain/value/jsonValue.js';
import type {
  FoundProject,
  FoundProjects,
  ReferencedSpec,
  SpecsOfOtherProjects,
} from '../../ports/repository/cloneInfo.js';
import { configObjectIn } from '../files/readConfigObject.js';
import { textOfRegularFile } from '../files/readRegularFile.js';
import { realPath } from '../files/realPath.js';
import { GitProcess } from './gitProcess.js';

/** Maximum number of projects that are returned. */
const MOST = 1000;
/** Maximum number of folders, and of levels, that are searched without git. */
const MOST_FOLDERS = 5000;
const DEEPEST = 8;
/** Returns the projects of the repository that contains the folder; without a repository, the projects below the folder. */
export function projectsAround(folder: string, env: NodeJS.ProcessEnv = process.env): FoundProjects {
  const here = realPath(folder);
  const top = new GitProcess(here, env).place?.top;
  const { folders, isCut } = (top === undefined ? undefined : listedByGit(top, env)) ?? walk(top ?? here);
  const isThere = (root: string) => isOwnFolder(root) && existsSync(join(root, CONFIG_FILE));
  const between = (folder: string, root: string) => relative(folder, root).split(sep).join('/') || '.';
  const found = (root: string): FoundProject => ({
    name: nameIn(root),
    path: between(here, root),
    ...(top !== undefined && { top: between(top, root) }),
    root,
  });
  const roots = folders.filter(isThere);
  const modules = top === undefined ? [] : submodulePaths(top).map((path) => join(top, path));
  return {
    projects: roots.slice(0, MOST).map(found),
    submodules: modules.filter(isThere).map(found),
    more: isCut || roots.length > MOST,
  };
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
      projects ??= projectsAround(own).projects;
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

interface Folders {
  readonly folders: readonly string[];
  readonly isCut: boolean;
}

/** Returns the folders whose configuration git tracks, or would track; undefined if git cannot tell. */
function listedByGit(top: string, env: NodeJS.ProcessEnv): Folders | undefined {
  const what = ['--cached', '--others', '--exclude-standard', '--', `:(top,glob)**/${CONFIG_FILE}`];
  const { status, output } = new GitProcess(top, env).runWithPatterns(['ls-files', '-z', ...what]);
  if (status !== 0) return undefined;
  const files = new Set(output.toString('utf8').split('\0').filter(Boolean));
  const folders = [...files].map((file) => join(top, file.slice(0, -CONFIG_FILE.length)));
  return { folders: folders.map((path) => path.replace(/(.)[/\\]$/, '$1')).sort(), isCut: false };
}

/** Searches a folder and those below, without links, `node_modules` and folders whose names begin with a dot. */
function walk(top: string): Folders {
  let level: readonly string[] = [top];
  const all: string[] = [];
  for (let depth = 0; level.length > 0 && depth <= DEEPEST && all.length < MOST_FOLDERS; depth++) {
    for (const path of level.slice(0, MOST_FOLDERS - all.length)) all.push(path);
    level = all.length < MOST_FOLDERS && depth < DEEPEST ? level.flatMap(foldersIn) : level;
  }
  return { folders: all.filter((path) => existsSync(join(path, CONFIG_FILE))), isCut: level.length > 0 };
}

function foldersIn(path: string): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((one) => one.isDirectory() && !one.name.startsWith('.') && one.name !== 'node_modules')
      .map(({ name }) => join(path, name));
  } catch {
    return [];
  }
}

/** False for a folder that is reached through a link, because the link may lead out of the repository. */
function isOwnFolder(path: string): boolean {
  try {
    return realpathSync.native(path) === path;
  } catch {
    return false;
  }
}

function submodulePaths(top: string): readonly string[] {
  const text = textOfRegularFile(join(top, '.gitmodules'), LARGEST_SETTINGS) ?? '';
  return [...text.matchAll(/^[ \t]*path[ \t]*=[ \t]*(\S.*)$/gm)]
    .map(([, path = '']) => path.trim())
    .filter((path) => !path.split('/').includes('..'))
    .slice(0, MOST);
}

function nameIn(root: string): string {
  const { variables } = configObjectIn(root);
  const name = isJsonObject(variables) ? variables['project_name'] : undefined;
  return nameOfProject(typeof name === 'string' ? name : undefined, basename(root));
}
