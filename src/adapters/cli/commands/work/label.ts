import { defineCommand } from '../../defineCommand.js';
import { argument } from '../../options/taken.js';
import { renderChanged } from '../specs/renderChanges.js';

export default defineCommand({
  name: 'label',
  group: 'Work',
  purpose: 'give labels to the criteria of a spec, so that tests can name them',
  details: `
      A test names a criterion by spec and label, such as \`012/AC2\`. Each criterion without a label gets the next one. A label stays with
      its criterion when criteria are moved or added, and is not a word of the criterion, so a new label rewords nothing.
    `,
  examples: [['Labels for the criteria of spec 5', 'spectool label 5']],
  takes: {
    spec: argument('SPEC'),
  },
  writes: true,
  runs: 'labelCriteria',
  render: renderChanged,
});
