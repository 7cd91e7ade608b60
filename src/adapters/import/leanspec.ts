import type { ImportedDocument, ImportedMoment } from '../../domain/import/importedDocument.js';
import { lastNameIn, parentOf } from '../../domain/naming/projectPath.js';
import { wordsOf } from '../../domain/naming/slug.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';
import { momentIn } from '../../domain/value/timestamp.js';
import type { ImportSource, SourceTree } from '../../ports/importSource.js';
import { recordInFolder, told } from './flatFiles.js';
import { filesBeside, numbered, recognised, titleIn } from './toolFolderDocuments.js';
import { objectIn, textIn } from './headerFields.js';
import { dayIn } from './writtenDays.js';
import { frontmatterOf, type SourceFields } from './sourceFields.js';

const DOCUMENT = /(?:^|\/)\d{2,6}-[^/]+\/README\.md$/;

/**
 * Imports specs of LeanSpec: numbered folders with a README whose frontmatter has a status, dates and transitions. If the
 * frontmatter has no status, the README is read as a decision record or a similar document.
 */
export const leanspec: ImportSource = {
  name: 'leanspec',
  description: 'folders such as 012-login with a README.md that has a status',
  inPlace: 'README.md',
  detect: (tree) => ({
    ...recognised(tree, documentsIn(tree), /(?:^|\/)\.lean-?spec\//, 'names'),
    areFolders: true,
  }),
  read: function* (tree) {
    for (const path of documentsIn(tree)) yield told(path, () => read(tree, path));
  },
};

function documentsIn(tree: SourceTree): readonly string[] {
  return tree.files.map(({ path }) => path).filter((path) => DOCUMENT.test(path));
}

function read(tree: SourceTree, path: string): ImportedDocument {
  const { fields, body } = frontmatterOf(tree, tree.text(path) ?? '');
  const folder = parentOf(path);
  const isArchived = /(?:^|\/)archived\//.test(path);
  const status = fields.text('status');
  if (status === undefined) return { ...recordInFolder(tree, path), isArchived };
  const { number, words } = numbered(lastNameIn(folder));
  const created = fields.day('created') ?? dayIn(fields.value('created_at'));
  const completed = fields.day('completed') ?? dayIn(fields.value('completed_at'));
  const [assignee, priority] = [fields.text('assignee'), fields.priority()];
  const partOf = fields.text('part_of') ?? textIn(fields.value('parent'));
  const moments = momentsOf(fields, created);
  return {
    place: path,
    aliases: [lastNameIn(folder), words, ...(number === undefined ? [] : [`#${String(number)}`])],
    ...(number !== undefined && { number }),
    name: words,
    title: titleIn(body, /^$/) ?? wordsOf(words),
    status,
    statusFrom: 'frontmatter',
    ...(created !== undefined && { created }),
    ...(completed !== undefined && { completed }),
    ...(assignee !== undefined && { assignee }),
    ...(priority !== undefined && { priority }),
    tags: fields.texts('tags'),
    ...(partOf !== undefined && { partOf }),
    dependsOn: fields.texts('depends_on'),
    related: fields.texts('related'),
    fields: fields.left(),
    isArchived,
    body,
    files: filesBeside(tree, path),
    folder,
    past: { files: [path], status: 'field' },
    ...(moments.length > 0 && { moments }),
  };
}

/**
 * Returns the status changes of a document in order, beginning with its creation. Empty if the frontmatter has no field
 * `transitions` or no creation date.
 */
function momentsOf(fields: SourceFields, created: string | undefined): readonly ImportedMoment[] {
  const transitions = fields.value('transitions');
  const told = (Array.isArray(transitions) ? (transitions as readonly JsonValue[]) : []).flatMap((one) => {
    const { at, status } = objectIn(one);
    const [time, word] = [timeOf(at), textIn(status)];
    return time === undefined || word === undefined ? [] : [{ at: time, status: word }];
  });
  const begun =
    timeOf(fields.value('created_at')) ?? (created === undefined ? undefined : `${created}T00:00:00.000Z`);
  if (told.length === 0 || begun === undefined) return [];
  const sorted = told.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return [
    { at: begun < (sorted[0]?.at ?? '') ? begun : (sorted[0]?.at ?? begun), status: 'planned' },
    ...sorted,
  ];
}

function timeOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? momentIn(value) : undefined;
}
