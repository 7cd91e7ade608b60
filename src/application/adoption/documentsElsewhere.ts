import { adoptedId, adoptedState, habitsOf } from '../../domain/adoption/adoptedState.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { isStatus, type Status } from '../../domain/fields/statusAndPriority.js';
import type { FoundAdopted } from '../../ports/adoptedDocuments.js';
import { Service } from '../useCase.js';

/** A document in an adopted folder of a branch or another worktree that is not in this working tree. */
export interface DocumentElsewhere {
  readonly title: string;
  readonly status: Status;
  readonly path: string;
  /** The branch, or the folder name of the worktree, that has the document. */
  readonly branch?: string;
  readonly worktree?: string;
}

/** Returns the documents of a place that can be read, because no other working tree may stop a command here. */
function readable(read: () => FoundAdopted['documents']): FoundAdopted['documents'] {
  try {
    return read();
  } catch (error) {
    if (error instanceof SpectoolError) return [];
    throw error;
  }
}

/** Finds documents that other branches and worktrees have in adopted folders. */
export class DocumentsElsewhere extends Service {
  /** Returns the documents that are neither here nor in the log, those of worktrees first. Nothing is written. */
  async all(): Promise<readonly DocumentElsewhere[]> {
    const { adoptedDocumentsIn, clock, config, eventLog, hasher, otherBranches, specStore } = this.use;
    const folders = config.adopted.map((one) => ({ words: {}, ...one }));
    const here = specStore.summaries().map(({ frontmatter: { id } }) => id);
    const known = new Set<unknown>([...eventLog.streams(), ...here]);
    const branches = otherBranches.filesOnBranches(
      folders.map(({ path }) => path),
      Date.parse(clock.now()),
    );
    const found: DocumentElsewhere[] = [];
    for (const [at, files] of [
      ...otherBranches.otherRoots().map(({ name, root }) => [{ worktree: name }, root] as const),
      ...[...branches].map(([branch, texts]) => [{ branch }, texts] as const),
    ]) {
      const reader = await adoptedDocumentsIn(files);
      for (const folder of folders) {
        const documents = readable(() => reader.read(folder).documents);
        const habits = habitsOf(folder, documents);
        for (const document of documents) {
          const id = adoptedId(folder, document.key, hasher.sha256);
          const { frontmatter, archived } = adoptedState(document, undefined, habits);
          if (known.has(id) || archived) continue;
          known.add(id);
          const { title, path } = document;
          const { status } = frontmatter;
          found.push({ title, status: isStatus(status) ? status : 'planned', path, ...at });
        }
      }
    }
    return found;
  }
}
