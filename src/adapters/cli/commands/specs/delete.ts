import { safeText } from '../../layout/escapeUnsafeText.js';
import { createStyle } from '../../layout/terminalStyle.js';
import { defineCommand } from '../../defineCommand.js';
import { argument, on, required } from '../../options/taken.js';

export default defineCommand({
  name: 'delete',
  group: 'Specs',
  purpose: 'delete a spec created by mistake; undo brings it back',
  details: `
      Only for a spec created by mistake; for a spec that is done or abandoned, use \`archive\`. The folder moves to
      \`.spectool/trash/\`; the history and the number are kept. \`spectool undo\` brings the spec back.
    `,
  examples: [['A duplicate', 'spectool delete 12 --reason "made twice, see 011"']],
  takes: {
    spec: argument('SPEC'),
    reason: required('--reason TEXT', 'the reason, kept in the log'),
    force: on('--force', 'delete the spec even if its folder has changes that are not committed in git'),
  },
  writes: true,
  runs: 'deleteSpec',
  render: ({ spec, trash }, terminal) => {
    const style = createStyle(terminal);
    return [
      `Deleted ${style.ref(safeText(spec.ref))}  ${safeText(spec.title)}`,
      style.step(
        `The folder of the spec is kept in ${safeText(trash)}. To bring the spec back: spectool undo`,
      ),
    ].join('\n');
  },
});
