import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { systemError } from '../../domain/errors/fileFailure.js';

// Opening a pipe that nobody writes to would wait for ever. Windows has neither the flag nor such pipes.
const FLAGS = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);

/** Whole content of a regular file; a pipe or device is refused, since reading it may never end. */
export function readRegularFile(absolute: string): Buffer {
  const descriptor = openSync(absolute, FLAGS);
  try {
    const kind = fstatSync(descriptor);
    if (kind.isDirectory()) throw systemError('EISDIR');
    if (!kind.isFile()) throw systemError('ENOTREG');
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
