import { lastNameIn } from '../naming/projectPath.js';
import { largestNumber } from '../value/collections.js';
import type { CalendarDate } from '../value/dates.js';

/** A commit, with the files that it changed. */
export interface MainCommit {
  readonly hash: string;
  readonly day: CalendarDate;
  readonly files: readonly string[];
}

/** The commit by which the work of a document was on the main line: its short hash, and its day. */
export interface ShippedSign {
  readonly commit: string;
  readonly day: CalendarDate;
}

export interface ShippedSigns {
  /** The commit by the path of the document. */
  readonly commits: ReadonlyMap<string, ShippedSign>;
  /** The share of documents whose files were also changed right before them: how often the sign is wrong; above 0.1 there are none. */
  readonly wrong: number;
}

/** The least share of the named files that must be changed. */
const SHARE = 0.7;
/** Numbers of commits within which they must be changed: the first number counts for which the sign is rarely wrong. */
const SPANS = [40, 20, 10, 5, 2];
const MOST_WRONG = 0.1;
/** The least number of files that a document must name, because one file alone is changed by many commits. */
const FEWEST_FILES = 2;
/** The least number of files that a document names and that did not exist before it: they are its work, whenever they came. */
const FEWEST_MADE = 3;
/** The largest number of documents that one commit brings with their work. A commit with more moves or imports documents. */
const MOST_TOGETHER = 3;

/**
 * Finds for each document the commit by which its work was done: the one that brought the document together with code, the one
 * with which most of the files that the document names were changed, soon after the document came, or the one with which most of
 * the named files that did not exist yet were there.
 * @param documents paths and text of each document; the first path names it. @param commits those of the main line, oldest first.
 */
export function shippedSigns(
  documents: readonly (readonly [paths: readonly string[], text: string])[],
  commits: readonly MainCommit[],
): ShippedSigns {
  const changes = new Map<string, number[]>();
  const sameName = new Map<string, string[]>();
  for (const [at, { files }] of commits.entries())
    for (const file of files) {
      if (!changes.has(file)) added(sameName, lastNameIn(file), file);
      added(changes, file, at);
    }
  const own = new Set(documents.flatMap(([paths]) => paths));
  const together = new Map<number, number>();
  const plans = documents.flatMap(([paths, text]) => {
    const born = largestNumber(paths.flatMap((path) => birthOf(path) ?? []));
    if (born < 0) return [];
    together.set(born, (together.get(born) ?? 0) + 1);
    const named = namedFiles(text).map(fileNamed);
    const times = [...new Set(named)].flatMap((file = '') => {
      const all = own.has(file) ? undefined : changes.get(file);
      return all === undefined ? [] : [all];
    });
    const missing = named.filter((file) => file === undefined).length;
    return [{ path: paths[0] ?? '', born, times, missing, isMany: times.length >= FEWEST_FILES }];
  });
  const asked = plans.filter(({ isMany }) => isMany);
  const share = (span: number) =>
    asked.filter(({ born, times }) => doneIn(times, born - span, born) !== undefined).length /
    (asked.length || 1);
  const tried = SPANS.map((span) => ({ span, wrong: share(span) }));
  const chosen = tried.find(({ wrong }) => wrong <= MOST_WRONG);
  const found = plans.flatMap(({ path, born, times, missing, isMany }) => {
    const isAlone = (together.get(born) ?? 0) <= MOST_TOGETHER;
    const first = isAlone ? born : born + 1;
    const made = times.flatMap(([at = -1]) => (at >= first ? at : []));
    const isMade = made.length >= FEWEST_MADE && made.length >= (made.length + missing) * SHARE;
    const { span = 0 } = chosen ?? {};
    const isBornDone = span > 0 && isAlone && isWithCode(path, born, times);
    const done = isBornDone ? born : isMany ? doneIn(times, first, first + span) : undefined;
    const { hash, day } = commits[done ?? (isMade ? largestNumber(made) : -1)] ?? {};
    return hash === undefined || day === undefined
      ? []
      : [[path, { commit: hash.slice(0, 9), day }] as const];
  });
  return {
    commits: new Map(found),
    wrong: chosen?.wrong ?? tried.at(-1)?.wrong ?? 0,
  };

  /** Returns the commit that brought a document, also if one with the same name was moved here. */
  function birthOf(path: string): number | undefined {
    const [here] = changes.get(path) ?? [];
    const [before = '', ...more] = (sameName.get(lastNameIn(path)) ?? []).filter((one) => !own.has(one));
    const [earlier = here] = more.length === 0 ? (changes.get(before) ?? []) : [];
    return here === undefined || earlier === undefined ? here : Math.min(here, earlier);
  }

  /** Returns the file with this path, or the only one whose path ends with it: texts often leave out the first folders. */
  function fileNamed(name: string): string | undefined {
    if (changes.has(name)) return name;
    const [file, other] = (sameName.get(lastNameIn(name)) ?? []).filter((one) => one.endsWith(`/${name}`));
    return other === undefined ? file : undefined;
  }

  /** True if the commit that brought a document has code, and half of the files that the document names. */
  function isWithCode(path: string, born: number, times: readonly (readonly number[])[]): boolean {
    const [top = ''] = path.split('/', 1);
    const code = (commits[born]?.files ?? []).filter(
      (file) => !file.startsWith(`${top}/`) && !file.endsWith('.md'),
    );
    const changed = times.filter((all) => all.includes(born)).length;
    return code.length >= FEWEST_FILES && (times.length < FEWEST_FILES || changed * 2 >= times.length);
  }
}

function added<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Returns the commit by which most files had been changed, from one commit to before another; undefined if they were not. */
function doneIn(times: readonly (readonly number[])[], from: number, to: number): number | undefined {
  const firsts = times.flatMap((all) => all.find((at) => at >= from && at < to) ?? []);
  return firsts.sort((a, b) => a - b)[Math.ceil(times.length * SHARE) - 1];
}

const FILE_NAME = /(?<![\w/.-])(?:\.{0,2}\/)?((?:[\w@.+-]+\/)+[\w@.+-]*\.\w{1,8})(?![\w/])/g;

/** Returns the files that a text names by their paths, each once. */
function namedFiles(text: string): readonly string[] {
  return [...new Set([...text.matchAll(FILE_NAME)].map(([, path = '']) => path.replace(/^\.\//, '')))];
}
