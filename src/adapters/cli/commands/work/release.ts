import { defineCommand } from '../../defineCommand.js';
import { argument, text } from '../../options/taken.js';
import { renderChanged } from '../specs/renderChanges.js';

export default defineCommand({
  name: 'release',
  group: 'Work',
  purpose: 'release a spec that you claimed',
  details: `
      The spec then has no assignee, and others can claim it.
    `,
  examples: [['Release a spec and set it back to planned', 'spectool release 5 --status planned']],
  takes: {
    spec: argument('SPEC'),
    status: text(
      '--status STATUS',
      'the status after the release: planned or in-progress; by default the spec stays in progress',
    ),
  },
  writes: true,
  runs: 'releaseSpec',
  render: renderChanged,
});
