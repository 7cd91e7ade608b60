import { assistantsOf } from '../../../domain/project/assistants.js';
import { DEFAULT_CONFIG } from '../../../domain/project/configuration.js';
import { templateNames } from '../../../domain/template/templateNames.js';
import type { ConfigurationStore } from '../../../ports/configurationStore.js';
import type { EventLog } from '../../../ports/eventLog.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { Clone } from '../../../ports/repository/clone.js';
import { DRIVER_KEY, startingTemplates } from '../../commands/project/initProject.js';
import type { RequestSchema } from '../../requestSchema.js';
import { detected, existingTools, toolsByDefault } from '../../setup/assistantFiles.js';
import { describedProject } from '../../setup/describedProject.js';
import { SKILL_PATH } from '../../setup/skillFiles.js';
import { UseCase } from '../../useCase.js';

export type ShowSetupRequest = Readonly<Record<string, never>>;

export interface ShowSetupResult {
  /** There is a configuration. */
  readonly initialized: boolean;
  /** As recorded, else what the project would be called. */
  readonly name: string;
  /** Names `init` takes for the primary template, the project's own among them. */
  readonly templates: readonly string[];
  /** File of the primary template. */
  readonly template: string;
  /** Tools whose files lead to AGENTS.md, or would by default. */
  readonly agentTools: readonly string[];
  /** All that `init` knows; `file` is the one that is linked to AGENTS.md, `detected` that the repository holds files of it. */
  readonly assistants: readonly {
    readonly name: string;
    readonly file?: string;
    readonly detected: boolean;
  }[];
  /** The Agent Skill is installed. */
  readonly skill: boolean;
  /** The line by which git merges documents in this clone, whoever set it; absent where none is set. */
  readonly mergeDriver?: string;
}

/** How a project is set up, or would be by default: what somebody who runs `init` starts from. */
export class ShowSetup extends UseCase<ShowSetupRequest, ShowSetupResult> {
  static readonly request: RequestSchema<ShowSetupRequest> = {};

  constructor(
    private readonly files: FileSystem,
    private readonly configuration: ConfigurationStore,
    private readonly log: EventLog,
    private readonly clone: Clone,
  ) {
    super();
  }

  protected override async run(): Promise<ShowSetupResult> {
    const initialized = this.configuration.exists();
    const config = initialized
      ? this.configuration.load({ missingTemplates: 'allowed' }).config
      : DEFAULT_CONFIG;
    const known = assistantsOf(config.agents);
    const found = detected(known, this.files);
    const mergeDriver = this.clone.available() ? this.clone.readConfig(DRIVER_KEY) : undefined;
    return {
      initialized,
      name: describedProject(this.log, this.files).name,
      templates: templateNames(config.templates, startingTemplates(this.files)),
      template: config.template,
      agentTools: [...new Set([...existingTools(this.files, known), ...toolsByDefault(this.log)])],
      assistants: known.map(({ name, file }) => ({
        name,
        ...(file !== undefined && { file }),
        detected: found.includes(name),
      })),
      skill: this.files.stat(SKILL_PATH) !== undefined,
      ...(mergeDriver !== undefined && { mergeDriver }),
    };
  }
}
