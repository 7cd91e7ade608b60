import { fstatSync, writeSync } from 'node:fs';
import type { WriteStream } from 'node:tty';

const PAUSE_MS = 2;

/**
 * Returns Node's stream if `fd` is a terminal, else undefined. Loading Node's stream for a file or pipe would take longer
 * than most commands.
 */
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

/** True if the device is `/dev/null`, recognized by its device number on Linux. Always false on other systems. */
function isNullDevice(device: number): boolean {
  return process.platform === 'linux' && device === ((1 << 8) | 3);
}

/**
 * Writes all bytes synchronously, so that no output is lost when the process ends. If the reader has closed the pipe, the
 * remaining bytes are dropped.
 * @throws NodeJS.ErrnoException if the output cannot be written.
 */
export function writeAll(fd: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(fd, bytes, written);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') return;
      // The pipe is non-blocking and full, so wait and try again.
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
