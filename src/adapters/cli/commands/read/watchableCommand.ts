import { Option } from 'clipanion';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { SpectoolCommand } from '../../spectoolCommand.js';
import type { Frame } from './rendering/watchLoop.js';

/** A command that shows data of the project and, with `--watch`, prints the output again on every change. */
export abstract class WatchableCommand<Result, Document = Result> extends SpectoolCommand<Result, Document> {
  watch = Option.Boolean('--watch', false, {
    description: 'keep running, and show every change at once; press q to quit',
  });

  override async execute(): Promise<number> {
    if (!this.watch || this.allProjects) return super.execute();
    const { output } = this.context;
    if (this.json)
      throw new SpectoolError('USAGE', '--watch and --json cannot be used together.', {
        hint: 'Leave --json out. A program can run the command again, or use `onEvent` (docs/embedding.md).',
      });
    if (!output.interactive)
      throw new SpectoolError('NO_TERMINAL', '--watch works only in a terminal.', {
        hint: 'Leave --watch out, and run the command again after a change.',
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
