import type { Finding } from '../../domain/findings/finding.js';
import { SOURCE_FIELD_NAMES } from '../../domain/import/importedDocument.js';
import { formatFolderName } from '../../domain/naming/folderName.js';
import { folderAt, type SpecFolder } from '../../domain/naming/projectPath.js';
import { groupFor } from '../../domain/naming/folderPattern.js';
import { assistantsOf } from '../../domain/project/assistants.js';
import { featureFields } from '../../domain/project/configRulesAndDefaults.js';
import type { Configuration } from '../../domain/project/configuration.js';
import { TEMPLATES_FOLDER } from '../../domain/project/projectFolders.js';
import type { ProjectDescription } from '../../domain/project/projectDescription.js';
import { templateNames } from '../../domain/template/template.js';
import type { CalendarDate } from '../../domain/value/dates.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { AgentInstructions, AgentsFacts } from '../../ports/shippedAndGeneratedTexts.js';
import { AGENTS_FILE, existingLinks, ownAgentsLink, planLink, SKILL_PATH } from './assistantFilesAndSkill.js';
import { SetupChanges } from './setupChanges.js';
import type { Advice } from '../../domain/errors/spectoolError.js';

/** Matches template names that AGENTS.md can list. Other names are left out, because they may contain spaces or markup. */
const PLAIN = /^[\w.-]+$/;
/** Fields that `create` sets in every spec, so AGENTS.md does not ask for them. */
const GIVEN: ReadonlySet<string> = new Set(['status', 'created', 'id', 'updated']);

interface AgentsFileFacts {
  readonly config: Configuration;
  readonly project: ProjectDescription;
}

/**
 * Plans the update of AGENTS.md and the files that link to it. Only the block between spectool's markers is replaced; text of
 * the user stays.
 * @param links further files to link to AGENTS.md; existing links are updated anyway.
 * @returns why the block could not be updated; undefined if it could.
 */
export function planAgentsFile(
  files: FileSystem,
  facts: AgentsFileFacts,
  instructions: AgentInstructions,
  links: readonly string[],
  changes: SetupChanges,
): ReturnType<SetupChanges['manage']> {
  const own = ownAgentsLink(files);
  const withSkill = files.stat(SKILL_PATH) !== undefined || changes.created.includes(SKILL_PATH);
  const block = instructions.write(factsOf(facts, withSkill, templateFiles(files, changes)));
  let left: ReturnType<SetupChanges['manage']>;
  if (own !== undefined) {
    changes.kept.push(AGENTS_FILE);
    changes.warnings.push({
      code: 'FILE_KEPT',
      message: `${AGENTS_FILE} is a symbolic link to ${own} that spectool did not create; neither file was changed.`,
      hint: `Add the instructions for agents to ${own} yourself, or replace the link ${AGENTS_FILE} with a file.`,
      advice: [{ useCase: 'initProject', to: 'write the instructions to that file' }],
    });
  } else {
    const part = { kind: 'block', text: block, version: instructions.version } as const;
    left = changes.manage(AGENTS_FILE, part);
    if (left !== undefined)
      changes.warnings.push({
        code: 'MARKERS_UNCLEAR',
        message: `${AGENTS_FILE}:${String(left.line ?? 1)}: ${left.why}; the file was not changed.`,
        hint: 'Correct the marker lines first.',
        advice: [{ useCase: 'initProject', to: 'update the file' }],
      });
  }
  for (const path of new Set([...existingLinks(files, assistantsOf(facts.config.agents)), ...links])) {
    // A link from AGENTS.md to itself would be circular.
    if (path !== own) planLink(files, path, changes.textOf(AGENTS_FILE), changes);
  }
  return left;
}

/** Minimum number of lines at which AGENTS.md counts as too long, if the skill is installed. */
const TOO_LONG = 100;

/**
 * Returns findings that AGENTS.md or its copies are out of date, or that AGENTS.md is too long. None if the feature
 * `aiAgents` is off, or if AGENTS.md is missing or is a link of the user.
 */
