import { defineCommand } from '../../defineCommand.js';
import { renderSettings } from './renderSettings.js';

export default defineCommand({
  takes: {},
  keepsLines: true,
  run: ({ listSettings }) => listSettings.execute(),
  render: ({ settings }, terminal) => renderSettings(settings, terminal),
});
