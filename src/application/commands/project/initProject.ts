import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { PROJECT_STREAM } from '../../../domain/log/records/record.js';
import { nearestWords } from '../../../domain/naming/nearestWords.js';
import { lastNameIn, parentOf } from '../../../domain/naming/projectPath.js';
import {
  type Assistant,
  assistantsOf,
  SKILLS_ONLY,
  linkedFiles,
} from '../../../domain/project/assistants.js';
import { type Configuration, DEFAULT_CONFIG } from '../../../domain/project/configuration.js';
import { attributePattern } from '../../../domain/project/managedTexts.js';
import type { ProjectConfigCommand } from '../../../domain/project/projectConfigFromEvents.js';
import { CONFIG_FILE, LOG_FOLDER, TEMPLATES_FOLDER } from '../../../domain/project/projectFolders.js';
import { templateFile, templateNames } from '../../../domain/template/template.js';
import { isReferenceName, nameOfProject } from '../../../domain/trace/projectsInRepository.js';
import type { JsonValue } from '../../../domain/value/jsonValue.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { Clone } from '../../../ports/repository.js';
import type { AgentInstructions } from '../../../ports/shippedAndGeneratedTexts.js';
import { RecordDrafts } from '../../changes/plannedChange.js';
import { planProjectRecord, projectDescription } from '../../changes/projectSettingsRecord.js';
import { type RequestOf, argument, flag, text, ignoreErrors, type Warning, useCase } from '../../useCase.js';
import { planAgentsFile } from '../../setup/agentsFile.js';
import {
  AGENTS_FILE,
  detected,
  namedTools,
  ownAgentsLink,
  planReferences,
  skillFolders,
  skillPaths,
  recordedTools,
  toolsByDefault,
} from '../../setup/assistantFilesAndSkill.js';
import { noSessionHook, planCommitHooks, planSessionHooks } from '../../setup/hooks.js';
import { type AssistantLink, checkWritable, SetupChanges } from '../../setup/setupChanges.js';
import { refuseNotCheckedOut } from '../../changes/specLogs.js';
import type { Services } from '../../services.js';
import { fieldText } from '../../../domain/fields/fieldText.js';
import { withWarningsInHint, recoveryWarnings } from '../../changes/changeWarnings.js';

