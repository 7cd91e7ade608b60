import { defineCommand } from '../../defineCommand.js';
import { argument } from '../../options/taken.js';
import { renderValue } from './renderSettings.js';

export default defineCommand({
  name: 'config get',
  group: 'Tools',
  purpose: 'print one setting of the project',
  examples: [['The number of digits in folder names', 'spectool config get structure.sequenceDigits']],
  takes: {
    key: argument('KEY'),
  },
  keepsLines: true,
  runs: 'readSetting',
  exitCode: ({ value }) => (value === null ? 1 : 0),
  render: renderValue,
});
