import { reasonOf } from '../../../domain/errors/fileFailure.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import { isClock } from '../../../domain/log/logSummary.js';

export const RECORD_FILE = /^(\d{8,})-[0-9a-f]{16}\.json$/;
export const PACK_FILE = /^pack-(\d{8,})-[0-9a-f]{16}\.jsonl$/;

/**
 * Returns the Lamport clock (event counter) in the name of a log file, for a pack its highest; undefined for a file with any
 * other name.
 */
export function clockOf(name: string): number | undefined {
  const clock = Number((RECORD_FILE.exec(name) ?? PACK_FILE.exec(name))?.[1]);
  return isClock(clock) ? clock : undefined;
}

/** Maximum size of a log file that is read, in bytes. A larger one would need too much memory and may not fit into a string. */
export const LARGEST_FILE = 256 * 1024 * 1024;

/** Reads the lines of a log file. If the file cannot be read, returns no lines, and the reason as `damage`. */
export function readLines(
  files: FileSystem,
  path: string,
): { readonly lines: readonly string[]; readonly damage?: string; readonly isUnread?: true } {
  try {
    const opened = files.open(path);
    if (opened === undefined) return { lines: [] };
    const { size } = opened;
    if (size > LARGEST_FILE) {
      opened.close();
      return { lines: [], damage: 'is too large for the log', isUnread: true };
    }
    try {
      const text = Buffer.from(opened.read(0, size)).toString('utf8');
      if (!PACK_FILE.test(path.slice(path.lastIndexOf('/') + 1))) return { lines: [text] };
      const lines = text.split(/\r?\n/).filter(isFilled);
      return lines.length === 0 ? { lines, damage: 'holds no record' } : { lines };
    } finally {
      opened.close();
    }
  } catch (error) {
    if (!(error instanceof SpectoolError)) throw error;
    return { lines: [], damage: whyUnread(error), isUnread: true };
  }
}

/** Returns the reason why a file could not be read, as the rest of a sentence that begins with the file's name. */
export function whyUnread({ message, details }: SpectoolError): string {
  const { cause } = (details ?? {}) as { readonly cause?: string };
  return `cannot be read: ${cause === undefined ? message.replace(/\.$/, '') : reasonOf({ code: cause })}`;
}

function isFilled(line: string): boolean {
  return line.trim() !== '';
}
