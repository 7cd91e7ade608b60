import { Command, Option } from 'clipanion';
import type { Spectool } from '../../../application/spectool.js';
import type { ValidateProjectResult } from '../../../application/queries/validateProject.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { renderAnnotations, renderFindings, renderSarif } from '../render/renderFindings.js';
import type { Terminal } from '../layout/terminal.js';
import { SpectoolCommand } from '../spectoolCommand.js';

const FORMATS = ['text', 'github', 'sarif'] as const;

export class ValidateCommand extends SpectoolCommand<ValidateProjectResult> {
  static override paths = [['validate']];
  static override usage = Command.Usage({
    category: 'Tools',
    description: 'find everything that is wrong, for people and CI',
    examples: [
      ['Mend what is safe to mend', 'spectool validate --fix'],
      ['In CI', 'spectool validate --strict --format github'],
    ],
  });

  specs = Option.Rest({ name: 'spec' });
  strict = Option.Boolean('--strict', false, { description: 'warnings fail too' });
  fix = Option.Boolean('--fix', false, { description: 'mend what is safe, and say what was done' });
  format = Option.String('--format', 'text', { description: 'text, github or sarif' });

  protected override async run(spectool: Spectool): Promise<ValidateProjectResult> {
    if (!(FORMATS as readonly string[]).includes(this.format)) {
      throw new SpectoolError('USAGE', `--format: "${this.format}" is not one of ${FORMATS.join(', ')}.`);
    }
    return spectool.validateProject.execute({ specs: this.specs, strict: this.strict, fix: this.fix });
  }

  protected override exitCode({ ok }: ValidateProjectResult): number {
    return ok ? 0 : 1;
  }

  protected override render(result: ValidateProjectResult, terminal: Terminal): string {
    if (this.format === 'github') return renderAnnotations(result);
    if (this.format === 'sarif') return renderSarif(result);
    return renderFindings(result, terminal);
  }
}
