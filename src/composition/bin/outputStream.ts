import type { Writable } from 'node:stream';
import { fileFailure } from '../../domain/errors/fileFailure.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { TerminalStream } from '../../adapters/cli/layout/describeTerminal.js';
import { terminalOf, writeAll } from './standardStreams.js';

/**
 * Returns standard output or standard error. For a file or pipe, Node's stream is not used, because loading it is slow. A
 * closed pipe is not an error and does not change the exit code: `validate | head` exits like `validate`.
 */
export function outputStream(fd: 1 | 2): Writable & TerminalStream {
  const terminal = terminalOf(fd);
  if (terminal !== undefined) return terminal.on('error', () => process.exit(fd - 1));
  const write = (text: string) => {
    try {
      writeAll(fd, Buffer.from(text));
    } catch (error) {
      // Ignore a failure to write to standard error, because it cannot be reported anywhere.
      if (fd === 1) throw lost(error);
    }
    return true;
  };
  // Commands only call `write`, so no other member of the stream is needed.
  return { write, isTTY: false } as unknown as Writable & TerminalStream;
}

function lost(error: unknown): SpectoolError {
  return new SpectoolError('WRITE_FAILED', fileFailure('WRITE_FAILED', 'standard output', error).message, {
    hint: 'The command itself was not undone. Run `spectool history` to see what it changed.',
  });
}
