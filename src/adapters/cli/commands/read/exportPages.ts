import type { ExportPagesResult } from '../../../../application/commands/project/exportPages.js';
import { defineCommand } from '../../defineCommand.js';
import { forOne, switchFlag, textFlag } from '../../flagsAndArguments.js';
import { safeText } from '../../layout/terminalText.js';
import { createStyle, type Terminal } from '../../layout/terminalStyle.js';

const check = switchFlag(
  '--check',
  'write nothing; print the lines that changed, and exit with 1 if there are any',
);

const exitCode = ({ changed, isCheck }: ExportPagesResult) =>
  isCheck === true && changed.length > 0 ? 1 : 0;

export const exportIndexCommand = defineCommand({
  name: 'export index',
  group: 'Look',
  purpose: 'write a table of all specs to INDEX.md, or check that it is up to date',
  details: `
      Writes one table with a row for each spec: number, title with a link, status, owner, priority, tags, met and failing criteria,
      and when it was completed or which spec superseded it. Archived specs follow in a second table. The table is in a block between two markers; other text of the
      file stays. As long as no spec changes, the file is always the same. After \`init --hooks\`, a commit brings an INDEX.md that git tracks up to date.
    `,
  examples: [
    ['Write INDEX.md in the specs folder', 'spectool export index'],
    ['In CI: fail if it is out of date', 'spectool export index --check'],
  ],
  takes: {
    out: forOne(textFlag('--out FILE', 'the file to write; INDEX.md in the specs folder by default')),
    check,
  },
  writes: true,
  runs: 'exportIndex',
  render: renderPages,
  exitCode,
});

/** Renders which pages were written or are out of date, with the changed lines of the latter. */
function renderPages({ pages, changed, isCheck }: ExportPagesResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  const paths = new Set(changed.map(({ path }) => path));
  const current = pages.filter((path) => !paths.has(path)).map((path) => `${safeText(path)}: up to date`);
  if (isCheck !== true)
    return [...changed.map(({ path }) => `${safeText(path)}: written`), ...current].join('\n');
  const behind = changed.flatMap(({ path, lines }) => [
    `${safeText(path)}: out of date`,
    ...lines.map((line) => `  ${safeText(line)}`),
  ]);
  return [
    ...behind,
    ...current,
    ...(behind.length > 0 ? [style.step('Write it again: spectool export index')] : []),
  ].join('\n');
}
