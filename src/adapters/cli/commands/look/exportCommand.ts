import { Option } from 'clipanion';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type {
  ExportProjectRequest,
  ExportProjectResult,
} from '../../../../application/queries/exportProject.js';
import type { Spectool } from '../../../../application/spectool.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { CliContext } from '../../context.js';
import { filterOptions } from '../../fieldOptions.js';
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

/**
 * @param notify is told what else the user should know.
 * @throws SpectoolError `WRITE_FAILED`, named; `USAGE` for what this project, another one or a repository is made of.
 */
export async function writeExport(
  context: CliContext,
  spectool: Spectool,
  path: string,
  text: string,
  notify: (note: string) => void,
): Promise<void> {
  if (path === '') throw new SpectoolError('USAGE', '--out names no file.');
  const { root, config } = spectool;
  const place = resolve(path);
  // A commit may bring a folder that is a link: what counts is where the file would come to stand, which `..` behind a link changes.
  const folder = resolve(context.realFolder(dirname(path)));
  const real = join(folder, basename(path));
  const places = [place, join(context.realFolder(dirname(place)), basename(place)), real];
  const folders = [join(root, config.specsDir), ...specsAround(context, folder, path)];
  const specs = [...folders, ...(await linkedSpecs(context, spectool))].flatMap((known) => [
    known,
    context.realFolder(known),
  ]);
  const own = places
    .map((at) => context.ownFolderOn(at) ?? specs.find((known) => isBelow(known, at)))
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
    const left = context.writeUserFile(path, Buffer.from(text, 'utf8'));
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

/** Folders of specs that are links, and documents that are. */
async function linkedSpecs(
  context: CliContext,
  { root, config, listSpecs }: Spectool,
): Promise<readonly string[]> {
  const { specs } = await listSpecs.execute({ scope: 'all' });
  const top = context.realFolder(join(root, config.specsDir));
  return specs
    .flatMap(({ path }) => [join(root, path), join(root, path, config.structure.defaultFile)])
    .filter((known) => !isBelow(top, context.realFolder(known)));
}

/**
 * The folders for specs of the projects that a folder is in, which may be others, in each other.
 * @throws SpectoolError `USAGE` where one does not say where its specs are.
 */
function specsAround(context: CliContext, folder: string, asked: string): readonly string[] {
  return context.projectsOn(folder).map((top) => {
    const { root, specsDir } = settingsOf(context, top, asked);
    if (root === top) return join(root, specsDir);
    throw silent(asked, `${join(top, '.spectool')} has no configuration.`);
  });
}

/** A project is read when it is first asked of. */
function settingsOf(context: CliContext, folder: string, asked: string): { root: string; specsDir: string } {
  try {
    const { root, config } = context.open(folder);
    return { root, specsDir: config.specsDir };
  } catch (error) {
    throw error instanceof SpectoolError ? silent(asked, error.message) : error;
  }
}

function silent(asked: string, why: string): SpectoolError {
  return new SpectoolError(
    'USAGE',
    `--out: ${asked} is in a project that does not say where its specs are. ${why}`,
    { hint: 'Repair its configuration, or name a file elsewhere.' },
  );
}

/** Whatever letters the file system tells apart. */
function isBelow(folder: string, path: string): boolean {
  const way = relative(folder.toLowerCase(), path.toLowerCase()).split(sep);
  return way[0] !== '..' && !isAbsolute(way.join(sep));
}
