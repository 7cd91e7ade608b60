import type { Style } from './terminalStyle.js';
import type { Span } from './wrapText.js';

/**
 * Highlights the words of a search query, and words related to them, in a text. Without colour, query words become `*word*` and
 * related words `_word_`.
 */
export function highlightWords(
  text: string,
  direct: readonly string[],
  related: readonly string[],
  style: Style,
): readonly Span[] {
  const [own, near] = [new Set(direct), new Set(related)];
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu)) {
    const [word] = match;
    const isOwn = own.has(word);
    if (!isOwn && !near.has(word)) continue;
    spans.push({ text: text.slice(end, match.index) });
    if (style.colour) {
      spans.push({ text: word, paint: isOwn ? style.match : (part) => style.link(style.hint(part)) });
    } else spans.push({ text: isOwn ? `*${word}*` : `_${word}_` });
    end = match.index + word.length;
  }
  spans.push({ text: text.slice(end) });
  return spans;
}
