import { clusters } from '../layout/terminalText.js';

/** A line of text that the user is typing. */
export interface TypedLine {
  readonly text: string;
  /** The cursor's offset in `text`, in UTF-16 code units. */
  readonly cursor: number;
}

export function typedLine(text: string): TypedLine {
  return { text, cursor: text.length };
}

/**
 * Inserts text at the cursor of a typed line. Line breaks and control characters, which a pasted text may contain, become spaces.
 */
export function inserted({ text, cursor }: TypedLine, typed: string): TypedLine {
  const plain = typed.replace(/\p{Cc}+/gu, ' ');
  return { text: text.slice(0, cursor) + plain + text.slice(cursor), cursor: cursor + plain.length };
}

/** Returns the typed line after an editing key, such as Ctrl-A, which works as in most shells; undefined for any other key. */
export function edited({ text, cursor }: TypedLine, key: string): TypedLine | undefined {
  const [before, after] = [text.slice(0, cursor), text.slice(cursor)];
  const left = cursor - lastOf(clusters(before)).length;
  const right = cursor + firstOf(clusters(after)).length;
  switch (key) {
    case 'backspace':
      return { text: text.slice(0, left) + after, cursor: left };
    case 'delete':
      return { text: before + text.slice(right), cursor };
    case 'left':
      return { text, cursor: left };
    case 'right':
      return { text, cursor: right };
    case 'home':
    case 'ctrl-a':
      return { text, cursor: 0 };
    case 'end':
    case 'ctrl-e':
      return { text, cursor: text.length };
    case 'ctrl-u':
      return { text: after, cursor: 0 };
    case 'ctrl-k':
      return { text: before, cursor };
    case 'ctrl-w': {
      const kept = before.replace(/\S+\s*$/u, '');
      return { text: kept + after, cursor: kept.length };
    }
    default:
      return undefined;
  }
}

function firstOf(parts: Iterable<string>): string {
  for (const part of parts) return part;
  return '';
}

function lastOf(parts: Iterable<string>): string {
  let last = '';
  for (const part of parts) last = part;
  return last;
}
