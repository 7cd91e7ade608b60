import type { DocumentProblem } from '../../../domain/document/documentProblem.js';
import { LARGEST_DOCUMENT, plainText } from '../../../domain/document/decodeText.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';

/** The text of a document, or why it could not be read. */
export type ReadText =
  | { readonly text: string }
  /** @property failure the error of the operating system, which may be temporary. */
  | { readonly problem: DocumentProblem; readonly failure?: SpectoolError };

/**
 * Reads the text of a file of a spec. A link is not followed, but returned as a problem.
 * @param known the file's stat, if the caller already has it.
 */
export function readDocumentText(files: FileSystem, path: string, known?: FileStat): ReadText {
  try {
    const stat = known ?? files.stat(path);
    if (stat?.kind === 'link') return linked(path);
    if (stat !== undefined && stat.size > LARGEST_DOCUMENT) return tooLarge();
    // If a folder lists the file but the file cannot be found by its name, `read` throws an error with the reason.
    const bytes = files.read(path);
    return bytes === undefined ? missing(path) : decoded(bytes);
  } catch (error) {
    if (!(error instanceof SpectoolError)) return unreadable('The file cannot be read.');
    return { ...unreadable(error.message), ...(isRefusal(error) && { failure: error }) };
  }
}

function isRefusal({ code }: SpectoolError): boolean {
  return code === 'READ_FAILED' || code === 'OUTSIDE_PROJECT';
}

/** Returns the problem for a file that is a link. */
export function linked(path: string): ReadText {
  const message = `${path} is a link, and links in the specs folder are not followed.`;
  const hint = 'Replace the link with the file or folder itself.';
  return {
    ...unreadable(message),
    failure: new SpectoolError('OUTSIDE_PROJECT', message, { hint, details: { path } }),
  };
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