/** Returns the text of the default configuration, with all main settings, so that users see what they can change. */
function defaultConfigText({ template, variables }: Configuration): string {
  const { specsDir, autoCheck, structure, features } = DEFAULT_CONFIG;
  const config = {
    $schema: './config.schema.json',
    template,
    templates: { default: template },
    specsDir,
    autoCheck,
    structure,
    features: { aiAgents: features.aiAgents, examples: features.examples },
    ...(Object.keys(variables).length > 0 && { variables }),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** Warns of options of `init` that have no effect, because the existing configuration overrides them. */
function unheeded(
  tools: readonly string[],
  config: Configuration,
  isTemplateChanged: boolean,
): readonly Warning[] {
  const warnings: Warning[] = [];
  const named = config.templates['default'];
  if (isTemplateChanged && named !== undefined && named !== config.template) {
    warnings.push({
      code: 'CONFIG_KEPT',
      message: `templates.default is still ${named}, but new specs are made from ${config.template}.`,
      hint: `Both settings must name the same template. In ${CONFIG_FILE}, set \`templates.default\` to \`${config.template}\`, or \`template\` to \`${named}\`.`,
    });
  }
  if (!config.features.aiAgents && tools.length > 0) {
    warnings.push({
      code: 'CONFIG_KEPT',
      message: `features.aiAgents is false, so no files were linked for ${tools.join(', ')}.`,
      hint: `Set features.aiAgents to true in ${CONFIG_FILE}.`,
      advice: [{ useCase: 'initProject', to: 'create the links after that' }],
    });
  }
  return warnings;
}

export interface InitProjectResult {
  readonly root: string;
  readonly created: readonly string[];
  readonly updated: readonly string[];
  /** Paths of removed hooks, and of settings files deleted because they contained nothing else. */
  readonly removed?: readonly string[];
  readonly kept: readonly string[];
  readonly links: readonly AssistantLink[];
  /** Assistants that the project is set up for, by the choice now or the last one. */
  readonly agentTools: readonly string[];
  /** `installed` if git uses the merge driver in this clone, else `available`; absent outside a repository and if hooks are removed. */
  readonly mergeDriver?: 'installed' | 'available';
  /** Assistants that were detected by their files and need an instruction file of their own, but were not requested. */
  readonly found?: readonly string[];
  readonly warnings: readonly Warning[];
}

const SHIPPED_TEMPLATES = ['spec', 'api', 'feature', 'bug'] as const;
const SHIPPED_TEMPLATE_FILES = SHIPPED_TEMPLATES.map((kind) => `${kind}-template.md` as const);
const SCHEMA_FILE = '.spectool/config.schema.json';
const ATTRIBUTES_FILE = '.gitattributes';
const IGNORE_FILE = '.spectool/.gitignore';
const TEMPLATE_FILES = SHIPPED_TEMPLATE_FILES.map((file) => `${TEMPLATES_FOLDER}/${file}`);
const OWN_FILES = [CONFIG_FILE, SCHEMA_FILE, IGNORE_FILE, ATTRIBUTES_FILE, ...TEMPLATE_FILES];
/** Git setting with the merge driver command. */
export const DRIVER_KEY = 'merge.spectool.driver';
/** Git setting that is `false` in a clone that declined the hooks, so that commands do not suggest them. */
export const HOOKS_KEY = 'spectool.hooks';
const IGNORED = ['/cache/', '/locks/', '/numbers/', '/tmp/'];
/** Rules that re-include the log if a rule of the repository, such as `[Ll]og/`, would ignore it. */
const NOT_IGNORED = ['!/log/', '!/log/**'];

/** The checked values of a request, with defaults from the existing project. */
interface Asked {
  readonly config: Configuration;
  readonly isNew: boolean;
  readonly name: string | undefined;
  /** Project name to write to the configuration, so that references from other projects find it; undefined if not needed. */
  readonly projectName: string | undefined;
  /** Assistants requested now. */
  readonly tools: readonly string[] | undefined;
  readonly known: readonly Assistant[];
  readonly withSkill: boolean;
  readonly isChanged: boolean;
}

type InitProjectRequest = RequestOf<typeof initProject.request>;

/** Sets up a project, or updates the files of spectool in an existing one. Never overwrites files of the user. */
export const initProject = useCase(
  {
    /**
     * Names of assistants, `all` (alpha, beta and those with files in the project), `detected`, `skills` (the folder
     * `.agents/skills`) or `none`; the choice is recorded, and replaces the last one. Defaults to the last choice, else `alpha`.
     */
    agentTools: text,
    /**
     * Template that `create` uses by default: a name in `templates` of the configuration, or a file in `.spectool/templates/`.
     */
    template: text,
    name: text,
    /** Install the Agent Skill. Defaults to true if `skills` is one of the chosen assistants. */
    skill: flag,
    /**
     * Install hooks: assistants run `primeProject` when a session begins, and git checks specs before a commit. False removes
     * both.
     */
    hooks: flag,
    /** Merge driver command to set in this clone, as in `merge.<driver>.driver`; an empty text removes it. */
    mergeDriver: argument,
  },
  async (use, request): Promise<InitProjectResult> => {
    const { agentInstructions, configurationStore: configuration } = use;
    const isNew = !configuration.exists();
    refuseLeftOut(use, isNew);
    // Recover first, because an interrupted change may affect the configuration.
    const recovered = isNew ? [] : finish(use);
    try {
      // Check the request before anything is written.
      asked(use, request);
      const result = inTurn(use, request, agentInstructions, isNew);
      return { ...result, warnings: [...recovered, ...result.warnings] };
    } catch (error) {
      throw withWarningsInHint(error, recovered);
    }
  },
);

function inTurn(
  use: Services,
  request: InitProjectRequest,
  instructions: AgentInstructions,
  isNew: boolean,
): InitProjectResult {
  try {
    return use.lock.hold(() => {
      // Check again: the configuration may have changed while this command waited for the lock.
      const { config, ...given } = asked(use, request);
      return setUp(use, request, config, { ...given, instructions });
    });
  } catch (error) {
    if (isNew) leaveNothing(use);
    throw error;
  }
}

function refuseLeftOut(use: Services, isNew: boolean): void {
  const { clone, eventLog } = use;
  const { rule, isWhole } = (isNew ? clone.logIgnoredBy() : undefined) ?? {};
  if (rule !== undefined && isWhole === true)
    throw new SpectoolError(
      'LOG_IGNORED',
      `Git ignores the folder ${parentOf(LOG_FOLDER)} (${rule}), so other clones would not get the log.`,
      {
        hint: `Remove that rule from the ignore file, then run the command again.`,
        details: { rule },
      },
    );
  if (isNew) refuseNotCheckedOut(clone, CONFIG_FILE, "The project's configuration", parentOf(CONFIG_FILE));
  if (eventLog.records(PROJECT_STREAM).length === 0)
    refuseNotCheckedOut(clone, `${LOG_FOLDER}/${PROJECT_STREAM}`, "The project's log");
}

/** Plans `.spectool/.gitignore`. Re-includes the log if a rule of the repository ignores it. */
function exceptLog({ clone }: Services, changes: SetupChanges): void {
  const ignored = clone.logIgnoredBy();
  changes.manage(IGNORE_FILE, {
    kind: 'lines',
    lines: ignored === undefined ? IGNORED : [...IGNORED, ...NOT_IGNORED],
  });
  if (ignored !== undefined)
    changes.warnings.push({
      code: 'LOG_IGNORED',
      message: `A rule of git (${ignored.rule}) ignores ${LOG_FOLDER}; the lines ${NOT_IGNORED.join(' and ')} in ${IGNORE_FILE} bring the log back.`,
    });
}

function asked(use: Services, request: InitProjectRequest): Asked {
  const { fileSystem: files, configurationStore: configuration, eventLog } = use;
  const isNew = !configuration.exists();
  const name = request.name === undefined ? undefined : fieldText('name', request.name);
  const current = isNew ? configuration.initial() : currentConfig(use);
  const known = assistantsOf(current.agents);
  const tools = request.agentTools === undefined ? undefined : namedTools(request.agentTools, known, files);
  const template = chosenTemplate(files, current, request.template);
  const isDefault = isNew || current.templates['default'] === current.template;
  const templates = { ...current.templates, ...(isDefault && { default: template }) };
  const folder = lastNameIn(files.root.replaceAll('\\', '/'));
  const isFound = name === nameOfProject(current.variables['project_name'], folder);
  const projectName = name === undefined || isFound || !isReferenceName(name) ? undefined : name;
  const variables = {
    ...current.variables,
    ...(projectName !== undefined && { project_name: projectName }),
  };
  const config = { ...current, template, templates, variables };
  const agents = config.features.aiAgents && ownAgentsLink(files) === undefined ? [AGENTS_FILE] : [];
  const chosen = tools ?? toolsByDefault(eventLog);
  const withSkill = request.skill ?? chosen.includes(SKILLS_ONLY);
  const skill = withSkill ? skillPaths(skillFolders(chosen, known)) : [];
  checkWritable(files, [...OWN_FILES, ...agents, ...skill]);
  const isChanged = template !== current.template;
  return { config, isNew, name, projectName, tools, known, withSkill, isChanged };
}

function setUp(
  use: Services,
  request: InitProjectRequest,
  config: Configuration,
  given: Omit<Asked, 'config'> & { readonly instructions: AgentInstructions },
): InitProjectResult {
  const {
    fileSystem: files,
    eventLog: log,
    clock,
    ids,
    actors,
    shippedFiles: shipped,
    configurationStore: configuration,
  } = use;
  const changes = new SetupChanges(files);
  for (const file of SHIPPED_TEMPLATE_FILES)
    changes.keepOrCreate(`${TEMPLATES_FOLDER}/${file}`, shipped.read(`templates/${file}`));
  changes.own(SCHEMA_FILE, shipped.read('schemas/config.schema.json'));
  exceptLog(use, changes);
  const { projectName } = given;
  if (!given.isNew && (given.isChanged || projectName !== undefined))
    changes.own(CONFIG_FILE, configuration.textWith({ template: config.template, projectName }));
  else changes.keepOrCreate(CONFIG_FILE, defaultConfigText(config));
  for (const one of unheeded(given.tools ?? [], config, given.isChanged)) changes.warnings.push(one);
  const { foreignDocuments } = use;
  const foreign =
    files.list(config.specsDir).length === 0
      ? foreignDocuments.warnings(config.specsDir)
      : given.isNew
        ? foreignDocuments.inNewProject(config.specsDir)
        : [];
  for (const one of foreign) changes.warnings.push(one);
  changes.folder(config.specsDir);
  changes.manage(ATTRIBUTES_FILE, { kind: 'lines', lines: attributes(config) });
  const described = projectDescription(log, files, remoteName(use.clone));
  const project = given.name === undefined ? described : { ...described, name: given.name };
  const details = {
    name: project.name,
    config: config as unknown as JsonValue,
    ...(given.tools !== undefined && { agentTools: given.tools }),
  };
  const { known } = given;
  const tools = given.tools ?? toolsByDefault(log);
  const skill = given.withSkill ? planSkill(use, skillFolders(tools, known), changes) : [];
  const links = linkedFiles(tools, known);
  if (config.features.aiAgents) {
    planAgentsFile(files, { config, project }, given.instructions, links, changes);
    planReferences(files, given.tools ?? recordedTools(log), known, changes);
  }
  planHooks(use, request.hooks, given, config, changes);
  const drafts = new RecordDrafts('init', log, clock, ids, actors);
  planProjectRecord(log, drafts, [{ type: 'Initialize', data: details }, ...skill], changes);
  const { clone, transaction } = use;
  const isInRepository = clone.available();
  const driver = request.mergeDriver;
  if (driver !== undefined && request.hooks !== true && !isInRepository)
    changes.warnings.push(noRepository('merge driver', clone.complaint()));
  if (request.hooks === true && !isInRepository)
    changes.warnings.push(noRepository('hook', clone.complaint()));
  if (driver !== undefined && isInRepository) planMergeDriver(use, driver, changes);
  changes.commit(transaction);
  const { created, updated, removed, kept, warnings } = changes;
  const isAsked = !config.features.aiAgents || given.tools !== undefined || tools.length === 0;
  const served = changes.links.map(({ path }) => path);
  const found = isAsked ? [] : notAsked(tools, known, files, served);
  const result = {
    root: files.root,
    created,
    updated,
    ...(removed.length > 0 && { removed }),
    kept,
    links: changes.links,
    agentTools: tools,
    ...(found.length > 0 && { found }),
    warnings,
  };
  if (!isInRepository || request.hooks === false) return result;
  const isInstalled = (driver ?? clone.readConfig(DRIVER_KEY)) !== undefined;
  return { ...result, mergeDriver: isInstalled ? 'installed' : 'available' };
}

/** Returns the address of the remote repository without `.git`, for the name of a project at the top of the repository. */
function remoteName(clone: Clone): string | undefined {
  const isTop = clone.hook('pre-commit', [])?.prefix === '';
  return isTop
    ? clone
        .readConfig('remote.origin.url')
        ?.replace(/(?:\.git)?\/*$/, '')
        .replaceAll(':', '/')
    : undefined;
}

function finish(use: Services): readonly Warning[] {
  const { lock, transaction } = use;
  const { specsDir } = currentConfig(use);
  if (!transaction.isUnfinished()) return [];
  return lock.hold(() => recoveryWarnings(transaction.recover([specsDir])));
}

/**
 * Loads the configuration. An invalid one is an error, but missing shipped templates are allowed, because `init` restores
 * them.
 */
function currentConfig(use: Services): Configuration {
  const { configurationStore: configuration, fileSystem: files } = use;
  const { config } = configuration.load({ missingTemplates: 'allowed' });
  const named = [config.template, ...Object.values(config.templates)];
  const isBack = (file: string) =>
    (SHIPPED_TEMPLATE_FILES as readonly string[]).includes(file) ||
    files.stat(`${TEMPLATES_FOLDER}/${file}`) !== undefined;
  return named.every(isBack) ? config : configuration.load().config;
}

function planSkill(
  { skillInstallation }: Services,
  folders: readonly string[],
  changes: SetupChanges,
): readonly ProjectConfigCommand[] {
  const { result, command } = skillInstallation.plan(false, changes, folders);
  const { path, action, edited = [] } = result;
  if (action === 'unchanged') changes.kept.push(path);
  for (const one of edited) changes.kept.push(one.path);
  return command === undefined ? [] : [command];
}

/** Plans hooks only if the user requests them, because hooks run programs automatically. */
function planHooks(
  use: Services,
  wanted: boolean | undefined,
  { tools, known }: { readonly tools: readonly string[] | undefined; readonly known: readonly Assistant[] },
  { features }: Configuration,
  changes: SetupChanges,
): void {
  const { fileSystem: files, jsonText: json, agentInstructions, clone, commits, eventLog } = use;
  const texts = agentInstructions.hooks;
  if (wanted === undefined) return;
  const chosen = tools ?? [...toolsByDefault(eventLog), ...detected(known, files)];
  const assistants = known.filter(
    ({ name, sessionHook }) =>
      sessionHook !== undefined && (!wanted || (features.aiAgents && chosen.includes(name))),
  );
  const isCommitted = (file: string) => commits.filesNotInHead(file)?.length === 0;
  planSessionHooks(assistants, wanted, { json, texts, isCommitted }, changes);
  // Do not warn if the user chose no assistants.
  if (wanted && assistants.length === 0 && features.aiAgents && tools?.length !== 0)
    changes.warnings.push(noSessionHook(known));
  planCommitHooks(clone, texts, wanted, changes);
  const [was, now] = [clone.readConfig(HOOKS_KEY), wanted ? undefined : 'false'];
  if (was === now || !clone.available()) return;
  changes.outside.push({
    take: () => clone.writeConfig(HOOKS_KEY, now),
    revert: () => clone.writeConfig(HOOKS_KEY, was),
  });
}

/** Plans the settings of the merge driver, which are made last, because the transaction cannot undo git settings. */
function planMergeDriver(use: Services, driver: string, changes: SetupChanges): void {
  const { clone } = use;
  const settings = Object.entries({
    [DRIVER_KEY]: driver,
    // If two branches have several merge bases, git merges the bases first. The log has no records of that virtual version,
    // so git merges it as text.
    'merge.spectool.recursive': 'text',
    'merge.spectool.name': 'spectool documents',
  });
  // Set the command first, and unset it last: without it, the other settings would break merges.
  const wanted = (driver === '' ? settings.reverse() : settings)
    .map(([key, value]) => ({ key, value: driver === '' ? undefined : value, was: clone.readConfig(key) }))
    .filter(({ value, was }) => was !== value);
  if (wanted.length > 0) changes.updated.push('.git/config');
  for (const { key, value, was } of wanted)
    changes.outside.push({
      take: () => clone.writeConfig(key, value),
      revert: () => clone.writeConfig(key, was),
    });
}

/** Removes the folders created for lock and caches if the project could not be set up. */
function leaveNothing(use: Services): void {
  const { fileSystem: files } = use;
  ignoreErrors(() => files.remove('.spectool/cache'));
  for (const folder of ['.spectool/locks', '.spectool/tmp', '.spectool/log', '.spectool'])
    ignoreErrors(() => void files.removeEmptyDirectory(folder));
}

function notAsked(
  tools: readonly string[],
  known: readonly Assistant[],
  files: FileSystem,
  served: readonly string[],
): readonly string[] {
  const there = detected(known, files);
  return known.flatMap(({ name, file }) =>
    file !== undefined && there.includes(name) && !tools.includes(name) && !served.includes(file)
      ? [name]
      : [],
  );
}

/**
 * Warns that the merge driver or hook was left out, because there is no usable repository.
 * @param complaint git's error, if there is a repository that git cannot use.
 */
function noRepository(what: 'merge driver' | 'hook', complaint: string | undefined): Warning {
  const code = what === 'hook' ? 'HOOK_LEFT_OUT' : 'MERGE_DRIVER_LEFT_OUT';
  const name = what === 'hook' ? 'git hook' : what;
  if (complaint === undefined)
    return {
      code,
      message: `There is no git repository here, so no ${name} was set up.`,
      hint: 'Run `git init`, then the command again.',
    };
  return {
    code,
    message: `No ${name} was set up, because git cannot read the repository: ${complaint}`,
    hint: 'Run `git status` to see what is wrong, then the command again.',
  };
}

/** Returns the file of the chosen template. @throws SpectoolError `TEMPLATE_NOT_FOUND` with the known names. */
function chosenTemplate(files: FileSystem, config: Configuration, name: string | undefined): string {
  if (name === undefined) return config.template;
  const there = startingTemplates(files);
  const file = templateFile(name, config.templates, there);
  if (file !== undefined) return file;
  const known = templateNames(config.templates, there);
  const [near] = nearestWords(name, known, 1);
  throw new SpectoolError(
    'TEMPLATE_NOT_FOUND',
    `There is no template "${name}". The templates are: ${known.join(', ')}.`,
    {
      hint: near === undefined ? `Add the template to ${TEMPLATES_FOLDER}/.` : `Did you mean ${near}?`,
      details: { template: name, known },
    },
  );
}

/** Returns the template files that a new project can use: its own and the shipped ones. */
export function startingTemplates(files: FileSystem): readonly string[] {
  const own = files.list(TEMPLATES_FOLDER).filter(({ kind }) => kind === 'file');
  return [...new Set([...SHIPPED_TEMPLATE_FILES, ...own.map(({ name }) => name)])];
}

function attributes({ specsDir, structure }: Configuration): readonly string[] {
  return [
    '.spectool/log/** -text -diff linguist-generated',
    `${attributePattern(specsDir, structure.defaultFile)} merge=spectool`,
  ];
}
