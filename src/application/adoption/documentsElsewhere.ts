import { adoptedId, adoptedState, habitsOf } from '../../domain/adoption/adoptedState.js';
import { isStatus, type Status } from '../../domain/fields/statusAndPriority.js';
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

/** Finds documents that other branches and worktrees have in adopted folders. */
export class DocumentsElsewhere extends Service {
  /** Returns the documents that are neither here nor in the log, those of worktrees first. Nothing is written. */
  async all(): Promise<readonly DocumentElsewhere[]> {
    const { adoptedDocumentsIn, clock, config, eventLog, hasher, otherBranches, specStore } = this.use;
    if (config.adopted.length === 0) return [];
    const here = specStore.summaries().map(({ frontmatter: { id } }) => id);
    const known = new Set<unknown>([...eventLog.streams(), ...here]);
    const paths = config.adopted.map(({ path }) => path);
    const found: DocumentElsewhere[] = [];
    for (const { files, ...at } of otherBranches.filesElsewhere(paths, Date.parse(clock.now()))) {
      if (files.size === 0) continue;
      const reader = await adoptedDocumentsIn(files);
      for (const folder of config.adopted) {
        const { documents } = reader.read(folder);
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
