import type { CalendarDate } from '../value/dates.js';

/** A commit, with the files that it changed. */
export interface MainCommit {
  readonly hash: string;
  readonly day: CalendarDate;
  readonly files: readonly string[];
}

/** The commit that brought most of the files that a document names: its short hash, and its day. */
export interface ShippedSign {
  readonly commit: string;
  readonly day: CalendarDate;
}

/** The commits with which documents came to the main line together with most of the files that they name. */
export interface ShippedSigns {
  /** The commit by the path of the document; empty if the sign is wrong too often in this repository. */
  readonly commits: ReadonlyMap<string, ShippedSign>;
  /** The share of documents for which the same test finds a commit before the document existed: how often the sign is wrong. */
  readonly wrong: number;
}

/** The least share of the named files that one commit must change. */
const SHARE = 0.7;
/** The share of wrong signs above which they are not shown. */
const MOST_WRONG = 0.15;
/** The least number of files that a document must name, because one file alone is changed by many commits. */
const FEWEST_FILES = 2;

/**
 * Finds for each document the first commit, from the document's own on, that changes most of the files that the document names.
 * @param documents path and text of each document. @param commits the commits of the main line, oldest first.
 */
export function shippedSigns(
  documents: readonly (readonly [path: string, text: string])[],
  commits: readonly MainCommit[],
): ShippedSigns {
  const changes = new Map<string, number[]>();
  for (const [at, { files }] of commits.entries())
    for (const file of files) {
      const known = changes.get(file);
      if (known === undefined) changes.set(file, [at]);
      else known.push(at);
    }
  const found = new Map<string, ShippedSign>();
  let [asked, wrong] = [0, 0];
  for (const [path, text] of documents) {
    const named = namedFiles(text).filter((file) => file !== path && changes.has(file));
    const born = changes.get(path)?.[0];
    if (named.length < FEWEST_FILES || born === undefined) continue;
    asked += 1;
    const counts = new Map<number, number>();
    for (const file of named)
      for (const at of changes.get(file) ?? []) counts.set(at, (counts.get(at) ?? 0) + 1);
    const hits = [...counts].flatMap(([at, count]) => (count >= named.length * SHARE ? at : []));
    if (hits.some((at) => at < born)) wrong += 1;
    const { hash, day } = commits[hits.filter((at) => at >= born).sort((a, b) => a - b)[0] ?? -1] ?? {};
    if (hash !== undefined && day !== undefined) found.set(path, { commit: hash.slice(0, 9), day });
  }
  const share = asked === 0 ? 0 : wrong / asked;
  return { commits: share > MOST_WRONG ? new Map() : found, wrong: share };
}

const FILE_NAME = /(?<![\w/.-])(?:\.{0,2}\/)?((?:[\w@.-]+\/)+[\w@.-]*\.\w{1,8})(?![\w/])/g;

/** Returns the files that a text names by their paths, each once. */
function namedFiles(text: string): readonly string[] {
  return [...new Set([...text.matchAll(FILE_NAME)].map(([, path = '']) => path.replace(/^\.\//, '')))];
}
