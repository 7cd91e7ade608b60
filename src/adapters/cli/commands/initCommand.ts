import { Command, Option } from 'clipanion';
import type { InitProjectResult } from '../../../application/commands/initProject.js';
import type { Spectool } from '../../../application/spectool.js';
import type { InitAnswers } from '../askInit.js';
import { renderInit } from '../render/renderInit.js';
import type { Terminal } from '../layout/terminal.js';
import { SpectoolCommand } from '../spectoolCommand.js';

export class InitCommand extends SpectoolCommand<InitProjectResult> {
  static override paths = [['init']];
  static override usage = Command.Usage({
    category: 'Start',
    description: 'create configuration, templates, AGENTS.md and links; safe to run again',
    examples: [
      ['Take the defaults', 'spectool init -y'],
      ['Links for both assistants, and the skill', 'spectool init -y --agent-tools alpha,beta --skill'],
    ],
  });

  yes = Option.Boolean('-y,--yes', false, { description: 'ask nothing, take the defaults' });
  agentTools = Option.String('--agent-tools', { description: 'alpha, beta, a list of them, all or none' });
  template = Option.String('--template', {
    description: 'template to start with: spec, api, feature or bug',
  });
  skill = Option.Boolean('--skill', { description: 'install the Agent Skill (--no-skill: do not)' });
  name = Option.String('--name', { description: 'what the project is called' });
  mergeDriver = Option.Boolean('--merge-driver', {
    description: 'let git merge documents with spectool in this clone',
  });

  protected override needsProject = false;

  protected override async run(spectool: Spectool): Promise<InitProjectResult> {
    const given: InitAnswers = {
      ...(this.agentTools !== undefined && { agentTools: this.agentTools }),
      ...(this.template !== undefined && { template: this.template }),
      ...(this.name !== undefined && { name: this.name }),
      ...(this.skill !== undefined && { skill: this.skill }),
      ...(this.mergeDriver !== undefined && { mergeDriver: this.mergeDriver }),
    };
    const asks = this.context.output.interactive && !this.yes && !this.json;
    const answers = asks ? await (await import('../askInit.js')).askInit(given, spectool.root) : given;
    const { mergeDriver = false, ...request } = answers;
    return spectool.initProject.execute({
      ...request,
      ...(mergeDriver && { mergeDriver: this.context.program }),
    });
  }

  protected override warnings({ warnings }: InitProjectResult) {
    return warnings;
  }

  protected override render(result: InitProjectResult, terminal: Terminal): string {
    return renderInit(result, terminal);
  }
}
