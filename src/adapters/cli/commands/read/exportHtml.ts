import type { Warning } from '../../../../application/useCase.js';
import { renderPage } from '../../../page/renderPage.js';
import { textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText } from '../../layout/terminalText.js';
import { exportAsFlags, exportedSpecs, exportFlags, writeExport } from './exportJsonAndMarkdown.js';

/** The result of `export html`: path and size of the written page, the number of its specs, and warnings. */
export interface ExportedPage {
  /** Path of the written page; `-` for standard output. */
  readonly path: string;
  readonly bytes: number;
  readonly specs: number;
  readonly warnings: readonly Warning[];
}

export const exportHtmlCommand = defineCommand({
  name: 'export html',
  group: 'Look',
  purpose: 'write the project as one HTML page that needs no server',
  details: `
      Writes one file that you can open from disk or put on any web server. It has the board, the list, a page for each spec, the
      dependency graph and a search. The page loads nothing from the network and runs no script that is in
      a spec. As long as no spec changes, the file is always the same.
    `,
  examples: [
    ['Write spectool.html', 'spectool export html'],
    ['With archived specs', 'spectool export html --all --out public.html'],
    ['To standard output', 'spectool export html --out -'],
  ],
  takes: {
    ...exportFlags,
    out: textFlag('--out FILE', 'the file to write, spectool.html by default; - for standard output'),
  },
  asFlags: exportAsFlags,
  runs: 'exportProject',
  run: async (spectool, { out = 'spectool.html', ...given }, command) => {
    const exported = await exportedSpecs(spectool, given);
    const [script, style] = ['dist/page/page.js', 'dist/page/style.css'].map((path) =>
      command.context.shipped(path).trimEnd(),
    );
    // Make control characters in the project's name visible, because the page's title is not JSON-escaped.
    const named = { ...exported, project: safeText(exported.project) };
    const digits = spectool.config.structure.sequenceDigits;
    const html = renderPage(named, digits, { script: script ?? '', style: style ?? '' });
    if (out !== '-') writeExport(command, spectool, out, html);
    return {
      path: out,
      bytes: html.length,
      specs: exported.total,
      warnings: exported.warnings,
      html,
    };
  },
  document: ({ html: _html, ...result }): ExportedPage => result,
  render: ({ html, path, bytes, specs }) => {
    if (path === '-') return html.toString('utf8').trimEnd();
    return `${safeText(path)}: ${String(specs)} ${specs === 1 ? 'spec' : 'specs'}, ${(bytes / 1e6).toFixed(2)} MB`;
  },
});
