import { Command, Option } from 'clipanion';
import type { CountTokensResult } from '../../../application/queries/countTokens.js';
import type { Spectool } from '../../../application/spectool.js';
import { renderTokens } from '../render/renderTokens.js';
import type { Terminal } from '../layout/terminal.js';
import { SpectoolCommand } from '../spectoolCommand.js';

export class TokensCommand extends SpectoolCommand<CountTokensResult> {
  static override paths = [['tokens']];
  static override usage = Command.Usage({
    category: 'Look',
    description: 'size of specs in LLM tokens, with a rating',
    details: `
      Counts the default file and every further Markdown file with the o200k_base encoding. Below 2,000 tokens is optimal,
      below 3,500 good, up to 5,000 consider splitting, above that should split. Without a spec: all active ones.
    `,
    examples: [
      ['All specs', 'spectool tokens'],
      ['Where the size of one comes from', 'spectool tokens 5 --sections'],
    ],
  });

  specs = Option.Rest({ name: 'spec' });
  file = Option.String('--file', { description: 'only this file of each spec' });
  sections = Option.Boolean('--sections', false, { description: 'each section too' });

  protected override run(spectool: Spectool): Promise<CountTokensResult> {
    return spectool.countTokens.execute({
      specs: this.specs,
      sections: this.sections,
      ...(this.file !== undefined && { file: this.file }),
    });
  }

  protected override render(result: CountTokensResult, terminal: Terminal): string {
    return renderTokens(result, terminal);
  }
}
