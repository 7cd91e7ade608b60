import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/** Time without output after which a frame is complete, in milliseconds. */
const QUIET_MS = 4;
/** Time without any output after which a key has changed nothing, in milliseconds. */
const UNANSWERED_MS = 1000;

/** A program in a terminal of `script` (util-linux), whose keys and output are pipes. Nothing is drawn. */
export class PseudoTerminal {
  readonly ended: Promise<void>;
  readonly #process: ChildProcessWithoutNullStreams;
  #output = '';
  #lastAt = 0;

  /** @param command a line of shell. @param heard called with each piece of output and its time. */
  constructor(
    command: string,
    options: { cwd: string; columns: number; rows: number; env?: NodeJS.ProcessEnv },
    heard?: (output: string, at: number) => void,
  ) {
    const { columns, rows } = options;
    const sized = `stty cols ${String(columns)} rows ${String(rows)}; exec ${command}`;
    this.#process = spawn('script', ['--quiet', '--command', sized, '/dev/null'], {
      cwd: options.cwd,
      env: { ...process.env, TERM: 'xterm-256color', ...options.env },
    });
    this.ended = new Promise((resolve) => this.#process.on('close', () => resolve()));
    this.#process.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
      this.#lastAt = performance.now();
      heard?.(text, this.#lastAt);
    });
  }

  /** Types keys, as the terminal sends them. */
  types(keys: string): void {
    this.#process.stdin.write(keys);
  }

  /** Waits until the output has the text. @returns the time at which it came. @throws Error if the program ends before. */
  async shows(text: string): Promise<number> {
    const isOver = this.ended.then(() => true);
    while (!this.#output.includes(text))
      if (await Promise.race([isOver, pause(1)])) throw new Error(`No "${text}" in:\n${this.#output}`);
    return this.#lastAt;
  }

  /** Types a key and waits for the frame that answers it. @returns the time until its last byte, in milliseconds; undefined if the key changes nothing. */
  async frameAfter(key: string): Promise<number | undefined> {
    const start = performance.now();
    this.#output = '';
    this.types(key);
    for (;;) {
      await pause(1);
      const now = performance.now();
      if (this.#output === '' && now - start > UNANSWERED_MS) return undefined;
      if (this.#output !== '' && now - this.#lastAt >= QUIET_MS) return this.#lastAt - start;
    }
  }
}

export function pause(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve(false);
    }, ms);
  });
}
