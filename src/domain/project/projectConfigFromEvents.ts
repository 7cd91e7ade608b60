import type { LogRecord } from '../log/records/record.js';
import { isJsonObject, jsonEquals, type JsonObject, type JsonValue } from '../value/jsonValue.js';
import { completeConfiguration } from './configRulesAndDefaults.js';
import { DEFAULT_CONFIG } from './configuration.js';

/** The old and the new value of each changed configuration key, by its path (`structure.sequenceDigits`); null means absent. */
export type ConfigurationChanges = Readonly<
  Record<string, { readonly from: JsonValue; readonly to: JsonValue }>
>;

/**
 * Compares two configurations. A missing key has its default value, so that a key that a newer version of spectool adds is not a
 * change.
 */
function configurationChanges(before: JsonValue, after: JsonValue): ConfigurationChanges {
  const changes = changesBelow('', completed(before), completed(after));
  return Object.fromEntries(changes.filter(([key]) => !REMOVED.has(key)));
}

/** Settings that earlier versions had and recorded, also with their defaults. */
const REMOVED = new Set(['extends', 'sync.timeout', 'workflow.approvals']);

type Change = readonly [path: string, { readonly from: JsonValue; readonly to: JsonValue }];

function changesBelow(prefix: string, before: JsonObject, after: JsonObject): readonly Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key): readonly Change[] => {
    const from = Object.hasOwn(before, key) ? (before[key] ?? null) : null;
    const to = Object.hasOwn(after, key) ? (after[key] ?? null) : null;
    if (isJsonObject(from) && isJsonObject(to)) return changesBelow(`${prefix}${key}.`, from, to);
    return jsonEquals(from, to) ? [] : [[`${prefix}${key}`, { from, to }]];
  });
}

function completed(config: JsonValue): JsonObject {
  const defaults = DEFAULT_CONFIG as unknown as JsonObject;
  const given = isJsonObject(config) ? config : {};
  const groups = ['structure', 'features', 'frontmatter'].flatMap((key) => {
    const [standard, own] = [defaults[key] ?? null, given[key] ?? null];
    return isJsonObject(standard) && isJsonObject(own) ? [[key, { ...standard, ...own }] as const] : [];
  });
  return { ...defaults, ...given, ...Object.fromEntries(groups) };
}

/**
 * The first event of a project's own log, which is called `project`. Like events of specs, events of the project are stored
 * forever: fields may be added, but never renamed.
 */
interface ProjectInitialized {
  readonly type: 'ProjectInitialized';
  readonly data: {
    readonly name: string;
    readonly config: JsonValue;
    /** The assistants that the user chose; absent if the user did not choose. */
    readonly agentTools?: readonly string[];
  };
}
interface ConfigurationChanged {
  readonly type: 'ConfigurationChanged';
  readonly data: {
    readonly config: JsonValue;
    /** The changed keys; absent in records of earlier versions, and if only the name changed. */
    readonly changes?: ConfigurationChanges;
    readonly name?: string;
    /** The assistants that the user chose, if the choice changed. */
    readonly agentTools?: readonly string[];
  };
}
interface SkillInstalled {
  readonly type: 'SkillInstalled';
  /** `digest` is computed from the installed files; it shows whether existing files are an older version or were edited. */
  readonly data: { readonly path: string; readonly digest: string };
}

/** Documents of another tool were imported as specs; each spec has its own log. */
interface SpecsImported {
  readonly type: 'SpecsImported';
  /** `source` is the tool that the documents come from, and `path` their folder. */
  readonly data: {
    readonly source: string;
    readonly path: string;
    readonly count: number;
    /** The ids of the imported specs; absent in records of earlier versions. */
    readonly specs?: readonly string[];
    /** The ids of records that updated specs of earlier imports; absent if there were none. */
    readonly changed?: readonly string[];
  };
}

export type ProjectEvent = ProjectInitialized | ConfigurationChanged | SkillInstalled | SpecsImported;

/** The project's configuration and the user's other choices, computed from the project's log. */
interface ProjectConfig {
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
  /** Records that a command changed the configuration file; `given` has the new settings, without defaults. */
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

/** Returns the project after a recorded event. Events are never refused, because they have already happened. */
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
