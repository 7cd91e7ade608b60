import { Command, Option } from 'clipanion';
import type { ExportProjectResult } from '../../../../application/queries/project/exportProject.js';
import type { Spectool } from '../../../../application/spectool.js';
import { allProjectsFlag } from '../../projects/allProjects.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { safeJson, safeText } from '../../layout/escapeUnsafeText.js';
import { takes } from '../../commandDefinition.js';
import { ExportCommand, writeExport } from './exportCommand.js';

export class ExportJsonCommand extends ExportCommand<ExportProjectResult> {
  static override paths = [['export', 'json']];
  static override usage = Command.Usage({
    details: `
      Writes every spec with its fields, text, criteria, events, and its status on each day. The format is
      \`ExportProjectResult\` in schemas/output.schema.json. As long as no spec changes, the output is always the same.
    `,
    examples: [['The whole project', 'spectool export json --all --out specs.json']],
  });

  override allProjects = allProjectsFlag();
  out = takes(
    'FILE',
    Option.String('--out', '-', { description: 'the file to write; standard output by default' }),
  );

  override execute(): Promise<number> {
    // The export is a JSON document in any case, and those of several projects are one document.
    this.json ||= this.allProjects;
    return super.execute();
  }

  protected override async run(spectool: Spectool): Promise<ExportProjectResult> {
    const result = await this.exported(spectool);
    if (this.out !== '-')
      writeExport(this.context, spectool, this.out, `${safeJson(result)}\n`, (note) =>
        this.notify('note', note),
      );
    return result;
  }

  protected override render(result: ExportProjectResult, terminal: Terminal): string {
    if (this.out !== '-') return `${safeText(this.out)}: ${String(result.total)} specs`;
    return safeJson(result, terminal.columns === undefined ? undefined : 2);
  }
}
