import { decodeRecords } from '../../domain/log/records/recordCodec.js';
import type { StreamId } from '../../domain/log/records/record.js';
import type { CommittedSpec, GitContext } from '../../domain/reconcile/documentState.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { Services } from '../services.js';

/** Provides what a comparison of a document with its log needs: the state of the spec in git. */
export class CommittedSpecs {
  constructor(private readonly use: Services) {}

  /** Returns the git state of a spec; git runs only when a value is needed. @param document path of the document. */
  around(document: string, stream: StreamId): GitContext {
    return {
      sha256: (text) => this.use.hasher.sha256(text),
      committed: () => this.#committed(document, stream),
    };
  }

  #committed(document: string, stream: StreamId): CommittedSpec | undefined {
    const found = this.use.commits.committedBeside(document, `${LOG_FOLDER}/${stream}`);
    if (found === undefined) return undefined;
    const { isUntouched, texts } = found;
    const records = decodeRecords(texts).filter(({ spec }) => spec === stream);
    return { isUntouched, records: new Set(records.map(({ id }) => id)) };
  }
}
