import type { DocumentProblem } from '../specDocument.js';

/** The position of a document's frontmatter block; offsets are UTF-16 positions. */
export type DocumentParts =
  | {
      readonly kind: 'frontmatter';
      /** Offset of the first character after the opening `---` line, which is always on line 2. */
      readonly blockStart: number;
      /** Offset of the first character of the closing `---` line. */
      readonly blockEnd: number;
      readonly bodyStart: number;
      readonly bodyLine: number;
    }
  | { readonly kind: 'bare'; readonly problem: DocumentProblem; readonly bodyStart: number };

const BOM = '\uFEFF';
/** The number of characters of the first line that are read; the text after `---` is a language name, as in `---toml`. */
const LONGEST_OPENING = 1024;
const OPENING = /^---([^\r\n]*)(?:\r?\n|$)/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*\r?$/;

/**
 * Finds the frontmatter block between the first line `---` and the next `---` (or `...`) line. A document is `bare`, with the
 * reason, if it has no block, if the block never ends, or if its language is not YAML.
 */
export function splitDocument(text: string): DocumentParts {
  const first = text.startsWith(BOM) ? 1 : 0;
  const opening = OPENING.exec(text.slice(first, first + LONGEST_OPENING));
  // `trim` is not used, because it also removes invisible characters.
  const language = opening?.[1]?.replace(/^[ \t]+|[ \t]+$/g, '') ?? '';
  // In a first line `----`, the fourth dash is not a language name: the line is a thematic break of Markdown.
  if (opening === null || language.startsWith('-')) {
    return bare(first, 'FRONTMATTER_MISSING', 'There is no frontmatter: line 1 is not `---`.');
  }
  if (language !== '' && language !== 'yaml' && language !== 'yml') {
    const message = `Frontmatter in "${language.slice(0, 40)}" is not supported; write the frontmatter in YAML.`;
    return bare(first, 'FRONTMATTER_LANGUAGE', message);
  }
  const blockStart = first + opening[0].length;
  let offset = blockStart;
  for (let line = 2; offset < text.length; line++) {
    const newline = text.indexOf('\n', offset);
    const end = newline < 0 ? text.length : newline;
    const letter = text[offset];
    if ((letter === '-' || letter === '.') && CLOSING.test(text.slice(offset, end))) {
      const bodyStart = newline < 0 ? end : end + 1;
      return { kind: 'frontmatter', blockStart, blockEnd: offset, bodyStart, bodyLine: line + 1 };
    }
    offset = end + 1;
  }
  const message = 'The frontmatter that begins in line 1 is not closed by a line `---`.';
  return bare(first, 'FRONTMATTER_UNCLOSED', message);
}

function bare(bodyStart: number, code: DocumentProblem['code'], message: string): DocumentParts {
  return { kind: 'bare', problem: { code, message, line: 1 }, bodyStart };
}
