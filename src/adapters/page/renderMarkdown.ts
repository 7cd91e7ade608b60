import { BOUNDS } from '../../domain/value/bounds.js';
import {
  Lexer,
  Marked,
  Tokenizer,
  type MarkedOptions,
  type Token,
  type Tokens,
  type TokensList,
} from 'marked';
import sanitizeHtml from 'sanitize-html';
import { checkboxIn, isTicked } from '../../domain/criteria/checkboxes.js';
import { groupBy } from '../../domain/value/collections.js';
import { withoutTitle } from '../../domain/document/sections/headings.js';
import { BOX_RULES } from '../presentation/markdownCheckboxRules.js';

/**
 * Maximum product of a paragraph's length and its number of emphasis marks (`*`, `_`, `~`). A paragraph above it is shown
 * unformatted, because the parser searches from each mark to the end of the paragraph.
 */
const MOST_SEARCHED_FOR_EMPHASIS = 1_000_000;

/**
 * Number of characters in which the parser first searches for the end of a heading or link definition; it searches further only
 * if necessary. Searching to the end of the text at every line would take too long.
 */
const MOST_LETTERS_TO_AN_END = 2000;

/** A function that maps the target of a link in a document to a target for the exported page; undefined removes the link. */
export type LinkTarget = (href: string) => string | undefined;

const BOX = { true: '<span class="box on">done: </span>', false: '<span class="box">open: </span>' };

/**
 * The HTML that the page allows. Images, styles, ids and forms are not allowed, so that a document cannot run code, load files or
 * imitate parts of the page.
 */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: (
    'h2 h3 h4 h5 h6 p blockquote ul ol li dl dt dd hr br a b strong i em s del ins sub sup mark small q cite abbr kbd samp var ' +
    'code pre table caption thead tbody tfoot tr th td details summary div span'
  ).split(' '),
  allowedAttributes: {
    a: ['href', 'rel'],
    th: ['align'],
    td: ['align'],
    ol: ['start'],
    pre: ['tabindex'],
    span: ['class'],
    small: ['class'],
  },
  allowedClasses: { span: ['box', 'on'], small: ['proof', 'failing'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
};

/** Names of HTML tags for layout, which the sanitiser removes or replaces. */
const LAYOUT =
  'h1 img u center font tt big strike picture source figure figcaption section article header footer main nav aside address wbr';

/**
 * Matches the tags that are passed to the sanitiser, and any other `<`, which is then escaped. Attribute values have a maximum
 * length, so that unclosed quotes do not cause long searches. A tag that has other attributes without a value is escaped, too.
 */
const READ_TAG = (() => {
  const names = `(?:${[...(ALLOWED.allowedTags as string[]), ...LAYOUT.split(' ')].join('|')})`;
  const value = '(?:"[^"]{0,2000}"|\'[^\']{0,2000}\'|[^\\s"\'=<>`]{1,2000})';
  const attribute = `\\s+(?:[a-z][a-z0-9:.-]*\\s*=\\s*${value}|open|reversed|nowrap)`;
  return new RegExp(`</${names}\\s*>|<${names}(?:${attribute}){0,20}\\s*/?>|<`, 'gi');
})();

/** Describes how a criterion was met. */
export interface ShownProof {
  /** The criterion's text, as in the document. */
  readonly text: string;
  readonly proof: string;
  readonly isFailing: boolean;
}

/**
 * Renders Markdown as safe HTML. The title is left out, because the page shows it elsewhere.
 * @param proofs words to add to the criteria, in the order of the document.
 */
export function renderMarkdown(
  markdown: string,
  targetOf: LinkTarget,
  proofs: readonly ShownProof[] = [],
): string {
  const whole = withoutTitle(markdown);
  const isCut = whole.length > BOUNDS.formatted;
  const text = isCut ? whole.slice(0, BOUNDS.formatted) : whole;
  const html = markedFor(targetOf, proofs).parse(text, { async: false });
  const note = isCut ? '<p><em>The rest of this long document is not shown here.</em></p>' : '';
  const transformTags = { h1: 'h2', a: retargeted(targetOf), img: pictured(targetOf) };
  return sanitizeHtml(html, { ...ALLOWED, transformTags }) + note;
}

/** Returns a function for the sanitiser that maps the targets of HTML links with `targetOf`, as is done for links in Markdown. */
function retargeted(targetOf: LinkTarget): sanitizeHtml.Transformer {
  return (tagName, { href = '' }) => {
    const target = href.startsWith('#/') ? href : targetOf(href);
    const rel = target === undefined || target.startsWith('#') ? {} : { rel: AWAY };
    return { tagName, attribs: { ...(target !== undefined && { href: target }), ...rel } };
  };
}

function pictured(targetOf: LinkTarget): sanitizeHtml.Transformer {
  return (_tagName, { src = '', alt = '' }) => ({
    ...retargeted(targetOf)('a', { href: src }),
    text: pictureText(src, alt),
  });
}

function pictureText(href: string, alt: string): string {
  return `picture: ${alt === '' ? href : alt}`;
}

/**
 * Escapes unknown HTML tags in a document, because the sanitiser would remove their content or everything after them. Renames
 * their classes, so that a document cannot imitate a proof.
 */
function readable(html: string): string {
  return html.replace(READ_TAG, (tag) => (tag === '<' ? '&lt;' : tag.replace(/\sclass\s*=/gi, ' title=')));
}

/** Removes HTML comments; a comment that is not closed is kept. */
function uncommented(html: string): string {
  const end = html.lastIndexOf('-->') + '-->'.length;
  return html.slice(0, end).replace(/<!--(?:-?>|[^]*?-->)/g, '') + html.slice(end);
}

const AWAY = 'noopener noreferrer nofollow';

/** A Markdown lexer whose time grows only linearly with the length of the text, whatever the text is. */
class BoundedLexer extends Lexer {
  private nested = 0;

  constructor(options: MarkedOptions) {
    const tokenizer = new BoundedTokenizer(options);
    super({ ...options, tokenizer });
    const { rules } = tokenizer;
    const [block, other] = [
      { ...rules.block, paragraph: PARAGRAPH },
      { ...rules.other, ...BOX_RULES },
    ];
    tokenizer.rules = { ...rules, block, other };
  }

  override blockTokens(src: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], isClipped?: boolean): Token[] {
    return this.within(src, tokens, () => super.blockTokens(src, tokens, isClipped));
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    return this.within(src, tokens, () =>
      takesLong(src) ? asTyped(src, tokens) : super.inlineTokens(src, tokens),
    );
  }

  private within(src: string, tokens: Token[], read: () => Token[]): Token[] {
    if (this.nested >= BOUNDS.depth) return asTyped(src, tokens);
    this.nested += 1;
    try {
      return read();
    } finally {
      this.nested -= 1;
    }
  }
}

