import type { ImportedDocument } from '../../domain/import/importedDocument.js';
import { retitle, withWrittenTitle, writtenTitle } from '../../domain/document/sections/title.js';
import { lastNameIn, parentOf } from '../../domain/naming/projectPath.js';
import { wordsOf } from '../../domain/naming/slug.js';
import type { ImportSource, SourceTree } from '../../ports/importSource.js';
import { told } from './flatFiles.js';
import { frontmatterOf } from './sourceFields.js';
import { besides, filesBeside, numbered, recognised, tickedStatus, titleIn } from './toolFolderDocuments.js';
import { headerFields } from './headerFields.js';
import { dayIn } from './writtenDays.js';

const DOCUMENT = /(?:^|\/)\d+(?:-\d+)?-[^/]+\/spec\.md$/;

/** Imports specs of spec-kit: feature folders with a `spec.md` and, beside it, the plan, tasks and research. */
export const specKit: ImportSource = {
  name: 'spec-kit',
  description: 'folders such as 012-login with spec.md, plan.md and tasks.md',
  inPlace: 'spec.md',
  detect: (tree) => ({ ...recognised(tree, documentsIn(tree), /(?:^|\/)\.specify\//), areFolders: true }),
  read: function* (tree) {
    for (const path of documentsIn(tree)) yield told(path, () => read(tree, path));
  },
  passedOver: (tree) => besides(tree, documentsIn(tree), /(?:^|\/)specs\/[^/]+\/(?:spec|plan|tasks)\.md$/),
  notTaken: (tree) =>
    tree.files.map(({ path }) => path).filter((path) => /(?:^|\/)memory\/constitution\.md$/.test(path)),
};

function documentsIn(tree: SourceTree): readonly string[] {
  return tree.files.map(({ path }) => path).filter((path) => DOCUMENT.test(path));
}

function read(tree: SourceTree, path: string): ImportedDocument {
  const { fields, body: whole } = frontmatterOf(tree, tree.text(path) ?? '');
  const folder = parentOf(path);
  const { number, words } = numbered(lastNameIn(folder));
  const { values, status: header } = headerFields(whole);
  const tasks = `${folder}/tasks.md`;
  const ticked = tickedStatus(tree.text(tasks), 'spec-kit');
  const isBegun = ticked !== undefined && ticked.status !== 'planned';
  const created = dayIn(values.get('created'));
  const { fields: left, ...own } = fields.all({ created });
  const branch = values.get('feature branch')?.replaceAll('`', '');
  const body = withoutKind(whole, wordsOf(words));
  return {
    place: path,
    aliases: [lastNameIn(folder)],
    ...(number !== undefined && { number }),
    name: words,
    title: titleIn(body, /^$/) ?? wordsOf(words),
    sourceId: lastNameIn(folder),
    status: isBegun ? ticked.status : (header?.text ?? ticked?.status ?? 'planned'),
    statusFrom: isBegun || header === undefined ? (ticked?.from ?? 'no tasks yet') : header.from,
    ...own,
    // Use the line `Feature Branch` of the text only if the frontmatter has no field `branch`; otherwise the line stays in the
    // text.
    fields: { ...left, ...(branch !== undefined && fields.value('branch') === undefined && { branch }) },
    body,
    files: filesBeside(tree, path),
    folder,
    past: { files: [path, tasks], status: isBegun ? 'boxes' : 'field' },
  };
}

/**
 * Removes "Feature Specification" from the document's heading.
 * @param name the new heading if nothing else is left of the heading.
 */
function withoutKind(body: string, name: string): string {
  const heading = writtenTitle(body);
  const title = heading
    ?.replace(/^(\*\*|__|[*_])?feature specification(?:\1:|:\1)\s*/i, '')
    .replace(/^(\*\*|__|[*_])feature specification:\s*/i, '$1')
    .replace(/^feature specification$/i, '');
  if (title === undefined || title === heading) return body;
  // Do not escape a title that begins with an emphasis mark (`*` or `_`), because escaping would take the mark for a list marker.
  return /^[*_]+\S/.test(title) ? withWrittenTitle(body, title) : retitle(body, title === '' ? name : title);
}
