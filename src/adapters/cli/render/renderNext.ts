import type { NextSpecsResult } from '../../../application/queries/nextSpecs.js';
import { ageWords } from '../layout/ageWords.js';
import { safeText } from '../layout/safeText.js';
import { numberText } from '../layout/specCells.js';
import { createStyle } from '../layout/style.js';
import type { Terminal } from '../layout/terminal.js';
import { displayWidth } from '../layout/width.js';
import { wrap } from '../layout/wrap.js';

/** What to start, the best first, each with why. No final newline. */
export function renderNext(next: NextSpecsResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  if (next.specs.length === 0) {
    return next.waiting === 0
      ? `Nothing is planned.\n${style.quiet('Plan something: spectool create my-next-spec')}`
      : `Nothing can start: ${next.waiting} planned ${next.waiting === 1 ? 'spec waits' : 'specs wait'} for others.\n${style.quiet('See for what: spectool deps')}`;
  }
  const lines: string[] = [];
  next.specs.forEach((spec, i) => {
    const reason = next.reasons[i];
    const number = numberText(spec);
    const indent = ' '.repeat(displayWidth(number) + 1);
    const room = terminal.columns === undefined ? undefined : Math.max(10, terminal.columns - indent.length);
    const [first = '', ...rest] = wrap(safeText(spec.title), room);
    lines.push(
      `${style.ref(number)} ${style.strong(first)}`,
      ...rest.map((line) => indent + style.strong(line)),
    );
    const days = reason?.ageDays ?? null;
    const age = days === null ? '' : days < 1 ? 'created today' : `created ${ageWords(days)} ago`;
    const unblocks = reason?.unblocks.length ?? 0;
    const why = [
      spec.priority === undefined ? 'no priority' : `${spec.priority} priority`,
      unblocks === 0 ? '' : `${unblocks} ${unblocks === 1 ? 'spec waits' : 'specs wait'} for it`,
      (reason?.dependencies ?? 0) === 0 ? '' : 'all it depends on is complete',
      age,
      spec.assignee === undefined ? '' : `@${safeText(spec.assignee)}`,
    ].filter((part) => part !== '');
    for (const line of wrap(why.join(` ${style.symbols.dot} `), room)) lines.push(indent + style.quiet(line));
  });
  const left = next.total - next.specs.length;
  const first = next.specs[0];
  const notes = [
    left > 0 ? `${style.symbols.ellipsis} ${left} more can start` : '',
    next.waiting > 0
      ? `${next.waiting} more planned ${next.waiting === 1 ? 'waits' : 'wait'} for others (spectool deps)`
      : '',
    first === undefined ? '' : `Start the first: spectool update ${numberText(first)} --status in-progress`,
  ].filter((note) => note !== '');
  for (const note of notes) lines.push(...wrap(note, terminal.columns).map(style.quiet));
  return lines.join('\n');
}
