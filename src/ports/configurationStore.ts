import type { ConfigFinding } from '../domain/project/configFinding.js';
import type { ProjectConfig } from '../domain/project/projectConfig.js';

export interface LoadedConfiguration {
  readonly config: ProjectConfig;
  /** Unknown keys and the like; the configuration is usable. */
  readonly warnings: readonly ConfigFinding[];
}

/** `.spectool/config.json`. */
export interface ConfigurationStore {
  exists(): boolean;
  /**
   * Loaded, defaulted, validated whole; templates it names are looked for.
   * @throws SpectoolError `NOT_A_PROJECT` when there is none, `CONFIG_INVALID` with every problem in `details`.
   */
  load(options?: { readonly missingTemplates?: 'allowed' }): LoadedConfiguration;
  /**
   * What a new project starts with.
   * @throws SpectoolError `CONFIG_INVALID` when what stands where its specs belong is no folder.
   */
  initial(): ProjectConfig;
  /** The file's text as it stands, undefined when there is none. */
  text(): string | undefined;
  /** The file's text with another primary template, also under the name `default` where that was the same file; everything else as it is written. It must have been loaded. */
  textWithTemplate(fileName: string): string;
}
