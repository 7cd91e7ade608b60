import { agentsBlock, AGENTS_BLOCK_VERSION } from '../domain/agents/agentsBlock.js';
import { placeBlock } from '../domain/agents/markedBlock.js';
import type { ProjectConfig } from '../domain/project/projectConfig.js';
import type { FileSystem } from '../ports/fileSystem.js';
import { AGENTS_FILE, planLink, standingLinks } from './assistantLinks.js';
import { COMMAND_CATALOG } from './commandCatalog.js';
import { SKILL_PATH } from './skillFiles.js';
import type { SetupChanges } from './setupChanges.js';

/** Commands an agent needs every day, as AGENTS.md shows them. */
const TOLD: readonly (readonly [name: string, args: string])[] = [
  ['board', ''],
  ['search', '"<topic>"'],
  ['list', '--status in-progress'],
  ['view', '<spec>'],
  ['create', '<name> --priority high --tags a,b --depends-on <spec>'],
  ['update', '<spec> --status in-progress'],
  ['update', '<spec> --add-dep <spec> --add-tag web'],
  ['next', ''],
  ['deps', '<spec>'],
  ['tokens', '<spec>'],
  ['validate', ''],
  ['history', '<spec>'],
  ['undo', '<event>'],
  ['archive', '<spec>'],
  ['resolve', ''],
];

export interface AgentsFileFacts {
  readonly config: ProjectConfig;
  readonly projectName: string;
  /** The skill is installed, or is about to be. */
  readonly withSkill: boolean;
}

/**
 * Plans what becomes of AGENTS.md and of what leads to it: our block between markers, the user's text around it untouched.
 * @param links further files that are to lead there; those that do already are kept up.
 */
export function planAgentsFile(
  files: FileSystem,
  facts: AgentsFileFacts,
  links: readonly string[],
  changes: SetupChanges,
): void {
  const { config, projectName, withSkill } = facts;
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
  let text = existing ?? '';
  if (placed.kind === 'unclear') {
    changes.kept.push(AGENTS_FILE);
    changes.warnings.push({
      code: 'MARKERS_UNCLEAR',
      message: `${AGENTS_FILE}:${String(placed.line)}: ${placed.reason}; the file was left as it is.`,
      hint: 'Mend or remove the marker lines, then run `spectool init` again.',
    });
  } else {
    ({ text } = placed);
    changes.own(AGENTS_FILE, text);
  }
  for (const path of new Set([...standingLinks(files), ...links])) planLink(files, path, text, changes);
}
