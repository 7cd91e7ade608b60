import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { StreamId } from '../../domain/log/record.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { textOfRegularFile } from '../files/readRegularFile.js';
import type { ClonePlace } from './clonePlace.js';
import type { AskGit } from './gitProcess.js';
import { parseBatch, parseTree } from './treeObjects.js';
import { knownWorktreeTops, withinTop } from './worktreeTops.js';

/** A log file of this size was not written by spectool. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Texts of a stream's files in the other working trees, committed or not. */
export function logInWorktrees({ commonDir, top, prefix }: ClonePlace, stream: StreamId): readonly string[] {
  return knownWorktreeTops(commonDir)
    .filter((other) => other !== top)
    .flatMap((other) => filesIn(other, join(other, prefix, LOG_FOLDER, stream)));
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

/** Texts of the files of streams on every ref, each content once; nothing where git gives no answer. */
export function logOnRefs(
  git: AskGit,
  { prefix }: ClonePlace,
  streams: readonly StreamId[],
): ReadonlyMap<StreamId, readonly string[]> {
  const refs = git.run(['rev-parse', '--all']);
  const ids = [...new Set(refs.output.toString('latin1').split('\n'))].filter((id) =>
    /^[0-9a-f]{40,64}$/.test(id),
  );
  const folders = streams.map((stream) =>
    [prefix, LOG_FOLDER, stream].filter((part) => part !== '').join('/'),
  );
  // Git is asked line by line.
  if (refs.status !== 0 || ids.length === 0 || prefix.includes('\n')) return new Map();
  const trees = batch(
    git,
    folders.flatMap((folder) => ids.map((id) => `${id}:${folder}`)),
  );
  const files = streams.map((stream, i) => {
    const own = trees.slice(i * ids.length, (i + 1) * ids.length);
    const blobs = own.flatMap((object) => (object?.type === 'tree' ? parseTree(object) : []));
    return { stream, blobs: [...new Set(blobs.map((entry) => entry.id()))] };
  });
  const contents = batch(git, [...new Set(files.flatMap(({ blobs }) => blobs))]);
  const texts = new Map(
    contents.flatMap((blob) => (blob === undefined ? [] : [[blob.id, blob.content] as const])),
  );
  return new Map(
    files.map(({ stream, blobs }) => [stream, blobs.flatMap((id) => texts.get(id)?.toString('utf8') ?? [])]),
  );
}

function batch(git: AskGit, objects: readonly string[]): ReturnType<typeof parseBatch> {
  if (objects.length === 0) return [];
  const answer = git.run(['cat-file', '--batch'], `${objects.join('\n')}\n`);
  return answer.status === 0 ? parseBatch(answer.output) : [];
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
