import { SpectoolError } from '../errors/spectoolError.js';
import { isProjectPath } from '../naming/projectPath.js';
import type { FrontmatterConfig } from '../project/configuration.js';
import type { JsonObject } from '../value/jsonValue.js';
import { unsettableText } from '../fields/fieldText.js';
import { membersOfFieldValue } from '../fields/standardFields.js';

/** Two specs in progress that changed the same files, or whose field `code` selects the same files. */
export interface Overlap {
  /** The folder name of the spec to which the files belong. */
  readonly spec: string;
  readonly by: string;
  /** The folder name of the other spec, on which the actor `by` works. */
  readonly on: string;
  /** The project's folder in the other worktree, or the branch; absent for a spec of this worktree. */
  readonly worktree?: string;
  readonly branch?: string;
  /** Paths of the files, in name order. */
  readonly files: readonly string[];
}

/** The most globs of one spec that are matched; a spec about more files can name their folder. */
const MOST_GLOBS = 100;

/**
 * Checks a path or glob for the field `code` and returns it as it is written to the frontmatter.
 * @throws SpectoolError `FIELD_INVALID` for a path that is not inside the project.
 */
export function codeGlob(given: string): string {
  const glob = unsettableText('code', given).replace(/^(?:\.\/+)+/, '');
  if (glob !== '' && isProjectPath(glob.replace(/\/$/, '')) && !glob.includes('\\')) return glob;
  throw new SpectoolError('FIELD_INVALID', `code: "${given}" is not a path in the project.`, {
    hint: 'Use a path relative to the project root, with "/" as separator. Wildcards are allowed: src/auth/**, src/*.ts.',
    details: { field: 'code' },
  });
}

/**
 * Returns the globs of the files that a spec is about. Empty if the project has declared a custom field `code`, which may contain
 * anything.
 */
export function codeGlobsOf(
  { fields: { code = [] } }: { readonly fields: JsonObject },
  { custom }: Pick<FrontmatterConfig, 'custom'>,
): readonly string[] {
  if (Object.hasOwn(custom, 'code')) return [];
  return membersOfFieldValue(code).slice(0, MOST_GLOBS);
}

/**
 * Returns a function that is true for paths that one of the globs matches. `*` matches any characters of a name, `?` one
 * character, and `**` any number of folders; other characters match only themselves, because frameworks use brackets in names. A
 * glob that matches a folder also matches everything in it.
 * The time is bounded by the product of the lengths. A glob library would translate globs to regular expressions, which a hostile
 * glob can keep busy for hours.
 */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.map(patternOf);
  return (path) => {
    const names = path.split('/');
    // Names beyond those that the glob covers are inside a folder that the glob matches.
    return patterns.some((pattern) => coveredBy(pattern, names).length > 0);
  };
}

/** Like `globMatcher`, but a glob that matches a folder matches nothing in it: the glob is for whole paths, as in a shell. */
export function pathMatcher(glob: string): (path: string) => boolean {
  const pattern = patternOf(glob);
  return (path) => {
    const names = path.split('/');
    return coveredBy(pattern, names).includes(names.length);
  };
}

/** Returns the parts of a glob. A final `**` matches at least one name, so that the folder itself is not matched. */
function patternOf(glob: string): readonly string[] {
  const parts = glob.split('/').filter((name) => name !== '' && name !== '.');
  return parts.at(-1) === '**' ? [...parts.slice(0, -1), '*', '**'] : parts;
}

/** Returns how many of a path's first names a pattern can match, ascending: `[2, 3]` for `src/**` and `src/a/b`. */
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

/** True if one part of a glob matches a name. The search goes back only to the last `*`, which is enough. */
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
