import { ASSISTANTS } from '../project/assistants.js';
import { lastNameIn } from '../naming/projectPath.js';
import { OWN_FOLDER, isIn } from '../project/projectFolders.js';

/** The greatest number of specs that may change a file; a file that more specs change is not specific to any of them. */
const MOST_SPECS_OF_A_FILE = 2;

/** Matches lock files and changelogs, which almost every change touches. */
const SHARED_NAME =
  /[.-]lock(?:b|file)?(?:\.(?:json|ya?ml|toml|hcl))?$|^(?:go\.sum|npm-shrinkwrap\.json)$|^change(?:log|s)(?:\.(?:md|rst|txt|adoc))?$/i;

const NO_CODE: readonly string[] = [
  OWN_FOLDER,
  'AGENTS.md',
  ...ASSISTANTS.flatMap(({ file = [], traces }) => [file, traces].flat()),
];

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
 * True for a file that is not specific to any spec: a document in the specs folder, a file of spectool, a lock file, a changelog,
 * or an instruction file for assistants.
 */
export function isSharedFile(path: string, specsDir: string): boolean {
  return SHARED_NAME.test(lastNameIn(path)) || [specsDir, ...NO_CODE].some((place) => isIn(place, path));
}
