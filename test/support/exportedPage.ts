import { inflateRawSync } from 'node:zlib';
import { type PageParts, renderPage } from '../../src/adapters/page/renderPage.js';
import type { PageData, PageTexts } from '../../src/adapters/page/pageData.js';
import type { Spectool } from '../../src/application/spectool.js';

/** Exports a project as a page. @returns the page, and its data and texts as a browser unpacks them. */
export async function exportedPage(
  spectool: Spectool,
  scope: 'active' | 'all' = 'all',
  parts: PageParts = { script: '', style: '' },
): Promise<{ readonly html: string; readonly data: PageData; readonly texts: PageTexts }> {
  const exported = await spectool.exportProject.execute({ scope });
  const html = renderPage(exported, 3, parts).toString('utf8');
  return { html, data: block(html, 'data') as PageData, texts: block(html, 'texts') as PageTexts };
}

function block(html: string, id: string): unknown {
  const letters = new RegExp(`<script type="text/plain" id="${id}">([A-Za-z0-9+/=]+)</script>`).exec(html);
  return JSON.parse(inflateRawSync(Buffer.from(letters?.[1] ?? '', 'base64')).toString('utf8'));
}
