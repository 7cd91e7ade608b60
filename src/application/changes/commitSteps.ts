import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { PreparedRecord } from '../../ports/eventLog.js';
import type { StagedFile } from '../../ports/fileSystem.js';
import type { SpecStore, StagedFolder } from '../../ports/specStore.js';

/** A step in terms of the file system, for the journal. */
export interface RedoEntry {
  readonly action: 'replace' | 'add' | 'move';
  readonly from: string;
  readonly to: string;
}

/** One durable step of a command; it is prepared on disk, so that little can fail when it is taken. */
export interface CommitStep {
  readonly kind: 'record' | 'document' | 'folder';
  /** How another process finishes the step; absent where it cannot. */
  readonly redo?: RedoEntry;
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
    ...redo('add', prepared.staged.temporary, prepared.staged.path),
    commit: () => prepared.commit(),
    revert: () => prepared.revoke(),
    discard: () => prepared.discard(),
  };
}

export function documentStep(staged: StagedFile, stageOld: () => StagedFile): CommitStep {
  return {
    kind: 'document',
    ...redo('replace', staged.temporary, staged.path),
    commit: () => staged.commit(),
    revert: () => stageOld().commit(),
    discard: () => staged.discard(),
  };
}

export function folderStep(store: SpecStore, from: SpecFolder, to: SpecFolder): CommitStep {
  return {
    kind: 'folder',
    ...redo('move', from.path, to.path),
    commit: () => store.move(from, to),
    revert: () => store.move(to, from),
    discard: () => undefined,
  };
}

export function newFolderStep(store: SpecStore, staged: StagedFolder, folder: SpecFolder): CommitStep {
  return {
    kind: 'folder',
    ...redo('move', staged.path, folder.path),
    commit: () => staged.commit(folder),
    revert: () => store.remove(folder),
    discard: () => staged.discard(),
  };
}

function redo(
  action: RedoEntry['action'],
  from: string | undefined,
  to: string,
): { readonly redo?: RedoEntry } {
  return from === undefined ? {} : { redo: { action, from, to } };
}
