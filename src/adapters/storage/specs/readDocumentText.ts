import type { DocumentProblem } from '../../../domain/document/documentProblem.js';
import { LARGEST_DOCUMENT, plainText } from '../../../domain/document/plainText.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { FileStat, FileSystem } from '../../../ports/fileSystem.js';

/** A text, or why it cannot be had. */
export type ReadText =
  | { readonly text: string }
  /** @property failure of the system, which may be of a moment. */
  | { readonly problem: DocumentProblem; readonly failure?: SpectoolError };

/**
 * The text of a file of a spec, which is no link.
 * @param known what the file system just said of the file.
 */
export function readDocumentText(files: FileSystem, path: string, known?: FileStat): ReadText {
  try {
    const stat = known ?? files.stat(path);
    if (stat?.kind === 'link') return linked(path);
    if (stat !== undefined && stat.size > LARGEST_DOCUMENT) return tooLarge();
    // Of what is there and not found it says why.
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

/** Of a file or folder that is one. */
export function linked(path: string): ReadText {
  const message = `${path} is a link, and no link among specs is followed.`;
  const hint = 'Put the file or folder itself in the place of the link.';
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
