import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { emitKeypressEvents, type Interface } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import type { WatchEvent, WatchTerminal } from '../../adapters/cli/cliContext.js';
import { cloneLocationOf } from '../../adapters/git/cloneLocation.js';

/** Time without further changes before a change is reported, in milliseconds: a command writes a dozen files at once. */
const QUIET_MS = 80;
/** Maximum delay of a report while changes keep coming, in milliseconds. */
const LONGEST_MS = 500;
/**
 * Maximum number of folders to watch, because watches are a limited system resource. Changes in other folders are shown at
 * the next regular redraw.
 */
const MOST_FOLDERS = 6000;

/** A folder to watch. `below` returns true for the names of subfolders to watch too. */
interface WatchedFolder {
  readonly path: string;
  readonly below: (name: string) => boolean;
}

/**
 * Reports that files in folders have changed. Each folder has its own watcher; new folders are found when a change is
 * reported. Folders that cannot be watched are skipped, because callers also redraw from time to time.
 */
export class FileWatch {
  readonly #folders: readonly WatchedFolder[];
  readonly #changed: () => void;
  /** Watchers by path of their folder, with the folder's inode: a new folder at the same path needs a new watcher. */
  readonly #watchers = new Map<string, { readonly watcher: FSWatcher; readonly inode: bigint }>();
  #quiet: NodeJS.Timeout | undefined;
  #first = 0;

  constructor(folders: readonly WatchedFolder[], changed: () => void) {
    this.#folders = folders;
    this.#changed = changed;
    this.#cover();
  }

  end(): void {
    clearTimeout(this.#quiet);
    for (const { watcher } of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #cover(): void {
    const found = new Map<string, bigint>();
    const visit = (path: string, below: (name: string) => boolean) => {
      if (found.size >= MOST_FOLDERS) return;
      let names: readonly string[];
      try {
        names = readdirSync(path, { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => name);
      } catch {
        return;
      }
      const inode = inodeOf(path);
      if (inode === undefined) return;
      found.set(path, inode);
      for (const name of names) if (below(name)) visit(join(path, name), below);
    };
    for (const { path, below } of this.#folders) {
      visit(path, below);
      // Also watch the ancestors of a missing folder, because it may be created later, for example by a checkout.
      let above = path;
      while (!found.has(above) && dirname(above) !== above) {
        above = dirname(above);
        const inode = inodeOf(above);
        if (inode !== undefined) found.set(above, inode);
      }
    }
    for (const [path, { watcher, inode }] of this.#watchers) {
      if (found.get(path) === inode) continue;
      watcher.close();
      this.#watchers.delete(path);
    }
    for (const [path, inode] of found) if (!this.#watchers.has(path)) this.#watch(path, inode);
  }

  #watch(path: string, inode: bigint): void {
    try {
      const watcher = watch(path, { persistent: false }, () => this.#heard());
      watcher.on('error', () => {
        watcher.close();
        this.#watchers.delete(path);
      });
      this.#watchers.set(path, { watcher, inode });
    } catch {
      // Ignored: the folder was deleted meanwhile, or the system has no watches left.
    }
  }

  #heard(): void {
    const now = Date.now();
    if (this.#quiet === undefined) this.#first = now;
    clearTimeout(this.#quiet);
    const wait = Math.max(0, Math.min(QUIET_MS, this.#first + LONGEST_MS - now));
    this.#quiet = setTimeout(() => {
      this.#quiet = undefined;
      this.#cover();
      this.#changed();
    }, wait);
  }
}

/** Returns the inode of a path; undefined if it cannot be accessed, for example for a circular link. */
function inodeOf(path: string): bigint | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
  } catch {
    return undefined;
  }
}

/** Switches to the alternate screen, hides the cursor, turns off line wrapping, and marks pasted text. */
const TAKE_OVER = '\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h';
const GIVE_BACK = '\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l';
/** Interval of redraws without events, in milliseconds, because an event may be missed, claims expire and ages grow. */
const IDLE_MS = 10_000;

/** Time after which Escape is a key of its own and not the beginning of a sequence, in milliseconds. */
const ESCAPE_MS = 40;

/** The names of keys that differ from those of Node's `readline`. */
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

/** Watches the terminal of this process and the files of a project. */
export class TerminalWatch implements WatchTerminal {
  readonly #input: ReadStream;
  readonly #output: WriteStream;
  readonly #files: FileWatch;
  readonly #waiting: WatchEvent[] = [];
  #wake: (() => void) | undefined;
  #isTaken = false;
  /** The lines on the screen; empty if it has to be drawn anew. */
  #shown: readonly string[] = [];
  #pasted: string | undefined;

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
    this.#files.end();
    this.#output.off('resize', this.#resized);
    process.off('exit', this.#giveBack);
    process.off('SIGCONT', this.#resumed);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, this.#interrupted);
  }

  #takeOver(): void {
    this.#isTaken = true;
    this.#shown = [];
    this.#input.setRawMode(true);
    // Of an interface, `readline` reads only this time here.
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
    // Escape and a character that arrive together are Alt and the character, which no command uses: they are two keys.
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
