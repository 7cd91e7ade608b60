import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type {
  ExportProjectRequest,
  ExportProjectResult,
} from '../../../../application/queries/project/exportProject.js';
import type { Spectool } from '../../../../application/spectool.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { SpectoolCommand } from '../../defineCommand.js';
import { filterFlags } from '../../options/specFieldFlags.js';
import { type Given, on } from '../../options/taken.js';

/** What the commands take that write the project into one file. */
export const exportFlags = {
  ...filterFlags,
  all: on('--all', 'export archived specs too'),
  redact: on('--redact', 'leave out assignees, reviewers, claims and actors; names in the texts stay'),
};

export const exportAsFlags = ({ scope, ...request }: ExportProjectRequest): object => ({
  ...request,
  all: scope === 'all',
});

/** Returns the specs that the flags select. */
export function exportedSpecs(
  { exportProject }: Spectool,
  { all, ...given }: Given<typeof exportFlags>,
  receive?: ExportProjectRequest['receive'],
): Promise<ExportProjectResult> {
  return exportProject.execute({ ...given, receive, scope: all ? 'all' : 'active' });
}

/** Matches the beginning of an exported page, JSON document or Markdown report, so that an earlier export is recognized. */
const EXPORT = new RegExp(
  [
    `^<!doctype html>\\r?\\n<html lang="en">\\r?\\n<head>\\r?\\n<meta charset="utf-8">\\r?\\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-`,
    String.raw`^\{"project":"(?:[^"\\]|\\.)*","specs":\[`,
    '^<!-- spectool report -->',
  ].join('|'),
);

/**
 * Writes an export to a file. An existing file is replaced only if it is empty or an earlier export.
 * @throws SpectoolError `WRITE_FAILED` if the export cannot be written; `USAGE` for a path in the specs folder, `.spectool` or a
 * git folder.
 */
export function writeExport(
  command: SpectoolCommand,
  { root, config }: Spectool,
  path: string,
  content: string | Buffer,
): void {
  const { context } = command;
  if (path === '') throw new SpectoolError('USAGE', '--out needs the name of a file.');
  const place = resolve(path);
  // Check the path both as given and with links resolved, because a link (which can come with a commit) may lead into the specs
  // folder, `.spectool` or a git folder.
  const folder = resolve(context.realFolder(dirname(path)));
  const real = join(folder, basename(path));
  const places = [place, join(context.realFolder(dirname(place)), basename(place)), real];
  const specs = join(root, config.specsDir);
  const own = places
    .map(
      (at) =>
        context.ownFolderOn(at) ?? [specs, context.realFolder(specs)].find((known) => isBelow(known, at)),
    )
    .find((found) => found !== undefined);
  if (own !== undefined)
    throw new SpectoolError('USAGE', `--out: ${path} is in ${own}, and exports are not written there.`, {
      hint: 'Name a file outside that folder.',
    });
  if (isBelow(root, place) && !isBelow(context.realFolder(root), real))
    throw new SpectoolError(
      'OUTSIDE_PROJECT',
      `--out: ${path} leads out of the project through a symbolic link.`,
      {
        hint: 'Name a file inside the project, or give the path that the link leads to.',
      },
    );
  try {
    const left = context.writeUserFile(path, Buffer.from(content), (start) => EXPORT.test(start));
    if (left !== undefined)
      command.notify(
        'note',
        `${left} is probably a temporary file of an interrupted export; you can delete this file.`,
      );
  } catch (error) {
    if (error instanceof SpectoolError) throw error;
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new SpectoolError('WRITE_FAILED', `${path} could not be written${why}.`, {
      hint: 'Use --out to name a file in a folder that exists and that you can write to.',
    });
  }
}

/** True if `path` is `folder` or inside it. Ignores case, because some file systems do. */
function isBelow(folder: string, path: string): boolean {
  const way = relative(folder.toLowerCase(), path.toLowerCase()).split(sep);
  return way[0] !== '..' && !isAbsolute(way.join(sep));
}
