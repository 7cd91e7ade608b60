import { defineCommand } from '../../defineCommand.js';
import { renderSettings } from './renderSettings.js';

export default defineCommand({
  name: 'config list',
  group: 'Tools',
  purpose: 'print every setting of the project',
  takes: {},
  keepsLines: true,
  runs: 'listSettings',
  run: ({ listSettings }) => listSettings.execute(),
  render: ({ settings }, terminal) => renderSettings(settings, terminal),
});
