import { BOUNDS } from '../value/bounds.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { withoutBlankEnds } from '../value/text.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A decoded text, or the reason why the bytes are not text, worded to follow the file's name: `is binary, not text`. */
export type PlainText =
  { readonly text: string; readonly problem?: never } | { readonly problem: string; readonly text?: never };

/** Decodes UTF-8 without NUL. Other bytes are refused with a reason, because they would change when written back. */
export function plainText(bytes: Uint8Array): PlainText {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { problem: 'is UTF-16, not UTF-8' };
  if (bytes.includes(0)) return { problem: 'is binary, not text' };
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return { problem: 'is not UTF-8' };
  }
}

/**
 * Normalizes a text before inserting it into a document: removes a byte order mark and blank lines around the text, and converts
 * line ends to LF.
 */
export function insertedText(given: string): string {
  return withoutBlankEnds(given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
}

/** Returns the problem if a document's text has too many bytes; otherwise undefined. */
export function documentSizeProblem(bytes: number): string | undefined {
  if (bytes <= BOUNDS.document) return undefined;
  return `has ${(Math.ceil((bytes * 10) / 1024 ** 2) / 10).toFixed(1)} MB, more than the limit of ${String(BOUNDS.document / 1024 ** 2)} MB`;
}

/** Returns the problem if a document's text cannot be written to a file and read again; otherwise undefined. */
export function documentTextProblem(text: string): string | undefined {
  // A UTF-16 unit has at most 3 bytes in UTF-8, so only texts that may be too large are encoded to measure their size.
  const size = text.length * 3 > BOUNDS.document ? new TextEncoder().encode(text).length : text.length;
  const tooLarge = documentSizeProblem(size);
  if (tooLarge !== undefined) return tooLarge;
  if (text.includes('\0')) return 'contains a NUL character';
  return /[\ud800-\udfff]/u.test(text)
    ? 'contains a character that UTF-8 cannot encode (half of a surrogate pair)'
    : undefined;
}

/**
 * Refuses a document's text if no command could read it afterwards, such as a text with a NUL character.
 * @throws SpectoolError `SPEC_BROKEN`
 */
export function refuseUnreadable(path: string, text: string): void {
  const problem = documentTextProblem(text);
  if (problem === undefined) return;
  throw new SpectoolError('SPEC_BROKEN', `This change would make ${path} unreadable: the file ${problem}.`, {
    hint: 'Use plain text, and move large content into a separate file.',
  });
}

/** Extensions of images, archives, programs and other binary files. */
const BINARY =
  /\.(?:png|jpe?g|gif|webp|svg|ico|bmp|tiff?|heic|avif|psd|pdf|docx?|xlsx?|pptx?|od[tsp]|zip|t?gz|bz2|xz|zst|7z|rar|tar|jar|mp[34]|m4a|wav|ogg|mov|avi|webm|woff2?|[ot]tf|eot|exe|dll|so|dylib|bin|wasm|class|o|a|pyc|db|sqlite3?)$/i;
/** Extensions of data files, which cannot be documents: a `---` line in them does not begin frontmatter. */
const DATA = /\.(?:ya?ml|jsonl?|toml|lock|csv|tsv|xml|log)$/i;

/** True if a file contains Markdown text, judged by its name (`.md`, `.markdown`). */
export function isMarkdown(name: string): boolean {
  return /\.(?:md|markdown)$/i.test(name);
}

/** True if a file contains no text, judged by the extension in its name. */
export function isBinaryFileName(name: string): boolean {
  return BINARY.test(name);
}

/**
 * True for the file names that a document may have: names of text files such as `README.md`, not of data files or binary files.
 */
export function isDocumentFileName(name: string): boolean {
  return !isBinaryFileName(name) && !DATA.test(name);
}

/**
 * Returns a document's text without the characters that a Markdown formatter may change: spaces, list markers, thematic breaks,
 * backslashes and emphasis marks.
 */
export function wordsWithoutFormatting(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replace(/^[ \t>]*(?:[-+*]|\d{1,9}[.)])(?=\s)/gm, '')
    .replace(/^[ \t|:-]+$/gm, '')
    .replace(/[\\*_`~|]|\s+/g, '');
}
