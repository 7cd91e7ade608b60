import { BOUNDS } from '../../../../domain/value/bounds.js';
import type { ShowStatisticsResult, Spread } from '../../../../application/queries/showStatistics.js';
import { personText } from '../../../../domain/value/person.js';
import { stateWords } from '../../../../domain/proof/criterionStates.js';
import { isStatus } from '../../../../domain/fields/statusAndPriority.js';
import { defineCommand } from '../../defineCommand.js';
import { barChart, figureLines, sparkline } from '../../layout/charts.js';
import { safeText, pad } from '../../layout/terminalText.js';
import { renderTable } from '../../layout/renderTable.js';
import { createStyle, type Style, type Terminal } from '../../layout/terminalStyle.js';
import { archivedWords } from '../../../presentation/sentences.js';

export const statsCommand = defineCommand({
  name: 'stats',
  group: 'Look',
  usedBy: 'few',
  purpose: 'show throughput, lead and cycle times, and the age of specs in progress',
  details: `
      The figures come from the log, and from the dates in the frontmatter for specs without a log.
    `,
  examples: [['How work flows', 'spectool stats']],
  takes: {},
  runs: 'showStatistics',
  run: ({ showStatistics }) => showStatistics.execute({}),
  render: renderStatistics,
});

const WEEKS_SHOWN = 8;
const WIDEST_CHART = 72;

/** Renders the statistics: each figure with its meaning, and a bar chart of the specs completed per week. No final newline. */
export function renderStatistics(stats: ShowStatisticsResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  const total = Object.values(stats.byStatus).reduce((sum, count) => sum + count, 0);
  if (total === 0 && stats.throughput.length === 0 && stats.archivedComplete === undefined) {
    return `There are no specs to count yet.\n${style.step('Create a spec: spectool create my-first-spec')}`;
  }
  const width = Math.min(terminal.columns ?? WIDEST_CHART, WIDEST_CHART);
  return [
    ...states(stats, width, style),
    '',
    ...flow(stats, style, terminal),
    '',
    ...weeks(stats, width, style),
    ...proof(stats, width, style),
    ...ageing(stats, style, terminal),
  ].join('\n');
}

function states(stats: ShowStatisticsResult, width: number, style: Style): string[] {
  const rows = Object.entries(stats.byStatus).map(([status, value]) => ({
    label: `${style.statusSymbol(isStatus(status) ? status : null)} ${status}`,
    value,
  }));
  return [
    style.strong('Specs'),
    ...barChart(rows, { width, unicode: style.unicode, paint: style.hint }),
    ...(stats.archivedComplete === undefined ? [] : [style.quiet(archivedWords(stats.archivedComplete))]),
  ];
}

function proof(stats: ShowStatisticsResult, width: number, style: Style): string[] {
  if (stats.proof === undefined) return [];
  const rows = Object.entries({ ...stats.proof }).map(([state, value]) => ({
    label: stateWords(state),
    value,
  }));
  return [
    '',
    style.strong('Criteria'),
    ...barChart(rows, { width, unicode: style.unicode, paint: style.hint }),
  ];
}

function flow(stats: ShowStatisticsResult, style: Style, terminal: Terminal): string[] {
  const figure = (name: string, value: string, meaning: string): string[] =>
    figureLines(
      `${pad(name, 11)} ${pad(value, 7, 'right')}`,
      19,
      [{ text: meaning, paint: style.quiet }],
      terminal.columns,
    );
  return [
    style.strong('Flow'),
    ...figure(
      'lead time',
      days(stats.leadTimeDays),
      spreadWords('from created to complete', stats.leadTimeDays),
    ),
    ...figure(
      'cycle time',
      days(stats.cycleTimeDays),
      spreadWords('from started to complete', stats.cycleTimeDays),
    ),
    ...figure('in progress', String(stats.wip), `specs in progress now${personWords(stats.wipBy)}`),
    ...(stats.ended === undefined
      ? []
      : figure(
          'ended',
          String(Object.values(stats.ended).reduce((sum, count) => sum + count, 0)),
          `archived without being completed: ${Object.entries(stats.ended)
            .map(([outcome, count]) => `${String(count)} ${outcome}`)
            .join(', ')}`,
        )),
    ...(stats.completedByForce === 0
      ? []
      : figure('by force', String(stats.completedByForce), 'completed with open criteria')),
  ];
}

function personWords(people: ShowStatisticsResult['wipBy']): string {
  if (!people.some(({ who }) => who !== null)) return '';
  const shown = people
    .slice(0, BOUNDS.named)
    .map(({ who, specs }) => `${who === null ? 'unassigned' : safeText(personText(who))} ${String(specs)}`);
  return `: ${shown.join(', ')}${people.length > BOUNDS.named ? ', …' : ''}`;
}

/**
 * Returns the explanation of a median duration: `median <way>; 85% took at most 9 d`.
 * @param way what the duration measures, for example "from created to complete".
 */
function spreadWords(way: string, { p85 }: Spread): string {
  return p85 === null ? `median ${way}` : `median ${way}; 85% took at most ${p85} d`;
}

function days({ p50 }: Spread): string {
  return p50 === null ? 'unknown' : `${p50} d`;
}

function weeks({ throughput }: ShowStatisticsResult, width: number, style: Style): string[] {
  if (throughput.length === 0)
    return [style.strong('Completed per week'), style.quiet('nothing completed yet')];
  const line = sparkline(
    throughput.slice(-Math.max(WEEKS_SHOWN, width - 2)).map((week) => week.completed),
    style.unicode,
  );
  const recent = throughput
    .slice(-WEEKS_SHOWN)
    .map(({ week, completed }) => ({ label: week, value: completed }));
  return [
    style.strong('Completed per week'),
    ...(recent.some((week) => week.value > 0)
      ? barChart(recent, {
          width,
          unicode: style.unicode,
          paint: style.success,
        })
      : [style.quiet(`none in the last ${recent.length} weeks`)]),
    ...(throughput.length > WEEKS_SHOWN
      ? [style.quiet(`${throughput[0]?.week ?? ''} to ${throughput.at(-1)?.week ?? ''}`), style.success(line)]
      : []),
  ];
}

function ageing({ ageing: specs }: ShowStatisticsResult, style: Style, terminal: Terminal): string[] {
  if (specs.length === 0) return [];
  const table = renderTable(
    specs.slice(0, BOUNDS.shown),
    [
      { header: 'Days', cell: (spec) => String(spec.days), align: 'right' },
      {
        header: 'Spec',
        cell: (spec) => ({ text: safeText(spec.ref), paint: style.ref }),
        shrinkTo: 12,
      },
      {
        header: 'Title',
        cell: (spec) => safeText(spec.title),
        shrinkTo: 12,
        dropOrder: 1,
      },
    ],
    {
      columns: terminal.columns,
      ellipsis: style.symbols.ellipsis,
      paintHeader: style.quiet,
    },
  );
  const more = specs.length - BOUNDS.shown;
  return [
    '',
    style.strong('Longest in progress'),
    ...table,
    ...(more > 0 ? [style.quiet(`${style.symbols.ellipsis} ${more} more`)] : []),
  ];
}
