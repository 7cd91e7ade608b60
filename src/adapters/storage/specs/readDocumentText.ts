import type { DocumentProblem } from '../../../domain/document/documentProblem.js';
import { LARGEST_DOCUMENT, plainText } from '../../../domain/document/plainText.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { outsideProject } from '../../../domain/naming/projectPath.js';
import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';

/** A text, or why it cannot be had. */
export type ReadText =
  | { readonly text: string }
  /** @property failure of the system, which may be of a moment. */
  | { readonly problem: DocumentProblem; readonly failure?: SpectoolError };

/**
 * The text of a file of a spec. Files are read from inside the project only.
 * @param direct no folder above the file is a link.
 * @param known what the file system just said of the file.
 */
export function readDocumentText(
  files: FileSystem,
  path: string,
  direct: boolean,
  known?: FileStat,
): ReadText {
  try {
    const stat = known ?? files.stat(path);
    if (stat === undefined) {
      // It knows why nothing is found of what is there.
      files.read(path);
      return missing(path);
    }
    const followed = !direct || stat.kind === 'link';
    if (followed && !files.isInside(path)) {
      const message = 'The file is a link that leads outside the project.';
      return { ...unreadable(message), failure: outsideProject(path) };
    }
    if (stat.size > LARGEST_DOCUMENT) return tooLarge();
    const bytes = files.read(path);
    return bytes === undefined ? missing(path) : decoded(bytes);
  } catch (error) {
    if (!(error instanceof SpectoolError)) return unreadable('The file cannot be read.');
    return { ...unreadable(error.message), ...(error.code === 'READ_FAILED' && { failure: error }) };
  }
}

function decoded(bytes: Uint8Array): ReadText {
  if (bytes.length > LARGEST_DOCUMENT) return tooLarge();
  const { text, problem } = plainText(bytes);
  return problem === undefined ? { text } : unreadable(`The file ${problem}.`);
}

function missing(path: string): ReadText {
  const message = `There is no ${path.slice(path.lastIndexOf('/') + 1)}.`;
  return { problem: { code: 'MISSING_DOCUMENT', message } };
}

function tooLarge() {
  return unreadable('The file is larger than 50 MB.');
}

function unreadable(message: string): { readonly problem: DocumentProblem } {
  return { problem: { code: 'DOCUMENT_UNREADABLE', message } };
}
