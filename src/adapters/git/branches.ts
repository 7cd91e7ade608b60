import type { StreamId } from '../../domain/log/records/record.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { type ClonePlace, inClone } from './places/clonePlace.js';
import { entriesOf, lost, objectsNamed, treesAt } from './gitObjects.js';
import { type AskGit, type GitAnswer, successOf } from './gitProcess.js';
import { walkSpecFolders } from './specFolderWalk.js';

/** What git answers of refs below these, or of all: ids, a line each. */
export function askRefs(git: AskGit, below: readonly string[] = [], format = '%(objectname)'): GitAnswer {
  return git.run(['for-each-ref', `--format=${format}`, ...below]);
}

export function idsIn({ output }: Pick<GitAnswer, 'output'>): readonly string[] {
  return [...new Set(output.toString('latin1').split('\n').filter(Boolean))];
}

/** Adds the names of spec folders in `folder` as the commits have it. @throws SpectoolError `GIT_FAILED` */
export function collectBranchFolders(
  git: AskGit,
  commits: readonly string[],
  folder: string,
  isSpecFolder: (name: string) => boolean,
  names: Set<string>,
): void {
  const top = treesAt(git, commits, folder).map((at) => ({ name: '', at }));
  walkSpecFolders(top, (wanted) => entriesOf(git, wanted), isSpecFolder, names);
}

/**
 * Texts of the files of streams on every ref, each content once. Most refs share most of the log: what they share is read once, and
 * what was read is kept while they stay where they are.
 */
export class LogsOnRefs {
  readonly #git: AskGit;
  readonly #known = new Map<StreamId, readonly string[]>();
  #readAt = '';

  constructor(git: AskGit) {
    this.#git = git;
  }

  /** @throws SpectoolError `GIT_FAILED` where git gives no answer, or lacks what a ref names. */
  read(place: ClonePlace, streams: readonly StreamId[]): ReadonlyMap<StreamId, readonly string[]> {
    const answer = askRefs(this.#git);
    const refs = successOf('read the branches', answer).toString('latin1');
    const folder = inClone(place, LOG_FOLDER);
    const readAt = `${refs}${folder}`;
    if (readAt !== this.#readAt) this.#known.clear();
    this.#readAt = readAt;
    const open = streams.filter((stream) => !this.#known.has(stream));
    if (open.length > 0)
      for (const [stream, texts] of textsIn(this.#git, idsIn(answer), folder, open))
        this.#known.set(stream, texts);
    return new Map(streams.map((stream) => [stream, this.#known.get(stream) ?? []]));
  }
}

function textsIn(
  git: AskGit,
  commits: readonly string[],
  folder: string,
  streams: readonly StreamId[],
): ReadonlyMap<StreamId, readonly string[]> {
  const files = new Map(streams.map((stream) => [stream, new Set<string>()]));
  const tops = treesAt(git, commits, folder).map((at) => ({ name: '', at }));
  const logs = entriesOf(git, tops)
    .flatMap(({ entries }) => entries)
    .filter(({ name, kind }) => kind === 'folder' && files.has(name))
    .map(({ name, at }) => ({ name, at: at() }));
  for (const { name, entries } of entriesOf(git, logs))
    for (const { kind, at } of entries) if (kind === 'file') files.get(name)?.add(at());
  const asked = [...new Set([...files.values()].flatMap((own) => [...own]))];
  const texts = objectsNamed(git, asked).map((blob) => blob?.content.toString('utf8'));
  if (texts.includes(undefined)) throw lost();
  const known = new Map(asked.map((id, i) => [id, texts[i] ?? '']));
  return new Map([...files].map(([stream, own]) => [stream, [...own].map((id) => known.get(id) ?? '')]));
}
