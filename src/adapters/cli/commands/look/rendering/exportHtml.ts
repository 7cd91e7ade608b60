import { Command, Option } from 'clipanion';
import { resolve } from 'node:path';
import type { Spectool } from '../../../../../application/spectool.js';
import type { Warning } from '../../../../../application/warning.js';
import { pageDataOf } from '../../../../page/pageDataOf.js';
import { renderPage } from '../../../../page/renderPage.js';
import { takes } from '../../../definition.js';
import { safeText } from '../../../layout/safeText.js';
import { ExportCommand, writeExport } from '../exportCommand.js';

/** The page, and where it was written. */
export interface ExportedPage {
  /** The file; `-` for standard output. */
  readonly path: string;
  readonly bytes: number;
  readonly specs: number;
  readonly warnings: readonly Warning[];
}

interface Made extends ExportedPage {
  readonly html: string;
}

export class ExportHtmlCommand extends ExportCommand<Made, ExportedPage> {
  static override paths = [['export', 'html']];
  static override usage = Command.Usage({
    details: `
      One file that opens from disk and from any static host: board, list, a page for each spec, the graph of dependencies, the board of
      any day, search. It asks nobody for anything and runs nothing that a spec holds. The same specs give the same bytes. \`--redact\`
      leaves out assignees, claims and who did what; names written in the text stay.
    `,
    examples: [
      ['Write spectool.html', 'spectool export html'],
      ['Archived specs too, without people', 'spectool export html --all --redact --out public.html'],
      ['To a pipe', 'spectool export html --out -'],
    ],
  });

  out = takes(
    'FILE',
    Option.String('--out', 'spectool.html', { description: 'the file to write; - for standard output' }),
  );
  openIt = Option.Boolean('--open', false, { description: 'show the file in your browser' });

  protected override async run(spectool: Spectool): Promise<Made> {
    const exported = await this.exported(spectool);
    // The title of a page is no JSON, which hides what a terminal would obey.
    const project = safeText(exported.project);
    const { data, texts } = pageDataOf({ ...exported, project }, spectool.config.structure.sequenceDigits);
    const [script, style] = ['dist/page/page.js', 'dist/page/style.css'].map((path) =>
      this.context.shipped(path).trimEnd(),
    );
    const html = renderPage(data, texts, { script: script ?? '', style: style ?? '' });
    if (this.out !== '-') {
      writeExport(this.context, spectool, this.out, html, (note) => this.notify('note', note));
      if (this.openIt) this.context.openFile(resolve(this.out));
    }
    return {
      path: this.out,
      bytes: Buffer.byteLength(html),
      specs: exported.total,
      warnings: exported.warnings,
      html,
    };
  }

  protected override document({ html: _html, ...result }: Made): ExportedPage {
    return result;
  }

  protected override render({ html, path, bytes, specs }: Made): string {
    if (path === '-') return html.trimEnd();
    return `${safeText(path)}: ${String(specs)} ${specs === 1 ? 'spec' : 'specs'}, ${(bytes / 1e6).toFixed(2)} MB`;
  }
}
