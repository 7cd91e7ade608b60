import type { Writable } from 'node:stream';
import { fileFailure } from '../../domain/errors/fileFailure.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { TerminalStream } from '../../adapters/cli/layout/terminal.js';
import { terminalOf, writeAll } from './outlet.js';

/**
 * Standard output or error. To a file or a pipe it is written without Node's own stream. That its reader left is no error, and no reason
 * to end otherwise than the command ends: `validate | head` finds what `validate` does.
 */
export function outputStream(fd: 1 | 2): Writable & TerminalStream {
  const terminal = terminalOf(fd);
  if (terminal !== undefined) return terminal.on('error', () => process.exit(fd - 1));
  const write = (text: string) => {
    try {
      writeAll(fd, Buffer.from(text));
    } catch (error) {
      // Of what cannot be complained of anywhere nobody is told.
      if (fd === 1) throw lost(error);
    }
    return true;
  };
  // Commands write to it, nothing else.
  return { write, isTTY: false } as unknown as Writable & TerminalStream;
}

function lost(error: unknown): SpectoolError {
  return new SpectoolError('WRITE_FAILED', fileFailure('WRITE_FAILED', 'standard output', error).message, {
    hint: 'What the command changed stays changed: `spectool history` shows it.',
  });
}
