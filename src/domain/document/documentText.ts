import { BOUNDS } from '../value/bounds.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { blankLines } from '../value/textLines.js';

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

export function withoutBlankEnds(text: string): string {
  return withoutBlankLines(text).trimEnd();
}

/** Returns the text without the blank lines at its beginning. */
export function withoutBlankLines(text: string): string {
  return text.slice(blankLines(text).length);
}

/** Returns the problem if a text of this many bytes is too large for a document; otherwise undefined. */
export function documentSizeProblem(bytes: number): string | undefined {
  if (bytes <= BOUNDS.document) return undefined;
  return `has ${(Math.ceil((bytes * 10) / 1024 ** 2) / 10).toFixed(1)} MB, more than the limit of ${String(BOUNDS.document / 1024 ** 2)} MB`;
}

/** Returns the problem if a text cannot be written to a file and read again; otherwise undefined. */
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
 * Refuses to write a document that no command could read afterwards.
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
/** Extensions of data files: a block of `---` lines in them is not frontmatter. */
const DATA = /\.(?:ya?ml|jsonl?|toml|lock|csv|tsv|xml|log)$/i;

/** True if a file is Markdown, by its name. */
export function isMarkdown(name: string): boolean {
  return /\.(?:md|markdown)$/i.test(name);
}

/** True if a file is binary, by its name. */
export function isBinaryFileName(name: string): boolean {
  return BINARY.test(name);
}

/** True for file names that the configuration may choose for documents: names of Markdown and other text files. */
export function isDocumentFileName(name: string): boolean {
  return !isBinaryFileName(name) && !DATA.test(name);
}

/** Returns a text without characters that a formatter may change: blanks, list signs, thematic breaks, escapes and marks. */
export function wordsWithoutFormatting(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replace(/^[ \t>]*(?:[-+*]|\d{1,9}[.)])(?=\s)/gm, '')
    .replace(/^[ \t|:-]+$/gm, '')
    .replace(/[\\*_`~|]|\s+/g, '');
}
