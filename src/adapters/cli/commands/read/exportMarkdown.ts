import { Command, Option } from 'clipanion';
import { dirname, relative, resolve } from 'node:path';
import type {
  ReportProjectRequest,
  ReportProjectResult,
} from '../../../../application/queries/project/reportProject.js';
import type { Spectool } from '../../../../application/spectool.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { markdownReport } from '../../../presentation/markdownReport.js';
import { takes } from '../../commandDefinition.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { allProjectsFlag } from '../../projects/allProjects.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { SpectoolCommand } from '../../spectoolCommand.js';
import { writeExport } from './exportCommand.js';

export class ExportMarkdownCommand extends SpectoolCommand<ReportProjectResult> {
  static override paths = [['export', 'markdown']];
  static override usage = Command.Usage({
    details: `
      Writes a short report for reviewers. With \`--since\`, the report lists the specs that this branch changed since it left BASE,
      their open criteria, and their errors and warnings. Without \`--since\`, it lists the specs in progress. The working tree is
      compared with the commit where the branch left BASE, as in \`git diff --merge-base BASE\`, so uncommitted changes count too.
      As long as no spec changes, the report is always the same.
    `,
    examples: [
      ['What this branch changed', 'spectool export markdown --since main'],
      [
        'A report for a pull request, with links to a code host',
        'spectool export markdown --since HEAD^1 --links https://git.example.org/us/shop/blob/4f2c1e/ --out report.md',
      ],
    ],
  });

  override allProjects = allProjectsFlag();
  since = takes(
    'BASE',
    Option.String('--since', {
      description: 'report only changes since this branch left BASE, which is a branch, tag or commit',
    }),
  );
  out = takes(
    'FILE',
    Option.String('--out', '-', { description: 'the file to write; standard output by default' }),
  );
  links = takes(
    'URL',
    Option.String('--links', {
      description:
        'the URL of the project’s files, with which all links begin; by default links are relative to the written file',
    }),
  );

  static asFlags(request: ReportProjectRequest): object {
    return request;
  }

  protected override readonly keepsLines = true;

  protected override async run(spectool: Spectool): Promise<ReportProjectResult> {
    if (this.links !== undefined && !/^https?:\/\/[^\s<>"()]+$/.test(this.links))
      throw new SpectoolError('USAGE', `--links: "${this.links}" is not a URL.`, {
        hint: 'Give a URL that begins with https://; the path of each file is added to it.',
      });
    const result = await spectool.reportProject.execute(
      this.since === undefined ? {} : { since: this.since },
    );
    if (this.out !== '-')
      writeExport(this.context, spectool, this.out, `${this.#markdown(result, spectool)}\n`, (note) =>
        this.notify('note', note),
      );
    return result;
  }

  protected override render(result: ReportProjectResult, _terminal: Terminal, spectool: Spectool): string {
    if (this.out === '-') return this.#markdown(result, spectool);
    const { changes, open, since } = result;
    const what =
      since === undefined ? `${String(open.length)} in progress` : `${String(changes.length)} changed`;
    return `${safeText(this.out)}: ${what}`;
  }

  #markdown(result: ReportProjectResult, spectool: Spectool): string {
    return markdownReport(result, {
      digits: spectool.config.structure.sequenceDigits,
      linkTo: (path) => this.#linkTo(path, spectool),
    });
  }

  #linkTo(path: string, spectool: Spectool): string {
    const part = (text: string) => `${this.pathBefore}${text}`.split('/').map(encodeURIComponent).join('/');
    if (this.links !== undefined) return `${this.links.replace(/\/?$/, '/')}${part(path)}`;
    if (this.out === '-') return part(path);
    const from = dirname(resolve(this.out));
    return part(relative(from, resolve(spectool.root, path)).replaceAll('\\', '/'));
  }
}
