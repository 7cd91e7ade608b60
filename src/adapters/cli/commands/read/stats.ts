import type { ShowStatisticsResult, Spread } from '../../../../application/queries/showStatistics.js';
import { defineCommand } from '../../defineCommand.js';
import { figureLines } from '../../layout/figures.js';
import { pad } from '../../layout/terminalText.js';
import { createStyle, type Terminal } from '../../layout/terminalStyle.js';
import { archivedWords } from '../../../presentation/sentences.js';

export const statsCommand = defineCommand({
  name: 'stats',
  group: 'Look',
  usedBy: 'few',
  purpose: 'show throughput, lead and cycle times',
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
/** Maximum length of a bar, in cells. */
const LONGEST_BAR = 40;

/** Renders the statistics: each figure with its meaning, and a bar for the specs completed in each week. No final newline. */
export function renderStatistics(stats: ShowStatisticsResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  const { byStatus, throughput, leadTimeDays, cycleTimeDays, ended = {}, completedByForce } = stats;
  const counts = Object.entries(byStatus);
  if (
    counts.every(([, count]) => count === 0) &&
    throughput.length === 0 &&
    stats.archivedComplete === undefined
  )
    return `There are no specs to count yet.\n${style.step('Create a spec: spectool create my-first-spec')}`;
  const figure = (name: string, value: string, meaning: string): string[] =>
    figureLines(
      `${pad(name, 11)} ${pad(value, 7, 'right')}`,
      19,
      [{ text: meaning, paint: style.quiet }],
      terminal.columns,
    );
  const left = Object.entries(ended).map(([outcome, count]) => `${String(count)} ${outcome}`);
  const sum = Object.values(ended).reduce((total, count) => total + count, 0);
  return [
    style.strong('Specs'),
    counts.map(([status, count]) => `${String(count)} ${status}`).join(', '),
    ...(stats.archivedComplete === undefined ? [] : [style.quiet(archivedWords(stats.archivedComplete))]),
    '',
    style.strong('Flow'),
    ...figure('lead time', days(leadTimeDays), spreadWords('from created to complete', leadTimeDays)),
    ...figure('cycle time', days(cycleTimeDays), spreadWords('from started to complete', cycleTimeDays)),
    ...(sum === 0
      ? []
      : figure('ended', String(sum), `archived without being completed: ${left.join(', ')}`)),
    ...(completedByForce === 0
      ? []
      : figure('by force', String(completedByForce), 'completed with open criteria')),
    '',
    style.strong('Completed per week'),
    ...(throughput.length === 0 ? [style.quiet('nothing completed yet')] : []),
    ...throughput
      .slice(-WEEKS_SHOWN)
      .map(
        ({ week, completed }) =>
          `${week}  ${style.success('█'.repeat(Math.min(completed, LONGEST_BAR, (terminal.columns ?? 80) - 14)))} ${String(completed)}`,
      ),
  ].join('\n');
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
