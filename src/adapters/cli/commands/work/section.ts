import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { ReadSectionResult } from '../../../../application/queries/readSection.js';
import type { Spectool } from '../../../../application/spectool.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { takes } from '../../definition.js';
import { inputText } from '../../options/inputText.js';
import { safeBlock } from '../../layout/safeText.js';
import type { Terminal } from '../../layout/terminal.js';
import { WritingCommand } from '../../writingCommand.js';
import { renderChanged } from '../specs/changeText.js';

/** Read, or changed. */
export type SectionAnswer = ReadSectionResult | ChangeResult;

export class SectionCommand extends WritingCommand<SectionAnswer> {
  protected override readonly keepsLines = true;
  static override paths = [['section']];
  static override usage = Command.Usage({
    details: `
      Prints the section with its sub-sections, or gives it another text. Where several have the heading, one is named
      by a heading above it ("Plan > Risks") or by its place ("Risks #2"). A text may bring the section's own heading;
      any other heading in it must be a lower one, since it would end the section. \`--append\` adds below the last
      sub-section. \`--json\` prints the digest that \`--expect\` takes.
    `,
    examples: [
      ['Print it', 'spectool section 5 Problem'],
      ['Another text from standard input', 'spectool section 5 "Technical Details" --set -'],
      ['One more line', 'spectool section 5 "Out of Scope" --append "Single sign-on comes later."'],
    ],
  });

  spec = Option.String({ name: 'spec' });
  heading = takes('HEADING', Option.String({ name: 'heading' }));
  set = takes(
    'TEXT|-',
    Option.String('--set', { description: 'the text below the heading; - reads standard input' }),
  );
  append = takes(
    'TEXT|-',
    Option.String('--append', { description: 'a text to add at its end; - reads standard input' }),
  );
  expect = takes(
    'DIGEST',
    Option.String('--expect', { description: 'refuse if the section has changed since it had this digest' }),
  );

  protected override async run(spectool: Spectool): Promise<SectionAnswer> {
    const { spec, heading, set, append, expect } = this;
    if (set === undefined && append === undefined) {
      if (expect === undefined) return spectool.readSection.execute({ spec, heading });
      throw new SpectoolError('USAGE', '--expect goes with --set or --append.');
    }
    if (set !== undefined && append !== undefined)
      throw new SpectoolError('USAGE', '--set and --append contradict each other.', {
        hint: 'Give one of them.',
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
    // Byte for byte into a pipe; harmless on a terminal.
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
