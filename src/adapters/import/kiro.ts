import type { ImportedDocument } from '../../domain/import/importedDocument.js';
import { lastNameIn, parentOf } from '../../domain/naming/projectPath.js';
import { wordsOf } from '../../domain/naming/slug.js';
import type { ImportSource, SourceTree } from '../../ports/importSource.js';
import { told } from './flatFiles.js';
import { frontmatterOf } from './sourceFields.js';
import { besides, filesBeside, recognised, tickedStatus, titleIn } from './toolFolderDocuments.js';
import { objectIn } from './headerFields.js';
import { dayIn } from './writtenDays.js';

const DOCUMENT = /(?:^|\/)specs\/[^/]+\/(?:requirements|bugfix)\.md$/;

/** Imports specs of Kiro: folders in `.kiro/specs` with requirements, design and tasks. */
export const kiro: ImportSource = {
  name: 'kiro',
  description: 'folders in .kiro/specs with requirements.md',
  detect: (tree) => ({ ...recognised(tree, documentsIn(tree), /(?:^|\/)\.kiro\//), areFolders: true }),
  read: function* (tree) {
    for (const path of documentsIn(tree)) yield told(path, () => read(tree, path));
  },
  passedOver: (tree) => besides(tree, documentsIn(tree), /(?:^|\/)\.kiro\/specs\/[^/]+\/[^/]+\.md$/),
  notTaken: (tree) =>
    tree.files.map(({ path }) => path).filter((path) => /(?:^|\/)\.kiro\/steering\/[^/]+\.md$/.test(path)),
};

function documentsIn(tree: SourceTree): readonly string[] {
  return tree.files
    .map(({ path }) => path)
    .filter((path) => DOCUMENT.test(path) || /^[^/]+\/requirements\.md$/.test(path));
}

function read(tree: SourceTree, path: string): ImportedDocument {
  const { fields, body } = frontmatterOf(tree, tree.text(path) ?? '');
  const folder = parentOf(path);
  const tasks = `${folder}/tasks.md`;
  const ticked = tickedStatus(tree.text(tasks), 'kiro');
  const created = dayIn(settings(tree.text(`${folder}/spec.json`))['created_at']);
  return {
    place: path,
    aliases: [lastNameIn(folder)],
    name: lastNameIn(folder),
    title:
      titleIn(body, /^(?:requirements?(?: document)?|bugfix requirements.*|introduction)$/i) ??
      wordsOf(lastNameIn(folder)),
    sourceId: lastNameIn(folder),
    status: ticked?.status ?? 'planned',
    statusFrom: ticked?.from ?? 'no tasks yet',
    ...fields.all({ created }),
    body,
    files: filesBeside(tree, path),
    folder,
    past: { files: [path, tasks], status: 'boxes' },
  };
}

/** Parses a settings file; empty if the file is missing or is not valid JSON. */
function settings(text: string | undefined) {
  try {
    return objectIn(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
