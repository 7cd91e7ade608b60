import type { LogRecord } from '../log/record.js';
import { jsonEquals, type JsonValue } from '../value/json.js';
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
  | { readonly type: 'InstallSkill'; readonly data: { readonly path: string; readonly digest: string } };

export function decideProject(command: ProjectCommand, project: Project): readonly ProjectEvent[] {
  switch (command.type) {
    case 'Initialize': {
      const { name, config } = command.data;
      if (!project.initialized) return [{ type: 'ProjectInitialized', data: { name, config } }];
      if (jsonEquals(project.config, config) && project.name === name) return [];
      return [{ type: 'ConfigurationChanged', data: { config, ...(project.name !== name && { name }) } }];
    }
    case 'InstallSkill':
      return project.skillDigest === command.data.digest
        ? []
        : [{ type: 'SkillInstalled', data: command.data }];
  }
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

const TYPES: ReadonlySet<string> = new Set<ProjectEvent['type']>([
  'ProjectInitialized',
  'ConfigurationChanged',
  'SkillInstalled',
]);

/** The project a stream of records tells; unknown events are passed over. */
export function foldProject(records: readonly LogRecord[]): Project {
  return records
    .flatMap(({ events }) => events)
    .filter(({ type }) => TYPES.has(type))
    .reduce((project, event) => evolveProject(project, event as unknown as ProjectEvent), UNKNOWN_PROJECT);
}