function takesLong(paragraph: string): boolean {
  if (paragraph.length > BOUNDS.paragraph) return true;
  const marks = paragraph.match(/\*+|_+|~+/g)?.length ?? 0;
  return paragraph.length * marks > MOST_SEARCHED_FOR_EMPHASIS;
}

/** Matches a paragraph. A table ends a paragraph; to save time, the pattern tests only the table's head, not all its rows. */
const PARAGRAPH = (() => {
  const { paragraph, table } = Lexer.rules.block.gfm;
  const whole = table.source.replace('^', '');
  const head = `${whole.slice(0, whole.indexOf('(?:\\n('))}(?:\\n|$)`;
  return new RegExp(paragraph.source.replace(whole, () => head));
})();

/** A tokenizer that limits how far it reads ahead, because the lexer calls it at every line. */
class BoundedTokenizer extends Tokenizer {
  override table(src: string): Tokens.Table | undefined {
    const [head = '', rule = ''] = src.split('\n', 2);
    if (!/^ {0,3}[|:-][ |:-]*$/.test(rule)) return undefined;
    const queued = this.lexer.inlineQueue.length;
    const isTable = super.table(`${head}\n${rule}`) !== undefined;
    this.lexer.inlineQueue.length = queued;
    return isTable && !fillsUp(src) ? super.table(src) : undefined;
  }

  override lheading(src: string): Tokens.Heading | undefined {
    return this.withEnd(src, (part) => super.lheading(part));
  }

  /**
   * Reads many lines of a list item as one paragraph. Testing for each line whether it begins another block would take too long.
   */
  override text(src: string): Tokens.Text | undefined {
    const [start = ''] = PARAGRAPH.exec(src.slice(0, 2 * MOST_LETTERS_TO_AN_END)) ?? [];
    if (start.length < MOST_LETTERS_TO_AN_END) return super.text(src);
    const [text = ''] = PARAGRAPH.exec(src) ?? [];
    return { type: 'text', raw: text, text, tokens: this.lexer.inline(text) };
  }

