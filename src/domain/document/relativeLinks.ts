import { proseLines } from './proseLines.js';

export interface RelativeLink {
  /** The destination as written. */
  readonly destination: string;
  /** 1-based, in the scanned text. */
  readonly line: number;
}

const INLINE =
  /\]\(\s*(?:<([^<>]+)>|([^()\s<>]+(?:\([^()\s]*\)[^()\s<>]*)*))(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g;
// `[^1]: text` is a footnote.
const DEFINITION = /^ {0,3}\[(?!\^)[^\]]+\]:\s*(?:<([^<>]+)>|([^\s<>]+))/g;

/** Finds links and images to files, outside code. Anchors in the same text and addresses with a scheme are skipped. */
export function relativeLinks(text: string): readonly RelativeLink[] {
  const links: RelativeLink[] = [];
  for (const { text: line, line: number } of proseLines(text)) {
    if (line.length > 5000 || !line.includes(']')) continue;
    const prose = line.replace(/(`+)(?:(?!\1).)+\1/g, (code) => ' '.repeat(code.length));
    for (const match of [...prose.matchAll(INLINE), ...prose.matchAll(DEFINITION)]) {
      const destination = match[1] ?? match[2] ?? '';
      const isRelative = !destination.startsWith('#') && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(destination);
      if (isRelative) links.push({ destination, line: number });
    }
  }
  return links;
}
