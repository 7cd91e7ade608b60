import { Marked, type Tokens } from 'marked';
import sanitizeHtml from 'sanitize-html';

/** More of a document is not shown: nobody reads it on a page, and a browser would choke on it. */
const MOST_LETTERS = 400_000;

/** Where a link of a document leads on the page: to another spec, out, or nowhere. */
export type LinkTarget = (href: string) => string | undefined;

const BOX = { true: '<span class="box on">done: </span>', false: '<span class="box">open: </span>' };

/** What may stand on the page. No image, no style, no id, no form: nothing that runs, loads or imitates the page's own parts. */
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
  },
  allowedClasses: { span: ['box', 'on'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
};

/** Markdown as HTML that is safe to show. The heading of the document itself is left out: the page has its title. */
export function renderMarkdown(markdown: string, targetOf: LinkTarget): string {
  const isCut = markdown.length > MOST_LETTERS;
  const text = (isCut ? markdown.slice(0, MOST_LETTERS) : markdown).replace(/^\s*# [^\n]*(?:\n|$)/, '');
  const html = markedFor(targetOf).parse(text, { async: false });
  const note = isCut ? '<p><em>The rest of this long document is not shown here.</em></p>' : '';
  return sanitizeHtml(html, ALLOWED) + note;
}

function markedFor(targetOf: LinkTarget): Marked {
  return new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const level = String(Math.min(6, Math.max(2, depth)));
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      code({ text }: Tokens.Code): string {
        // What scrolls is reached by the keyboard.
        return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        return linked(targetOf(href), this.parser.parseInline(tokens));
      },
      // Nothing is loaded: a picture is a link to where it is.
      image({ href, text }: Tokens.Image): string {
        return linked(targetOf(href), `picture: ${escaped(text === '' ? href : text)}`);
      },
      checkbox({ checked }: Tokens.Checkbox): string {
        return BOX[checked ? 'true' : 'false'];
      },
    },
  });
}

function linked(target: string | undefined, html: string): string {
  if (target === undefined) return html;
  const rel = target.startsWith('#') ? '' : ' rel="noopener noreferrer nofollow"';
  return `<a href="${escaped(target)}"${rel}>${html}</a>`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${String(letter.charCodeAt(0))};`);
}
