import type { WatchEvent, WatchTerminal } from '../../src/adapters/cli/cliContext.js';

export type Step = WatchEvent | (() => WatchEvent | Promise<WatchEvent>);

/** A terminal that plays a list of key presses and file changes, and records each screen shown. */
export class FakeWatching implements WatchTerminal {
  readonly screens: string[][] = [];
  ended = 0;
  columns = 60;
  readonly rows: number;
  readonly #script: Step[];

  constructor(script: readonly Step[], rows = 8) {
    this.#script = [...script];
    this.rows = rows;
  }

  size() {
    return { columns: this.columns, rows: this.rows };
  }

  show(lines: readonly string[]): void {
    this.screens.push([...lines]);
  }

  async next(): Promise<WatchEvent> {
    const next = this.#script.shift() ?? { key: 'q' };
    return typeof next === 'function' ? next() : next;
  }

  leave(): void {
    this.end();
  }

  end(): void {
    this.ended += 1;
  }
}
