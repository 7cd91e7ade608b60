import type { SpecFolder } from '../domain/naming/specFolder.js';
import type { PreparedRecord } from '../ports/eventLog.js';
import type { StagedFile } from '../ports/fileSystem.js';
import type { SpecStore, StagedFolder } from '../ports/specStore.js';

/** One durable step of a command; it is prepared on disk, so that little can fail when it is taken. */
export interface CommitStep {
  readonly kind: 'record' | 'document' | 'folder';
  commit(): void;
  /** Takes the step back after a later one failed. */
  revert(): void;
  /** Cleans up what was prepared; harmless after `commit`. */
  discard(): void;
}

/** Records first: they are the change. Then what is projected from them; folders last, since they move documents. */
export function inOrder(steps: readonly CommitStep[]): readonly CommitStep[] {
  return (['record', 'document', 'folder'] as const).flatMap((kind) =>
    steps.filter((step) => step.kind === kind),
  );
}

export function recordStep(prepared: PreparedRecord): CommitStep {
  return {
    kind: 'record',
    commit: () => prepared.commit(),
    revert: () => prepared.revoke(),
    discard: () => prepared.discard(),
  };
}

export function documentStep(staged: StagedFile, stageOld: () => StagedFile): CommitStep {
  return {
    kind: 'document',
    commit: () => staged.commit(),
    revert: () => stageOld().commit(),
    discard: () => staged.discard(),
  };
}

export function folderStep(store: SpecStore, from: SpecFolder, to: SpecFolder): CommitStep {
  return {
    kind: 'folder',
    commit: () => store.move(from, to),
    revert: () => store.move(to, from),
    discard: () => undefined,
  };
}

export function newFolderStep(store: SpecStore, staged: StagedFolder, folder: SpecFolder): CommitStep {
  return {
    kind: 'folder',
    commit: () => staged.commit(folder),
    revert: () => store.remove(folder),
    discard: () => staged.discard(),
  };
}
