import { defineCommand } from '../../defineCommand.js';
import { argument, text } from '../../options/taken.js';
import { renderChanged } from '../specs/renderChanges.js';

export default defineCommand({
  name: 'accept',
  group: 'Work',
  purpose: 'record that a spec is still right although its code or dependencies changed',
  details: `
      Records that you read the spec again and that it is still right. \`trace --drift\` then reports the spec only if the files of
      its field \`code\` change again, and \`view\` and \`deps\` report only later changes of the specs that it depends on.
    `,
  examples: [['The code was only moved', 'spectool accept 5 --reason "only renamed"']],
  takes: {
    spec: argument('SPEC'),
    reason: text('--reason TEXT', 'why the spec is still right'),
  },
  writes: true,
  runs: 'acceptSpec',
  render: renderChanged,
});
