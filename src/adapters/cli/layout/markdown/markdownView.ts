import { Lexer, Tokenizer, type MarkedToken, type Token, type Tokens } from 'marked';
import { checkboxIn, isTicked, markIn } from '../../../../domain/criteria/checkboxes.js';
import { largestNumber } from '../../../../domain/value/collections.js';
import { BOX_RULES } from '../../../presentation/markdownCheckboxRules.js';
import { fitLines } from '../breakLongLines.js';
import { safeBlock, safeText } from '../escapeUnsafeText.js';
import { createStyle, type Style } from '../terminalStyle.js';
import type { Terminal } from '../describeTerminal.js';
import { displayWidth } from '../displayWidth.js';
import { wrapSpans } from '../wrapText.js';
import { inlineSpans } from './markdownInline.js';
import { markdownTable } from './markdownTable.js';

/** Maximum length, in characters, of a paragraph with inline formatting: parsing emphasis takes quadratic time. */
const LONGEST_PARAGRAPH = 8000;

/** A Markdown lexer that leaves inline markup in very long paragraphs as plain text. */
class BoundedLexer extends Lexer {
  constructor() {
    const tokenizer = new Tokenizer();
    super({ gfm: true, tokenizer });
    tokenizer.rules = { ...tokenizer.rules, other: { ...tokenizer.rules.other, ...BOX_RULES } };
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (src.length <= LONGEST_PARAGRAPH) return super.inlineTokens(src, tokens);
    tokens.push({ type: 'text', raw: src, text: src, escaped: false });
    return tokens;
  }
}

/** Maximum length, in characters, of a text that is formatted; formatting a longer text would take seconds. */
const FORMAT_LIMIT = 200_000;
/** Maximum width of text in cells; longer lines are hard to read. */
const PROSE_LIMIT = 100;

/** Renders Markdown for a terminal, wrapped to its width; control characters are made harmless. No final newline. */
export function markdownView(text: string, terminal: Terminal): string {
  const safe = safeBlock(text);
  if (safe.length > FORMAT_LIMIT) return safe.trimEnd();
  const style = createStyle(terminal);
  const width =
    terminal.columns === undefined ? undefined : Math.max(10, Math.min(terminal.columns, PROSE_LIMIT));
  try {
    return blocks(new BoundedLexer().lex(safe), width, style, false).join('\n');
  } catch {
    // The lexer failed, for example on deep nesting: show the unformatted text.
    return safe.trimEnd();
  }
}

function blocks(tokens: readonly Token[], width: number | undefined, style: Style, tight: boolean): string[] {
  const lines: string[] = [];
  for (const token of tokens) {
    const next = block(token as MarkedToken, width, style);
    if (next.length === 0) continue;
    if (lines.length > 0 && !tight) lines.push('');
    for (const line of next) lines.push(line);
  }
  return lines;
}

function block(token: MarkedToken, width: number | undefined, style: Style): string[] {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'checkbox':
      return [];
    case 'heading':
      return heading(token, width, style);
    case 'paragraph':
    case 'text':
      return wrapSpans(inlineSpans(token.tokens ?? [token], style), width);
    case 'code':
      return code(token, style);
    case 'blockquote': {
      const mark = `${style.symbols.vertical} `;
      return blocks(token.tokens, less(width, 2), style, false).map((line) =>
        `${style.quiet(mark)}${line}`.trimEnd(),
      );
    }
    case 'list':
      return list(token, width, style);
    case 'table':
      return markdownTable(token, width, style);
    case 'hr':
      return [style.quiet(style.symbols.line.repeat(Math.min(width ?? 40, 40)))];
    case 'html':
      return token.text.trim() === ''
        ? []
        : token.text
            .trimEnd()
            .split('\n')
            .flatMap((line) => fitLines(safeText(line), width).split('\n'))
            .map(style.quiet);
    case 'list_item':
      return blocks(token.tokens, width, style, true);
    case 'br':
    case 'codespan':
    case 'del':
    case 'em':
    case 'escape':
    case 'image':
    case 'link':
    case 'strong':
      return wrapSpans(inlineSpans([token], style), width);
  }
}

/**
 * Renders a heading: the first two levels are underlined, the others keep their `###`, so that headings stand out without colour.
 */
function heading(token: Tokens.Heading, width: number | undefined, style: Style): string[] {
  const mark = token.depth > 2 ? `${'#'.repeat(token.depth)} ` : '';
  const lines = wrapSpans(
    [{ text: mark, paint: style.quiet }, ...inlineSpans(token.tokens, style, style.heading)],
    width,
  );
  if (token.depth > 2) return lines;
  const rule = token.depth === 1 && style.unicode ? '═' : token.depth === 1 ? '=' : style.symbols.line;
  return [...lines, style.quiet(rule.repeat(largestNumber(lines.map(displayWidth), 1)))];
}

/** Renders a code block without wrapping, so that it can be copied. */
function code(token: Tokens.Code, style: Style): string[] {
  const lines = token.text.replaceAll('\t', '    ').split('\n');
  const language = (token.lang ?? '').trim();
  return [
    ...(language === '' ? [] : [style.quiet(`    ${safeText(language)}:`)]),
    ...lines.map((line) => (line === '' ? '' : `    ${style.code(line)}`)),
  ];
}

function list(token: Tokens.List, width: number | undefined, style: Style): string[] {
  const first = token.start === '' ? 1 : token.start;
  const lines: string[] = [];
  token.items.forEach((item, i) => {
    const mark = item.task
      ? boxMark(checkboxIn(item.raw)?.box ?? '', style)
      : token.ordered
        ? `${first + i}.`
        : style.quiet(style.symbols.bullet);
    const indent = displayWidth(mark) + 1;
    const body = blocks(item.tokens, less(width, indent), style, !item.loose);
    if (lines.length > 0 && item.loose) lines.push('');
    lines.push(`${mark} ${body[0] ?? ''}`.trimEnd());
    for (const line of body.slice(1)) lines.push(line === '' ? '' : ' '.repeat(indent) + line);
  });
  return lines;
}

/**
 * Returns the symbol for a checkbox. A mark other than a tick, such as in `[-]`, is printed as it is, because it may say why the
 * task is open.
 */
function boxMark(box: string, style: Style): string {
  if (isTicked(box)) return style.success(style.symbols.checked);
  return markIn(box) === '' ? style.symbols.unchecked : box;
}

function less(width: number | undefined, taken: number): number | undefined {
  return width === undefined ? undefined : Math.max(8, width - taken);
}
