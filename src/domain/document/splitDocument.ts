import type { DocumentProblem } from './documentProblem.js';

/** Where the frontmatter block of a document stands; offsets are UTF-16 positions. */
export type DocumentParts =
  | {
      readonly kind: 'frontmatter';
      /** First character after the opening `---` line; always at line 2. */
      readonly blockStart: number;
      /** First character of the closing `---` line. */
      readonly blockEnd: number;
      readonly bodyStart: number;
      readonly bodyLine: number;
    }
  | { readonly kind: 'bare'; readonly problem: DocumentProblem; readonly bodyStart: number };

const BOM = '\uFEFF';
const OPENING = /^---([^\r\n]*)(\r\n|\n|\r|$)/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$)/;

/**
 * Finds the block between the first line `---` and the next `---` (or `...`) line.
 * A document without a block, with one that never ends, or in another language than YAML is `bare`, with the reason.
 */
export function splitDocument(text: string): DocumentParts {
  const first = text.startsWith(BOM) ? 1 : 0;
  const opening = OPENING.exec(text.slice(first, first + 1024));
  if (opening === null) {
    return bare(first, {
      code: 'FRONTMATTER_MISSING',
      message: 'There is no frontmatter: line 1 is not `---`.',
      line: 1,
    });
  }
  const language = (opening[1] ?? '').trim();
  if (language !== '' && language !== 'yaml' && language !== 'yml') {
    // `----` is a Markdown rule, not a language.
    if (language.startsWith('-')) {
      return bare(first, {
        code: 'FRONTMATTER_MISSING',
        message: 'There is no frontmatter: line 1 is not `---`.',
        line: 1,
      });
    }
    return bare(first, {
      code: 'FRONTMATTER_LANGUAGE',
      message: `Frontmatter in "${language.slice(0, 40)}" is not supported, only YAML; nothing in it was run.`,
      line: 1,
    });
  }
  const blockStart = first + opening[0].length;
  let offset = blockStart;
  for (let line = 2; offset < text.length; line++) {
    const next = lineEnd(text, offset);
    const closing =
      text.charCodeAt(offset) === 45 || text.charCodeAt(offset) === 46
        ? CLOSING.exec(text.slice(offset, next))
        : null;
    if (closing !== null) {
      return { kind: 'frontmatter', blockStart, blockEnd: offset, bodyStart: next, bodyLine: line + 1 };
    }
    offset = next;
  }
  return bare(first, {
    code: 'FRONTMATTER_UNCLOSED',
    message: 'The frontmatter that line 1 opens is never closed by a line `---`.',
    line: 1,
  });
}

/** Offset of the first character of the next line. */
function lineEnd(text: string, offset: number): number {
  for (let i = offset; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) return i + 1;
    if (code === 13) return text.charCodeAt(i + 1) === 10 ? i + 2 : i + 1;
  }
  return text.length;
}

function bare(bodyStart: number, problem: DocumentProblem): DocumentParts {
  return { kind: 'bare', problem, bodyStart };
}
