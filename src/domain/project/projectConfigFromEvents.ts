import type { LogRecord } from '../log/records/record.js';
import { type JsonObject, type JsonValue, jsonEquals } from '../value/jsonValue.js';
import { completeConfiguration } from './configurationDefaults.js';
import { configurationChanges } from './configurationChanges.js';
import type { ProjectEvent, ProjectInitialized, SpecsImported } from './projectEvents.js';

/** A project's configuration and the user's other choices, as they result from the events of the project's log. */
export interface ProjectConfig {
  readonly initialized: boolean;
  /** The name given with `init --name`. */
  readonly name?: string;
  readonly config: JsonValue;
  /** The assistants that the user last chose, perhaps none; absent if the user never chose. */
  readonly agentTools?: readonly string[];
  readonly skillDigest?: string;
}

export const UNKNOWN_CONFIG: ProjectConfig = { initialized: false, config: null };

export type ProjectConfigCommand =
  /** Sets the configuration of a project. */
  | { readonly type: 'Initialize'; readonly data: ProjectInitialized['data'] }
  /** Records a change of the configuration file by a command. `given`: the settings after it, without defaults. */
  | { readonly type: 'ChangeSettings'; readonly data: { readonly given: JsonObject } }
  /** Records changes of the configuration file that were made by hand. */
  | { readonly type: 'ObserveConfiguration'; readonly data: { readonly config: JsonValue } }
  | { readonly type: 'ImportSpecs'; readonly data: SpecsImported['data'] }
  | { readonly type: 'InstallSkill'; readonly data: { readonly path: string; readonly digest: string } };

export function decideProjectConfig(
  command: ProjectConfigCommand,
  project: ProjectConfig,
): readonly ProjectEvent[] {
  switch (command.type) {
    case 'Initialize': {
      if (!project.initialized) return [{ type: 'ProjectInitialized', data: command.data }];
      return configurationChanged(project, command.data);
    }
    case 'ChangeSettings': {
      const config = completeConfiguration(command.data.given) as unknown as JsonValue;
      return configurationChanged(project, { config });
    }
    case 'ObserveConfiguration':
      return configurationChanged(project, command.data);
    case 'ImportSpecs':
      return command.data.count === 0 ? [] : [{ type: 'SpecsImported', data: command.data }];
    case 'InstallSkill':
      return project.skillDigest === command.data.digest
        ? []
        : [{ type: 'SkillInstalled', data: command.data }];
  }
}

function configurationChanged(
  project: ProjectConfig,
  { config, name, agentTools }: Partial<ProjectInitialized['data']> & { readonly config: JsonValue },
): readonly ProjectEvent[] {
  // Without a recorded configuration, there is nothing to compare with.
  if (!project.initialized) return [];
  const changes = configurationChanges(project.config, config);
  const news = {
    ...(Object.keys(changes).length > 0 && { changes }),
    ...(name !== undefined && project.name !== name && { name }),
    ...(agentTools !== undefined && !jsonEquals(project.agentTools ?? null, agentTools) && { agentTools }),
  };
  if (Object.keys(news).length === 0) return [];
  return [{ type: 'ConfigurationChanged', data: { config, ...news } }];
}

/** Returns the project after one recorded event, which is never refused. */
export function evolveProjectConfig(project: ProjectConfig, event: ProjectEvent): ProjectConfig {
  switch (event.type) {
    case 'ProjectInitialized':
    case 'ConfigurationChanged':
      return {
        ...project,
        initialized: true,
        config: event.data.config,
        // The type of the name is checked, because a log may be damaged.
        ...(typeof event.data.name === 'string' && { name: event.data.name }),
        ...(event.data.agentTools !== undefined && { agentTools: event.data.agentTools }),
      };
    case 'SkillInstalled':
      return { ...project, skillDigest: event.data.digest };
    case 'SpecsImported':
      return project;
  }
}

const TYPES: { readonly [Type in ProjectEvent['type']]: true } = {
  ProjectInitialized: true,
  ConfigurationChanged: true,
  SkillInstalled: true,
  SpecsImported: true,
};

/** Returns the configuration and choices that result from the records of the project's log; unknown events are skipped. */
export function foldProjectConfig(records: readonly LogRecord[]): ProjectConfig {
  return records
    .flatMap(({ events }) => events)
    .filter(({ type }) => Object.hasOwn(TYPES, type))
    .reduce(
      (project, event) => evolveProjectConfig(project, event as unknown as ProjectEvent),
      UNKNOWN_CONFIG,
    );
}
