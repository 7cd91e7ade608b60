import { fstatSync, writeSync } from 'node:fs';
import type { WriteStream } from 'node:tty';

const PAUSE_MS = 2;

/** Node's stream of a terminal; for files and pipes it costs more to load than most commands take. */
export function terminalOf(fd: 1 | 2): WriteStream | undefined {
  if (!mayBeTerminal(fd)) return undefined;
  const stream = fd === 1 ? process.stdout : process.stderr;
  return stream.isTTY ? stream : undefined;
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

/**
 * Writes all of it at once: an ended process loses nothing. What a reader that left has not read is left out.
 * @throws what the system says of an output that takes nothing.
 */
export function writeAll(fd: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') return;
      // The reader of a pipe that does not block is slower than we are.
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
