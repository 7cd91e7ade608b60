import type { SkillInstalled } from '../../../../application/setup/assistantFiles.js';
import { createTwoFilesPatch } from 'diff';
import { safeBlock, safeText } from '../../layout/escapeUnsafeText.js';
import { createStyle } from '../../layout/terminalStyle.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { defineCommand } from '../../defineCommand.js';
import { on } from '../../options/taken.js';

export default defineCommand({
  name: 'skill install',
  group: 'Tools',
  purpose: 'install the Agent Skill, which explains spectool to AI assistants',
  examples: [['Replace an edited skill', 'spectool skill install --force']],
  takes: {
    force: on('--force', 'replace the files of the skill even if they were edited'),
  },
  writes: true,
  runs: 'installSkill',
  render: renderSkill,
});

/**
 * Renders what `skill install` did with the skill file. If the user has edited the file, renders how it differs from the shipped
 * one.
 */
function renderSkill(
  { path, action, written = [], edited = [] }: SkillInstalled,
  terminal: Terminal,
): string {
  const style = createStyle(terminal);
  const verbs = {
    created: 'Installed',
    updated: 'Updated',
    unchanged: 'Unchanged',
    replaced: 'Replaced',
    kept: 'Kept',
  };
  const differences = edited.map((file) =>
    safeBlock(
      createTwoFilesPatch(`${file.path} (yours)`, `${file.path} (shipped)`, file.current, file.shipped),
    ),
  );
  const others = written.filter((one) => one !== path);
  return [
    ...(edited.length > 0 ? edited.map((file) => file.path) : [path]).map(
      (one) => `${verbs[action]} ${style.path(safeText(one))}`,
    ),
    ...others.map((one) => `  wrote ${style.path(safeText(one))}`),
    ...differences,
  ].join('\n');
}
