import type { Configuration } from '../../domain/project/configuration.js';
import type { AgreedText } from '../../domain/review/agreedText.js';
import type { AgreedTextCache } from '../../ports/caches.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Snapshot } from './snapshot.js';

/** Agreed texts of documents, cached in the snapshot. An entry is valid while the stat of the document's file is unchanged. */
export class AgreedTextsInFiles implements AgreedTextCache {
  constructor(
    private readonly files: FileSystem,
    private readonly snapshot: Snapshot,
    private readonly config: Configuration,
  ) {}

  of(path: string, read: () => AgreedText): AgreedText {
    const rules = JSON.stringify(['words', this.config.criteria.sections]);
    const section = this.snapshot.section<AgreedText>('agreed', rules);
    const found = this.files.stat(path);
    // The stat of a link does not change when the text of its target changes.
    const stat = found?.kind === 'file' ? found : undefined;
    const known = stat && section.known(path, stat);
    if (known !== undefined) return known;
    const agreed = read();
    if (stat !== undefined) section.learn(path, stat, agreed);
    return agreed;
  }
}
