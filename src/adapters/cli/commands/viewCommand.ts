import { Command, Option } from 'clipanion';
import { divergenceWarnings } from '../../../application/changes/divergenceWarnings.js';
import type { Spectool } from '../../../application/spectool.js';
import type { ViewSpecResult } from '../../../application/queries/viewSpec.js';
import type { Warning } from '../../../application/warning.js';
import { type MarkdownRenderer, renderView } from '../render/renderView.js';
import { safeBlock } from '../layout/safeText.js';
import type { Terminal } from '../layout/terminal.js';
import { SpectoolCommand } from '../spectoolCommand.js';

export class ViewCommand extends SpectoolCommand<ViewSpecResult> {
  static override paths = [['view']];
  static override usage = Command.Usage({
    category: 'Look',
    description: 'show one spec',
    examples: [
      ['By number', 'spectool view 5'],
      ['One section', 'spectool view user-login --section "Success Criteria"'],
      ['The file itself', 'spectool view 5 --raw'],
    ],
  });

  spec = Option.String({ name: 'spec' });
  raw = Option.Boolean('--raw', false, { description: 'the file as it stands' });
  section = Option.String('--section', { description: 'only the part under this heading' });
  file = Option.String('--file', { description: 'another file of the spec' });

  protected override async run(spectool: Spectool): Promise<ViewSpecResult> {
    return spectool.viewSpec.execute({
      spec: this.spec,
      ...(this.section !== undefined && { section: this.section }),
      ...(this.file !== undefined && { file: this.file }),
    });
  }

  #markdown: MarkdownRenderer | undefined;

  override async execute(): Promise<number> {
    // Reading Markdown is loaded only where it is laid out.
    if (!this.json && this.context.output.columns !== undefined)
      this.#markdown = (await import('../layout/markdownView.js')).markdownView;
    if (!this.raw || this.json) return super.execute();
    const { content } = await this.run(this.context.open(this.cwd));
    // Byte for byte into a pipe; harmless on a terminal.
    this.context.stdout.write(this.context.output.columns === undefined ? content : safeBlock(content));
    return 0;
  }

  protected override warnings({ spec, diverged = [] }: ViewSpecResult): readonly Warning[] {
    return divergenceWarnings(spec.ref, diverged);
  }

  protected override render(result: ViewSpecResult, terminal: Terminal): string {
    return renderView(result, terminal, this.#markdown);
  }
}
