import { plainText } from '../../domain/document/decodeText.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../ports/fileSystem.js';

/**
 * Reads a file of the user to which spectool adds text; undefined if there is no file.
 * @throws SpectoolError `WRITE_FAILED` if writing the text back would change other bytes of the file.
 */
export function readUserText(files: FileSystem, path: string): string | undefined {
  const bytes = files.read(path);
  if (bytes === undefined) return undefined;
  const { text, problem } = plainText(bytes);
  if (problem === undefined) return text;
  throw new SpectoolError('WRITE_FAILED', `${path} ${problem}; nothing can be added to the file safely.`, {
    hint: 'Nothing was written. Save the file as UTF-8 text, then run the command again.',
    details: { path },
  });
}
