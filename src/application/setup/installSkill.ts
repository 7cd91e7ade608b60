import { useCase, flag } from '../useCase.js';
import {
  type SkillInstalled,
  toolsByDefault,
  skillFolders,
  skillPaths,
  ownAgentsLink,
  AGENTS_FILE,
} from './assistantFilesAndSkill.js';
import { assistantsOf } from '../../domain/project/assistants.js';
import { checkWritable, SetupChanges } from './setupChanges.js';
import { planProjectRecord, projectDescription } from '../changes/projectSettingsRecord.js';
import { planAgentsFile } from './agentsFile.js';

/** Installs the Agent Skill. AGENTS.md then contains only text that is specific to the project. */
export const installSkill = useCase(
  {
    /** Replace an edited skill. */
    force: flag,
  },
  async (use, request): Promise<SkillInstalled> => {
    return use.writeSession.change('skill install', (drafts) => {
      const [tools, known] = [toolsByDefault(use.eventLog), assistantsOf(use.config.agents)];
      const folders = skillFolders(tools, known);
      checkWritable(use.fileSystem, [
        ...skillPaths(folders),
        ...(ownAgentsLink(use.fileSystem) === undefined ? [AGENTS_FILE] : []),
      ]);
      const changes = new SetupChanges(use.fileSystem);
      const { result, command } = use.skillInstallation.plan(request.force === true, changes, folders);
      if (command !== undefined) planProjectRecord(use.eventLog, drafts, [command], changes, use.config);
      if (use.config.features.aiAgents && use.fileSystem.stat(AGENTS_FILE) !== undefined) {
        const facts = {
          config: use.config,
          project: projectDescription(use.eventLog, use.fileSystem),
        };
        planAgentsFile(use.fileSystem, facts, use.agentInstructions, [], changes);
      }
      changes.commit(use.transaction);
      const written = [...changes.created, ...changes.updated];
      return {
        ...result,
        ...(written.length > 0 && { written }),
        ...(changes.warnings.length > 0 && { warnings: changes.warnings }),
      };
    });
  },
);
