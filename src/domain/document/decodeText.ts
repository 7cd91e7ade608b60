import { BOUNDS } from '../value/bounds.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { blankLines, linesOutsideCodeBlocks } from './sections/headings.js';

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

/** Returns why a text of this many bytes is too large for a document, if it is. */
export function sizeProblem(bytes: number): string | undefined {
  if (bytes <= BOUNDS.document) return undefined;
  return `has ${(Math.ceil((bytes * 10) / 1024 ** 2) / 10).toFixed(1)} MB, more than the limit of ${String(BOUNDS.document / 1024 ** 2)} MB`;
}

/** Returns why a text cannot be written to a file and read again; undefined if it can. */
export function textProblem(text: string): string | undefined {
  // A UTF-16 unit has at most 3 bytes in UTF-8, so only texts that may be too large are encoded to measure their size.
  const size = text.length * 3 > BOUNDS.document ? new TextEncoder().encode(text).length : text.length;
  const tooLarge = sizeProblem(size);
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
  const problem = textProblem(text);
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
export function isBinaryName(name: string): boolean {
  return BINARY.test(name);
}

/** True for file names that the configuration may choose for documents: names of Markdown and other text files. */
export function mayBeDocument(name: string): boolean {
  return !isBinaryName(name) && !DATA.test(name);
}

/** Returns what is left of a text without blanks, signs of lists, rules, escapes and marks, which a formatter may change. */
export function plainWords(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replace(/^[ \t>]*(?:[-+*]|\d{1,9}[.)])(?=\s)/gm, '')
    .replace(/^[ \t|:-]+$/gm, '')
    .replace(/[\\*_`~|]|\s+/g, '');
}

/**
 * Matches the line with which a conflict begins: seven or more `<`; git writes more than seven if both sides renamed a file. The
 * pattern is not `{7,}`, because a counted quantifier overflows the regular expression engine's stack on a line of millions of
 * `<`.
 */
const OURS = /^<{7}<*(?: |$)/;
const MIDDLE = /^={7}=*$/;
const THEIRS = /^>{7}>*(?: |$)/;
/** Matches any conflict mark at the beginning of a line. */
export const CONFLICT_MARK = /^(?:<{7}<*|\|{7}\|*|={7}=*|>{7}>*)(?= |$)/;

/**
 * Returns the 1-based line of the first conflict in a document, undefined if there is none. A conflict has the marks `<<<<<<<`,
 * `=======` and `>>>>>>>` in this order. Marks in fenced code do not count, because they are an example.
 * @param bodyStart offset at which the text below the frontmatter begins; conflicts in the frontmatter always count.
 */
export function conflictLine(text: string, bodyStart: number): number | undefined {
  if (!text.includes('<<<<<<<')) return undefined;
  const head = linesOf(text.slice(0, bodyStart));
  const above = Math.max(0, head.length - 1);
  const body = [...linesOutsideCodeBlocks(text.slice(bodyStart))].map(({ text: line, line: at }) => ({
    text: line,
    line: at + above,
  }));
  const inHead = firstConflict(head);
  // A conflict may begin in the frontmatter and end in the text.
  const across = head.some(({ text: line }) => OURS.test(line)) ? firstConflict(linesOf(text)) : undefined;
  return inHead ?? across ?? firstConflict(body);
}

function linesOf(text: string): readonly { readonly text: string; readonly line: number }[] {
  return text.split('\n').map((line, i) => ({ text: line.replace(/\r$/, ''), line: i + 1 }));
}

function firstConflict(
  lines: readonly { readonly text: string; readonly line: number }[],
): number | undefined {
  let ours: number | undefined;
  let middle = false;
  for (const { text, line } of lines) {
    if (OURS.test(text)) [ours, middle] = [line, false];
    else if (MIDDLE.test(text)) middle = true;
    else if (ours !== undefined && middle && THEIRS.test(text)) return ours;
  }
  return undefined;
}

/** The three versions of a part of a text; outside of a conflict they are equal. */
export interface TextPiece {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Returns the three versions of a text that contains conflicts. Text outside of conflicts, and marks in fenced code, are in all
 * three versions.
 */
export function conflictedSides(text: string): TextPiece {
  const prose = new Set([...linesOutsideCodeBlocks(text)].map(({ line }) => line));
  const pieces = conflictPieces(text, 7, (line) => prose.has(line));
  const side = (name: keyof TextPiece) => pieces.map((piece) => piece[name]).join('');
  return { base: side('base'), ours: side('ours'), theirs: side('theirs') };
}

/**
 * Splits a text into its conflicts and the pieces of text between them.
 * @param size the least number of characters in a conflict mark, usually 7.
 * @param mayBegin returns false for a line (1-based) at which no conflict may begin, such as a line of fenced code.
 */
export function conflictPieces(
  text: string,
  size: number,
  mayBegin: (line: number) => boolean = () => true,
): readonly TextPiece[] {
  const mark = (letter: string, end = '(?: |$)') => new RegExp(`^${letter}{${String(size)}}${letter}*${end}`);
  const [isOurs, isBase, isMiddle, isTheirs] = [mark('<'), mark('\\|'), mark('=', '$'), mark('>')];
  let side: 'both' | 'ours' | 'base' | 'theirs' = 'both';
  let piece = { base: '', ours: '', theirs: '' };
  const pieces = [piece];
  const begin = () => pieces.push((piece = { base: '', ours: '', theirs: '' }));
  for (const [i, line] of text.split(/(?<=\n)/).entries()) {
    const bare = line.replace(/\r?\n/, '');
    if (side === 'both' && isOurs.test(bare) && mayBegin(i + 1)) {
      side = 'ours';
      begin();
    } else if (side === 'ours' && isBase.test(bare)) side = 'base';
    else if ((side === 'ours' || side === 'base') && isMiddle.test(bare)) side = 'theirs';
    else if (side === 'theirs' && isTheirs.test(bare)) {
      side = 'both';
      begin();
    } else {
      if (side === 'both' || side === 'base') piece.base += line;
      if (side === 'both' || side === 'ours') piece.ours += line;
      if (side === 'both' || side === 'theirs') piece.theirs += line;
    }
  }
  return pieces;
}

/** Returns a text that consists of one conflict between `ours` and `theirs`. */
export function wholeConflict(
  ours: string,
  theirs: string,
  oursLabel: string,
  theirsLabel: string,
  size = 7,
): string {
  const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
  const [open, middle, close] = ['<', '=', '>'].map((letter) => letter.repeat(size)) as [
    string,
    string,
    string,
  ];
  return `${open} ${oursLabel}\n${ended(ours)}${middle}\n${ended(theirs)}${close} ${theirsLabel}\n`;
}

/** Counts the lines that begin a conflict, including those in fenced code. */
export function openings(text: string): number {
  return text.split('\n').filter((line) => line.startsWith('<<<<<<<')).length;
}

/** Normalizes line ends and removes the labels after conflict marks, so that texts can be compared. */
export function bare(text: string): string {
  const lines = text.split(/\r?\n/);
  return lines.map((line) => CONFLICT_MARK.exec(line)?.[0].slice(0, 7) ?? line).join('\n');
}
