import { linesOutsideCodeBlocks } from './sections/codeBlocks.js';

/**
 * Matches the line that begins a conflict: seven `<`, or more if both sides renamed a file. The pattern avoids `{7,}`, because a
 * counted quantifier overflows the regular expression engine's stack on a line of millions of `<`.
 */
const OURS = /^<{7}<*(?: |$)/;

const MIDDLE = /^={7}=*$/;

const THEIRS = /^>{7}>*(?: |$)/;

/** Matches a conflict mark at the beginning of a line: `<<<<<<<`, `|||||||`, `=======` or `>>>>>>>`. */
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

/** Returns the labels of the sides in a text with conflict marks, such as `HEAD` and a branch; undefined without labels. */
export function conflictLabels(
  text: string,
): readonly [ours: string, base: string, theirs: string] | undefined {
  const [ours, theirs] = [/^<{7} ([^\r\n]+)/m, /^>{7} ([^\r\n]+)/m].map((mark) => mark.exec(text)?.[1]);
  return ours === undefined || theirs === undefined ? undefined : [ours, 'base', theirs];
}

/** The three versions of a part of a text; they are equal for a part without a conflict. */
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
 * Splits a text at its conflicts into pieces.
 * @param size the least number of characters in a conflict mark, usually 7.
 * @param mayBegin returns false for a line (1-based) that cannot begin a conflict, such as a line of fenced code.
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
export function countConflictStarts(text: string): number {
  return text.split('\n').filter((line) => line.startsWith('<<<<<<<')).length;
}

/** Normalizes line ends and removes the labels after conflict marks, so that texts can be compared. */
export function withoutConflictLabels(text: string): string {
  const lines = text.split(/\r?\n/);
  return lines.map((line) => CONFLICT_MARK.exec(line)?.[0].slice(0, 7) ?? line).join('\n');
}
