import { existsSync, type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { emitKeypressEvents, type Interface } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import type { WatchEvent, WatchTerminal } from '../../adapters/cli/cliContext.js';
import { LOCK_PATH } from '../../adapters/storage/lock/lockAndClaimRegistry.js';
import { parentOf } from '../../domain/naming/projectPath.js';

/** A change is reported after this time without further changes, in milliseconds. */
const QUIET_MS = 80;

/**
 * Reports that a command may have changed the project, by watching the lock that each such command takes and releases. Other
 * changes, such as those of an editor, are shown at the next regular redraw.
 */
export class LockWatch {
  readonly #watcher: FSWatcher | undefined;
  #quiet: NodeJS.Timeout | undefined;

  constructor(root: string, changed: () => void) {
    const locks = join(root, parentOf(LOCK_PATH));
    try {
      // The folder of the lock is missing until the first command in a clone has created it.
      const folder = existsSync(locks) ? locks : join(root, '.spectool');
      this.#watcher = watch(folder, { persistent: false }, () => {
        clearTimeout(this.#quiet);
        this.#quiet = setTimeout(changed, QUIET_MS);
      });
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch {
      // Ignore the error: the folder is missing, or the system allows no more watches.
    }
  }

  end(): void {
    clearTimeout(this.#quiet);
    this.#watcher?.close();
  }
}

/** Switches to the alternate screen, hides the cursor, turns off line wrapping, and marks pasted text. */
const TAKE_OVER = '\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h';
const GIVE_BACK = '\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l';
/** Interval of regular redraws, in ms, for what causes no event: edited files, other worktrees, expired claims, growing ages. */
const IDLE_MS = 5_000;

/** Time to wait after an Escape character, in ms: without further input, it is the Escape key, not the start of a sequence. */
const ESCAPE_MS = 40;

/** Maps names of keys in Node's `readline` to our names, where they differ. */
const NAMES: Readonly<Record<string, string>> = {
  return: 'enter',
  pageup: 'page up',
  pagedown: 'page down',
};

/** A key as Node's `readline` describes it. */
interface NodeKey {
  readonly name?: string;
  readonly sequence?: string;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
}

/** Watches the terminal of this process and the changes of a project. */
export class TerminalWatch implements WatchTerminal {
  readonly #input: ReadStream;
  readonly #output: WriteStream;
  readonly #lock: LockWatch;
  readonly #waiting: WatchEvent[] = [];
  #wake: (() => void) | undefined;
  #isTaken = false;
  /** The lines on the screen; empty if the whole screen has to be redrawn. */
  #shown: readonly string[] = [];
  #pasted: string | undefined;

  constructor(root: string, input: ReadStream, output: WriteStream) {
    this.#input = input;
    this.#output = output;
    this.#lock = new LockWatch(root, () => this.#happened('changed'));
    output.on('resize', this.#resized);
    // Restore the terminal, however the process ends.
    process.on('exit', this.#giveBack);
    process.on('SIGCONT', this.#resumed);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, this.#interrupted);
  }

  size(): { readonly columns: number; readonly rows: number } {
    return { columns: this.#output.columns, rows: this.#output.rows };
  }

  show(lines: readonly string[]): void {
    if (!this.#isTaken) this.#takeOver();
    // Clear each line before writing it, not afterwards: after a line of full width, the cursor is still on the last character,
    // so clearing would erase that character.
    const changed = lines.flatMap((line, i) =>
      line === this.#shown[i] ? [] : [`\x1b[${String(i + 1)};1H\x1b[K${line}\x1b[0m`],
    );
    this.#shown = lines;
    if (changed.length > 0) this.#output.write(changed.join(''));
  }

  async next(idleMs = IDLE_MS): Promise<WatchEvent> {
    if (this.#waiting.length === 0)
      await new Promise<void>((resolve) => {
        const idle = setTimeout(() => this.#happened('idle'), idleMs);
        this.#wake = () => {
          clearTimeout(idle);
          resolve();
        };
      });
    this.#wake = undefined;
    return this.#waiting.shift() ?? 'idle';
  }

  leave(): void {
    this.#giveBack();
  }

  end(): void {
    this.#giveBack();
    this.#lock.end();
    this.#output.off('resize', this.#resized);
    process.off('exit', this.#giveBack);
    process.off('SIGCONT', this.#resumed);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, this.#interrupted);
  }

  #takeOver(): void {
    this.#isTaken = true;
    this.#shown = [];
    this.#input.setRawMode(true);
    // `emitKeypressEvents` reads only this property of the interface.
    emitKeypressEvents(this.#input, { escapeCodeTimeout: ESCAPE_MS } as unknown as Interface);
    this.#input.on('keypress', this.#typed);
    this.#input.on('end', this.#interrupted);
    this.#input.resume();
    this.#output.write(TAKE_OVER);
  }

  readonly #giveBack = (): void => {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    this.#input.off('keypress', this.#typed);
    this.#input.off('end', this.#interrupted);
    this.#input.setRawMode(false);
    this.#input.pause();
    this.#output.write(GIVE_BACK);
  };

  readonly #typed = (character: string | undefined, key: NodeKey): void => {
    const { name = '', ctrl = false } = key;
    // A terminal sends Alt+character as Escape followed by the character. No command uses Alt, so both count as two separate keys.
    const [escape, typed, ...more] = key.sequence ?? '';
    if (escape === '\x1b' && typed !== undefined && more.length === 0 && this.#pasted === undefined) {
      this.#happened({ key: 'escape' });
      if (/\P{Cc}/u.test(typed)) this.#happened({ key: typed });
      return;
    }
    if (name === 'paste-start') this.#pasted = '';
    else if (name === 'paste-end') {
      this.#happened({ key: 'paste', text: this.#pasted ?? '' });
      this.#pasted = undefined;
    } else if (this.#pasted !== undefined) this.#pasted += key.sequence ?? '';
    else if (ctrl && name === 'c') this.#interrupted();
    else if (ctrl && name === 'z') this.#suspend();
    else if (ctrl) this.#happened({ key: `ctrl-${name}` });
    else if (character !== undefined && /^[^\p{Cc}]+$/u.test(character) && key.meta !== true)
      this.#happened({ key: character });
    else if (name !== '') this.#happened({ key: NAMES[name] ?? name });
  };

  /** Restores the terminal and stops the whole process group, as Ctrl-Z normally does. */
  #suspend(): void {
    this.#giveBack();
    process.kill(0, 'SIGTSTP');
  }

  readonly #resumed = (): void => this.#resized();
  readonly #resized = (): void => {
    this.#shown = [];
    this.#happened('resized');
  };
  readonly #interrupted = (): void => this.#happened('interrupted');

  #happened(what: WatchEvent): void {
    // Do not queue the same redraw event twice in a row, because one redraw shows all changes.
    if (this.#waiting.at(-1) !== what || !LOOKS.has(what)) this.#waiting.push(what);
    this.#wake?.();
  }
}

const LOOKS: ReadonlySet<WatchEvent> = new Set(['changed', 'idle', 'resized']);
