import { titleOf, withoutComments } from '../../domain/document/sections/headings.js';
import {
  type FieldTexts,
  fieldTextsOf,
  fieldValues,
  withoutData,
} from '../../domain/search/searchedTexts.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { toSpecView } from '../../domain/spec/toSpecView.js';
import type { SpecStore } from '../../ports/specStore.js';
import { attachedFiles, type Fingerprint, markdownFiles } from './specStates.js';

export interface ReadSpec {
  readonly view: SpecView;
  readonly texts: FieldTexts;
  /**
   * True if a file of the spec could not be read. A later run may read it although its stamp is unchanged, for example after a
   * temporary disk error.
   */
  readonly isUnread: boolean;
}

/**
 * Reads what the index stores about one spec: its view, and its text by field. A spec whose document is broken contributes the
 * parts that can be read.
 */
export function readSpec(store: SpecStore, folder: SpecFolder, fingerprint: Fingerprint): ReadSpec {
  const document = store.open(folder);
  const { frontmatter, problem } = document;
  const title = titleOf(document, folder.name);
  const summary = { folder, frontmatter, title, ...(problem && { problem }) };
  // The index does not know the configuration, so it keeps a field that a project may have declared among the custom fields.
  const view = toSpecView(summary, undefined, { declared: { part_of: 'string' } });
  const defaultFile = store.documentPath(folder).slice(folder.path.length + 1);
  const readable = (text: string) => withoutData(withoutComments(text));
  const further = markdownFiles(fingerprint)
    .filter((name) => name !== defaultFile)
    .map((name) => readable(store.readFile(folder, name) ?? ''));
  const beside = attachedFiles(fingerprint, defaultFile);
  const attached = beside.map((name) => withoutData(store.readFile(folder, name) ?? ''));
  const body = readable(document.text.slice(document.bodyStart));
  const texts = fieldTextsOf({
    title,
    name: folder.name,
    tags: view.tags,
    body,
    files: further,
    values: fieldValues(frontmatter),
    attached,
  });
  const unread = new Set(store.notRead().map(({ path }) => path));
  const isUnread =
    problem?.code === 'DOCUMENT_UNREADABLE' ||
    [...markdownFiles(fingerprint), ...beside].some((name) => unread.has(`${folder.path}/${name}`));
  return { view, texts, isUnread };
}
