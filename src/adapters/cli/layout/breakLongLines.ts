import { displayWidth } from './displayWidth.js';

/**
 * Matches the parts of a line: spaces, parts of words, and text in backticks. A line is broken only at spaces outside backticks,
 * so that a command in backticks can be copied.
 */
const PARTS = /\s+|[^\s`]+|`[^`\n]*`|`/g;
const HANGING = 2;

/**
 * Breaks lines wider than the terminal between words and indents the continuation by two cells. A single word wider than a line,
 * such as a path, is not broken.
 */
export function fitLines(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split('\n')
    .flatMap((line) => (displayWidth(line) <= columns ? [line] : broken(line, columns)))
    .join('\n');
}

function broken(line: string, columns: number): readonly string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  const hanging = indent.length + HANGING > columns / 2 ? '' : indent + ' '.repeat(HANGING);
  const lines: string[] = [];
  let current = indent;
  let width = indent.length;
  let isEmpty = true;
  for (const { gap, word } of words(line.slice(indent.length))) {
    const wide = displayWidth(word);
    if (!isEmpty && width + gap.length + wide > columns) {
      lines.push(current);
      current = hanging + word;
      width = hanging.length + wide;
    } else {
      current += gap + word;
      width += gap.length + wide;
    }
    isEmpty = false;
  }
  return [...lines, current];
}

/** Splits a line into words, each with the spaces before it. */
function* words(text: string): Generator<{ readonly gap: string; readonly word: string }> {
  let [gap, word] = ['', ''];
  for (const part of text.match(PARTS) ?? []) {
    if (part.trim() !== '') word += part;
    else {
      if (word !== '') yield { gap, word };
      [gap, word] = [part, ''];
    }
  }
  if (word !== '') yield { gap, word };
}
