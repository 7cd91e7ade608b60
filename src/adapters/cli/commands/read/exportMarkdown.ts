import { dirname, relative, resolve } from 'node:path';
import type { ReportProjectResult } from '../../../../application/queries/project/reportProject.js';
import type { Spectool } from '../../../../application/spectool.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { markdownReport } from '../../../presentation/markdownReport.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { defineCommand, type SpectoolCommand } from '../../defineCommand.js';
import { text } from '../../options/taken.js';
import { writeExport } from './exportCommand.js';

export default defineCommand({
  name: 'export markdown',
  group: 'Look',
  purpose: 'report what a branch changed in specs, for a pull request',
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
  takes: {
    since: text(
      '--since BASE',
      'report only changes since this branch left BASE, which is a branch, tag or commit',
    ),
    out: text('--out FILE', 'the file to write; standard output by default'),
    links: text(
      '--links URL',
      'the URL of the project’s files, with which all links begin; by default links are relative to the written file',
    ),
  },
  allProjects: true,
  keepsLines: true,
  runs: 'reportProject',
  run: async (spectool, given, command) => {
    const { links, since, out = '-' } = given;
    if (links !== undefined && !/^https?:\/\/[^\s<>"()]+$/.test(links))
      throw new SpectoolError('USAGE', `--links: "${links}" is not a URL.`, {
        hint: 'Give a URL that begins with https://; the path of each file is added to it.',
      });
    const result = await spectool.reportProject.execute(since === undefined ? {} : { since });
    if (out !== '-') writeExport(command, spectool, out, `${markdownOf(result, spectool, given, command)}\n`);
    return result;
  },
  render: (result, _terminal, spectool, given, command) => {
    const { out = '-' } = given;
    if (out === '-') return markdownOf(result, spectool, given, command);
    const { changes, open, since } = result;
    const what =
      since === undefined ? `${String(open.length)} in progress` : `${String(changes.length)} changed`;
    return `${safeText(out)}: ${what}`;
  },
});

function markdownOf(
  result: ReportProjectResult,
  { root, config }: Spectool,
  { links, out = '-' }: { readonly links?: string; readonly out?: string },
  { pathBefore }: SpectoolCommand,
): string {
  const part = (path: string) => `${pathBefore}${path}`.split('/').map(encodeURIComponent).join('/');
  return markdownReport(result, {
    digits: config.structure.sequenceDigits,
    linkTo: (path) => {
      if (links !== undefined) return `${links.replace(/\/?$/, '/')}${part(path)}`;
      if (out === '-') return part(path);
      return part(relative(dirname(resolve(out)), resolve(root, path)).replaceAll('\\', '/'));
    },
  });
}
