import { linesOutsideCodeBlocks } from './linesOutsideCodeBlocks.js';

export interface RelativeLink {
  /** The destination of the link as written. */
  readonly destination: string;
  /** 1-based line number in the scanned text. */
  readonly line: number;
}

const INLINE =
  /\]\(\s*(?:<([^<>]+)>|([^()\s<>]+(?:\([^()\s]*\)[^()\s<>]*)*))(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g;
// The pattern excludes footnotes (`[^1]: text`), and prose behind such a mark, which is no definition.
const DEFINITION = /^ {0,3}\[(?!\^)[^\]]+\]:\s*(?:<([^<>]+)>|([^\s<>]+)(?=\s*$|\s+["'(]))/g;

/**
 * Returns the links and images of a Markdown text that point to files. Links in code, to headings (`#a`), and with a scheme
 * (`https:`) are skipped.
 */
export function relativeLinks(text: string): readonly RelativeLink[] {
  const links: RelativeLink[] = [];
  for (const { text: line, line: number } of linesOutsideCodeBlocks(text)) {
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
