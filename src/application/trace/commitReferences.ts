import { foldSpec } from '../../domain/log/foldSpec.js';
import { formerNames } from '../../domain/log/numbersInLog.js';
import { PROJECT_STREAM } from '../../domain/log/records/record.js';
import type { FormerName } from '../../domain/naming/resolveReference.js';
import { folderAt, type SpecFolder } from '../../domain/naming/specFolder.js';
import { numberIn } from '../../domain/naming/specNumbers.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { LoggedCommit } from '../../domain/trace/assignCommitsToSpecs.js';
import { type NamedProject, projectReference, projectsWith } from '../../domain/trace/projectsOfCommits.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { SpecStore } from '../../ports/specStore.js';
import { logEnds } from '../records/logEnds.js';

/** A spec that the log or a document has, and where its files are. */
interface KnownSpec {
  /** Path of the folder; of a deleted spec its last folder name. */
  readonly spec: string;
  readonly places: readonly string[];
  /** When it lost the name, as ISO time; absent if it has the name now, or if the time is unknown. */
  readonly until?: string | undefined;
}

/** Says that a word names a spec of another project of the repository. */
export const ELSEWHERE = 'elsewhere';

/** Returns the specs that have or had a name, a number or an id, also those that were deleted. */
export type SpecsNamed = (name: string) => readonly KnownSpec[];

export function specsNamed(
  store: SpecStore,
  log: EventLog,
  specsDir: string,
  folders: readonly SpecFolder[],
): SpecsNamed {
  const summaries = store.summaries(folders).map(({ folder, frontmatter: { id } }) => {
    return { folder, id: typeof id === 'string' ? id : undefined };
  });
  const present = new Set(summaries.flatMap(({ id }) => id ?? []));
  const ends = logEnds(log, [...present]);
  const now = new Map<string | number, KnownSpec[]>();
  const before = new Map<string | number, KnownSpec[]>();
  const add = (to: typeof now, names: readonly (string | number)[], spec: KnownSpec) => {
    for (const name of new Set(names)) to.set(name, [...(to.get(name) ?? []), spec]);
  };
  for (const { folder, id } of summaries) {
    const places = [folder.path, ...(id === undefined ? [] : [`${LOG_FOLDER}/${id}`])];
    const spec = { spec: folder.path, places };
    add(now, [...namesOf(folder), folder.name, folder.path, ...(id === undefined ? [] : [id])], spec);
    for (const former of ends.get(id ?? '')?.former ?? [])
      add(before, namesOf(former), { ...spec, until: former.until });
  }
  for (const id of log.streams().filter((stream) => stream !== PROJECT_STREAM && !present.has(stream))) {
    const records = log.records(id);
    const { spec } = foldSpec(records);
    if (spec.kind === 'absent') continue;
    const { labels } = spec;
    const places = [folderAt(specsDir, labels).path, `${LOG_FOLDER}/${id}`];
    const names = [labels, ...formerNames(records)].flatMap(namesOf);
    add(before, [...names, labels.name], { spec: labels.ref, places, until: records.at(-1)?.at });
  }
  return (name) => {
    const number = numberIn(name);
    if (number === undefined) return now.get(name) ?? before.get(name) ?? [];
    return [...new Set([...(now.get(number) ?? []), ...(before.get(number) ?? [])])];
  };
}

function namesOf({ ref, sequence }: FormerName): readonly (string | number)[] {
  return sequence === null ? [ref] : [ref, sequence];
}

/**
 * Returns the spec that a word in a commit message names; `elsewhere` for one of another project; undefined if the word names none,
 * or several. A number that several specs have had means the one that had it at the time of the commit; of several, the one whose
 * files the commit changed.
 * @param own the project whose commits are traced.
 */
export function resolvedWord(
  word: string,
  { files, authoredAt }: LoggedCommit,
  own: NamedProject,
  others: readonly NamedProject[],
  specs: SpecsNamed,
): { readonly spec: string } | typeof ELSEWHERE | undefined {
  const find = (name: string) => {
    const known = specs(name);
    // A spec that had lost the name before the commit is not meant, if another one has it.
    const hadIt = ({ until }: KnownSpec) => until === undefined || !(Date.parse(until) < authoredAt);
    const found = known.length > 1 ? known.filter(hadIt) : known;
    const isOf = ({ places }: KnownSpec) =>
      files.some((file) => places.some((place) => file.startsWith(`${place}/`)));
    const [spec, ...rivals] = found.length > 1 ? found.filter(isOf) : found;
    return rivals.length > 0 ? undefined : spec;
  };
  const all = [own, ...others];
  const named = projectReference(word);
  if (named !== undefined) {
    const [project, ...rivals] = all.filter(({ name }) => name === named.project);
    if (project === undefined || rivals.length > 0) return undefined;
    return project === own ? find(named.reference) : ELSEWHERE;
  }
  const spec = find(word);
  // A name means that spec, whatever files the commit changed, even if another project has the name, too.
  if (numberIn(word) === undefined && spec !== undefined) return spec;
  // A merge commit has no files of its own, so it may be about any project.
  const touched = files.length === 0 ? new Set(all) : projectsWith(all, files);
  if (!touched.has(own)) return touched.size > 0 ? ELSEWHERE : undefined;
  return spec ?? (touched.size > 1 ? ELSEWHERE : undefined);
}
