import { assistantsOf } from '../../../domain/project/assistants.js';
import { DEFAULT_CONFIG } from '../../../domain/project/configuration.js';
import { templateNames } from '../../../domain/template/template.js';
import { DRIVER_KEY, HOOKS_KEY, startingTemplates } from '../../commands/project/initProject.js';
import { detected, existingTools, SKILL_PATH, toolsByDefault } from '../../setup/assistantFilesAndSkill.js';
import { projectDescription } from '../../changes/projectSettingsRecord.js';
import { SetupChanges } from '../../setup/setupChanges.js';
import { agentsFindings } from '../../setup/agentsFile.js';
import { missingHooks } from '../../setup/hooks.js';
import { flag, useCase } from '../../useCase.js';

export interface ShowSetupResult {
  /** True if the project has a configuration. */
  readonly initialized: boolean;
  /** Name of the project as recorded in the log, else the default name. */
  readonly name: string;
  /** Template names that `init` accepts, including the project's own templates. */
  readonly templates: readonly string[];
  /** Name of the template file that `create` uses by default. */
  readonly template: string;
  /** Assistants whose files link to AGENTS.md, or would link to it after `init`. */
  readonly agentTools: readonly string[];
  /**
   * All assistants known to `init`. `file` is linked to AGENTS.md; `detected` is true if the repository has files of the
   * assistant.
   */
  readonly assistants: readonly {
    readonly name: string;
    readonly file?: string;
    readonly detected: boolean;
  }[];
  /** True if the Agent Skill is installed. */
  readonly skill: boolean;
  /** Merge driver command in this clone; absent if none is set. */
  readonly mergeDriver?: string;
}

/** Shows the setup of a project, or the defaults that `init` would use. */
export const showSetup = useCase(
  {},
  ({ configurationStore, fileSystem, clone, eventLog }): ShowSetupResult => {
    const initialized = configurationStore.exists();
    const config = initialized
      ? configurationStore.load({ missingTemplates: 'allowed' }).config
      : DEFAULT_CONFIG;
    const known = assistantsOf(config.agents);
    const found = detected(known, fileSystem);
    const mergeDriver = clone.available() ? clone.readConfig(DRIVER_KEY) : undefined;
    return {
      initialized,
      name: projectDescription(eventLog, fileSystem).name,
      templates: templateNames(config.templates, startingTemplates(fileSystem)),
      template: config.template,
      agentTools: [...new Set([...existingTools(fileSystem, known), ...toolsByDefault(eventLog)])],
      assistants: known.map(({ name, file }) => ({
        name,
        ...(file !== undefined && { file }),
        detected: found.includes(name),
      })),
      skill: fileSystem.stat(SKILL_PATH) !== undefined,
      ...(mergeDriver !== undefined && { mergeDriver }),
    };
  },
);

/** The actor under whose name the cache keeps the days of the last reminders; no person has an empty name. */
const REMINDER = '';

/**
 * Returns what the setup of this clone lacks, each list at most once a day. Empty without a git repository or without a cache,
 * where the day cannot be kept.
 */
export const findSetupGaps = useCase(
  {
    /** Also compare AGENTS.md and the skill with those of this version. */
    instructions: flag,
  },
  (use, request): { readonly missing: readonly string[]; readonly outdated: readonly string[] } => {
    const { clone, fileSystem: files, agentInstructions: texts, config, eventLog, visits } = use;
    const today = Date.parse(use.clock.today());
    const isDue = (list: string) => {
      const days = visits.last(REMINDER) ?? new Map<string, number>();
      visits.keep(REMINDER, new Map([...days, [list, today]]));
      return days.get(list) !== today && visits.last(REMINDER)?.get(list) === today;
    };
    const isAsked = isDue('clone') && clone.available() && clone.readConfig(HOOKS_KEY) !== 'false';
    const isStale = () =>
      agentsFindings(files, { config, project: projectDescription(eventLog, files) }, texts).some(
        ({ code }) => code === 'AGENTS_STALE',
      );
    const isOldSkill = () =>
      use.skillInstallation.plan(false, new SetupChanges(files), []).result.action === 'updated';
    const isChecked = request.instructions === true && isDue('instructions');
    return {
      missing: [
        ...(isAsked && missingHooks(clone, texts.hooks).length > 0 ? ['the git hooks'] : []),
        ...(isAsked && clone.readConfig(DRIVER_KEY) === undefined ? ['the merge driver'] : []),
      ],
      outdated: [
        ...(isChecked && isStale() ? ['AGENTS.md'] : []),
        ...(isChecked && files.stat(SKILL_PATH) !== undefined && isOldSkill() ? ['the skill'] : []),
      ],
    };
  },
);
