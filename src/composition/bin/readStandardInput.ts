import { readSync } from 'node:fs';
import { causeOf, fileFailure } from '../../domain/errors/fileFailure.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';

const PAUSE_MS = 5;
const MEGABYTE = 1024 * 1024;
/** Maximum size of standard input in megabytes, as for any file: no spec is larger, and a device may never end. */
const MOST_MEGABYTES = 64;

/**
 * Reads a file or pipe to its end; waits if a non-blocking pipe has no data yet.
 * @param name name of the input in errors.
 */
export function inputBytes(descriptor: number, name: string): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let size = 0; size <= MOST_MEGABYTES * MEGABYTE;) {
    const part = new Uint8Array(MEGABYTE / 8);
    const length = readPart(descriptor, part, name);
    if (length === 0) return Buffer.concat(parts);
    size += length;
    parts.push(part.slice(0, length));
  }
  throw new SpectoolError(
    'READ_FAILED',
    `Cannot read ${name}: the text is longer than ${String(MOST_MEGABYTES)} MB.`,
    { hint: 'Give a shorter text.' },
  );
}

function readPart(descriptor: number, part: Uint8Array, name: string): number {
  for (;;) {
    try {
      return readSync(descriptor, part);
    } catch (error) {
      const cause = causeOf(error);
      // On Windows, Node reports the end of a pipe as this error.
      if (cause === 'EOF') return 0;
      if (cause !== 'EAGAIN')
        throw new SpectoolError('READ_FAILED', fileFailure('READ_FAILED', name, error).message, {
          hint: 'Give the text as an argument, or pipe it into the command.',
        });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
