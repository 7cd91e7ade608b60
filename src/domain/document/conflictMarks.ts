import { proseLines } from './proseLines.js';

/**
 * Seven letters, more where git merged what was renamed on both sides. Not `{7,}`, which counts: the engine notes every letter then,
 * and of millions its stack has no room for that.
 */
const OURS = /^<{7}<*(?: |$)/;
const MIDDLE = /^={7}=*$/;
const THEIRS = /^>{7}>*(?: |$)/;
/** Any of the marks, as somebody may have left it. */
export const CONFLICT_MARK = /^(?:<{7}<*|\|{7}\|*|={7}=*|>{7}>*)(?= |$)/;

/**
 * 1-based line of the first conflict git left in a document, undefined for none: all three marks in their order. In
 * the body those in fenced code are an example, not a conflict.
 * @param bodyStart where the body begins; conflicts above it count wherever they stand.
 */
export function conflictLine(text: string, bodyStart: number): number | undefined {
  if (!text.includes('<<<<<<<')) return undefined;
  const head = linesOf(text.slice(0, bodyStart));
  const above = Math.max(0, head.length - 1);
  const body = [...proseLines(text.slice(bodyStart))].map(({ text: line, line: at }) => ({
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

/** Versions of a part of a text; the same three times where nothing is marked. */
export interface TextPiece {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** The texts a conflicted one stands for; what is outside the marks is in all three, and so are marks in fenced code. */
export function conflictedSides(text: string): TextPiece {
  const prose = new Set([...proseLines(text)].map(({ line }) => line));
  const pieces = conflictPieces(text, 7, (line) => prose.has(line));
  const side = (name: keyof TextPiece) => pieces.map((piece) => piece[name]).join('');
  return { base: side('base'), ours: side('ours'), theirs: side('theirs') };
}

/**
 * A conflicted text in pieces, those within marks and those between them.
 * @param size letters that a mark has at least. @param mayBegin false for lines that no conflict begins at.
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

/** Two texts as one conflict. */
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

/** Of conflicts, those in fenced code too: a version that met may have some for an example. */
export function openings(text: string): number {
  return text.split('\n').filter((line) => line.startsWith('<<<<<<<')).length;
}

/** Whatever the line ends, and what stands behind marks. */
export function bare(text: string): string {
  const lines = text.split(/\r?\n/);
  return lines.map((line) => CONFLICT_MARK.exec(line)?.[0].slice(0, 7) ?? line).join('\n');
}
