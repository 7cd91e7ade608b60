import { duplicateNumbers } from '../domain/naming/duplicateNumbers.js';
import { compareRecords } from '../domain/log/recordOrder.js';
import type { SpecFolder } from '../domain/naming/specFolder.js';
import type { EventLog } from '../ports/eventLog.js';
import type { Hasher } from '../ports/hasher.js';
import type { SpecStore } from '../ports/specStore.js';
import type { ChangeSpecs } from './changeSpecs.js';
import type { RecordDrafts } from './recordDrafts.js';
import type { RenumberSpec } from './renumberSpec.js';
import { streamOf } from './streamOf.js';
import type { WriteAccess } from './writeAccess.js';

/** What can be mended without asking: duplicate numbers, documents that lag behind the log. */
export class MendFindings {
  readonly #access: WriteAccess;
  readonly #store: SpecStore;
  readonly #log: EventLog;
  readonly #hasher: Hasher;
  readonly #changes: ChangeSpecs;
  readonly #renumber: RenumberSpec;

  constructor(
    access: WriteAccess,
    store: SpecStore,
    log: EventLog,
    hasher: Hasher,
    changes: ChangeSpecs,
    renumber: RenumberSpec,
  ) {
    this.#access = access;
    this.#store = store;
    this.#log = log;
    this.#hasher = hasher;
    this.#changes = changes;
    this.#renumber = renumber;
  }

  /** @returns what was done, a sentence each. */
  all(): readonly string[] {
    return this.#access.change('validate --fix', (drafts) => [
      ...this.#bringUp(drafts),
      ...this.#partNumbers(drafts),
    ]);
  }

  /** The earliest created keeps the number; every reference to the others follows. */
  #partNumbers(drafts: RecordDrafts): readonly string[] {
    const done: string[] = [];
    for (const holders of duplicateNumbers(this.#store.folders()).values()) {
      const [, ...later] = [...holders].sort((a, b) => this.#compareAge(a, b));
      for (const folder of later) {
        if (this.#store.open(folder).problem !== undefined) continue;
        const { spec } = this.#renumber.renumber(drafts, folder, undefined);
        done.push(`${folder.path} is now ${spec.ref}.`);
      }
    }
    return done;
  }

  /** By the record that began it; specs without a log after those with one, then active first, then by name. */
  #compareAge(a: SpecFolder, b: SpecFolder): number {
    const [first, second] = [a, b].map((folder) => {
      const { frontmatter } = this.#store.open(folder);
      return this.#log.read(streamOf(folder.ref, frontmatter, this.#hasher)).records[0];
    });
    if (first !== undefined && second !== undefined) return compareRecords(first, second);
    if (first !== undefined || second !== undefined) return first === undefined ? 1 : -1;
    return a.archived === b.archived ? (a.ref < b.ref ? -1 : 1) : a.archived ? 1 : -1;
  }

  #bringUp(drafts: RecordDrafts): readonly string[] {
    return this.#store.folders().flatMap((folder) => {
      const before = this.#store.open(folder);
      if (before.problem !== undefined) return [];
      const [changed] = this.#changes.apply(drafts, [{ folder, commands: () => [] }]);
      if (changed === undefined) return [];
      const same = changed.document.text === before.text && changed.folder.path === folder.path;
      return same ? [] : [`${changed.folder.path} is what the log tells again.`];
    });
  }
}
