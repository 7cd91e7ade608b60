import { lastNameIn, parentOf } from '../naming/projectPath.js';
import { groupBy } from '../value/groupBy.js';

/** Files that name tests but are no tests: documents and reports. */
export const NO_TEST = /\.(?:mdx?|markdown|xml|html?|json|lock|snap)$/i;

/**
 * Returns a function that finds the file that a report names by a path, which may be absolute, of another machine, or relative to
 * a folder in the project: the file that has its longest end. Empty if there is no single one; undefined if no file has its name,
 * or if the path leads out of the project.
 * @param files all files of the project.
 * @param exists false for a file that was deleted.
 */
export function fileFinder(
  files: readonly string[],
  exists: (path: string) => boolean,
): (reported: string) => string | undefined {
  const byName = new Map(groupBy(files, lastNameIn).map((same) => [lastNameIn(same[0] ?? ''), same]));
  return (reported) => {
    if (reported.startsWith('../')) return undefined;
    const named = (byName.get(lastNameIn(reported)) ?? []).filter(exists);
    if (named.length === 0) return undefined;
    const [first, second] = named
      .map((path) => ({ path, equal: endInCommon(path, reported) }))
      .filter(({ path, equal }) => !reported.includes('/') || !path.includes('/') || equal > 0)
      .sort((a, b) => b.equal - a.equal);
    return first !== undefined && first.equal > (second?.equal ?? -1) ? first.path : '';
  };
}

/** Returns the number of equal folders at the end of two paths. */
function endInCommon(one: string, other: string): number {
  const folders = parentOf(one).split('/').reverse();
  const wanted = parentOf(other).split('/').reverse();
  const equal = wanted.findIndex((folder, i) => folder !== folders[i]);
  return equal < 0 ? wanted.length : equal;
}
