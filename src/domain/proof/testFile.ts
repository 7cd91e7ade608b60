import { lastNameIn, parentOf } from '../naming/projectPath.js';
import { groupBy } from '../value/groupBy.js';

/** Matches paths of files that have tests, by the conventions of many languages. */
const TEST_FILE = /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)|(?:Tests?|Spec|IT)\.\w+$/i;
/** Files that name tests but are no tests: documents and reports. */
export const NO_TEST = /\.(?:mdx?|markdown|xml|html?|json|lock|snap)$/i;

/** Finds the files of tests by what a report says of them. */
export class TestFileIndex {
  readonly #byStem: ReadonlyMap<string, readonly string[]>;

  /**
   * @param files all files of the project.
   * @param exists false for a file that was deleted.
   */
  constructor(
    files: readonly string[],
    private readonly exists: (path: string) => boolean,
  ) {
    this.#byStem = new Map(groupBy(files, stemOf).map((same) => [stemOf(same[0] ?? ''), same]));
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
    const named = this.#among(path, (own) => lastNameIn(own) === lastNameIn(path));
    if (named.length === 0) return undefined;
    const fits = (own: string) => !path.includes('/') || !own.includes('/') || endInCommon(own, path) > 0;
    return nearest(named.filter(fits), path) ?? '';
  }

  /** Returns the file of a test class or module, such as `com.acme.LoginTest` or `tests.test_login`. */
  byClass(className: string): string | undefined {
    const parts = className.replace(/\$.*$/, '').split(/[.\\:]+/);
    // The last parts may be classes within the file.
    return [0, 1, 2].flatMap((left) => {
      const path = parts.slice(0, parts.length - left).join('/');
      return (
        nearest(
          this.#among(path, (own) => TEST_FILE.test(own) && !NO_TEST.test(own)),
          path,
        ) ?? []
      );
    })[0];
  }

  #among(path: string, isAsked: (own: string) => boolean): readonly string[] {
    return (this.#byStem.get(stemOf(path)) ?? []).filter((own) => isAsked(own) && this.exists(own));
  }
}

/** Returns the name of a file without its kinds: `login` for `test/login.test.ts`. */
function stemOf(path: string): string {
  return lastNameIn(path).replace(/(?<=.)\..*$/, '');
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
