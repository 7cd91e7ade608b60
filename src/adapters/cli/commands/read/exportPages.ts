import type { ExportPagesResult } from '../../../../application/commands/project/exportPages.js';
import type { Spectool } from '../../../../application/spectool.js';
import { defineCommand } from '../../defineCommand.js';
import { forOne, switchFlag, textFlag } from '../../flagsAndArguments.js';
import { safeBlock, safeText } from '../../layout/terminalText.js';
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

/** The flag of the commands that print what holds in an area. */
export const areaFlag = textFlag(
  '--area TAG|SPEC',
  'what holds today in an area, which is a tag, or a parent spec; `tag:x` where a spec is named like the tag',
);

/** Returns what `prime --area` and `view --area` print, in at most 1,500 tokens. */
export function areaPage({ exportCurrent }: Spectool, area: string): Promise<ExportPagesResult> {
  return exportCurrent.execute({ area, budget: 1500 });
}

export const exportCurrentCommand = defineCommand({
  name: 'export current',
  group: 'Look',
  purpose:
    'print or write what holds today: decisions and met criteria of complete specs that no later spec took away',
  details: `
      Lists complete specs in order of completion, each with what was decided and its met criteria, their proofs and days; then links to specs in progress, planned
      ones, and superseded or rejected ones. Criteria of superseded specs, retired criteria, and criteria that a later one replaces (\`add-criterion --replaces\`) are left
      out. A criterion whose tests fail is marked. Texts are quoted as they are in the documents. With \`--out\` and without \`--area\`, writes a page for each tag and
      parent spec with at least five complete specs, and README.md with all others.
    `,
  examples: [
    ['What holds in an area', 'spectool export current --area auth'],
    ['A page for each area', 'spectool export current --out docs/current'],
    ['In CI: fail if a page is out of date', 'spectool export current --out docs/current --check'],
  ],
  takes: {
    area: areaFlag,
    out: forOne(textFlag('--out DIR', 'the folder to write to; standard output by default')),
    check,
  },
  writes: true,
  keepsLines: true,
  runs: 'exportCurrent',
  render: renderPages,
  exitCode,
});

/** Renders which pages were written or are out of date, with the changed lines of the latter. */
export function renderPages(
  { pages, changed, isCheck, text }: ExportPagesResult,
  terminal: Terminal,
): string {
  if (text !== undefined) return safeBlock(text);
  const style = createStyle(terminal);
  const paths = new Set(changed.map(({ path }) => path));
  const current = pages.filter((path) => !paths.has(path)).map((path) => `${safeText(path)}: up to date`);
  if (isCheck !== true)
    return [...changed.map(({ path }) => `${safeText(path)}: updated`), ...current].join('\n');
  const behind = changed.flatMap(({ path, lines }) => [
    `${safeText(path)}: out of date`,
    ...lines.map((line) => `  ${safeText(line)}`),
  ]);
  return [
    ...behind,
    ...current,
    ...(behind.length > 0 ? [style.step('Write it again: run the command without --check')] : []),
  ].join('\n');
}
