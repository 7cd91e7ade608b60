import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { DEFAULT_CONFIG, type ProjectConfig } from '../../domain/project/projectConfig.js';
import type { ConfigurationStore, LoadedConfiguration } from '../../ports/configurationStore.js';
import type { FileSystem } from '../../ports/fileSystem.js';

const CONFIG_FILE = '.spectool/config.json';

/** `.spectool/config.json` on a file system. */
export class FileConfigurationStore implements ConfigurationStore {
  readonly #files: FileSystem;

  constructor(files: FileSystem) {
    this.#files = files;
  }

  exists(): boolean {
    return this.text() !== undefined;
  }

  text(): string | undefined {
    return this.#files.readText(CONFIG_FILE);
  }

  load(): LoadedConfiguration {
    const text = this.text();
    if (text === undefined) {
      throw new SpectoolError('NOT_A_PROJECT', `There is no ${CONFIG_FILE} here or in a folder above.`, {
        hint: 'run spectool init',
      });
    }
    const given = JSON.parse(text) as Partial<ProjectConfig>;
    const config: ProjectConfig = {
      ...DEFAULT_CONFIG,
      ...given,
      structure: { ...DEFAULT_CONFIG.structure, ...given.structure },
      features: { ...DEFAULT_CONFIG.features, ...given.features },
      frontmatter: { ...DEFAULT_CONFIG.frontmatter, ...given.frontmatter },
    };
    return { config, warnings: [] };
  }
}
