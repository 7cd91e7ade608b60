import { defineCommand } from '../../defineCommand.js';
import { argument, text } from '../../options/taken.js';
import { renderChanged } from '../specs/renderChanges.js';

export default defineCommand({
  name: 'uncheck',
  group: 'Work',
  purpose: 'untick criteria of a spec',
  details: 'Also empties a checkbox with another mark, such as `[~]`.',
  examples: [
    ['A criterion that is no longer met', 'spectool uncheck 5 2 --reason "fails since the upgrade"'],
  ],
  takes: {
    spec: argument('SPEC'),
    criteria: argument('CRITERION…'),
    reason: text('--reason TEXT', 'the reason, kept in the log'),
  },
  writes: true,
  runs: 'uncheckCriteria',
  render: renderChanged,
});
