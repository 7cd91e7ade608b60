import { SpectoolError } from '../errors/spectoolError.js';
import { unsettableText } from '../fields/customField.js';
import { membersIn } from '../fields/fieldChange.js';
import { isProjectPath, lastNameIn } from '../naming/projectPath.js';
import { ASSISTANTS } from '../project/assistants.js';
import type { FrontmatterConfig } from '../project/configuration.js';
import type { JsonObject } from '../value/jsonValue.js';

/** A file that more specs than this have in common says nothing about any of them. */
const MOST_SPECS_OF_A_FILE = 2;

/** Matches lock files and changelogs, which almost every change touches. */
const SHARED_NAME =
  /[.-]lock(?:b|file)?(?:\.(?:json|ya?ml|toml|hcl))?$|^(?:go\.sum|npm-shrinkwrap\.json)$|^change(?:log|s)(?:\.(?:md|rst|txt|adoc))?$/i;

const OWN_FOLDER = '.spectool';

const NO_CODE: readonly string[] = [
  OWN_FOLDER,
  'AGENTS.md',
  ...ASSISTANTS.flatMap(({ file = [], traces }) => [file, traces].flat()),
];

/** Two specs in progress that changed the same files, or whose field `code` selects the same files. */
export interface Overlap {
  /** Folder name of the spec whose files they are. */
  readonly spec: string;
  readonly by: string;
  /** Folder name of the spec that the other actor works on. */
  readonly on: string;
  /** The project's folder in the other worktree, or the branch; absent for a spec of this worktree. */
  readonly worktree?: string;
  readonly branch?: string;
  /** Paths of the files, in name order. */
  readonly files: readonly string[];
}

/** True for a file of spectool itself, such as the log, which every command writes. */
export function isOwnFile(path: string): boolean {
  return isIn(OWN_FOLDER, path);
}

/** True if a path is the folder or file `place`, or lies below it. */
function isIn(place: string, path: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** Returns the files that commits of at most two specs changed, by spec. @param files the changed files of each spec. */
export function filesOfFewSpecs(
  files: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const counts = new Map<string, number>();
  for (const paths of files.values()) for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  const isOfFew = (path: string) => (counts.get(path) ?? 0) <= MOST_SPECS_OF_A_FILE;
  return new Map([...files].map(([spec, paths]) => [spec, new Set([...paths].filter(isOfFew))]));
}

/**
 * True for a file that says nothing about a spec, whoever changed it: a document in the specs folder, a file of spectool, a lock
 * file, a changelog, or an instruction file for assistants.
 */
export function isSharedFile(path: string, specsDir: string): boolean {
  return SHARED_NAME.test(lastNameIn(path)) || [specsDir, ...NO_CODE].some((place) => isIn(place, path));
}

/** The most globs of one spec that are matched; a spec about more files can name their folder. */
const MOST_GLOBS = 100;

/**
 * Checks a path or glob for the field `code` and returns it as it is written to the frontmatter.
 * @throws SpectoolError `FIELD_INVALID` for a path that is not inside the project.
 */
function codeGlob(given: string): string {
  const glob = unsettableText('code', given).replace(/^(?:\.\/+)+/, '');
  if (glob !== '' && isProjectPath(glob.replace(/\/$/, '')) && !glob.includes('\\')) return glob;
  throw new SpectoolError('FIELD_INVALID', `code: "${given}" is not a path in the project.`, {
    hint: 'Use a path relative to the project root, with "/" as separator. Wildcards are allowed: src/auth/**, src/*.ts.',
    details: { field: 'code' },
  });
}

/**
 * Checks a member of a field such as `tags` and returns it as it is written to the frontmatter.
 * @throws SpectoolError `FIELD_INVALID` if the field does not allow it.
 */
export function memberText(field: string, given: string): string {
  return field === 'code' ? codeGlob(given) : unsettableText(field, given);
}

/**
 * Returns the globs of the files that a spec is about. Empty if the project has declared a custom field `code`, because that field
 * may mean anything.
 */
export function codeGlobsOf(
  { fields: { code = [] } }: { readonly fields: JsonObject },
  { custom }: Pick<FrontmatterConfig, 'custom'>,
): readonly string[] {
  if (Object.hasOwn(custom, 'code')) return [];
  return membersIn(code).slice(0, MOST_GLOBS);
}

/**
 * Returns a function that is true for paths that one of the globs selects. `*` stands for any characters of a name, `?` for one of
 * them, and `**` for any number of folders; all other characters stand for themselves, because frameworks use brackets in names. A
 * folder selects everything below it.
 *
 * The time is bounded by the product of the lengths. A glob library would translate globs to regular expressions, which a hostile
 * glob can keep busy for hours.
 */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.map(patternOf);
  return (path) => {
    const names = path.split('/');
    // Any names left are below a selected folder.
    return patterns.some((pattern) => coveredBy(pattern, names).length > 0);
  };
}

/** Like `globMatcher`, but a folder selects nothing below it: the glob is for whole paths, as in a shell. */
export function pathMatcher(glob: string): (path: string) => boolean {
  const pattern = patternOf(glob);
  return (path) => {
    const names = path.split('/');
    return coveredBy(pattern, names).includes(names.length);
  };
}

/** Returns the parts of a glob. A final `**` stands for at least one name, so that a folder is not among the files below it. */
function patternOf(glob: string): readonly string[] {
  const parts = glob.split('/').filter((name) => name !== '' && name !== '.');
  return parts.at(-1) === '**' ? [...parts.slice(0, -1), '*', '**'] : parts;
}

/** Returns the numbers of names that a pattern can cover, in ascending order. */
function coveredBy(pattern: readonly string[], names: readonly string[]): readonly number[] {
  let covered: readonly number[] = [0];
  for (const part of pattern) {
    const [least = names.length + 1] = covered;
    covered =
      part === '**'
        ? Array.from({ length: names.length + 1 - least }, (_, more) => least + more)
        : covered.flatMap((count) => {
            const name = names[count];
            return name !== undefined && matchesName(part, name) ? [count + 1] : [];
          });
  }
  return covered;
}

/** Matches a name by going back to the last `*` only, which is enough for patterns without alternatives. */
function matchesName(pattern: string, name: string): boolean {
  let [at, star, retry] = [0, -1, 0];
  for (let i = 0; i < name.length;) {
    if (pattern[at] === '*') [star, retry, at] = [at, i, at + 1];
    else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[i]))
      [at, i] = [at + 1, i + 1];
    else if (star >= 0) [at, i, retry] = [star + 1, retry + 1, retry + 1];
    else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
