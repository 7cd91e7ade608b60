import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { StreamId } from '../../domain/log/record.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { textOfRegularFile } from '../files/readRegularFile.js';
import type { ClonePlace } from './clonePlace.js';
import { type AskGit, successOf } from './gitProcess.js';
import { ask, assertNotLost, batch, lost, TreeReader, treesAt } from './treeReader.js';
import { knownWorktreeTops, withinTop } from './worktreeTops.js';

/** A log file of this size was not written by spectool. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Texts of the streams' files in the other working trees, committed or not. Most have few of the streams: each log is listed once. */
export function logInWorktrees(
  { commonDir, top, prefix }: ClonePlace,
  streams: readonly StreamId[],
): ReadonlyMap<StreamId, readonly string[]> {
  const texts = new Map(streams.map((stream) => [stream, new Set<string>()]));
  for (const other of knownWorktreeTops(commonDir).filter((one) => one !== top)) {
    const log = join(other, prefix, LOG_FOLDER);
    for (const stream of withinTop(other, log) === undefined ? [] : entriesOf(log)) {
      const own = texts.get(stream);
      if (own !== undefined) for (const text of filesIn(other, join(log, stream))) own.add(text);
    }
  }
  return new Map([...texts].map(([stream, own]) => [stream, [...own]]));
}

/** Texts of all files of the other working trees' logs, committed or not, by the project's folder there and by stream. */
export function logsOfWorktrees({
  commonDir,
  top,
  prefix,
}: ClonePlace): ReadonlyMap<string, ReadonlyMap<StreamId, readonly string[]>> {
  const others = knownWorktreeTops(commonDir).filter((other) => other !== top);
  return new Map(
    others.map((other) => {
      const project = join(other, prefix);
      const log = join(project, LOG_FOLDER);
      const streams = withinTop(other, log) === undefined ? [] : entriesOf(log);
      return [project, new Map(streams.map((stream) => [stream, filesIn(other, join(log, stream))]))];
    }),
  );
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
  read({ prefix }: ClonePlace, streams: readonly StreamId[]): ReadonlyMap<StreamId, readonly string[]> {
    const refs = successOf('read the branches', this.#git.run(['rev-parse', '--all'])).toString('latin1');
    const folder = [prefix, LOG_FOLDER].filter((part) => part !== '').join('/');
    const readAt = `${refs}${folder}`;
    if (readAt !== this.#readAt) this.#known.clear();
    this.#readAt = readAt;
    const open = streams.filter((stream) => !this.#known.has(stream));
    const ids = [...new Set(refs.split('\n'))].filter((id) => /^[0-9a-f]{40,64}$/.test(id));
    if (open.length > 0)
      for (const [stream, texts] of textsIn(this.#git, ids, folder, open)) this.#known.set(stream, texts);
    return new Map(streams.map((stream) => [stream, this.#known.get(stream) ?? []]));
  }
}

function textsIn(
  git: AskGit,
  ids: readonly string[],
  folder: string,
  streams: readonly StreamId[],
): ReadonlyMap<StreamId, readonly string[]> {
  // Git is asked line by line.
  if (folder.includes('\n'))
    throw new SpectoolError('GIT_FAILED', 'the project has a line break in its path');
  const lacking: string[] = [];
  const tops = treesAt(
    git,
    ids.map((id) => `${id}:${folder}`),
    (index) => void lacking.push(ids[index] ?? ''),
  );
  assertNotLost(git, withFolders(git, lacking), folder);
  const reader = new TreeReader(git);
  const files = new Map(streams.map((stream) => [stream, new Set<string>()]));
  const wanted = reader
    .read(tops)
    .flatMap(({ entries }) => entries)
    .filter(({ name, kind }) => kind === 'folder' && files.has(name))
    .map((entry) => ({ name: entry.name, at: entry.id() }));
  for (const { name, entries } of reader.read(wanted))
    for (const entry of entries) if (entry.kind === 'file') files.get(name)?.add(entry.id());
  const asked = [...new Set([...files.values()].flatMap((own) => [...own]))];
  const texts = new Map(
    batch(git, asked).map((blob, i) => {
      if (blob === undefined) throw lost();
      return [asked[i], blob.content.toString('utf8')] as const;
    }),
  );
  return new Map([...files].map(([stream, own]) => [stream, [...own].flatMap((id) => texts.get(id) ?? [])]));
}

/** Without refs to single files, as some tags are: git names no folder in them, and nothing is lost. */
function withFolders(git: AskGit, ids: readonly string[]): readonly string[] {
  const objects = ids.map((id) => `${id}^{}`);
  const kinds = ask(git, ['cat-file', '--batch-check'], objects).toString('latin1').split('\n');
  return ids.filter((_, i) => kinds[i]?.split(' ')[1] !== 'blob');
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function filesIn(top: string, path: string): readonly string[] {
  try {
    const folder = withinTop(top, path);
    if (folder === undefined) return [];
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      const file = entry.isFile() ? path : withinTop(top, path);
      return (file === undefined ? undefined : textOfRegularFile(file, MOST_BYTES)) ?? [];
    });
  } catch {
    return [];
  }
}
