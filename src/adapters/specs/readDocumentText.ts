import type { DocumentProblem } from '../../domain/document/documentProblem.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../ports/fileSystem.js';

const LARGEST = 50 * 1024 * 1024;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a file of a spec, or why it cannot be had. Files are read from inside the project only. */
export function readDocumentText(
  files: FileSystem,
  path: string,
): { readonly text: string } | { readonly problem: DocumentProblem } {
  let bytes: Uint8Array | undefined;
  try {
    bytes = files.read(path);
    if (bytes !== undefined && !files.isInside(path))
      return unreadable('The file is a link that leads outside the project.');
  } catch (error) {
    return unreadable(error instanceof SpectoolError ? error.message : 'The file cannot be read.');
  }
  if (bytes === undefined) {
    return {
      problem: { code: 'MISSING_DOCUMENT', message: `There is no ${path.slice(path.lastIndexOf('/') + 1)}.` },
    };
  }
  if (bytes.length > LARGEST) return unreadable('The file is larger than 50 MB.');
  if (bytes.includes(0)) return unreadable('The file is binary, not text.');
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return unreadable('The file is not UTF-8.');
  }
}

function unreadable(message: string) {
  return { problem: { code: 'DOCUMENT_UNREADABLE', message } } as const;
}