  /** Splits a long quotation into several, because the lexer would read the whole quotation again for each line without a `>`. */
  override blockquote(src: string): Tokens.Blockquote | undefined {
    return super.blockquote(src.slice(0, endOfQuote(src)));
  }

  override def(src: string): Tokens.Def | undefined {
    return this.withEnd(src, (part) => super.def(part));
  }

  override inlineText(src: string): Tokens.Text | undefined {
    // After `<script>`, the lexer would treat all text as HTML, so reset its state.
    this.lexer.state.inRawBlock = false;
    return super.inlineText(src);
  }

  private withEnd<T extends Token>(src: string, read: (part: string) => T | undefined): T | undefined {
    for (let most = MOST_LETTERS_TO_AN_END; ; most *= 2) {
      const queued = this.lexer.inlineQueue.length;
      const token = read(src.slice(0, most));
      if (token === undefined || most >= src.length || token.raw.length < most / 2) return token;
      this.lexer.inlineQueue.length = queued;
    }
  }
}

function endOfQuote(src: string): number {
  const line = /([^\n]*)(?:\n|$)/y;
  let isQuoted = true;
  for (let at = 0; at < src.length; at = line.lastIndex) {
    const [, text = ''] = line.exec(src) ?? [];
    const wasQuoted = isQuoted;
    isQuoted = /^ {0,3}>/.test(text);
    if (isQuoted && !wasQuoted && at > MOST_LETTERS_TO_AN_END) return at;
    if (!isQuoted && (at === 0 || text.trim() === '')) break;
  }
  return src.length;
}

function asTyped(text: string, tokens: Token[]): Token[] {
  tokens.push({ type: 'text', raw: text, text, escaped: false });
  return tokens;
}

/**
 * True if a short text would become a table with very many cells: Markdown fills up each row with empty cells to the length of
 * the header.
 */
function fillsUp(src: string): boolean {
  const [, rule = ''] = src.split('\n', 2);
  if (!/^[ |:-]+$/.test(rule)) return false;
  const end = src.indexOf('\n\n');
  const text = end === -1 ? src : src.slice(0, end);
  return rule.split('|').length * text.split('\n').length > 2 * text.length;
}

function markedFor(targetOf: LinkTarget, proofs: readonly ShownProof[]): Marked {
  const left = new Map(groupBy(proofs, ({ text }) => text).map((group) => [group[0]?.text, group]));
  return new Marked({
    gfm: true,
    hooks: {
      provideLexer() {
        return (src) => new BoundedLexer(this.options).lex(src);
      },
    },
    renderer: {
      html({ text, block }: Tokens.HTML | Tokens.Tag): string {
        const told = uncommented(text);
        const html = readable(told);
        return block && html.trimStart().startsWith('&lt;') ? asCode(told.trimEnd()) : html;
      },
      heading({ tokens, depth }: Tokens.Heading): string {
        const level = String(Math.min(6, Math.max(2, depth)));
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      code({ text }: Tokens.Code): string {
        return asCode(text);
      },
      link({ href, tokens }: Tokens.Link): string {
        return linked(targetOf(href), this.parser.parseInline(tokens));
      },
      // Render an image as a link to the image, because the page loads no images.
      image({ href, text }: Tokens.Image): string {
        return linked(targetOf(href), escaped(pictureText(href, text)));
      },
      listitem({ raw, tokens }: Tokens.ListItem): string {
        const [line = ''] = raw.split('\n', 1);
        const { proof = '', isFailing } = left.get(checkboxIn(line)?.text)?.shift() ?? {};
        const below = tokens.findIndex(({ type }) => type === 'list');
        const own = this.parser.parse(below === -1 ? tokens : tokens.slice(0, below));
        const rest = below === -1 ? '' : this.parser.parse(tokens.slice(below));
        const words = proof && `<small class="proof${isFailing ? ' failing' : ''}">${escaped(proof)}</small>`;
        return `<li>${own}${words}${rest}</li>\n`;
      },
      checkbox({ raw }: Tokens.Checkbox): string {
        return BOX[isTicked(raw.trim()) ? 'true' : 'false'];
      },
    },
  });
}

/** Renders a code block. `tabindex` makes the block scrollable by keyboard. */
function asCode(text: string): string {
  return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
}

function linked(target: string | undefined, html: string): string {
  if (target === undefined) return html;
  const rel = target.startsWith('#') ? '' : ` rel="${AWAY}"`;
  return `<a href="${escaped(target)}"${rel}>${html}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '');
}
