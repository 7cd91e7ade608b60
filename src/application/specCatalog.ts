import { SpectoolError } from '../domain/errors/spectoolError.js';
import type { SpecDocument } from '../domain/document/specDocument.js';
import { titleOf } from '../domain/document/title.js';
import { referenceIndex } from '../domain/naming/referenceIndex.js';
import { formerNames } from '../domain/log/formerNames.js';
import { resolveReference } from '../domain/naming/resolveReference.js';
import type { SpecFolder } from '../domain/naming/specFolder.js';
import type { SpecView } from '../domain/spec/specView.js';
import type { Status } from '../domain/spec/status.js';
import { toSpecView } from '../domain/spec/toSpecView.js';
import type { EventLog } from '../ports/eventLog.js';
import type { SpecStore } from '../ports/specStore.js';
import type { ProjectWarnings } from './queries/projectWarnings.js';
import type { Needs } from './services.js';

/** Where a command is run: the root, the working directory below it (`''`: the root itself), the specs directory. */
export interface ProjectPlace {
  readonly root: string;
  readonly workingDirectory: string;
  readonly specsDir: string;
}

/** Finds specs by what people call them, and reads them for every command that only looks. */
export class SpecCatalog {
  static readonly needs = ['specStore', 'eventLog', 'place', 'projectWarnings'] as const;
  readonly #store: SpecStore;
  readonly #log: EventLog;
  readonly #place: ProjectPlace;
  readonly #projectWarnings: ProjectWarnings;

  constructor(services: Needs<typeof SpecCatalog>) {
    this.#store = services.specStore;
    this.#log = services.eventLog;
    this.#place = services.place;
    this.#projectWarnings = services.projectWarnings;
  }

  /** Every spec, active before archived, broken ones too. */
  all(): readonly SpecView[] {
    return this.#store.summaries().map(toSpecView);
  }

  /** Every spec by its place alone; reads no document. */
  folders(): readonly SpecFolder[] {
    return this.#store.folders();
  }

  /** @throws SpectoolError `SPEC_NOT_FOUND`, `SPEC_AMBIGUOUS`. */
  find(reference: string, folders: readonly SpecFolder[] = this.#store.folders()): SpecFolder {
    try {
      return resolveReference(reference, {
        ...this.#place,
        folders,
        ids: () =>
          new Map(
            this.#store
              .summaries(folders)
              .flatMap(({ folder, frontmatter }) => idEntry(folder.path, frontmatter['id'])),
          ),
        former: () =>
          new Map(
            this.#store
              .summaries(folders)
              .map(({ folder, frontmatter: { id } }) => [
                folder.path,
                typeof id === 'string' ? formerNames(this.#log.records(id)) : [],
              ]),
          ),
      });
    } catch (error) {
      throw this.#withSpecsLeftBehind(error);
    }
  }

  /** It may be one of those that another specs directory still holds. */
  #withSpecsLeftBehind(error: unknown): unknown {
    if (!(error instanceof SpectoolError) || error.code !== 'SPEC_NOT_FOUND') return error;
    const [left] = this.#projectWarnings.elsewhere();
    if (left === undefined) return error;
    const { code, message, details } = error;
    return new SpectoolError(code, `${message} ${left.message}`, {
      ...(left.hint !== undefined && { hint: left.hint }),
      ...(details !== undefined && { details }),
    });
  }

  /** Of what another spec depends on; undefined where there is none such, or it has no status. */
  statusOf(reference: string): Status | undefined {
    const folder = referenceIndex(this.#store.folders())(reference);
    return folder === undefined ? undefined : (this.viewOf(folder).status ?? undefined);
  }

  viewOf(folder: SpecFolder, document: SpecDocument = this.#store.open(folder)): SpecView {
    const { frontmatter, problem } = document;
    return toSpecView({
      folder,
      frontmatter,
      title: titleOf(document, folder.name),
      ...(problem && { problem }),
    });
  }
}

function idEntry(path: string, id: unknown): readonly (readonly [string, string])[] {
  return typeof id === 'string' ? [[path, id]] : [];
}
