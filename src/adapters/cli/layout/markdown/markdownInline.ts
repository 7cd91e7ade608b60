import type { MarkedToken, Token } from 'marked';
import { safeText } from '../escapeUnsafeText.js';
import type { Style } from '../terminalStyle.js';
import type { Span } from '../wrapText.js';

type Paint = NonNullable<Span['paint']>;

/** Converts inline Markdown tokens into spans of uniformly styled text. Soft line breaks become spaces. */
export function inlineSpans(tokens: readonly Token[] | undefined, style: Style, outer?: Paint): Span[] {
  return (tokens ?? []).flatMap((token) => inlineToken(token as MarkedToken, style, outer));
}

function inlineToken(token: MarkedToken, style: Style, outer: Paint | undefined): Span[] {
  const within = (paint: Paint): Paint => (outer === undefined ? paint : (text) => outer(paint(text)));
  switch (token.type) {
    case 'strong':
      return inlineSpans(token.tokens, style, within(style.strong));
    case 'em':
      return inlineSpans(token.tokens, style, within(style.emphasis));
    case 'del':
      return inlineSpans(token.tokens, style, within(style.strike));
    case 'codespan':
      // Without colour, keep the backticks so that code is recognizable.
      return [span(style.colour ? token.text : `\`${token.text}\``, within(style.code))];
    case 'br':
      return [{ text: '\n' }];
    case 'checkbox':
    case 'def':
      return [];
    case 'link': {
      const label = inlineSpans(token.tokens, style, within(style.link));
      const shown = token.href.replace(/^mailto:/, '');
      return shown === token.text || shown === '' || shown.startsWith('#')
        ? label
        : [...label, span(' ', outer), span(`(${shown})`, within(style.quiet))];
    }
    case 'image':
      return [
        span(`[image: ${token.text}]`, outer),
        span(' ', outer),
        span(`(${token.href})`, within(style.quiet)),
      ];
    case 'html':
      return [span(token.text, within(style.quiet))];
    case 'text':
      return token.tokens === undefined
        ? [span(decodeEntities(token.text), outer)]
        : inlineSpans(token.tokens, style, outer);
    case 'escape':
    case 'space':
    case 'code':
    case 'blockquote':
    case 'heading':
    case 'hr':
    case 'list':
    case 'list_item':
    case 'paragraph':
    case 'table':
      return [span('text' in token ? token.text : token.raw, outer)];
  }
}

function span(text: string, paint: Paint | undefined): Span {
  return { text: safeText(text), ...(paint === undefined ? {} : { paint }) };
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);

/** Decodes numeric and common named character references; the result is still untrusted text. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,5}));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED.get(String(name)) ?? whole;
      const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
