import type { FileSystem } from '../../ports/fileSystem.js';

/** A text file with these lines in it: those that are missing are appended, everything else is the user's. */
export function withLines(files: FileSystem, path: string, lines: readonly string[]): string | undefined {
  const existing = files.readText(path) ?? '';
  const newline = existing.includes('\r\n') ? '\r\n' : '\n';
  const there = new Set(existing.split(/\r?\n/).map((line) => line.trim()));
  const missing = lines.filter((line) => !there.has(line));
  if (missing.length === 0) return undefined;
  const start = existing === '' || existing.endsWith('\n') ? existing : existing + newline;
  return start + missing.map((line) => line + newline).join('');
}
