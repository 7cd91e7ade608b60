import { SHORT_ID, shortId } from '../../../../domain/log/record.js';
import { Command, Option } from 'clipanion';
import type { ShowHistoryResult } from '../../../../application/queries/showHistory.js';
import type { Spectool } from '../../../../application/spectool.js';
import { numberOption } from '../../listOption.js';
import type { Terminal } from '../../layout/terminal.js';
import { takes } from '../../definition.js';
import { SpectoolCommand } from '../../spectoolCommand.js';
import type { HistoryEvent } from '../../../../domain/log/historyEvent.js';
import { eventSentence } from '../../eventSentence.js';
import { safeText } from '../../layout/safeText.js';
import { createStyle } from '../../layout/style.js';
import { pad } from '../../layout/width.js';
import { wrapSpans } from '../../layout/wrap.js';

export class HistoryCommand extends SpectoolCommand<ShowHistoryResult> {
  static override paths = [['history']];
  static override synonyms = { SPEC: ['log', 'events', 'changes', 'audit'] };
  static override usage = Command.Usage({
    examples: [
      ['Of one spec', 'spectool history 5'],
      ['Of the project, this week', 'spectool history --since 2026-01-05'],
    ],
  });

  spec = Option.String({ name: 'spec', required: false });
  limit = takes('N', Option.String('--limit', { description: 'at most this many events' }));
  since = takes('DATE', Option.String('--since', { description: 'only from this day on, YYYY-MM-DD' }));

  protected override async run(spectool: Spectool): Promise<ShowHistoryResult> {
    const limit = numberOption('--limit', this.limit);
    return spectool.showHistory.execute({
      ...(this.spec !== undefined && { spec: this.spec }),
      ...(limit !== undefined && { limit }),
      ...(this.since !== undefined && { since: this.since }),
    });
  }

  protected override render(result: ShowHistoryResult, terminal: Terminal): string {
    return renderHistory(result.events, terminal);
  }
}

/** The log for people: a heading per day, a sentence per event. Times are local. No final newline. */
export function renderHistory(events: readonly HistoryEvent[], terminal: Terminal): string {
  const style = createStyle(terminal);
  if (events.length === 0) {
    return `Nothing has been recorded yet.\n${style.quiet('Every create and update writes an event.')}`;
  }
  const told = events.map((event) => ({ event, when: localTime(event.at) }));
  const whom = (event: HistoryEvent): string => safeText(event.spec ?? 'project');
  const refWidth = Math.min(40, Math.max(...events.map((event) => whom(event).length)));
  const lines: string[] = [];
  let day: string | undefined;
  for (const { event, when } of told) {
    if (when.day !== day) {
      if (day !== undefined) lines.push('');
      day = when.day;
      lines.push(style.strong(day));
    }
    const id = style.quiet(safeText(shortId(event.id)));
    const said = eventSentence(event.type, event.data);
    const spans = [
      { text: terminal.unicode ? said : said.replaceAll('→', '->') },
      ...(event.actor === null
        ? []
        : [{ text: ` ${style.symbols.dot} ${safeText(event.actor)}`, paint: style.quiet }]),
    ];
    const taken = 5 + 2 + SHORT_ID + 2 + refWidth + 2;
    const room = terminal.columns === undefined ? undefined : terminal.columns - taken;
    if (room !== undefined && room < 24) {
      lines.push(`${pad(when.time, 5)}  ${id}  ${style.ref(whom(event))}`);
      for (const line of wrapSpans(spans, (terminal.columns ?? 80) - 7)) lines.push(`       ${line}`);
      continue;
    }
    const [first = '', ...rest] = wrapSpans(spans, room);
    lines.push(`${pad(when.time, 5)}  ${id}  ${style.ref(pad(whom(event), refWidth))}  ${first}`);
    for (const line of rest) lines.push(' '.repeat(taken) + line);
  }
  return lines.join('\n');
}

/** An event's moment where the reader is; observations have none. */
function localTime(at: string | null): { readonly day: string; readonly time: string } {
  const date = at === null ? undefined : new Date(at);
  if (date === undefined || Number.isNaN(date.getTime())) return { day: 'Without a date', time: '' };
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}`,
  };
}
