import { lastNameIn, parentOf } from '../naming/projectPath.js';

/** Matches paths of files that have tests, by the conventions of many languages. */
const TEST_FILE = /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)|(?:Tests?|Spec|IT)\.\w+$/i;
/** Files that name tests but are no tests: documents and reports. */
const NO_TEST = /\.(?:mdx?|markdown|xml|html?|json|lock|snap)$/i;

/** Finds the files of tests by what a report says of them. */
export class TestFileIndex {
  readonly #byName = new Map<string, string[]>();
  readonly #byStem = new Map<string, string[]>();

  /**
   * @param files all files of the project.
   * @param exists false for a file that was deleted.
   */
  constructor(
    files: Iterable<string>,
    private readonly exists: (path: string) => boolean,
  ) {
    for (const path of files) {
      const name = lastNameIn(path);
      push(this.#byName, name, path);
      if (TEST_FILE.test(path) && !NO_TEST.test(path)) push(this.#byStem, name.replace(/\..*$/, ''), path);
    }
  }

  /**
   * Returns the file that a report names by a path, which may be absolute, of another machine, or relative to a folder in the
   * project: the file that has its longest end. Empty if there is no single one; undefined if no file has its name.
   */
  byPath(reported: string): string | undefined {
    const path = reported
      .replace(/^file:\/\//, '')
      .replaceAll('\\', '/')
      .replace(/^(?:\.\/)+/, '')
      .replace(/:\d+$/, '');
    const named = (this.#byName.get(lastNameIn(path)) ?? []).filter(this.exists);
    if (named.length === 0) return undefined;
    const fits = (own: string) => !path.includes('/') || !own.includes('/') || endInCommon(own, path) > 0;
    return nearest(named.filter(fits), path) ?? '';
  }

  /** Returns the file of a test class or module, such as `com.acme.LoginTest` or `tests.test_login`. */
  byClass(className: string): string | undefined {
    const parts = className.replace(/\$.*$/, '').split(/[.\\:]+/);
    // The last parts may be classes within the file.
    for (let length = parts.length; length > 0 && length >= parts.length - 2; length -= 1) {
      const stem = parts[length - 1] ?? '';
      const found = nearest(
        (this.#byStem.get(stem) ?? []).filter(this.exists),
        parts.slice(0, length).join('/'),
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** True for a file that may be a test because its text names a criterion. */
export function mayBeTest(path: string): boolean {
  return !NO_TEST.test(path);
}

function push(lists: Map<string, string[]>, key: string, path: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [path]);
  else list.push(path);
}

/** Returns the path that has the most equal folders at its end; undefined if several have as many. */
function nearest(paths: readonly string[], reported: string): string | undefined {
  const ranked = paths
    .map((path) => ({ path, equal: endInCommon(path, reported) }))
    .sort((a, b) => b.equal - a.equal);
  const [first, second] = ranked;
  return first !== undefined && first.equal > (second?.equal ?? -1) ? first.path : undefined;
}

/** Returns the number of equal folders at the end of two paths. */
function endInCommon(one: string, other: string): number {
  const folders = parentOf(one).split('/').reverse();
  const wanted = parentOf(other).split('/').reverse();
  const equal = wanted.findIndex((folder, i) => folder !== folders[i]);
  return equal < 0 ? wanted.length : equal;
}
