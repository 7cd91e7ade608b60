import { Command, Option } from 'clipanion';
import type {
  ExportProjectRequest,
  ExportProjectResult,
} from '../../../../application/queries/exportProject.js';
import type { Spectool } from '../../../../application/spectool.js';
import type { Terminal } from '../../layout/terminal.js';
import { safeJson } from '../../layout/safeText.js';
import { takes } from '../../definition.js';
import { filterOptions } from '../../fieldOptions.js';
import { SpectoolCommand } from '../../spectoolCommand.js';
import { writeExport } from './exportFile.js';

export class ExportJsonCommand extends SpectoolCommand<ExportProjectResult> {
  static override paths = [['export', 'json']];
  static override usage = Command.Usage({
    details: `
      Everything of every spec in one document: fields, text, criteria, what it was on which day, events. Its shape is
      \`ExportProjectResult\` in schemas/output.schema.json. The same specs give the same document.
    `,
    examples: [['The whole project', 'spectool export json --all --out specs.json']],
  });

  filters = filterOptions(this);
  out = takes(
    'FILE',
    Option.String('--out', '-', { description: 'the file to write; standard output by default' }),
  );
  all = Option.Boolean('--all', false, { description: 'include archived specs' });
  redact = Option.Boolean('--redact', false, { description: 'leave people out' });

  static asFlags({ scope, ...request }: ExportProjectRequest): object {
    return { ...request, all: scope === 'all' };
  }

  protected override async run(spectool: Spectool): Promise<ExportProjectResult> {
    const result = await spectool.exportProject.execute({
      ...this.filters(),
      scope: this.all ? 'all' : 'active',
      redact: this.redact,
    });
    if (this.out !== '-') writeExport(this.context, this.out, `${safeJson(result)}\n`);
    return result;
  }

  protected override document(result: ExportProjectResult): ExportProjectResult {
    return result;
  }

  protected override render(result: ExportProjectResult, terminal: Terminal): string {
    if (this.out !== '-') return `${this.out}: ${String(result.total)} specs`;
    return safeJson(result, terminal.columns === undefined ? undefined : 2);
  }
}
