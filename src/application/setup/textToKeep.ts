import { plainText } from '../../domain/document/plainText.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../ports/fileSystem.js';

/**
 * A text of the user's that spectool is going to add to; undefined when it is not there.
 * @throws SpectoolError `WRITE_FAILED` for bytes that would not come back as they were.
 */
export function textToKeep(files: FileSystem, path: string): string | undefined {
  const bytes = files.read(path);
  if (bytes === undefined) return undefined;
  const { text, problem } = plainText(bytes);
  if (problem === undefined) return text;
  throw new SpectoolError('WRITE_FAILED', `${path} ${problem}; nothing can be added to it safely.`, {
    hint: 'Save it as UTF-8 text, then try again. Nothing was written.',
    details: { path },
  });
}
