import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { ReadSectionResult } from '../../../../application/queries/readSection.js';
import type { Spectool } from '../../../../application/spectool.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { takes } from '../../commandDefinition.js';
import { inputText } from '../../options/textOrStandardInput.js';
import { safeBlock } from '../../layout/escapeUnsafeText.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChanged } from '../specs/renderChanges.js';

/** The result of `section`: of reading or of changing a section. */
export type SectionAnswer = ReadSectionResult | ChangeResult;

export class SectionCommand extends WritingCommand<SectionAnswer> {
  protected override readonly keepsLines = true;
  static override paths = [['section']];
  static override usage = Command.Usage({
    details: `
      A section includes its subsections. If several sections have the heading, name one by a heading above it ("Plan > Risks")
      or by its position ("Risks #2"). The new text may begin with the section's own heading; each other heading in the text needs more
      \`#\` than the section's heading. \`--append\` adds text after the last subsection. To be sure that the section did not change
      since you read it, read it with \`--json\`, which prints a checksum, the \`digest\`, and write with \`--expect DIGEST\`.
    `,
    examples: [
      ['Print a section', 'spectool section 5 Problem'],
      ['Replace a section with standard input', 'spectool section 5 "Technical Details" --set -'],
      ['Add a line to a section', 'spectool section 5 "Out of Scope" --append "Single sign-on comes later."'],
    ],
  });

  spec = Option.String({ name: 'spec' });
  heading = takes('HEADING', Option.String({ name: 'heading' }));
  set = takes(
    'TEXT|-',
    Option.String('--set', { description: 'the new text below the heading; - reads standard input' }),
  );
  append = takes(
    'TEXT|-',
    Option.String('--append', {
      description: 'text to add at the end of the section; - reads standard input',
    }),
  );
  expect = takes(
    'DIGEST',
    Option.String('--expect', {
      description: 'write only if the section still has this digest, the checksum that --json printed',
    }),
  );

  protected override async run(spectool: Spectool): Promise<SectionAnswer> {
    const { spec, heading, set, append, expect } = this;
    if (set === undefined && append === undefined) {
      if (expect === undefined) return spectool.readSection.execute({ spec, heading });
      throw new SpectoolError('USAGE', '--expect needs --set or --append.');
    }
    if (set !== undefined && append !== undefined)
      throw new SpectoolError('USAGE', '--set and --append cannot be used together.', {
        hint: 'Give only one of these two flags.',
      });
    return spectool.replaceSection.execute({
      spec,
      heading,
      ...(set !== undefined && { set: inputText(set, this.context) }),
      ...(append !== undefined && { append: inputText(append, this.context) }),
      ...(expect !== undefined && { expect }),
    });
  }

  override async execute(): Promise<number> {
    if (this.json || this.set !== undefined || this.append !== undefined) return super.execute();
    const result = await this.run(this.open());
    await this.tell(result);
    // Write the text unchanged to a pipe; for a terminal, make control characters harmless.
    if ('text' in result)
      this.context.stdout.write(
        this.context.output.columns === undefined ? result.text : safeBlock(result.text),
      );
    return 0;
  }

  protected override render(result: SectionAnswer, terminal: Terminal): string {
    return 'events' in result ? renderChanged(result, terminal) : safeBlock(result.text);
  }
}
