import type { FileSystem } from '../../ports/fileSystem.js';
import type { Told, Visits } from '../../ports/visits.js';
import { sealColumns, unsealColumns } from './sealedColumns.js';
import { isTexts } from './shapes.js';

/** What each actor was told last, a file each. A forged one makes news of what is none, or the other way round. */
export class VisitCache implements Visits {
  readonly #files: FileSystem;

  /** @param files that bring their caches. */
  constructor(files: FileSystem) {
    this.#files = files;
  }

  last(actor: string): Told | undefined {
    try {
      const bytes = this.#files.read(pathOf(actor));
      const columns = bytes === undefined ? undefined : unsealColumns(bytes);
      if (columns === undefined || !isTexts(columns.content)) return undefined;
      const { numbers, content } = columns;
      if (content.length !== numbers.length) return undefined;
      return new Map(content.map((stream, i) => [stream, Number(numbers[i])]));
    } catch {
      return undefined;
    }
  }

  keep(actor: string, told: Told): void {
    const numbers = BigInt64Array.from([...told.values()].map((time) => BigInt(Math.trunc(time))));
    try {
      const bytes = sealColumns({ numbers, content: [...told.keys()] });
      this.#files.write(pathOf(actor), bytes, { durable: false });
    } catch {
      // Then the log alone tells what is new.
    }
  }
}

/** A name may hold anything; what is left of two names may be one, and then they are told as one. */
function pathOf(actor: string): string {
  const plain = actor.replace(/[^\w-]/gu, (char) => `.${(char.codePointAt(0) ?? 0).toString(36)}`);
  return `.spectool/cache/visits/${plain.slice(0, 80)}.bin`;
}
