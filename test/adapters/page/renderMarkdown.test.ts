import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { renderMarkdown } from '../../../src/adapters/page/renderMarkdown.js';
import { anyCharacter } from '../../support/anyCharacter.js';

const out = (href: string) => (/^https?:/.test(href) ? href : href === '../b' ? '#/spec/b' : undefined);
const rendered = (markdown: string) => renderMarkdown(markdown, out).trim();

/** Returns all tags of an HTML text; `textOf` returns the text without them. */
const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? [];
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Matches HTML that would run code, load files or imitate a part of the page; no output may contain it. */
const FORBIDDEN =
  /<(?:script|style|iframe|object|embed|svg|math|img|video|audio|link|meta|base|form|input|button|textarea|template)|\son\w+\s*=|javascript:|vbscript:|data:|\ssrc=|\sstyle=|\sid=/i;

describe('renderMarkdown', () => {
  it.each<[string, string, string]>([
    [
      'headings below the title of the page',
      '# Title\n\n# Other\n\n#### Deep',
      '<h2>Other</h2>\n<h4>Deep</h4>',
    ],
    ['a link to a spec', '[b](../b)', '<p><a href="#/spec/b">b</a></p>'],
    [
      'an external link',
      '[x](https://x.org/?a=1&b)',
      '<p><a href="https://x.org/?a=1&amp;b" rel="noopener noreferrer nofollow">x</a></p>',
    ],
    ['a link to a file as plain text', '[the code](src/a.ts)', '<p>the code</p>'],
    [
      'a picture as a link',
      '![plan](https://x.org/p.png)',
      '<p><a href="https://x.org/p.png" rel="noopener noreferrer nofollow">picture: plan</a></p>',
    ],
    [
      'links in HTML like links in Markdown',
      '<a href="../b" class="card">b</a> <a href="x">c</a> <a href="https://x.org" target="_top">d</a>',
      '<p><a href="#/spec/b">b</a> <a>c</a> <a href="https://x.org" rel="noopener noreferrer nofollow">d</a></p>',
    ],
    ['a ticked checkbox', '- [x] a', '<ul>\n<li><span class="box on">done: </span>a</li>\n</ul>'],
    ...['[~]', '[-]', '[ ]', '[*]', '[]', '\uff3b\uff58\uff3d'].map((box): [string, string, string] => [
      `an open checkbox for ${box}`,
      `- ${box} a`,
      '<ul>\n<li><span class="box">open: </span>a</li>\n</ul>',
    ]),
    [
      'words in brackets, which are no checkbox, as text',
      '- [1] a\n- [DONE] b',
      '<ul>\n<li>[1] a</li>\n<li>[DONE] b</li>\n</ul>',
    ],
    ['code unchanged', '```html\n<b>&\n```', '<pre tabindex="0"><code>&lt;b&gt;&amp;</code></pre>'],
  ])('renders Markdown as safe HTML: %s', (_what, markdown, html) => {
    expect(rendered(markdown)).toBe(html);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '[x](javascript:alert(1))',
    '[x](java\nscript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" jAvAsCrIpT:alert(1)" onclick="alert(1)">x</a>',
    '<iframe src="https://x.org"></iframe>',
    '<style>@import "https://x.org"; body{display:none}</style>',
    '<p style="background:url(https://x.org)">x</p>',
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<form action="https://x.org"><input name=a><button>x</button></form>',
    '<details open ontoggle=alert(1)><summary>x</summary></details>',
    '<div id="app" class="card">x</div>',
    '<base href="https://x.org"><link rel=stylesheet href="https://x.org"><meta http-equiv=refresh content="0;url=https://x.org">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<!--><img src=x onerror=alert(1)>-->',
    '![x](data:image/svg+xml;base64,PHN2Zy8+)',
    '[x]: javascript:alert(1)\n\n[x]',
    '<textarea><script>alert(1)</script></textarea><title><img src=x onerror=alert(1)></title>',
    '|a|\n|-|\n|<img src=x onerror=alert(1)>|',
  ])('removes HTML that would run code or load files: %s', (markdown) => {
    const html = rendered(`before\n\n${markdown}\n\nafter`);
    for (const tag of tagsOf(html)) expect(tag).not.toMatch(FORBIDDEN);
    expect(textOf(html)).toMatch(/before[^]*after/);
  });

  const ANY_TAG =
    'script style textarea option select noscript template title xmp plaintext iframe noembed noframes svg math object ' +
    'form input button String my-element p div pre code kbd b a center h1 img section table td';

  it.each([
    ['an unknown tag as text', 'a Map<String> in <name>', '<p>a Map&lt;String&gt; in &lt;name&gt;</p>'],
    [
      'the Markdown after a forbidden tag',
      'a <textarea> **b** `<c>`\n\n## d',
      '<p>a &lt;textarea&gt; <strong>b</strong> <code>&lt;c&gt;</code></p>\n<h2>d</h2>',
    ],
    [
      'a script block as code',
      '<script>\n  a("<b>");\n</script>\n\nb',
      '<pre tabindex="0"><code>&lt;script&gt;\n  a("&lt;b&gt;");\n&lt;/script&gt;</code></pre>\n<p>b</p>',
    ],
    ['no comments', 'a <!-- b -->\n\n<!-- c\n\nd --> e\n\n<!-->f<!---->g', '<p>a </p>\n efg'],
    [
      'an unclosed comment as code',
      'a\n\n<!-- b\n\n# c',
      '<p>a</p>\n<pre tabindex="0"><code>&lt;!-- b\n\n# c</code></pre>',
    ],
    [
      'a processing instruction as code',
      '<?php a ?> b',
      '<pre tabindex="0"><code>&lt;?php a ?&gt; b</code></pre>',
    ],
    ['a sentence that looks like a tag', 'if a <b and c> d', '<p>if a &lt;b and c&gt; d</p>'],
    ['the text of layout tags', '<h1 align="center">a</h1>\n<center><u>b</u></center>', '<h2>a</h2>\nb'],
    [
      'pictures as links',
      'a <img src="https://x.org/p.png" width="9" alt="plan"/> b <img src="c.png"> d',
      '<p>a <a href="https://x.org/p.png" rel="noopener noreferrer nofollow">picture: plan</a> b <a>picture: c.png</a> d</p>',
    ],
  ])('shows, in a document with HTML, %s', (_what, markdown, html) => {
    expect(rendered(markdown)).toBe(html);
  });

  it('keeps every word of a text between any HTML tags', () => {
    const piece = fc.oneof(
      fc
        .constantFrom(...ANY_TAG.split(' '))
        .chain((tag) =>
          fc.constantFrom(`<${tag}>`, `</${tag}>`, `<${tag}/>`, `<${tag} class="x">`, `<${tag} `, `</${tag}`),
        ),
      fc.constantFrom(...'<|>|</|"|\'|<!|<?|?>|<![CDATA[|]]>|\n|\n\n|\n- |\n> |\n## | '.split('|')),
      fc.constant('word'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const words = pieces.map((one, i) => (one === 'word' ? ` word${String(i)} ` : one));
        const html = rendered(words.join(''));
        for (const tag of tagsOf(html)) expect(tag).not.toMatch(FORBIDDEN);
        const shown = new Set(textOf(html).match(/word\d+/g));
        expect(words.filter((one) => one.startsWith(' word') && !shown.has(one.trim()))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves out the heading that is the title, but no other heading', () => {
    expect(rendered('a\n\n # *Title* #\nb\n\n# c')).toBe('<p>a</p>\n<p>b</p>\n<h2>c</h2>');
    expect(rendered('Title\nof it\n===\n---\na')).toBe('<hr />\n<p>a</p>');
    expect(rendered('    # a\n    b\n\n```\n# c\n```')).toBe(
      '<pre tabindex="0"><code># a\nb</code></pre>\n<pre tabindex="0"><code># c</code></pre>',
    );
    expect(rendered('# a\rb\r\rc\r')).toBe('<h2>a</h2>\n<p>b</p>\n<p>c</p>');
    expect(rendered('# a\r\nb\r\n')).toBe('<p>b</p>');
    expect(rendered('# ' + 'a'.repeat(1001))).toContain('aaa');
  });

  it('adds the proof to each criterion in its place, which a document cannot imitate', () => {
    const proofs = ['one', 'two', 'one', '~~x~~'].map((text, i) => ({
      text,
      proof: `<${String(i)}>`,
      isFailing: i === 1,
    }));
    const text = '- [ ] one\n  - [x] two\n\n## B\n\n1. [ ] one\n\n2. [ ] ~~x~~\n\n- one\n- [ ] other\n';
    const html = renderMarkdown(text, out, proofs);
    expect(html.match(/[^>]*<small.*?>.*?<\/small>/g)).toEqual([
      'one<small class="proof">&lt;0&gt;</small>',
      'two<small class="proof failing">&lt;1&gt;</small>',
      '\n<small class="proof">&lt;2&gt;</small>',
      '\n<small class="proof">&lt;3&gt;</small>',
    ]);
    expect(rendered('- [ ] x <small\tCLASS="proof">proven</small>')).toContain('x <small>proven</small>');
  });

  it('closes unclosed HTML tags and removes unsafe link targets', () => {
    expect(rendered('<strong>x')).toBe('<p><strong>x</strong></p>');
    for (const target of ['javascript:alert(1)', 'data:text/html,x', '//x.org'])
      expect(renderMarkdown('[x](y)', () => target)).not.toContain('href');
  });

  it('returns only safe tags for any input', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...'<script|<img |onerror=|"|\'|>|</|<!--|-->|](|javascript:|<svg| style=|\n|`|&#x|;'.split('|'),
        ...'<a href=|![|<![CDATA['.split('|'),
      ),
      fc.string({ unit: anyCharacter, maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const tags = tagsOf(rendered(pieces.join('')));
        for (const tag of tags)
          expect(tag).toMatch(
            /^<\/?[a-z][a-z0-9]*(?: (?:href|rel|align|start|tabindex|class)="[^"]*")*(?: ?\/)?>$/,
          );
        for (const tag of tags) expect(tag).not.toMatch(FORBIDDEN);
      }),
    );
  });

  it.each([
    ['> '],
    ['>'],
    ['- '],
    ['1. '],
    ['> - '],
    ['* '],
    ['[a]('],
    ['***a '],
    ['**a _b '],
    ['<div>'],
    ['~~a '],
  ])('limits how deep HTML tags are nested, for repeated %s', (unit) => {
    let [depth, deepest] = [0, 0];
    for (const tag of tagsOf(rendered(`${unit.repeat(30_000)}a`))) {
      if (/^<(?:blockquote|ul|ol|em|strong|del)/.test(tag)) depth += 1;
      if (/^<\/(?:blockquote|ul|ol|em|strong|del)/.test(tag)) depth -= 1;
      deepest = Math.max(deepest, depth);
    }
    expect(deepest).toBeLessThanOrEqual(20);
  });

  it('shows a very long paragraph with emphasis as plain text', () => {
    expect(tagsOf(rendered('*a* '.repeat(100).padEnd(4000, 'a ')))).toContain('<em>');
    const html = rendered(`${'*a* '.repeat(2000)}\n\n*b*`);
    expect(tagsOf(html)).toEqual(['<p>', '</p>', '<p>', '<em>', '</em>', '</p>']);
    expect(html.match(/\*a\*/g)).toHaveLength(2000);
  });

  it.each([
    ['underlined headings', 'a\n-\n'],
    ['definitions with an unclosed title', '[a]: b (\n\n'],
    ['quoted lists that continue without a mark', '> - a\nb\n'],
    ['unclosed emphasis', `${'*a_'.repeat(1600)}\n\n`],
  ])('needs time proportional to the length of the document: %s', (_what, unit) => {
    const timeOf = (letters: number) => {
      const before = process.cpuUsage();
      rendered(unit.repeat(letters / unit.length));
      return process.cpuUsage(before).user;
    };
    const [half, whole] = [timeOf(100_000), timeOf(200_000)];
    // With quadratic time, a document of twice the length would need four times as long.
    expect(whole).toBeLessThan(3 * half + 3e6);
  });

  it('keeps every line of a quote when every second line has no > mark', () => {
    const said = rendered('> - x\ny\n'.repeat(2000)).replace(/<[^>]*>/g, '');
    expect([said.match(/x/g), said.match(/y/g)].map((found) => found?.length)).toEqual([2000, 2000]);
  });

  it('shows only the beginning of a document of several megabytes, and says so', () => {
    const row = `|${'cell|'.repeat(20)}\n`;
    const html = rendered(`${row}|${'-|'.repeat(20)}\n${row.repeat(50_000)}`);
    expect(html.length).toBeLessThan(3_000_000);
    expect(html).toContain('The rest of this long document is not shown here.');
  });
});
