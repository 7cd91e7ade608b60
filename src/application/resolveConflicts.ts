import { compareRecords } from '../domain/log/recordOrder.js';
import type { LogRecord } from '../domain/log/record.js';
import type { SpecFolder } from '../domain/naming/specFolder.js';
import type { EventLog } from '../ports/eventLog.js';
import type { FileSystem } from '../ports/fileSystem.js';
import type { Repository } from '../ports/repository.js';
import type { SpecStore } from '../ports/specStore.js';
import type { ChangeSpecs } from './changeSpecs.js';
import { type ConflictedSpec, conflictedSpecs } from './conflictedSpecs.js';
import type { MergeDocuments } from './mergeDocuments.js';
import type { RecordDrafts } from './recordDrafts.js';
import type { RenumberSpec } from './renumberSpec.js';
import type { WriteAccess } from './writeAccess.js';

export interface ResolveConflictsResult {
  /** Documents that are whole again. */
  readonly resolved: readonly string[];
  /** Documents whose text both sides changed in one place: marks are left for a person. */
  readonly conflicts: readonly { readonly path: string; readonly conflicts: number }[];
  /** Documents brought up to what the log tells. */
  readonly updated: readonly string[];
}

/**
 * Mends documents after a merge: frontmatter from the log, text by git's three-way merge, two specs in one folder parted,
 * documents that lag behind the log brought up. What only a person can decide is left marked and named.
 */
export class ResolveConflicts {
  readonly #access: WriteAccess;
  readonly #files: FileSystem;
  readonly #store: SpecStore;
  readonly #log: EventLog;
  readonly #repository: Repository;
  readonly #merge: MergeDocuments;
  readonly #changes: ChangeSpecs;
  readonly #renumber: RenumberSpec;

  constructor(
    access: WriteAccess,
    files: FileSystem,
    store: SpecStore,
    log: EventLog,
    repository: Repository,
    merge: MergeDocuments,
    changes: ChangeSpecs,
    renumber: RenumberSpec,
  ) {
    this.#access = access;
    this.#files = files;
    this.#store = store;
    this.#log = log;
    this.#repository = repository;
    this.#merge = merge;
    this.#changes = changes;
    this.#renumber = renumber;
  }

  async execute(): Promise<ResolveConflictsResult> {
    return this.#access.change('resolve', (drafts) => {
      const resolved: string[] = [];
      const conflicts: { path: string; conflicts: number }[] = [];
      for (const spec of conflictedSpecs(this.#store, this.#repository, this.#files)) {
        const left = this.#mend(drafts, spec);
        if (left === 0) resolved.push(spec.path);
        else conflicts.push({ path: spec.path, conflicts: left });
      }
      return { resolved, conflicts, updated: this.#bringUp(drafts) };
    });
  }

  /** @returns how many conflicts are left in the text. */
  #mend(drafts: RecordDrafts, spec: ConflictedSpec): number {
    const merged = this.#merge.merge(spec);
    if (merged === undefined) return this.#part(drafts, spec) ? 0 : 1;
    this.#files.write(spec.path, merged.text);
    for (const path of spec.leftovers) {
      this.#files.remove(path);
      this.#files.removeEmptyDirectory(path.slice(0, path.lastIndexOf('/')));
    }
    if (merged.conflicts === 0)
      for (const path of [spec.path, ...spec.leftovers]) this.#repository.markResolved(path);
    return merged.conflicts;
  }

  /** Two branches made two specs of one folder name: the earlier one keeps it, the other moves to a number of its own. */
  #part(drafts: RecordDrafts, spec: ConflictedSpec): boolean {
    const [ours, theirs] = [this.#store.parse(spec.ours), this.#store.parse(spec.theirs)];
    const [ourId, theirId] = [ours.frontmatter['id'], theirs.frontmatter['id']];
    if (typeof ourId !== 'string' || typeof theirId !== 'string' || ourId === theirId) return false;
    const oursFirst = this.#isEarlier(ourId, theirId);
    const [kept, moved, movedId] = oursFirst ? [spec.ours, theirs, theirId] : [spec.theirs, ours, ourId];
    this.#files.write(spec.path, kept);
    const folder = this.#store
      .folders()
      .find((candidate) => spec.path === this.#store.documentPath(candidate));
    if (folder === undefined) return false;
    const aside: SpecFolder = {
      ...folder,
      ref: `${folder.ref}-${movedId.slice(0, 4)}`,
      path: `${folder.path}-${movedId.slice(0, 4)}`,
    };
    this.#store.stageFolder(movedId, moved.text).commit(aside);
    this.#renumber.renumber(drafts, aside, undefined, folder.ref);
    this.#repository.markResolved(spec.path);
    return true;
  }

  #isEarlier(a: string, b: string): boolean {
    const [first, second] = [a, b].map((id) => this.#log.read(id).records[0]) as [
      LogRecord | undefined,
      LogRecord | undefined,
    ];
    if (first === undefined || second === undefined) return first !== undefined || a < b;
    return compareRecords(first, second) < 0;
  }

  #bringUp(drafts: RecordDrafts): readonly string[] {
    return this.#store
      .summaries()
      .filter(({ problem }) => problem === undefined)
      .flatMap(({ folder }) => {
        const before = this.#store.open(folder).text;
        const [changed] = this.#changes.apply(drafts, [{ folder, commands: () => [] }]);
        const moved = changed !== undefined && changed.folder.path !== folder.path;
        return changed !== undefined && (moved || changed.document.text !== before)
          ? [changed.folder.path]
          : [];
      });
  }
}
