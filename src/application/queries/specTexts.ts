import { splitDocument } from '../../domain/document/splitDocument.js';
import { withoutComments } from '../../domain/document/withoutComments.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { SpecStore } from '../../ports/specStore.js';

export interface SpecText {
  /** Relative to the root. */
  readonly file: string;
  readonly text: string;
  /** Line of the file at which `text` begins. */
  readonly firstLine: number;
}

const MARKDOWN = /\.(?:md|markdown)$/i;

/** What of a spec can be read: its document and every other Markdown file of it, without frontmatter and comments. */
export function specTexts(folder: SpecFolder, store: SpecStore): readonly SpecText[] {
  return store
    .files(folder, 'passed over')
    .filter((name, i) => i === 0 || MARKDOWN.test(name))
    .flatMap((name) => {
      const text = store.readFile(folder, name);
      if (text === undefined) return [];
      const parts = splitDocument(text);
      const firstLine = parts.kind === 'frontmatter' ? parts.bodyLine : 1;
      return [
        { file: `${folder.path}/${name}`, text: withoutComments(text.slice(parts.bodyStart)), firstLine },
      ];
    });
}
