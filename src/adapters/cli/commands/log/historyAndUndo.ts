import { BOUNDS } from '../../../../domain/value/bounds.js';
import { personText } from '../../../../domain/value/person.js';
import { SHORT_ID, shortId } from '../../../../domain/log/records/record.js';
import { largestNumber } from '../../../../domain/value/collections.js';
import { eventSentence } from '../../../presentation/sentences.js';
import { argument, numberFlag, switchFlag, textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText, pad, wrapSpans } from '../../layout/terminalText.js';
import { createStyle, type Terminal } from '../../layout/terminalStyle.js';
import type { HistoryEvent } from '../../../../domain/log/historyEvents.js';

export const historyCommand = defineCommand({
  name: 'history',
  group: 'Log',
  purpose: 'show the events of a spec or of the project, newest first',
  details: `
      Each line has the time, the id of the event, the spec, what changed, and the actor. \`undo\` takes this id; so do \`--since\`
      of this command and \`--as-of\` of \`view\`.
    `,
  examples: [
    ['Events of one spec', 'spectool history 5'],
    ['Events of the project since yesterday', 'spectool history --since yesterday'],
    ['Changes by one actor in the last two hours', 'spectool history --by kim --since 2h'],
  ],
  takes: {
    spec: argument('[SPEC]'),
    limit: numberFlag(
      '--limit N',
      'show at most this many events; by default all in a terminal, the newest 7,000 tokens in a pipe, and 100 with --json',
    ),
    all: switchFlag('--all', 'show every event, in a pipe and with --json too'),
    since: textFlag(
      '--since TIME',
      'only events after this time: a date, `yesterday`, an age such as 2h or 3d, or the id of an event',
    ),
    actor: textFlag('--by NAME', 'only changes by this person or agent'),
  },
  runs: 'showHistory',
  run: ({ showHistory }, { all, ...given }, { json }) =>
    showHistory.execute({ ...(json && !all && { limit: BOUNDS.entries }), ...given }),
  restShownBy: (given) => (given.all || given.limit !== undefined ? undefined : '--all'),
  render: (result, terminal, _spectool, given) =>
    renderHistory(result.events, terminal, given.since !== undefined || given.actor !== undefined),
});

/** Renders events, with a heading for each day and a line for each event. Times are local. No final newline. */
export function renderHistory(
  events: readonly HistoryEvent[],
  terminal: Terminal,
  isFiltered = false,
): string {
  const style = createStyle(terminal);
  if (events.length === 0) {
    if (isFiltered) return 'No event matches.';
    return `Nothing has been recorded yet.\n${style.quiet('Every create and update writes an event.')}`;
  }
  const dated = events.map((event) => ({ event, when: localTime(event.at) }));
  const whom = (event: HistoryEvent): string => safeText(event.spec ?? 'project');
  const refWidth = Math.min(40, largestNumber(events.map((event) => whom(event).length)));
  const lines: string[] = [];
  let day: string | undefined;
  for (const { event, when } of dated) {
    // An event read from a hand edit (a change without spectool) has no time, so it is listed under the previous event's day.
    if (when !== undefined && when.day !== day) {
      if (day !== undefined) lines.push('');
      day = when.day;
      lines.push(style.strong(day));
    }
    const id = style.quiet(safeText(shortId(event.id)));
    const said = safeText(eventSentence(event.type, event.data));
    const spans = [
      { text: said },
      ...(event.actor === null
        ? []
        : [{ text: ` ${style.symbols.dot} ${safeText(personText(event.actor))}`, paint: style.quiet }]),
    ];
    const taken = 5 + 2 + SHORT_ID + 2 + refWidth + 2;
    const room = terminal.columns === undefined ? undefined : terminal.columns - taken;
    if (room !== undefined && room < 24) {
      lines.push(`${pad(when?.time ?? '', 5)}  ${id}  ${style.ref(whom(event))}`);
      for (const line of wrapSpans(spans, (terminal.columns ?? 80) - 7)) lines.push(`       ${line}`);
      continue;
    }
    const [first = '', ...rest] = wrapSpans(spans, room);
    lines.push(`${pad(when?.time ?? '', 5)}  ${id}  ${style.ref(pad(whom(event), refWidth))}  ${first}`);
    for (const line of rest) lines.push(' '.repeat(taken) + line);
  }
  return lines.join('\n');
}

/** Returns an event's day and time in the local time zone; undefined for an event read from a hand edit, which has no time. */
function localTime(at: string | null): { readonly day: string; readonly time: string } | undefined {
  const date = at === null ? undefined : new Date(at);
  if (date === undefined || Number.isNaN(date.getTime())) return undefined;
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}`,
  };
}

export const undoCommand = defineCommand({
  name: 'undo',
  group: 'Log',
  usedBy: 'everyone',
  purpose: 'undo a change with a new, opposite change; the log keeps both',
  details: `
      Undoes your newest change. The next \`undo\` goes one step further back, and \`--redo\` one step forward. EVENT selects another
      change: the id of an event, as \`history\` shows it, or at least its first four characters. All that one command changed is
      undone, unless a later change depends on it. If a change cannot be undone, the command says why and undoes nothing.
    `,
  examples: [
    ['Your newest change', 'spectool undo'],
    ['A particular change', 'spectool undo 3f2a91c0'],
    ['Redo the last undone change', 'spectool undo --redo'],
  ],
  takes: {
    event: argument('[EVENT]'),
    redo: switchFlag('--redo', 'redo the change that the last undo reverted, or EVENT'),
  },
  writes: true,
  runs: 'undoChange',
  render: ({ specs, events }, terminal, _spectool, given) => {
    const style = createStyle(terminal);
    return [
      `${given.redo ? 'Brought back' : 'Undone'} in ${specs.map((spec) => style.ref(safeText(spec.ref))).join(', ')}`,
      ...events.map(({ type, data }) => `  ${style.symbols.bullet} ${safeText(eventSentence(type, data))}`),
      style.step(
        given.redo
          ? 'Run `spectool undo` to undo the change again.'
          : 'Run `spectool undo --redo` to redo the change.',
      ),
    ].join('\n');
  },
});
