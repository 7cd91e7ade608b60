import { Option } from 'clipanion';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type {
  ExportProjectRequest,
  ExportProjectResult,
} from '../../../../application/queries/project/exportProject.js';
import type { Spectool } from '../../../../application/spectool.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { CliContext } from '../../context.js';
import { filterOptions } from '../../options/fieldOptions.js';
import { SpectoolCommand } from '../../spectoolCommand.js';

/** A command that writes the project, or a part of it, into one file. */
export abstract class ExportCommand<Result, Document = Result> extends SpectoolCommand<Result, Document> {
  filters = filterOptions(this);
  all = Option.Boolean('--all', false, { description: 'include archived specs' });
  redact = Option.Boolean('--redact', false, { description: 'leave people out' });

  static asFlags({ scope, ...request }: ExportProjectRequest): object {
    return { ...request, all: scope === 'all' };
  }

  protected exported(spectool: Spectool): Promise<ExportProjectResult> {
    return spectool.exportProject.execute({
      ...this.filters(),
      scope: this.all ? 'all' : 'active',
      redact: this.redact,
    });
  }
}

/** How a page, a document and a report begin, and nobody else's file. */
const EXPORT = new RegExp(
  [
    `^<!doctype html>\\r?\\n<html lang="en">\\r?\\n<head>\\r?\\n<meta charset="utf-8">\\r?\\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-`,
    String.raw`^\{"project":"(?:[^"\\]|\\.)*","specs":\[`,
    '^<!-- spectool report -->',
  ].join('|'),
);

/**
 * In place of nothing but an empty file or an earlier export.
 * @param notify is told what else the user should know.
 * @throws SpectoolError `WRITE_FAILED`, named; `USAGE` for what this project or a repository is made of.
 */
export function writeExport(
  context: CliContext,
  { root, config }: Spectool,
  path: string,
  text: string,
  notify: (note: string) => void,
): void {
  if (path === '') throw new SpectoolError('USAGE', '--out names no file.');
  const place = resolve(path);
  // A commit may bring a folder that is a link: what counts is where the file would come to stand, which `..` behind a link changes.
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
    throw new SpectoolError('USAGE', `--out: ${path} is in ${own}, where nothing is exported to.`, {
      hint: 'Name a file beside it.',
    });
  if (isBelow(root, place) && !isBelow(context.realFolder(root), real))
    throw new SpectoolError('OUTSIDE_PROJECT', `--out: ${path} leads out of the project by a link.`, {
      hint: 'Name a file in a folder of the project, or the place outside itself.',
    });
  try {
    const left = context.writeUserFile(path, Buffer.from(text, 'utf8'), (start) => EXPORT.test(start));
    if (left !== undefined)
      notify(`${left} is there as well: an export that was killed left it, or it is somebody's own.`);
  } catch (error) {
    if (error instanceof SpectoolError) throw error;
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new SpectoolError('WRITE_FAILED', `${path} could not be written${why}.`, {
      hint: 'Name a file in a folder that is there and that you may write to, with --out.',
    });
  }
}

/** Whatever letters the file system tells apart. */
function isBelow(folder: string, path: string): boolean {
  const way = relative(folder.toLowerCase(), path.toLowerCase()).split(sep);
  return way[0] !== '..' && !isAbsolute(way.join(sep));
}
