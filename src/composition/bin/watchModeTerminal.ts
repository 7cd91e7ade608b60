import { join } from 'node:path';
import type { ReadStream, WriteStream } from 'node:tty';
import type { WatchEvent, WatchTerminal } from '../../adapters/cli/cliContext.js';
import { cloneLocationOf } from '../../adapters/git/locations/cloneLocation.js';
import { FileWatch, type WatchedFolder } from './fileWatch.js';

/** Switches to the alternate screen, hides the cursor and turns off line wrapping. */
const TAKE_OVER = '\x1b[?1049h\x1b[?25l\x1b[?7l';
const GIVE_BACK = '\x1b[?7h\x1b[?25h\x1b[?1049l';
/** Interval of redraws without events, in milliseconds, because an event may be missed, claims expire and ages grow. */
const IDLE_MS = 10_000;

const KEYS: Readonly<Record<string, WatchEvent | 'suspend'>> = {
  q: 'quit',
  Q: 'quit',
  '\x03': 'interrupted',
  '\x04': 'quit',
  '\x1a': 'suspend',
  j: 'down',
  k: 'up',
  g: 'top',
  ' ': 'page down',
  b: 'page up',
  '\x1b[A': 'up',
  '\x1b[B': 'down',
  '\x1bOA': 'up',
  '\x1bOB': 'down',
  '\x1b[5~': 'page up',
  '\x1b[6~': 'page down',
  '\x1b[H': 'top',
};
/** Matches one key in the input; several keys may arrive together. */
const KEY = /\x1b(?:[[O][0-9;]*[A-Za-z~])?|[^\x1b]/gsu;

/** Watches the terminal of this process and the files of a project. */
export class TerminalWatch implements WatchTerminal {
  readonly #input: ReadStream;
  readonly #output: WriteStream;
  readonly #files: FileWatch;
  readonly #waiting: WatchEvent[] = [];
  #wake: (() => void) | undefined;
  #isTaken = false;

  constructor(root: string, specsDir: string, input: ReadStream, output: WriteStream) {
    this.#input = input;
    this.#output = output;
    this.#files = new FileWatch(foldersOf(root, specsDir), () => this.#happened('changed'));
    output.on('resize', this.#resized);
    // Restore the terminal in whatever way the process ends.
    process.on('exit', this.#giveBack);
    process.on('SIGCONT', this.#resumed);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, this.#interrupted);
  }

  size(): { readonly columns: number; readonly rows: number } {
    return { columns: this.#output.columns, rows: this.#output.rows };
  }

  show(lines: readonly string[]): void {
    if (!this.#isTaken) this.#takeOver();
    // Clear each line before writing it: after a line of full width, the cursor is on its last character, which clearing
    // would erase.
    this.#output.write(`\x1b[H${lines.map((line) => `\x1b[K${line}\x1b[0m`).join('\r\n')}`);
  }

  async next(): Promise<WatchEvent> {
    if (this.#waiting.length === 0)
      await new Promise<void>((resolve) => {
        const idle = setTimeout(() => this.#happened('idle'), IDLE_MS);
        this.#wake = () => {
          clearTimeout(idle);
          resolve();
        };
      });
    this.#wake = undefined;
    return this.#waiting.shift() ?? 'idle';
  }

  end(): void {
    this.#giveBack();
    this.#files.end();
    this.#output.off('resize', this.#resized);
    process.off('exit', this.#giveBack);
    process.off('SIGCONT', this.#resumed);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, this.#interrupted);
  }

  #takeOver(): void {
    this.#isTaken = true;
    this.#input.setRawMode(true);
    this.#input.on('data', this.#typed);
    this.#input.on('end', this.#interrupted);
    this.#input.resume();
    this.#output.write(TAKE_OVER);
  }

  readonly #giveBack = (): void => {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    this.#input.off('data', this.#typed);
    this.#input.off('end', this.#interrupted);
    this.#input.setRawMode(false);
    this.#input.pause();
    this.#output.write(GIVE_BACK);
  };

  readonly #typed = (bytes: Buffer): void => {
    for (const key of bytes.toString('utf8').match(KEY) ?? []) {
      const meant = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
      if (meant === 'suspend') this.#suspend();
      else if (meant !== undefined) this.#happened(meant);
    }
  };

  /** Restores the terminal and stops the whole process group, as Ctrl-Z normally does. */
  #suspend(): void {
    this.#giveBack();
    process.kill(0, 'SIGTSTP');
  }

  readonly #resumed = (): void => this.#happened('resized');
  readonly #resized = (): void => this.#happened('resized');
  readonly #interrupted = (): void => this.#happened('interrupted');

  #happened(what: WatchEvent): void {
    // One redraw shows all changes, so do not queue an event that only asks for a redraw twice in a row.
    if (this.#waiting.at(-1) !== what || !LOOKS.has(what)) this.#waiting.push(what);
    this.#wake?.();
  }
}

const LOOKS: ReadonlySet<WatchEvent> = new Set(['changed', 'idle', 'resized']);

/**
 * Returns the folders to watch: specs, locks (because every command that writes takes a lock), and the shared folder of the
 * clone.
 */
function foldersOf(root: string, specsDir: string): readonly WatchedFolder[] {
  const place = cloneLocationOf(root, process.env);
  const shared = place === 'none' || 'problem' in place ? [] : [join(place.commonDir, 'spectool')];
  const isOrdinary = (name: string) => !name.startsWith('.') && name !== 'node_modules';
  return [
    { path: join(root, specsDir), below: isOrdinary },
    { path: join(root, '.spectool'), below: (name) => name === 'locks' },
    // Do not watch the cache, because every command that reads changes it.
    ...shared.map((path) => ({ path, below: (name: string) => name !== 'cache' })),
  ];
}
