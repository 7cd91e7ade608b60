import { SpectoolError } from '../../../../../domain/errors/spectoolError.js';
import type { CliContext, WatchTerminal } from '../../../cliContext.js';
import { createStyle } from '../../../layout/terminalStyle.js';
import type { Terminal } from '../../../layout/describeTerminal.js';
import { renderError, renderNotice, type NoticeKind } from '../../../renderError.js';

/** The output of a command with `--watch` at one moment. */
export interface Frame {
  readonly text: string;
  readonly notices: readonly (readonly [kind: NoticeKind, text: string])[];
}

/** Exit code of an interrupted program (128 + SIGINT). */
const INTERRUPTED = 130;

/**
 * Redraws the output of a command until the user quits. An error in the first output ends the command, as without `--watch`; a
 * later error is shown until the next change.
 */
export async function watchLoop(
  context: CliContext,
  placeOf: () => { readonly root: string; readonly specsDir: string },
  frame: (terminal: Terminal) => Promise<Frame>,
): Promise<number> {
  const { output, advisedHint } = context;
  const { root, specsDir } = placeOf();
  const lines = async (terminal: Terminal) => linesOf(await frame(terminal), terminal);
  let shown = await lines(output);
  const watching = await context.watching(root, specsDir);
  const terminalNow = () => ({ ...output, columns: watching.size().columns });
  /** The error of the last update, shown above the last successful output. */
  let wrong: readonly string[] = [];
  let top = 0;
  const look = async () => {
    const terminal = terminalNow();
    try {
      shown = await lines(terminal);
      wrong = [];
    } catch (error) {
      if (!(error instanceof SpectoolError)) throw error;
      const hint = await advisedHint(error.hint, error.advice);
      wrong = [...renderError(error, hint, terminal).split('\n'), ''];
    }
  };
  try {
    if (watching.size().columns !== output.columns) await look();
    for (;;) {
      top = draw(watching, [...wrong, ...shown], top, terminalNow());
      const happening = await watching.next();
      const page = Math.max(1, watching.size().rows - 2);
      if (happening === 'interrupted') return INTERRUPTED;
      if (typeof happening === 'string') await look();
      else if (['q', 'Q', 'ctrl-d'].includes(happening.key)) return 0;
      else top += moveOf(happening.key, page, top);
    }
  } finally {
    watching.end();
  }
}

/** Returns by how many lines a key scrolls. */
function moveOf(key: string, page: number, top: number): number {
  const moves: Readonly<Record<string, number>> = {
    up: -1,
    k: -1,
    down: 1,
    j: 1,
    'page up': -page,
    b: -page,
    'page down': page,
    ' ': page,
    home: -top,
    g: -top,
  };
  return moves[key] ?? 0;
}

function linesOf({ text, notices }: Frame, terminal: Terminal): readonly string[] {
  const told = notices.map(([kind, notice]) => renderNotice(kind, notice, terminal));
  return [text, ...(told.length > 0 ? ['', ...told] : [])].join('\n').split('\n');
}

/**
 * Draws the lines that fit the terminal, from index `asked` on.
 * @returns the index of the first line drawn; it is less than `asked` near the end.
 */
function draw(watching: WatchTerminal, lines: readonly string[], asked: number, terminal: Terminal): number {
  const room = Math.max(1, watching.size().rows - 1);
  const top = Math.max(0, Math.min(asked, lines.length - room));
  const part = lines.slice(top, top + room);
  const end = top + part.length;
  const where =
    lines.length > room
      ? `lines ${String(top + 1)} to ${String(end)} of ${String(lines.length)}, j and k scroll; `
      : '';
  const padding = Array.from({ length: room - part.length }, () => '');
  watching.show([...part, ...padding, createStyle(terminal).quiet(`${where}watching for changes; q quits`)]);
  return top;
}
