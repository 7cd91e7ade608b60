import { defineCommand } from '../../defineCommand.js';
import { argument } from '../../options/taken.js';
import { renderChangedSetting } from './renderSettings.js';

export default defineCommand({
  examples: [['Back to the default', 'spectool config unset rules.SIZE']],
  takes: {
    key: argument('KEY'),
  },
  writes: true,
  run: ({ unsetSetting }, given) => unsetSetting.execute(given),
  render: renderChangedSetting,
});
