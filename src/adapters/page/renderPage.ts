import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { PageData, PageTexts } from './pageData.js';
import { escaped } from './renderMarkdown.js';

/** The script and the style sheet of the page, as made by the build. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

/**
 * Renders the page as one self-contained HTML file. Data and texts are compressed blocks that the page unpacks, the texts on
 * first use. The content security policy allows only this script and style, and no requests. The same data gives the same bytes.
 */
export function renderPage(data: PageData, texts: PageTexts, { script, style }: PageParts): string {
  const title = escaped(`${data.project === '' ? 'Specs' : data.project} · specs`);
  const policy = [
    "default-src 'none'",
    `script-src '${digest(script)}'`,
    `style-src '${digest(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${title}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<noscript><p>This page needs JavaScript, which is turned off.</p></noscript>',
    '<div id="app"></div>',
    `<script type="text/plain" id="data">${packed(data)}</script>`,
    `<script type="text/plain" id="texts">${packed(texts)}</script>`,
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}

/**
 * Compresses data and encodes it as base64. The highest compression level would take twice as long and make the page only half a
 * percent smaller.
 */
function packed(data: PageData | PageTexts): string {
  return deflateRawSync(Buffer.from(JSON.stringify(data), 'utf8'), { level: 6 }).toString('base64');
}
