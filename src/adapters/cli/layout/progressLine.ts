import type { Progress, WorkProgress } from '../../../application/spectool.js';

/** Delay before the progress line first appears, and between its updates, in milliseconds. */
const [SILENT_MS, BETWEEN_MS] = [700, 100];

/** A progress line on a terminal, which overwrites itself and is erased at the end. */
export class ProgressLine implements Progress {
  readonly #write: (text: string) => void;
  readonly #columns: number;
  readonly #now: () => number;
  readonly #begun: number;
  #shown: { readonly at: number; readonly work: string } | undefined;

  /** @param now returns the time in milliseconds. */
  constructor(write: (text: string) => void, columns = 80, now: () => number = () => performance.now()) {
    this.#write = write;
    this.#columns = columns;
    this.#now = now;
    this.#begun = now();
  }

  tell(progress: WorkProgress): void {
    const now = this.#now();
    const isNews = progress.work !== this.#shown?.work;
    if (now < (isNews ? this.#begun + SILENT_MS : (this.#shown?.at ?? 0) + BETWEEN_MS)) return;
    this.#shown = { at: now, work: progress.work };
    this.#write(`\r${lineOf(progress).slice(0, this.#columns - 1)}\u001B[K`);
  }

  /** Erases the line. */
  clear(): void {
    if (this.#shown !== undefined) this.#write('\r\u001B[K');
  }
}

function lineOf({ work, done, total }: WorkProgress): string {
  const what = work.charAt(0).toUpperCase() + work.slice(1);
  if (total === undefined) return done === 0 ? `${what} …` : `${what}: ${done.toLocaleString('en')} …`;
  const share = total === 0 ? 100 : Math.floor((done / total) * 100);
  return `${what}: ${String(share)} % (${done.toLocaleString('en')} of ${total.toLocaleString('en')})`;
}
