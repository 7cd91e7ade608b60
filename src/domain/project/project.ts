import type { LogRecord } from '../log/record.js';
import type { JsonValue } from '../value/json.js';
import { configurationChanges } from './configurationChanges.js';
import type { ProjectEvent } from './events.js';

/** The project as its events tell it. */
export interface Project {
  readonly initialized: boolean;
  /** What `init --name` called it. */
  readonly name?: string;
  readonly config: JsonValue;
  readonly skillDigest?: string;
}

export const UNKNOWN_PROJECT: Project = { initialized: false, config: null };

export type ProjectCommand =
  /** The configuration was found or made to be this. */
  | { readonly type: 'Initialize'; readonly data: { readonly name: string; readonly config: JsonValue } }
  /** The configuration is found to be this; somebody edited the file, or nobody did. */
  | { readonly type: 'ObserveConfiguration'; readonly data: { readonly config: JsonValue } }
  | { readonly type: 'InstallSkill'; readonly data: { readonly path: string; readonly digest: string } };

export function decideProject(command: ProjectCommand, project: Project): readonly ProjectEvent[] {
  switch (command.type) {
    case 'Initialize': {
      const { name, config } = command.data;
      if (!project.initialized) return [{ type: 'ProjectInitialized', data: { name, config } }];
      return configurationChanged(project, config, name);
    }
    case 'ObserveConfiguration':
      return project.initialized ? configurationChanged(project, command.data.config, project.name) : [];
    case 'InstallSkill':
      return project.skillDigest === command.data.digest
        ? []
        : [{ type: 'SkillInstalled', data: command.data }];
  }
}

function configurationChanged(
  project: Project,
  config: JsonValue,
  name: string | undefined,
): readonly ProjectEvent[] {
  const changes = configurationChanges(project.config, config);
  const isSame = Object.keys(changes).length === 0;
  if (isSame && project.name === name) return [];
  return [
    {
      type: 'ConfigurationChanged',
      data: {
        config,
        ...(!isSame && { changes }),
        ...(name !== undefined && project.name !== name && { name }),
      },
    },
  ];
}

/** Applies one recorded fact; never refuses. */
export function evolveProject(project: Project, event: ProjectEvent): Project {
  switch (event.type) {
    case 'ProjectInitialized':
    case 'ConfigurationChanged':
      return {
        ...project,
        initialized: true,
        config: event.data.config,
        ...(event.data.name !== undefined && { name: event.data.name }),
      };
    case 'SkillInstalled':
      return { ...project, skillDigest: event.data.digest };
  }
}

const TYPES: { readonly [Type in ProjectEvent['type']]: true } = {
  ProjectInitialized: true,
  ConfigurationChanged: true,
  SkillInstalled: true,
};

/** The project a stream of records tells; unknown events are passed over. */
export function foldProject(records: readonly LogRecord[]): Project {
  return records
    .flatMap(({ events }) => events)
    .filter(({ type }) => Object.hasOwn(TYPES, type))
    .reduce((project, event) => evolveProject(project, event as unknown as ProjectEvent), UNKNOWN_PROJECT);
}
