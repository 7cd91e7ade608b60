import { agentsBlock, AGENTS_BLOCK_VERSION } from '../domain/agents/agentsBlock.js';
import { placeBlock } from '../domain/agents/markedBlock.js';
import type { ProjectConfig } from '../domain/project/projectConfig.js';
import type { FileSystem } from '../ports/fileSystem.js';
import { AGENTS_FILE } from './assistantLinks.js';
import { COMMAND_CATALOG } from './commandCatalog.js';
import { SKILL_PATH } from './skillFiles.js';
import type { Warning } from './warning.js';

/** Commands an agent needs every day, as AGENTS.md shows them. */
const TOLD: readonly (readonly [name: string, args: string])[] = [
  ['board', ''],
  ['search', '"<topic>"'],
  ['list', '--status in-progress'],
  ['view', '<spec>'],
  ['create', '<name> --tags a,b --priority high'],
  ['update', '<spec> --status in-progress'],
  ['next', ''],
  ['deps', '<spec>'],
  ['tokens', '<spec>'],
  ['validate', ''],
  ['history', '<spec>'],
  ['undo', ''],
];

export interface AgentsFileChange {
  readonly change: 'created' | 'updated' | 'kept';
  readonly warning?: Warning;
  /** What to write; absent when nothing changes. */
  readonly text?: string;
}

/** What becomes of AGENTS.md: our block between markers, the user's text around it untouched. */
export function planAgentsFile(
  files: FileSystem,
  config: ProjectConfig,
  projectName: string,
  withSkill: boolean,
): AgentsFileChange {
  const existing = files.readText(AGENTS_FILE);
  const block = agentsBlock({
    projectName,
    specsDir: config.specsDir,
    defaultFile: config.structure.defaultFile,
    commands: TOLD.map(([name, args]) => ({
      line: `spectool ${name}${args === '' ? '' : ` ${args}`}`,
      purpose: COMMAND_CATALOG.find((entry) => entry.name === name)?.purpose ?? '',
    })),
    ...(withSkill && { skillPath: SKILL_PATH }),
  });
  const placed = placeBlock(existing ?? '', block, AGENTS_BLOCK_VERSION);
  if (placed.kind === 'unclear') {
    const message = `${AGENTS_FILE}:${String(placed.line)}: ${placed.reason}; the file was left as it is.`;
    return {
      change: 'kept',
      warning: {
        code: 'MARKERS_UNCLEAR',
        message,
        hint: 'Mend or remove the marker lines, then run `spectool init` again.',
      },
    };
  }
  if (placed.change === 'unchanged') return { change: 'kept' };
  return { change: existing === undefined ? 'created' : 'updated', text: placed.text };
}
