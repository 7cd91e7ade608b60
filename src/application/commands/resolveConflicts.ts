import type { ErrorCode } from '../../domain/errors/errorCode.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { divergences } from '../../domain/log/divergence.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { compareTimes, effectiveTimes } from '../../domain/log/recordOrder.js';
import { folderAt, labelsOf } from '../../domain/naming/folderLabels.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Repository } from '../../ports/repository.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { ChangedSpec, ChangeSpecs } from '../changes/changeSpecs.js';
import { type ConflictedSpec, conflictedSpecs } from '../changes/conflictedSpecs.js';
import { divergenceWarnings } from '../changes/divergenceWarnings.js';
import type { MergeDocuments } from './mergeDocuments.js';
import type { RecordDrafts } from '../changes/recordDrafts.js';
import type { RenumberSpec } from './renumberSpec.js';
import type { Warning } from '../warning.js';
import type { WriteSession } from '../changes/writeSession.js';
import type { Needs } from '../services.js';
import type { RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

/** There is nothing to say. */
export type ResolveConflictsRequest = Readonly<Record<string, never>>;

export interface ResolveConflictsResult {
  /** Documents that are whole again. */
  readonly resolved: readonly string[];
  /** Documents whose text both sides changed in one place: marks are left for a person. */
  readonly conflicts: readonly { readonly path: string; readonly conflicts: number }[];
  /** Documents brought up to what the log tells. */
  readonly updated: readonly string[];
  /** Fields two branches set differently: the log's order chose, a person may choose otherwise. */
  readonly warnings: readonly Warning[];
}

const STAYS: ReadonlySet<ErrorCode> = new Set(['WRITE_FAILED', 'ID_COPIED']);

/**
 * Repairs documents after a merge: frontmatter from the log, text by git's three-way merge, two specs in one folder parted,
 * documents that lag behind the log brought up. What only a person can decide is left marked and named.
 */
export class ResolveConflicts extends UseCase<ResolveConflictsRequest, ResolveConflictsResult> {
  static readonly needs = [
    'writeSession',
    'fileSystem',
    'specStore',
    'eventLog',
    'repository',
    'mergeDocuments',
    'changeSpecs',
    'renumberSpec',
    'config',
  ] as const;
  static readonly request: RequestSchema<ResolveConflictsRequest> = {};
  readonly #access: WriteSession;
  readonly #files: FileSystem;
  readonly #store: SpecStore;
  readonly #log: EventLog;
  readonly #repository: Repository;
  readonly #merge: MergeDocuments;
  readonly #changes: ChangeSpecs;
  readonly #renumber: RenumberSpec;
  readonly #specsDir: string;

  constructor(services: Needs<typeof ResolveConflicts>) {
    super();
    this.#access = services.writeSession;
    this.#files = services.fileSystem;
    this.#store = services.specStore;
    this.#log = services.eventLog;
    this.#repository = services.repository;
    this.#merge = services.mergeDocuments;
    this.#changes = services.changeSpecs;
    this.#renumber = services.renumberSpec;
    this.#specsDir = services.config.specsDir;
  }

  protected override async run(): Promise<ResolveConflictsResult> {
    return this.#access.change('resolve', (drafts) => {
      const resolved: string[] = [];
      const conflicts: { path: string; conflicts: number }[] = [];
      const claimed = new Set<string>();
      const specs = [...conflictedSpecs(this.#store, this.#repository)].sort((a, b) =>
        this.#compareAge(a.id, b.id),
      );
      const involved = new Set(specs.flatMap(({ paths }) => paths));
      const homeless: { readonly spec: ConflictedSpec; readonly text: string }[] = [];
      for (const spec of specs) {
        const repaired = spec.paths.find((path) => this.#isRepairedByHand(path, spec));
        if (repaired !== undefined) {
          claimed.add(repaired);
          resolved.push(repaired);
          continue;
        }
        const merged = this.#merge.merge(spec);
        const path = this.#placeFor(spec, involved, claimed);
        if (merged === undefined) conflicts.push({ path: spec.paths[0] ?? '', conflicts: 1 });
        if (merged === undefined) for (const kept of spec.paths) claimed.add(kept);
        else if (path === undefined) homeless.push({ spec, text: merged.text });
        else {
          claimed.add(path);
          this.#files.write(path, merged.text);
          if (merged.conflicts === 0) resolved.push(path);
          else conflicts.push({ path, conflicts: merged.conflicts });
        }
      }
      for (const path of involved) if (!claimed.has(path)) this.#drop(path);
      for (const path of this.#repository.conflictedPaths()) {
        const settled = resolved.includes(path) || !involved.has(path) || !claimed.has(path);
        if (settled && (involved.has(path) || this.#files.stat(path) === undefined))
          this.#repository.markResolved(path);
      }
      resolved.push(...homeless.map(({ spec, text }) => this.#giveFolder(drafts, spec, text)));
      const updated = this.#bringUp(drafts);
      const touched = new Set([...specs.map(({ id }) => id), ...updated.flatMap((path) => this.#idAt(path))]);
      return { resolved, conflicts, updated, warnings: [...touched].flatMap((id) => this.#diverged(id)) };
    });
  }

  #idAt(path: string): readonly string[] {
    const folder = this.#store.folders().find((one) => one.path === path);
    const id = folder === undefined ? undefined : this.#store.open(folder).frontmatter['id'];
    return typeof id === 'string' ? [id] : [];
  }

  #diverged(id: string): readonly Warning[] {
    const records = this.#log.records(id);
    const { spec } = foldSpec(records);
    return spec.kind === 'active' ? divergenceWarnings(spec.labels.ref, divergences(records)) : [];
  }

  /** Somebody solved the conflict and did not tell git yet: no marks, and none of the versions that met. */
  #isRepairedByHand(path: string, { id, base, ours, theirs }: ConflictedSpec): boolean {
    const text = this.#files.readText(path);
    if (text === undefined) return false;
    const { frontmatter, problem } = this.#store.parse(text);
    if (problem !== undefined || frontmatter['id'] !== id) return false;
    const bare = (version: string) => version.replaceAll('\r\n', '\n');
    return ![base, ours, theirs].map(bare).includes(bare(text));
  }

  /** Where the log says it stands, else where one of its versions was; undefined when others have those places. */
  #placeFor(
    spec: ConflictedSpec,
    involved: ReadonlySet<string>,
    claimed: ReadonlySet<string>,
  ): string | undefined {
    const { spec: logged } = foldSpec(this.#log.records(spec.id));
    const home =
      logged.kind === 'active'
        ? this.#store.documentPath(folderAt(this.#specsDir, logged.labels))
        : undefined;
    const isFree = (path: string) =>
      !claimed.has(path) && (involved.has(path) || this.#files.stat(path) === undefined);
    return [...(home === undefined ? [] : [home]), ...spec.paths].find(isFree);
  }

  #drop(path: string): void {
    this.#files.remove(path);
    this.#files.removeEmptyDirectory(path.slice(0, path.lastIndexOf('/')));
  }

  /** Two branches made two specs of one folder: the earlier one keeps it, this one gets a number of its own. */
  #giveFolder(drafts: RecordDrafts, { id, paths }: ConflictedSpec, text: string): string {
    const wanted = this.#store.folders().find((folder) => paths.includes(this.#store.documentPath(folder)));
    const { spec: logged } = foldSpec(this.#log.records(id));
    const labels = logged.kind === 'active' ? logged.labels : undefined;
    const base = labels ?? wanted;
    if (base === undefined)
      throw new SpectoolError('MERGE_CONFLICT', `There is no place for the spec ${id}.`);
    const ref = `${base.ref}-${id.slice(0, 4)}`;
    const newFolder = folderAt(this.#specsDir, { ...labelsOf({ ...base, path: '' }), ref });
    this.#store.stageFolder(id, text).commit(newFolder);
    const { spec } = this.#renumber.renumber(drafts, newFolder, undefined, base.ref);
    return `${spec.path}/${paths[0]?.slice(paths[0].lastIndexOf('/') + 1) ?? ''}`;
  }

  /** By the record that began it; what has no log comes last. */
  #compareAge(a: string, b: string): number {
    const [first, second] = [this.#log.records(a)[0], this.#log.records(b)[0]];
    if (first === undefined || second === undefined)
      return first === second ? (a < b ? -1 : 1) : first === undefined ? 1 : -1;
    return compareTimes(effectiveTimes([first, second]))(first, second);
  }

  #bringUp(drafts: RecordDrafts): readonly string[] {
    return this.#store
      .summaries()
      .filter(({ problem }) => problem === undefined)
      .flatMap(({ folder }) => {
        const before = this.#store.open(folder).text;
        const changed = this.#rolledForward(drafts, folder);
        const moved = changed !== undefined && changed.folder.path !== folder.path;
        return changed !== undefined && (moved || changed.document.text !== before)
          ? [changed.folder.path]
          : [];
      });
  }

  /** Another spec may stand where this one belongs, its copy too; then it stays, and `validate` names both. */
  #rolledForward(drafts: RecordDrafts, folder: SpecFolder): ChangedSpec | undefined {
    try {
      return this.#changes.apply(drafts, [{ folder, commands: () => [], judge: 'log' }])[0];
    } catch (error) {
      if (error instanceof SpectoolError && STAYS.has(error.code)) return undefined;
      throw error;
    }
  }
}
