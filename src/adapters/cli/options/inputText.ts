import { plainText } from '../../../domain/document/plainText.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { CliContext } from '../context.js';

/**
 * A text from the command line: what is given, or standard input for `-`.
 * @throws SpectoolError `FIELD_INVALID` when standard input is empty or no text: the program before the pipe may have failed.
 */
export function inputText(given: string, context: CliContext): string {
  if (given !== '-') return given;
  const bytes = context.readInput();
  const { text, problem = 'is empty' } = plainText(bytes);
  if (text !== undefined && text.trim() !== '') return text;
  throw new SpectoolError('FIELD_INVALID', `Standard input ${problem}.`, {
    hint: 'Pipe UTF-8 text in, or give the text without `-`.',
  });
}
