import { defineCommand } from '../../defineCommand.js';
import { argument } from '../../options/taken.js';
import { renderValue } from './renderSettings.js';

export default defineCommand({
  examples: [['The number of digits in folder names', 'spectool config get structure.sequenceDigits']],
  takes: {
    key: argument('KEY'),
  },
  keepsLines: true,
  run: ({ readSetting }, given) => readSetting.execute(given),
  exitCode: ({ value }) => (value === null ? 1 : 0),
  render: renderValue,
});
