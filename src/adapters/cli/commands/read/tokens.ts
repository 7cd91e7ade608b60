import type {
  CountTokensResult,
  FileTokens,
  SpecTokens,
} from '../../../../application/queries/project/countTokens.js';
import type { SizeRating } from '../../../../domain/value/tokenEstimate.js';
import { argument } from '../../flagsAndArguments.js';
import { namesOne } from '../../changedSpecs.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText } from '../../layout/terminalText.js';
import { renderTable } from '../../layout/renderTable.js';
import { createStyle, type Style, type Terminal } from '../../layout/terminalStyle.js';

export const tokensCommand = defineCommand({
  name: 'tokens',
  group: 'Look',
  usedBy: 'few',
  purpose: 'count the LLM tokens of specs, and rate their size',
  details: `
      Counts the document and every further Markdown file with the o200k_base encoding. The ratings are: below 2,000 tokens
      "optimal", below 3,500 "good", up to 5,000 "consider splitting", and above that "should split". Without SPEC, counts all active specs, the largest first; for one SPEC, also counts each section.
    `,
  examples: [
    ['All specs', 'spectool tokens'],
    ['One spec with its sections', 'spectool tokens 5'],
  ],
  takes: { specs: argument('[SPEC…]') },
  runs: 'countTokens',
  run: ({ countTokens }, given) => countTokens.execute({ ...given, sections: namesOne(given.specs) }),
  restShownBy: () => '--json',
  render: renderTokens,
});

interface Row {
  readonly tokens: number;
  readonly name: string;
  readonly rating?: SizeRating;
  readonly problem?: string;
  readonly quiet: boolean;
}

/** Renders the token counts of specs with their ratings. Files and sections are listed below their spec. No final newline. */
export function renderTokens(counted: CountTokensResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  if (counted.specs.length === 0) return `There are no specs to count.`;
  const rows = counted.specs.flatMap(specRows);
  const lines = renderTable(
    rows,
    [
      {
        header: 'Tokens',
        align: 'right',
        cell: (row) => ({
          text: grouped(row.tokens),
          ...(row.quiet && { paint: style.quiet }),
        }),
      },
      {
        header: 'Rating',
        cell: (row) => ({
          text: row.problem ?? row.rating ?? '',
          paint: row.problem === undefined ? ratingPaint(row.rating, style) : style.error,
        }),
      },
      {
        header: 'Spec',
        cell: (row) => ({
          text: row.name,
          ...(row.quiet && { paint: style.quiet }),
        }),
        shrinkTo: 16,
      },
    ],
    {
      columns: terminal.columns,
      ellipsis: style.symbols.ellipsis,
      paintHeader: style.quiet,
    },
  );
  const all = counted.specs.length;
  if (all > 1) lines.push('', `${style.strong(grouped(counted.total))} tokens in ${String(all)} specs`);
  return lines.join('\n');
}

function specRows(spec: SpecTokens): Row[] {
  const head: Row = {
    tokens: spec.tokens,
    name: safeText(spec.ref),
    ...(spec.rating !== undefined && { rating: spec.rating }),
    ...(spec.problem !== undefined && { problem: safeText(spec.problem) }),
    quiet: false,
  };
  const one = spec.files.length === 1 && spec.files[0]?.sections === undefined;
  return one ? [head] : [head, ...spec.files.flatMap(fileRows)];
}

function fileRows(file: FileTokens): Row[] {
  return [
    { tokens: file.tokens, name: `  ${safeText(file.name)}`, quiet: true },
    ...(file.sections ?? []).map((section) => ({
      tokens: section.tokens,
      name: `    ${'  '.repeat(Math.max(0, section.level - 1))}${section.level === 0 ? '(before the first heading)' : safeText(section.heading)}`,
      quiet: true,
    })),
  ];
}

function ratingPaint(rating: SizeRating | undefined, style: Style): (text: string) => string {
  switch (rating) {
    case 'optimal':
    case 'good':
      return style.success;
    case 'consider splitting':
      return style.warning;
    case 'should split':
      return style.error;
    case undefined:
      return style.quiet;
  }
}

function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
