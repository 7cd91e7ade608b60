import type { ImportedDocument } from '../../domain/import/importedDocument.js';
import { lastNameIn, parentOf } from '../../domain/naming/projectPath.js';
import { wordsOf } from '../../domain/naming/slug.js';
import { isCalendarDate } from '../../domain/value/calendarDate.js';
import type { ImportSource, SourceTree } from '../../ports/importSource.js';
import { told } from './flatFiles.js';
import { frontmatterOf } from './sourceFields.js';
import { besides, filesBeside, recognised, tickedStatus, titleIn } from './toolFolderDocuments.js';

/**
 * Matches the path of the proposal of a change (a planned piece of work in OpenSpec). Group 1 is the folder that contains
 * `changes/`.
 */
const CHANGE = /^((?:.*\/)?)changes\/(?:archive\/)?[^/]+\/proposal\.md$/;
const ARCHIVED = /(?:^|\/)changes\/archive\/[^/]+\/proposal\.md$/;
/**
 * Matches the path of a capability (a description of existing software in OpenSpec), which is not below `changes/`. Group 1 is
 * the folder that contains `specs/`.
 */
const CAPABILITY = /^((?:(?!.*changes\/).*\/)?)specs\/[^/]+\/spec\.md$/;
const GENERIC = /^(?:why|what changes|proposal|change|summary|overview|purpose)$/i;

/** Imports documents of OpenSpec: proposed and archived changes, and capabilities of the software. */
export const openspec: ImportSource = {
  name: 'openspec',
  description: 'openspec/changes with proposal.md, and openspec/specs',
  detect: (tree) => ({
    ...recognised(tree, documentsIn(tree), /(?:^|\/)openspec\/|^project\.md$/),
    areFolders: true,
  }),
  passedOver: (tree) =>
    besides(tree, documentsIn(tree), /(?:^|\/)changes\/(?:archive\/)?[^/]+\/(?:design|tasks)\.md$/),
  read: function* (tree) {
    for (const path of documentsIn(tree))
      yield told(path, () => (CHANGE.test(path) ? readChange(tree, path) : readCapability(tree, path)));
  },
};

/**
 * Returns the paths of the documents. `specs/x/spec.md` counts as a capability only beside a folder `changes/` or in a folder
 * `openspec`, because elsewhere it may belong to another tool.
 */
function documentsIn(tree: SourceTree): readonly string[] {
  const paths = tree.files.map(({ path }) => path);
  const homes = new Set(paths.flatMap((path) => CHANGE.exec(path)?.[1] ?? []));
  return paths.filter((path) => {
    const home = CAPABILITY.exec(path)?.[1];
    return CHANGE.test(path) || (home !== undefined && (homes.has(home) || /(?:^|\/)openspec\/$/.test(home)));
  });
}

function readChange(tree: SourceTree, path: string): ImportedDocument {
  const { fields, body } = frontmatterOf(tree, tree.text(path) ?? '');
  const folder = parentOf(path);
  const tasks = `${folder}/tasks.md`;
  const isArchived = ARCHIVED.test(path);
  const ticked = tickedStatus(tree.text(tasks), 'openspec');
  const [, day, name = lastNameIn(folder)] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(lastNameIn(folder)) ?? [];
  const date = isCalendarDate(day) ? day : undefined;
  return {
    place: path,
    aliases: [lastNameIn(folder), name],
    name,
    title: titleIn(body, GENERIC)?.replace(/^(?:change|proposal):\s*/i, '') ?? wordsOf(name),
    sourceId: lastNameIn(folder),
    status: isArchived ? 'complete' : (ticked?.status ?? 'planned'),
    statusFrom: isArchived ? 'archive' : (ticked?.from ?? 'no tasks yet'),
    ...fields.all({ completed: isArchived ? date : undefined }),
    isArchived,
    body,
    files: filesBeside(tree, path),
    folder,
    past: { files: [path, tasks], status: 'boxes' },
  };
}

function readCapability(tree: SourceTree, path: string): ImportedDocument {
  const { fields, body } = frontmatterOf(tree, tree.text(path) ?? '');
  const folder = parentOf(path);
  const own = fields.all();
  return {
    place: path,
    // Add the prefix `specs/`, because a change may have the same name as the capability.
    aliases: [`specs/${lastNameIn(folder)}`],
    name: lastNameIn(folder),
    title: titleIn(body, GENERIC) ?? wordsOf(lastNameIn(folder)),
    sourceId: lastNameIn(folder),
    status: 'complete',
    statusFrom: 'capability',
    ...own,
    tags: ['capability', ...(own.tags ?? [])],
    body,
    files: filesBeside(tree, path),
    folder,
    past: { files: [path] },
  };
}