export function agentsFindings(
  files: FileSystem,
  facts: AgentsFileFacts,
  instructions: AgentInstructions,
): readonly Finding[] {
  // If AGENTS.md is the user's own link to another file, do not check the target.
  if (!facts.config.features.aiAgents || ownAgentsLink(files) !== undefined) return [];
  const existing = files.readText(AGENTS_FILE);
  if (existing === undefined) return [];
  const long = files.stat(SKILL_PATH) === undefined ? [] : lengthFindings(existing);
  // Without a spectool block, the whole file belongs to the user.
  if (!/<!--\s*spectool:(?:begin|end)/i.test(existing)) return long;
  const changes = new SetupChanges(files);
  const left = planAgentsFile(files, facts, instructions, [], changes);
  if (left === undefined) return [...changes.updated.map(stale), ...long];
  const message = `${left.why.charAt(0).toUpperCase()}${left.why.slice(1)}, so the block of instructions cannot be updated.`;
  const fix = 'Correct the marker lines first.';
  return [
    { ...stale(AGENTS_FILE), message, fix, ...(left.line !== undefined && { line: left.line }) },
    ...long,
  ];
}

/** Reports an AGENTS.md that is too long. Every agent reads all of it, and the skill already contains the methodology. */
function lengthFindings(text: string): readonly Finding[] {
  const lines = text.replace(/\r?\n$/, '').split('\n').length;
  if (lines < TOO_LONG) return [];
  return [
    {
      severity: 'warning',
      code: 'AGENTS_LONG',
      file: AGENTS_FILE,
      message: `The file has ${String(lines)} lines; with the skill installed, it should have fewer than ${String(TOO_LONG)}.`,
      fix: 'Keep only the instructions for every task, and link to the rest.',
    },
  ];
}

function stale(file: string): Finding {
  const what = file === AGENTS_FILE ? 'AGENTS.md' : `This copy of ${AGENTS_FILE}`;
  const advice: readonly Advice[] = [{ useCase: 'initProject', to: 'update the file' }];
  return { severity: 'warning', code: 'AGENTS_STALE', file, message: `${what} is out of date.`, advice };
}

function factsOf(
  { config, project }: AgentsFileFacts,
  withSkill: boolean,
  templates: readonly string[],
): AgentsFacts {
  const { structure, frontmatter, features } = config;
  const { ref, path } = exampleFolder(config);
  const fields = new Map<string, string>([
    ...featureFields(features).map((field) => [field, 'string'] as const),
    // `import` sets these fields itself.
    ...Object.entries(frontmatter.custom).filter(([field]) => !SOURCE_FIELD_NAMES.has(field)),
  ]);
  return {
    projectName: project.name,
    ...(project.description !== undefined && { description: project.description }),
    specsDir: config.specsDir,
    defaultFile: structure.defaultFile,
    exampleRef: ref,
    exampleFolder: path,
    templates: templateNames(config.templates, templates).filter((name) => PLAIN.test(name)),
    required: frontmatter.required.filter((key) => !GIVEN.has(key)),
    customFields: [...fields],
    collaboration: features.collaboration,
    approvals: features.approvals,
    ...(withSkill && { skillPath: SKILL_PATH }),
  };
}

/** Returns the existing template files and those that the setup creates. */
function templateFiles(files: FileSystem, changes: SetupChanges): readonly string[] {
  const planned = [...changes.created, ...changes.kept].flatMap((path) =>
    path.startsWith(`${TEMPLATES_FOLDER}/`) ? [path.slice(TEMPLATES_FOLDER.length + 1)] : [],
  );
  return [...files.list(TEMPLATES_FOLDER).map(({ name }) => name), ...planned];
}

/**
 * Returns an example of a spec folder, named and grouped as by `create`; fields that determine the group get example values.
 */
function exampleFolder({ structure, specsDir }: Configuration): SpecFolder {
  const created = '2026-01-05' as CalendarDate;
  const [sequence, name] = [5, 'user-login'];
  const tokens = (structure.groupExtractor ?? '').matchAll(/\{([^{}]*)\}/g);
  const fields = Object.fromEntries(Array.from(tokens, ([, field = '']) => [field, 'v1']));
  const group = groupFor(structure, fields, created);
  const ref = formatFolderName(structure, { sequence, name, created });
  return folderAt(specsDir, { sequence, name, ref, archived: false, ...(group !== '' && { group }) });
}
