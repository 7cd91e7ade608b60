import { BOUNDS } from '../../../domain/value/bounds.js';
import { Lexer, type MarkedToken, type Token, Tokenizer, type Tokens } from 'marked';
import { checkboxIn, isTicked, markIn } from '../../../domain/criteria/checkboxes.js';
import { largestNumber } from '../../../domain/value/collections.js';
import { BOX_RULES } from '../../presentation/markdownCheckboxRules.js';
import { safeBlock, safeText, displayWidth, fitLines, type Span, wrapSpans } from './terminalText.js';
import { type ColumnNeed, fitWidths, totalWidth } from './renderTable.js';
import { createStyle, type Style, type Terminal } from './terminalStyle.js';

type Paint = NonNullable<Span['paint']>;

/** Converts inline Markdown tokens into spans of uniformly styled text. Soft line breaks become spaces. */
function inlineSpans(tokens: readonly Token[] | undefined, style: Style, outer?: Paint): Span[] {
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

/** Decodes numeric and common named character references, such as `&amp;`; the result is still untrusted text. */
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

const GAP = 2;
const READABLE = 8;
/** In tables, words up to this length are broken only if the table would otherwise be too wide. */
const WHOLE_WORD = 16;

/**
 * Renders a Markdown table. If the table is too wide, its cells wrap; if it is still too wide, each row becomes a list of
 * headings and values.
 */
function markdownTable(token: Tokens.Table, width: number | undefined, style: Style): string[] {
  const header = token.header.map((cell) => inlineSpans(cell.tokens, style, style.strong));
  const rows = token.rows.map((row) => row.map((cell) => inlineSpans(cell.tokens, style)));
  const needs = header.map((cell, i) => {
    const cells = [cell, ...rows.map((row) => row[i] ?? [])];
    const natural = largestNumber(cells.map(spansWidth), 1);
    const word = Math.min(WHOLE_WORD, largestNumber(cells.map(longestWord)));
    return { natural, floor: Math.min(natural, Math.max(READABLE, word)) };
  });
  const least = needs.map((need) => Math.min(need.natural, READABLE));
  if (width !== undefined && totalWidth(least, GAP) > width) return records(header, rows, width, style);
  const widths = width === undefined ? needs.map((need) => need.natural) : shrunk(needs, least, width);
  const align = (i: number): Align => token.align[i] ?? 'left';
  const head = row(header, widths, align);
  const body = rows.map((cells) => row(cells, widths, align));
  const airy = body.some((lines) => lines.length > 1);
  return [
    ...head,
    style.quiet(widths.map((cells) => style.symbols.line.repeat(cells)).join(' '.repeat(GAP))),
    ...body.flatMap((lines, i) => (airy && i > 0 ? ['', ...lines] : lines)),
  ];
}

type Align = 'left' | 'right' | 'center';

function row(
  cells: readonly (readonly Span[])[],
  widths: readonly number[],
  align: (i: number) => Align,
): string[] {
  const wrapped = widths.map((width, i) => wrapSpans(cells[i] ?? [], width));
  const height = largestNumber(wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((width, i) => place(wrapped[i]?.[line] ?? '', width, align(i)))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

function place(text: string, width: number, align: Align): string {
  const space = Math.max(0, width - displayWidth(text));
  const before = align === 'right' ? space : align === 'center' ? Math.floor(space / 2) : 0;
  return ' '.repeat(before) + text + ' '.repeat(space - before);
}

function records(
  header: readonly (readonly Span[])[],
  rows: readonly (readonly (readonly Span[])[])[],
  width: number,
  style: Style,
): string[] {
  return rows.flatMap((cells, r) => [
    ...(r > 0 ? [''] : []),
    ...cells.flatMap((cell, i) =>
      wrapSpans([...(header[i] ?? []), { text: ': ', paint: style.quiet }, ...cell], width),
    ),
  ]);
}

/** Returns column widths that fit `width`. Words are broken only if the columns do not fit with whole words. */
function shrunk(needs: readonly ColumnNeed[], least: readonly number[], width: number): number[] {
  const roomy = totalWidth(
    needs.map((need) => need.floor),
    GAP,
  );
  if (roomy <= width) return fitWidths(needs, width, GAP);
  return fitWidths(
    needs.map((need, i) => ({ natural: need.floor, floor: least[i] ?? 1 })),
    width,
    GAP,
  );
}

function longestWord(spans: readonly Span[]): number {
  const words = spans
    .map((span) => span.text)
    .join('')
    .split(/\s+/);
  return largestNumber(words.map(displayWidth));
}

function spansWidth(spans: readonly Span[]): number {
  const lines = spans
    .map((span) => span.text)
    .join('')
    .split('\n');
  return largestNumber(lines.map(displayWidth));
}

/** A Markdown lexer that does not format very long paragraphs, because searching them for emphasis and links takes too long. */
class BoundedLexer extends Lexer {
  constructor() {
    const tokenizer = new Tokenizer();
    super({ gfm: true, tokenizer });
    tokenizer.rules = { ...tokenizer.rules, other: { ...tokenizer.rules.other, ...BOX_RULES } };
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (src.length <= BOUNDS.paragraph) return super.inlineTokens(src, tokens);
    tokens.push({ type: 'text', raw: src, text: src, escaped: false });
    return tokens;
  }
}

/** Maximum width of text in cells; longer lines are hard to read. */
const PROSE_LIMIT = 100;

/** Renders Markdown for a terminal, wrapped to its width; control characters are made harmless. No final newline. */
export function markdownView(text: string, terminal: Terminal): string {
  const safe = safeBlock(text);
  if (safe.length > BOUNDS.formatted) return safe.trimEnd();
  const style = createStyle(terminal);
  const width =
    terminal.columns === undefined ? undefined : Math.max(10, Math.min(terminal.columns, PROSE_LIMIT));
  try {
    return blocks(new BoundedLexer().lex(safe), width, style, false).join('\n');
  } catch {
    // The lexer failed, for example because of deep nesting, so show the unformatted text.
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
 * Renders a heading so that it is visible without colour: levels 1 and 2 are underlined; deeper levels keep their `###`.
 */
function heading(token: Tokens.Heading, width: number | undefined, style: Style): string[] {
  const mark = token.depth > 2 ? `${'#'.repeat(token.depth)} ` : '';
  const lines = wrapSpans(
    [{ text: mark, paint: style.quiet }, ...inlineSpans(token.tokens, style, style.heading)],
    width,
  );
  if (token.depth > 2) return lines;
  const rule = token.depth === 1 ? '═' : style.symbols.line;
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
 * Returns the symbol for a checkbox. A box with a mark other than a tick, such as `[-]`, is printed unchanged, because the mark
 * may say why the task is open.
 */
function boxMark(box: string, style: Style): string {
  if (isTicked(box)) return style.success(style.symbols.checked);
  return markIn(box) === '' ? style.symbols.unchecked : box;
}

function less(width: number | undefined, taken: number): number | undefined {
  return width === undefined ? undefined : Math.max(8, width - taken);
}
