import { agentsBlock, AGENTS_BLOCK_VERSION } from '../../domain/agents/agentsBlock.js';
import { placeBlock } from '../../domain/agents/markedBlock.js';
import { formatFolderName } from '../../domain/naming/folderName.js';
import type { ProjectConfig } from '../../domain/project/projectConfig.js';
import { TEMPLATES_FOLDER } from '../../domain/project/projectFolders.js';
import { templateNames } from '../../domain/template/templateNames.js';
import type { CalendarDate } from '../../domain/value/calendarDate.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import { AGENTS_FILE, ownAgentsLink, planLink, standingLinks } from './assistantLinks.js';
import { COMMAND_CATALOG } from './commandCatalog.js';
import { SKILL_PATH } from './skillFiles.js';
import type { SetupChanges } from './setupChanges.js';

/** Commands an agent needs every day, as AGENTS.md shows them. */
const TOLD: readonly (readonly [name: string, args: string, purpose?: string])[] = [
  ['board', ''],
  ['search', '"<topic>"'],
  ['list', '--status in-progress'],
  ['view', '<spec>'],
  [
    'create',
    '<name> --priority high --tags a,b --depends-on <spec>',
    'create a spec with the next number; `--body -` takes its text from standard input',
  ],
  ['update', '<spec> --status in-progress'],
  ['update', '<spec> --add-dep <spec> --add-tag web', 'what it needs, what it is about'],
  ['next', ''],
  ['deps', '<spec>'],
  ['tokens', '<spec>'],
  ['validate', ''],
  ['history', '<spec>'],
  ['undo', '<event>', 'take a change back, by an id of `history`; nothing is erased'],
  ['archive', '<spec>'],
  ['resolve', ''],
];

/** A file may be called anything; what stands in the text is one word. */
const PLAIN = /^[\w.-]+$/;
/** Fields `create` gives every spec. */
const GIVEN: ReadonlySet<string> = new Set(['status', 'created', 'id', 'updated']);

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
  const own = ownAgentsLink(files);
  const existing = files.readText(AGENTS_FILE);
  const block = agentsBlock({
    projectName,
    specsDir: config.specsDir,
    defaultFile: config.structure.defaultFile,
    exampleFolder: exampleFolder(config),
    templates: templateNames(config.templates, templateFiles(files, changes)).filter((name) =>
      PLAIN.test(name),
    ),
    required: config.frontmatter.required.filter((key) => !GIVEN.has(key)),
    customFields: Object.entries(config.frontmatter.custom),
    commands: TOLD.map(([name, args, purpose]) => ({
      line: `spectool ${name}${args === '' ? '' : ` ${args}`}`,
      purpose: purpose ?? COMMAND_CATALOG.find((entry) => entry.name === name)?.purpose ?? '',
    })),
    ...(withSkill && { skillPath: SKILL_PATH }),
  });
  const placed = placeBlock(existing ?? '', block, AGENTS_BLOCK_VERSION);
  let text = existing ?? '';
  if (own !== undefined) {
    changes.kept.push(AGENTS_FILE);
    changes.warnings.push({
      code: 'FILE_KEPT',
      message: `${AGENTS_FILE} is a link of yours to ${own}; the link and what it leads to were left as they are.`,
      hint: `Tell your agents there to run \`spectool board\` and \`spectool search\` first, or have ${AGENTS_FILE} be a file and run \`spectool init\` again.`,
    });
  } else if (placed.kind === 'unclear') {
    changes.kept.push(AGENTS_FILE);
    changes.warnings.push({
      code: 'MARKERS_UNCLEAR',
      message: `${AGENTS_FILE}:${String(placed.line)}: ${placed.reason}; the file was left as it is.`,
      hint: 'Correct the marker lines, then run `spectool init` again.',
    });
  } else {
    ({ text } = placed);
    changes.own(AGENTS_FILE, text);
  }
  for (const path of new Set([...standingLinks(files), ...links])) {
    // A link back would lead in a circle.
    if (path !== own) planLink(files, path, text, changes);
  }
}

/** Those that are there, and those that are about to be. */
function templateFiles(files: FileSystem, changes: SetupChanges): readonly string[] {
  const planned = [...changes.created, ...changes.kept].flatMap((path) =>
    path.startsWith(`${TEMPLATES_FOLDER}/`) ? [path.slice(TEMPLATES_FOLDER.length + 1)] : [],
  );
  return [...files.list(TEMPLATES_FOLDER).map(({ name }) => name), ...planned];
}

function exampleFolder({ structure, specsDir }: ProjectConfig): string {
  const created = '2026-01-05' as CalendarDate;
  return `${specsDir}/${formatFolderName(structure, { sequence: 5, name: 'user-login', created })}`;
}
