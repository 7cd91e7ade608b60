import { assistantsOf } from '../../../domain/project/assistants.js';
import { flag, type RequestSchema } from '../../requestSchema.js';
import { planAgentsFile } from '../../setup/agentsFile.js';
import { AGENTS_FILE, ownAgentsLink, skillFolders, toolsByDefault } from '../../setup/assistantFiles.js';
import { projectDescription } from '../../setup/projectDescription.js';
import { planProjectRecord } from '../../setup/projectSettingsRecord.js';
import { checkWritable, SetupChanges } from '../../setup/setupChanges.js';
import { type SkillInstalled, skillPaths } from '../../setup/skillInstallation.js';
import { UseCase } from '../../useCase.js';

export interface InstallSkillRequest {
  /** Replace an edited skill. */
  readonly force?: boolean | undefined;
}

/** Installs the Agent Skill. AGENTS.md then contains only text that is specific to the project. */
export class InstallSkill extends UseCase<InstallSkillRequest, SkillInstalled> {
  static readonly request: RequestSchema<InstallSkillRequest> = { force: flag };

  protected override async run(request: InstallSkillRequest): Promise<SkillInstalled> {
    const instructions = await this.use.agentInstructions.load();
    return this.use.writeSession.change('skill install', (drafts) => {
      const [tools, known] = [toolsByDefault(this.use.eventLog), assistantsOf(this.use.config.agents)];
      const folders = skillFolders(tools, known);
      checkWritable(this.use.fileSystem, [
        ...skillPaths(folders),
        ...(ownAgentsLink(this.use.fileSystem) === undefined ? [AGENTS_FILE] : []),
      ]);
      const changes = new SetupChanges(this.use.fileSystem);
      const { result, command } = this.use.skillInstallation.plan(request.force === true, changes, folders);
      if (command !== undefined)
        planProjectRecord(this.use.eventLog, drafts, [command], changes, this.use.config);
      if (this.use.config.features.aiAgents && this.use.fileSystem.stat(AGENTS_FILE) !== undefined) {
        const facts = {
          config: this.use.config,
          project: projectDescription(this.use.eventLog, this.use.fileSystem),
        };
        planAgentsFile(this.use.fileSystem, facts, instructions, [], changes);
      }
      changes.commit(this.use.transaction);
      const written = [...changes.created, ...changes.updated];
      return {
        ...result,
        ...(written.length > 0 && { written }),
        ...(changes.warnings.length > 0 && { warnings: changes.warnings }),
      };
    });
  }
}
