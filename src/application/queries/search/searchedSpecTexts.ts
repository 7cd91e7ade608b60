import { isMarkdown } from '../../../domain/document/decodeText.js';
import { splitDocument } from '../../../domain/document/frontmatter/splitDocument.js';
import { withoutComments } from '../../../domain/document/sections/withoutComments.js';
import type { SpecFolder } from '../../../domain/naming/specFolder.js';
import { attachedNames, attachedWithin, isSearchedField } from '../../../domain/search/searchedTexts.js';
import type { SpecStore } from '../../../ports/specStore.js';

export interface SpecText {
  /** Path of the file relative to the root. */
  readonly file: string;
  readonly text: string;
  /** Line of the file where `text` begins. */
  readonly firstLine: number;
  /** Set if the file is not Markdown. */
  readonly isAttached?: true;
}

/**
 * Yields the texts in which a spec is searched: its document and further Markdown files, without frontmatter and comments,
 * then other text files.
 */
export function* specTexts(folder: SpecFolder, store: SpecStore): Generator<SpecText> {
  const names = store.files(folder, 'passed over');
  for (const name of names.filter((one, i) => i === 0 || isMarkdown(one))) {
    const text = store.readFile(folder, name);
    if (text === undefined) continue;
    const parts = splitDocument(text);
    const firstLine = parts.kind === 'frontmatter' ? parts.bodyLine : 1;
    yield { file: `${folder.path}/${name}`, text: withoutComments(text.slice(parts.bodyStart)), firstLine };
  }
  const attached = attachedNames(names.slice(1));
  for (const name of attachedWithin(attached, (one) => store.fileSize(folder, one))) {
    const text = store.readFile(folder, name);
    if (text !== undefined) yield { file: `${folder.path}/${name}`, text, firstLine: 1, isAttached: true };
  }
}

/** Returns the searched frontmatter fields of a document, as written in the document. */
export function fieldLines(folder: SpecFolder, store: SpecStore): readonly SpecText[] {
  const { text, entries } = store.open(folder);
  return entries
    .filter(({ key }) => key === 'tags' || isSearchedField(key))
    .map(({ start, end, line }) => ({
      file: store.documentPath(folder),
      text: text.slice(start, end),
      firstLine: line,
    }));
}
