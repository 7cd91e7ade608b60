import { SpectoolError } from '../errors/spectoolError.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A text, or why there is none, in words that follow the name of what was read. */
export type PlainText =
  { readonly text: string; readonly problem?: never } | { readonly problem: string; readonly text?: never };

/** The text these bytes are: UTF-8 without NUL, or none. Anything else would come back changed when it is written. */
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

/** A text that is put into a document: without byte order mark and blank lines around it, lines end in `\n`. */
export function insertedText(given: string): string {
  return withoutBlankEnds(given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
}

export function withoutBlankEnds(text: string): string {
  return withoutBlankLines(text).trimEnd();
}

/** From its first line on that is not blank. */
export function withoutBlankLines(text: string): string {
  return text.slice(blankLines(text).length);
}

/** The blank lines that a text begins with. No pattern repeats a line here: it has no room for millions of them. */
export function blankLines(text: string): string {
  const end = /[^ \t\r\n]|\r(?!\n)/.exec(text)?.index ?? text.length;
  return text.slice(0, text.lastIndexOf('\n', end) + 1);
}

/** Of a document, in bytes: more is told and not read. */
export const LARGEST_DOCUMENT = 50 * 1024 * 1024;

/** Why a text of so many bytes cannot stand in a document. */
export function sizeProblem(bytes: number): string | undefined {
  if (bytes <= LARGEST_DOCUMENT) return undefined;
  return `has ${(Math.ceil((bytes * 10) / 1024 ** 2) / 10).toFixed(1)} MB, more than the ${String(LARGEST_DOCUMENT / 1024 ** 2)} MB that are read`;
}

/** Why a text cannot stand in a file that is read back as text. */
export function textProblem(text: string): string | undefined {
  // To count the bytes is to make them: most texts have too few letters for it.
  const size = text.length * 3 > LARGEST_DOCUMENT ? new TextEncoder().encode(text).length : text.length;
  const tooLarge = sizeProblem(size);
  if (tooLarge !== undefined) return tooLarge;
  if (text.includes('\0')) return 'contains a NUL character';
  return /[\ud800-\udfff]/u.test(text)
    ? 'contains half of a surrogate pair, which UTF-8 cannot encode'
    : undefined;
}

/**
 * A document that no command could read afterwards is not written.
 * @throws SpectoolError `SPEC_BROKEN`
 */
export function refuseUnreadable(path: string, text: string): void {
  const problem = textProblem(text);
  if (problem === undefined) return;
  throw new SpectoolError('SPEC_BROKEN', `${path} could not be read after this change: it ${problem}.`, {
    hint: 'Give plain text, and put what is large into a file of its own beside it.',
  });
}

/** Pictures, archives, programs. */
const BINARY =
  /\.(?:png|jpe?g|gif|webp|svg|ico|bmp|tiff?|heic|avif|psd|pdf|docx?|xlsx?|pptx?|od[tsp]|zip|t?gz|bz2|xz|zst|7z|rar|tar|jar|mp[34]|m4a|wav|ogg|mov|avi|webm|woff2?|[ot]tf|eot|exe|dll|so|dylib|bin|wasm|class|o|a|pyc|db|sqlite3?)$/i;
/** What of it begins as frontmatter does is none. */
const DATA = /\.(?:ya?ml|jsonl?|toml|lock|csv|tsv|xml|log)$/i;

/** Whether a file is Markdown, by its name. */
export function isMarkdown(name: string): boolean {
  return /\.(?:md|markdown)$/i.test(name);
}

/** By its name no text that people write. */
export function isBinaryName(name: string): boolean {
  return BINARY.test(name);
}

/** Names that a configuration may have given documents: Markdown, and other text. */
export function mayBeDocument(name: string): boolean {
  return !isBinaryName(name) && !DATA.test(name);
}
