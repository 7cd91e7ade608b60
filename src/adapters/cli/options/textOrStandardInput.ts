import { plainText } from '../../../domain/document/decodeText.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { CliContext } from '../cliContext.js';

/**
 * Returns a text given on the command line; `-` stands for standard input.
 * @throws SpectoolError `FIELD_INVALID` if standard input is empty or not text, for example because the program before the pipe
 * failed.
 */
export function inputText(given: string, context: CliContext): string {
  if (given !== '-') return given;
  const bytes = context.readInput();
  const { text, problem = 'is empty' } = plainText(bytes);
  if (text !== undefined && text.trim() !== '') return text;
  throw new SpectoolError('FIELD_INVALID', `Standard input ${problem}.`, {
    hint: 'Pipe UTF-8 text into the command, or give the text itself in place of `-`.',
  });
}
