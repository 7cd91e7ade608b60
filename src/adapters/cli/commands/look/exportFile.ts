import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { CliContext } from '../../context.js';

/** Writes what was exported into the file that was asked for. @throws SpectoolError `WRITE_FAILED`, named. */
export function writeExport(context: Pick<CliContext, 'writeUserFile'>, path: string, text: string): void {
  try {
    context.writeUserFile(path, Buffer.from(text, 'utf8'));
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new SpectoolError('WRITE_FAILED', `${path} could not be written${why}.`, {
      hint: 'Name a file in a folder that is there and that you may write to, with --out.',
    });
  }
}
