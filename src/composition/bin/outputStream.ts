import { fstatSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { fileFailure } from '../../domain/errors/fileFailure.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { TerminalStream } from '../../adapters/cli/layout/terminal.js';

const PAUSE_MS = 2;

/**
 * Standard output or error. To a file or a pipe it is written at once: Node's own streams cost more to load than most
 * commands take, and an ended process loses nothing.
 * @param onClosed the reader left.
 */
export function outputStream(fd: 1 | 2, onClosed: () => never): Writable & TerminalStream {
  if (mayBeTerminal(fd)) {
    const stream = fd === 1 ? process.stdout : process.stderr;
    if (stream.isTTY) {
      stream.on('error', onClosed);
      return stream;
    }
  }
  const write = (text: string) => {
    writeAll(fd, Buffer.from(text), onClosed);
    return true;
  };
  // Commands write to it, nothing else.
  return { write, isTTY: false } as unknown as Writable & TerminalStream;
}

function mayBeTerminal(fd: number): boolean {
  try {
    const stats = fstatSync(fd);
    return stats.isCharacterDevice() && !isNullDevice(stats.rdev);
  } catch {
    return true;
  }
}

/** Linux numbers devices; elsewhere Node's stream is as good. */
function isNullDevice(device: number): boolean {
  return process.platform === 'linux' && device === ((1 << 8) | 3);
}

/** What cannot be complained of anywhere ends the program as a reader does that left. */
function fail(fd: 1 | 2, error: unknown, onClosed: () => never): never {
  if (fd === 2) return onClosed();
  throw new SpectoolError('WRITE_FAILED', fileFailure('WRITE_FAILED', 'standard output', error).message, {
    hint: 'What the command changed stays changed: `spectool history` shows it.',
  });
}

function writeAll(fd: 1 | 2, bytes: Buffer, onClosed: () => never): void {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') onClosed();
      // The reader of a pipe that does not block is slower than we are.
      if (code !== 'EAGAIN') fail(fd, error, onClosed);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
