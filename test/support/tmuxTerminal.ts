import { execFileSync, spawnSync } from 'node:child_process';

export const HAS_TMUX = spawnSync('tmux', ['-V']).status === 0;

let count = 0;

/** A shell in a real terminal, which tests type into and read the screen of. */
export class TmuxTerminal {
  readonly #socket = `spectool-test-${String(process.pid)}-${String((count += 1))}`;
  readonly #cwd: string;

  constructor(cwd: string, columns = 100, rows = 30, environment = '') {
    this.#cwd = cwd;
    const shell = `PS1="> " LANG=C.UTF-8 ${environment} sh`;
    this.tmux('new-session', '-d', '-s', 'w', '-x', String(columns), '-y', String(rows), shell);
  }

  tmux(...args: readonly string[]): string {
    return execFileSync('tmux', ['-L', this.#socket, '-f', '/dev/null', ...args], {
      cwd: this.#cwd,
      encoding: 'utf8',
    });
  }

  screen(): string {
    return this.tmux('capture-pane', '-p', '-t', 'w');
  }

  /** Presses keys by their tmux names, such as `C-c`, `Enter` or `x`. */
  keys(...keys: readonly string[]): void {
    this.tmux('send-keys', '-t', 'w', ...keys);
  }

  types(text: string): void {
    this.tmux('send-keys', '-t', 'w', '-l', text);
  }

  shell(line: string): void {
    this.keys(line, 'Enter');
  }

  resize(columns: number, rows: number): void {
    this.tmux('resize-window', '-t', 'w', '-x', String(columns), '-y', String(rows));
  }

  /** Waits until the screen shows the text. @returns the screen. */
  async shows(text: string | RegExp): Promise<string> {
    for (let i = 0; i < 150; i++) {
      const shown = this.screen();
      if (shown.search(text) >= 0) return shown;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`"${String(text)}" is not on the screen:\n${this.screen()}`);
  }

  end(): void {
    this.tmux('kill-server');
  }
}
