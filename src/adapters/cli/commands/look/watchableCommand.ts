import { Option } from 'clipanion';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { Terminal } from '../../layout/terminal.js';
import { SpectoolCommand } from '../../spectoolCommand.js';
import type { Frame } from './rendering/watchLoop.js';

/** A look at the project that can stay on the screen and follow every change. */
export abstract class WatchableCommand<Result, Document = Result> extends SpectoolCommand<Result, Document> {
  watch = Option.Boolean('--watch', false, {
    description: 'stay, and show every change as it is made; q ends',
  });

  override async execute(): Promise<number> {
    if (!this.watch) return super.execute();
    const { output } = this.context;
    if (this.json)
      throw new SpectoolError('USAGE', '--watch is for people, and --json for programs.', {
        hint: 'Give one of them. A program runs the command again, or is told by `onEvent` (docs/embedding.md).',
      });
    if (!output.interactive)
      throw new SpectoolError('NO_TERMINAL', '--watch needs a terminal, and this is none.', {
        hint: 'Leave --watch out, and run the command again when something changed.',
      });
    const { watchLoop } = await import('./rendering/watchLoop.js');
    return watchLoop(
      this.context,
      () => this.#place(),
      (terminal) => this.#frame(terminal),
    );
  }

  async #frame(terminal: Terminal): Promise<Frame> {
    const notices: Frame['notices'][number][] = [];
    const { text } = await this.answer(terminal, (kind, notice) => notices.push([kind, notice]));
    return { text, notices };
  }

  #place(): { readonly root: string; readonly specsDir: string } {
    const { root, config } = this.open();
    return { root, specsDir: config.specsDir };
  }
}
