import { BOUNDS } from '../../../domain/value/bounds.js';
import { STALE_AFTER_DAYS } from '../../../application/projections/boardColumns.js';
import type { ShowBoardResult } from '../../../application/queries/showBoard.js';
import { OVERSIZED_ABOVE } from '../../../domain/value/tokenEstimate.js';
import { numberText } from './specTable.js';
import type { Mark, Style, Terminal } from './terminalStyle.js';
import { pad, type Span } from './terminalText.js';
import { figureLines, meter } from './figures.js';
import { archivedWords } from '../../presentation/sentences.js';

const NAME_WIDTH = 11;

/** Maps the folder name or path of each spec in the health section to the spec's number. */
function numbersNamed({
  health,
  columns,
}: Pick<ShowBoardResult, 'health' | 'columns'>): Readonly<Record<string, number | null>> {
  const { blocked, stale, oversized, problems } = health;
  const named = new Set([blocked, stale, oversized, problems].flatMap((refs) => refs.slice(0, BOUNDS.named)));
  // Search the columns, because every spec named in the health section is in one of them.
  const specs = columns.flatMap((column) => column.specs);
  return Object.fromEntries(
    specs.flatMap(({ ref, path, sequence }) =>
      [ref, path].filter((name) => named.has(name)).map((name) => [name, sequence]),
    ),
  );
}

/** Renders the health section of the board: each figure with its meaning and the specs that it counts. */
export function renderHealth(
  { health, columns }: Pick<ShowBoardResult, 'health' | 'columns'>,
  style: Style,
  terminal: Pick<Terminal, 'columns'>,
  digits: number,
): string[] {
  const numbers = numbersNamed({ health, columns });
  const figure = (name: string, value: string, spans: readonly Span[]): string[] =>
    figureLines(`${pad(name, NAME_WIDTH)} ${value}`, NAME_WIDTH + 5, spans, terminal.columns);
  const concern = (name: Mark | 'problems', refs: readonly string[], meaning: string): string[] => {
    const paint = refs.length === 0 ? style.quiet : name === 'problems' ? style.error : style.markPaint(name);
    const names = refs
      .slice(0, BOUNDS.named)
      .map((ref) =>
        numberText(
          { ref, sequence: (Object.hasOwn(numbers, ref) ? numbers[ref] : undefined) ?? null },
          digits,
        ),
      );
    const more = refs.length > BOUNDS.named ? `, ${style.symbols.ellipsis}` : '';
    return figure(name, paint(pad(String(refs.length), 4, 'right')), [
      { text: style.called(meaning), paint: style.quiet },
      { text: refs.length === 0 ? '' : `: ${names.join(', ')}${more}` },
    ]);
  };
  const percent = `${Math.floor(health.completionRate * 100)}%`;
  const counts = Object.entries(health.byStatus).map(([status, count]) => `${count} ${status}`);
  const ended = Object.entries(health.ended ?? {});
  const limit = String(OVERSIZED_ABOVE).replace(/(?=\d{3}$)/, ',');
  return [
    style.strong('Health'),
    ...figure('completion', pad(percent, 4, 'right'), [
      { text: meter(health.completionRate, 12), paint: style.success },
      {
        text: ` ${health.byStatus.complete} of ${health.total} complete: ${counts.join(', ')}${health.archivedComplete === undefined ? '' : `; ${archivedWords(health.archivedComplete)}`}`,
        paint: style.quiet,
      },
    ]),
    ...(ended.length === 0
      ? []
      : figure(
          'ended',
          style.quiet(pad(String(ended.reduce((sum, [, count]) => sum + count, 0)), 4, 'right')),
          [{ text: ended.map(([outcome, count]) => `${count} ${outcome}`).join(', '), paint: style.quiet }],
        )),
    ...concern('blocked', health.blocked, 'waiting for specs that are not complete'),
    ...concern('stale', health.stale, `in progress, unchanged for ${STALE_AFTER_DAYS} days`),
    ...concern(
      'oversized',
      health.oversized,
      `above ${limit} tokens${health.estimated ? ', some estimated (spectool tokens counts them)' : ''}`,
    ),
    ...concern(
      'problems',
      health.problems,
      'unreadable, with invalid values, or complete and failing (spectool validate)',
    ),
  ];
}
