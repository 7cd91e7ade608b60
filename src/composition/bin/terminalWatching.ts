import { join } from 'node:path';
import type { ReadStream, WriteStream } from 'node:tty';
import type { Happening, Watching } from '../../adapters/cli/context.js';
import { clonePlaceOf } from '../../adapters/git/places/clonePlace.js';
import { FileWatch, type WatchedFolder } from './fileWatch.js';

/** The other screen, without a cursor and without breaking lines. */
const TAKE_OVER = '\x1b[?1049h\x1b[?25l\x1b[?7l';
const GIVE_BACK = '\x1b[?7h\x1b[?25h\x1b[?1049l';
/** An event may be missed, claims run out, and ages grow. */
const IDLE_MS = 10_000;

const KEYS: Readonly<Record<string, Happening | 'suspend'>> = {
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
/** One key; what it sends may come together with others. */
const KEY = /\x1b(?:[[O][0-9;]*[A-Za-z~])?|[^\x1b]/gsu;

/** The terminal of this process, and the files of a project. */
export class TerminalWatching implements Watching {
  readonly #input: ReadStream;
  readonly #output: WriteStream;
  readonly #files: FileWatch;
  readonly #waiting: Happening[] = [];
  #wake: (() => void) | undefined;
  #isTaken = false;

  constructor(root: string, specsDir: string, input: ReadStream, output: WriteStream) {
    this.#input = input;
    this.#output = output;
    this.#files = new FileWatch(foldersOf(root, specsDir), () => this.#happened('changed'));
    output.on('resize', this.#resized);
    // Whatever ends the process, the terminal is given back.
    process.on('exit', this.#giveBack);
    process.on('SIGCONT', this.#resumed);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, this.#interrupted);
  }

  size(): { readonly columns: number; readonly rows: number } {
    return { columns: this.#output.columns, rows: this.#output.rows };
  }

  show(lines: readonly string[]): void {
    if (!this.#isTaken) this.#takeOver();
    // Cleared first: behind a line as wide as the terminal the cursor stands on its last letter.
    this.#output.write(`\x1b[H${lines.map((line) => `\x1b[K${line}\x1b[0m`).join('\r\n')}`);
  }

  async next(): Promise<Happening> {
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

  /** The shell is to find its own screen, and the process group stopped as if the terminal had sent it. */
  #suspend(): void {
    this.#giveBack();
    process.kill(0, 'SIGTSTP');
  }

  readonly #resumed = (): void => this.#happened('resized');
  readonly #resized = (): void => this.#happened('resized');
  readonly #interrupted = (): void => this.#happened('interrupted');

  #happened(what: Happening): void {
    // One more look shows all that changed.
    if (this.#waiting.at(-1) !== what || !LOOKS.has(what)) this.#waiting.push(what);
    this.#wake?.();
  }
}

const LOOKS: ReadonlySet<Happening> = new Set(['changed', 'idle', 'resized']);

/** Every command that writes takes the lock, whatever else it touches; documents are edited by hand as well. */
function foldersOf(root: string, specsDir: string): readonly WatchedFolder[] {
  const place = clonePlaceOf(root, process.env);
  const shared = place === 'none' || 'problem' in place ? [] : [join(place.commonDir, 'spectool')];
  const isOrdinary = (name: string) => !name.startsWith('.') && name !== 'node_modules';
  return [
    { path: join(root, specsDir), below: isOrdinary },
    { path: join(root, '.spectool'), below: (name) => name === 'locks' },
    // What we remember is changed by every look.
    ...shared.map((path) => ({ path, below: (name: string) => name !== 'cache' })),
  ];
}
