import { createHash } from 'node:crypto';
import type { Edge } from '../../domain/graph/dependencyEdge.js';
import { findCycles } from '../../domain/graph/findCycles.js';
import { PROOF_STATES } from '../../domain/proof/criterionStates.js';
import { type BuiltSpec, unturned } from './buildPageSpec.js';
import { PackedJson } from './packedJson.js';
import type { PageData } from './pageData.js';
import { escaped } from './renderMarkdown.js';

/** The script and the style sheet of the page, as made by the build. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

/**
 * The page as one self-contained HTML file. Data and texts are compressed blocks that the page unpacks, the texts on first use.
 * The content security policy allows only this script and style, and no requests. The same data gives the same bytes.
 *
 * Specs are added one by one and compressed at once, so that a large project needs little memory.
 */
export class Page {
  readonly #specs = new PackedJson();
  readonly #texts = new PackedJson();
  readonly #edges: Edge[] = [];
  readonly #matrix: BuiltSpec['matrix'][number][] = [];
  #before = '[';

  add({ page, text, matrix }: BuiltSpec): void {
    this.#specs.add(`${this.#before === '[' ? '{"specs":[' : ','}${JSON.stringify(page)}`);
    this.#texts.add(this.#before + JSON.stringify(text));
    this.#before = ',';
    for (const to of page.needs) this.#edges.push({ from: page.ref, to });
    for (const row of matrix) this.#matrix.push(row);
  }

  /** Returns the bytes of the file. Nothing can be added afterwards. */
  render(rest: Pick<PageData, 'project' | 'archivedComplete'>, { script, style }: PageParts): Buffer {
    const { project } = rest;
    const title = escaped(`${project === '' ? 'Specs' : project} · specs`);
    const policy = [
      "default-src 'none'",
      `script-src '${digest(script)}'`,
      `style-src '${digest(style)}'`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; ');
    const isEmpty = this.#before === '[';
    const others = JSON.stringify({
      ...rest,
      project: unturned(project),
      cycles: findCycles(this.#edges),
      ...(this.#matrix.length > 0 && {
        matrix: this.#matrix
          .toSorted((a, b) => PROOF_STATES.indexOf(a.state) - PROOF_STATES.indexOf(b.state))
          .map(({ row }) => row),
      }),
    });
    this.#specs.add(`${isEmpty ? '{"specs":[' : ''}],${others.slice(1)}`);
    this.#texts.add(isEmpty ? '[]' : ']');
    const lines = [
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
      `<script type="text/plain" id="data">${this.#specs.end()}</script>`,
      `<script type="text/plain" id="texts">${this.#texts.end()}</script>`,
      `<script>${script}</script>`,
      '</body>',
      '</html>',
      '',
    ];
    // Each line becomes bytes by itself: a string of all lines would have two bytes for each character of the compressed blocks.
    return Buffer.concat(lines.map((line, i) => Buffer.from(i === 0 ? line : `\n${line}`, 'utf8')));
  }
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
