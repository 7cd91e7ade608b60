import { defineCommand } from '../../defineCommand.js';
import { argument } from '../../options/taken.js';
import { renderChangedSetting } from './renderSettings.js';

export default defineCommand({
  name: 'config unset',
  group: 'Tools',
  purpose: 'remove a setting, so that its default applies',
  examples: [['Back to the default', 'spectool config unset rules.SIZE']],
  takes: {
    key: argument('KEY'),
  },
  writes: true,
  runs: 'unsetSetting',
  render: renderChangedSetting,
});
