import { eventSentence } from '../../../presentation/sentences.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { createStyle } from '../../layout/terminalStyle.js';
import { defineCommand } from '../../defineCommand.js';
import { argument, either } from '../../options/taken.js';

export default defineCommand({
  name: 'undo',
  group: 'Log',
  purpose: 'undo a change by a new, opposite change; the log keeps both',
  details: `
      Undoes your newest change. The next \`undo\` goes one step further back, and \`--redo\` comes forward again. EVENT names another
      change: the id of an event, as \`history\` shows it, or at least its first four characters. All that one command changed is
      undone, unless a later change touches it. What cannot be undone is named, and nothing else is undone instead.
    `,
  examples: [
    ['Your newest change', 'spectool undo'],
    ['A particular change', 'spectool undo 3f2a91c0'],
    ['Bring back what the last undo took', 'spectool undo --redo'],
  ],
  takes: {
    event: argument('[EVENT]'),
    redo: either('--redo', 'bring back what the last undo took back, or EVENT'),
  },
  writes: true,
  runs: 'undoChange',
  render: ({ specs, events }, terminal, _spectool, given) => {
    const style = createStyle(terminal);
    return [
      `${given.redo === true ? 'Brought back' : 'Undone'} in ${specs.map((spec) => style.ref(safeText(spec.ref))).join(', ')}`,
      ...events.map(({ type, data }) => `  ${style.symbols.bullet} ${safeText(eventSentence(type, data))}`),
      style.step(
        given.redo === true
          ? 'Run `spectool undo` to undo the change again.'
          : 'Run `spectool undo --redo` to bring the change back.',
      ),
    ].join('\n');
  },
});
