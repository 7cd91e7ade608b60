import type { Writable } from 'node:stream';
import { fileFailure } from '../../domain/errors/fileFailure.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { TerminalStream } from '../../adapters/cli/layout/terminal.js';
import { terminalOf, writeAll } from './outlet.js';

/**
 * Standard output or error. To a file or a pipe it is written without Node's own stream.
 * @param onClosed the reader left.
 */
export function outputStream(fd: 1 | 2, onClosed: () => never): Writable & TerminalStream {
  const terminal = terminalOf(fd);
  if (terminal !== undefined) return terminal.on('error', onClosed);
  const write = (text: string) => {
    try {
      writeAll(fd, Buffer.from(text), onClosed);
    } catch (error) {
      fail(fd, error, onClosed);
    }
    return true;
  };
  // Commands write to it, nothing else.
  return { write, isTTY: false } as unknown as Writable & TerminalStream;
}

/** What cannot be complained of anywhere ends the program as a reader does that left. */
function fail(fd: 1 | 2, error: unknown, onClosed: () => never): never {
  if (fd === 2) return onClosed();
  throw new SpectoolError('WRITE_FAILED', fileFailure('WRITE_FAILED', 'standard output', error).message, {
    hint: 'What the command changed stays changed: `spectool history` shows it.',
  });
}
