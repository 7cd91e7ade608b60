import { safeJson, safeText } from '../../layout/escapeUnsafeText.js';
import { defineCommand } from '../../defineCommand.js';
import { text } from '../../options/taken.js';
import { exportAsFlags, exportedSpecs, exportFlags, writeExport } from './exportCommand.js';

export default defineCommand({
  name: 'export json',
  group: 'Look',
  purpose: 'write all specs and their history as one JSON document',
  details: `
      Writes every spec with its fields, text, criteria, events, and its status on each day. The format is
      \`ExportProjectResult\` in schemas/output.schema.json. As long as no spec changes, the output is always the same.
    `,
  examples: [['The whole project', 'spectool export json --all --out specs.json']],
  takes: {
    ...exportFlags,
    out: text('--out FILE', 'the file to write; standard output by default'),
  },
  allProjects: true,
  asFlags: exportAsFlags,
  isDocument: true,
  runs: 'exportProject',
  run: async (spectool, { out = '-', ...given }, command) => {
    const result = await exportedSpecs(spectool, given);
    if (out !== '-') writeExport(command, spectool, out, `${safeJson(result)}\n`);
    return result;
  },
  render: (result, terminal, _spectool, { out = '-' }) => {
    if (out !== '-') return `${safeText(out)}: ${String(result.total)} specs`;
    return safeJson(result, terminal.columns === undefined ? undefined : 2);
  },
});
