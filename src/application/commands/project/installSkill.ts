import { assistantsOf } from '../../../domain/project/assistants.js';
import type { Configuration } from '../../../domain/project/configuration.js';
import type { EventLog } from '../../../ports/eventLog.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { AgentInstructions } from '../../../ports/shippedAndGeneratedTexts.js';
import type { Transaction } from '../../../ports/transaction.js';
import type { WriteSession } from '../../changes/writeSession.js';
import { flag, type RequestSchema } from '../../requestSchema.js';
import { planAgentsFile } from '../../setup/agentsFile.js';
import { AGENTS_FILE, ownAgentsLink, skillFolders, toolsByDefault } from '../../setup/assistantFiles.js';
import { projectDescription } from '../../setup/projectDescription.js';
import { planProjectRecord } from '../../setup/projectSettingsRecord.js';
import { checkWritable, SetupChanges } from '../../setup/setupChanges.js';
import { type SkillInstallation, type SkillInstalled, skillPaths } from '../../setup/skillInstallation.js';
import { UseCase } from '../../useCase.js';

export interface InstallSkillRequest {
  /** Replace an edited skill. */
  readonly force?: boolean | undefined;
}

/** Installs the Agent Skill. AGENTS.md then contains only text that is specific to the project. */
export class InstallSkill extends UseCase<InstallSkillRequest, SkillInstalled> {
  static readonly request: RequestSchema<InstallSkillRequest> = { force: flag };

  constructor(
    private readonly access: WriteSession,
    private readonly installation: SkillInstallation,
    private readonly files: FileSystem,
    private readonly log: EventLog,
    private readonly config: Configuration,
    private readonly instructions: AgentInstructions,
    private readonly transaction: Transaction,
  ) {
    super();
  }

  protected override async run(request: InstallSkillRequest): Promise<SkillInstalled> {
    const instructions = await this.instructions.load();
    return this.access.change('skill install', (drafts) => {
      const [tools, known] = [toolsByDefault(this.log), assistantsOf(this.config.agents)];
      const folders = skillFolders(tools, known);
      checkWritable(this.files, [
        ...skillPaths(folders),
        ...(ownAgentsLink(this.files) === undefined ? [AGENTS_FILE] : []),
      ]);
      const changes = new SetupChanges(this.files);
      const { result, command } = this.installation.plan(request.force === true, changes, folders);
      if (command !== undefined) planProjectRecord(this.log, drafts, [command], changes, this.config);
      if (this.config.features.aiAgents && this.files.stat(AGENTS_FILE) !== undefined) {
        const facts = {
          config: this.config,
          project: projectDescription(this.log, this.files),
        };
        planAgentsFile(this.files, facts, instructions, [], changes);
      }
      changes.commit(this.transaction);
      const written = [...changes.created, ...changes.updated];
      return {
        ...result,
        ...(written.length > 0 && { written }),
        ...(changes.warnings.length > 0 && { warnings: changes.warnings }),
      };
    });
  }
}
