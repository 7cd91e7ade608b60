import { Option } from 'clipanion';
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

/** @throws SpectoolError `WRITE_FAILED`, named. */
export function writeExport(context: CliContext, path: string, text: string): void {
  try {
    context.writeUserFile(path, Buffer.from(text, 'utf8'));
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new SpectoolError('WRITE_FAILED', `${path} could not be written${why}.`, {
      hint: 'Name a file in a folder that is there and that you may write to, with --out.',
    });
  }
}
