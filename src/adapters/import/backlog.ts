import { lastNameIn } from '../../domain/naming/projectPath.js';
import type { ImportedDocument } from '../../domain/import/importedDocument.js';
import { statusWord } from '../../domain/import/statusWords.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { wordsOf } from '../../domain/naming/slug.js';
import type { ImportedStatus } from '../../domain/project/configuration.js';
import type { ImportSource, SourceTree } from '../../ports/importSource.js';
import { told } from './flatFiles.js';
import { fieldsOfYaml, frontmatterOf } from './sourceFields.js';
import { recognised, titleIn } from './toolFolderDocuments.js';
import { cutText } from '../../domain/value/cutText.js';
import { cutTitle, headerFields, LONGEST_NAME, textIn, textsIn } from './headerFields.js';

const FOLDER = /(?:^|\/)(tasks|completed|drafts|archive\/tasks|archive\/drafts)\/[^/]+\.md$/;
const NAME = /^[A-Za-z][\w.]*-[\d.]+ - [^/]*\.md$/;
/** Matches file names whose id is no number, which are tasks only beside the tool's configuration. */
const OTHER_NAME = /^[A-Za-z][\w.-]* - [^/]*\.md$/;

const CONFIG = /(?:^|\/)(?:\.?backlog\/config|backlog\.config)\.ya?ml$|^config\.ya?ml$/;

/**
 * Imports the task files of the tool Backlog.md, which are in a folder `backlog`. The tool's configuration in that folder names
 * the statuses of the tasks.
 */
export const backlog: ImportSource = {
  name: 'backlog',
  description: 'a backlog folder with tasks/task-12 - Title.md',
  detect: (tree) => recognised(tree, documentsIn(tree), CONFIG),
  read: function* (tree) {
    const statuses = statusesIn(tree);
    for (const path of documentsIn(tree)) yield told(path, () => read(tree, path, statuses));
  },
  passedOver: (tree) => {
    const isRead = isTask(tree);
    return inFolders(tree).filter((path) => !isRead(path) && !/^readme\.md$/i.test(lastNameIn(path)));
  },
  notTaken: (tree) =>
    tree.files
      .map(({ path }) => path)
      .filter((path) => /(?:^|\/)(?:decisions|docs)\/(?:decision|doc)-\d+ - /.test(path)),
};

function documentsIn(tree: SourceTree): readonly string[] {
  return inFolders(tree).filter(isTask(tree));
}

function inFolders(tree: SourceTree): readonly string[] {
  return tree.files.map(({ path }) => path).filter((path) => FOLDER.test(path));
}

function isTask(tree: SourceTree): (path: string) => boolean {
  const hasConfig = tree.files.some(({ path }) => CONFIG.test(path));
  return (path) => NAME.test(lastNameIn(path)) || (hasConfig && OTHER_NAME.test(lastNameIn(path)));
}

/**
 * Maps the statuses in the tool's configuration to those of specs: the first is planned, the last complete, the others in
 * progress.
 */
function statusesIn(tree: SourceTree): Readonly<Record<string, ImportedStatus>> {
  const config = tree.files.find(({ path }) => CONFIG.test(path))?.path;
  if (config === undefined) return {};
  try {
    const fields = fieldsOfYaml(tree, tree.text(config) ?? '');
    const words = textsIn(fields.value('statuses')).map(statusWord);
    return Object.fromEntries(
      words.map((word, i) => [
        word,
        i === 0 ? 'planned' : i === words.length - 1 ? 'complete' : 'in-progress',
      ]),
    );
  } catch (error) {
    // Continue if the configuration cannot be read: each document whose status is unknown is then reported.
    if (error instanceof SpectoolError) return {};
    throw error;
  }
}

function read(
  tree: SourceTree,
  path: string,
  words: Readonly<Record<string, ImportedStatus>>,
): ImportedDocument {
  const { fields, body } = frontmatterOf(tree, tree.text(path) ?? '');
  const kind = FOLDER.exec(path)?.[1] ?? 'tasks';
  const id = fields.text('id') ?? lastNameIn(path).split(' ')[0] ?? '';
  const name = lastNameIn(path)
    .replace(/^\S+ - /, '')
    .replace(/\.md$/, '');
  const number = kind.endsWith('drafts') ? undefined : /-(\d{1,6})$/.exec(id)?.[1];
  const field = fields.text('status');
  const header = field === undefined ? headerFields(body).status : undefined;
  const status = field ?? header?.text ?? (kind.endsWith('drafts') ? 'draft' : undefined);
  const created = fields.day('created_date');
  const people = fields.texts('assignee');
  const priority = fields.priority();
  const title = fields.text('title') ?? titleIn(body, /^$/) ?? wordsOf(name);
  const partOf = textIn(fields.value('parent_task_id'));
  return {
    place: path,
    aliases: [id, `task-${id.replace(/^[^\d]*/, '')}`],
    ...(number !== undefined && { number: Number(number) }),
    name,
    title: cutText(title, LONGEST_NAME),
    sourceId: id,
    ...(status !== undefined && { status }),
    words,
    statusFrom: header?.from ?? 'frontmatter',
    ...(created !== undefined && { created }),
    ...(people[0] !== undefined && { assignee: people[0] }),
    ...(priority !== undefined && { priority }),
    tags: fields.texts('labels'),
    dependsOn: fields.texts('dependencies'),
    ...(partOf !== undefined && { partOf }),
    fields: fields.left(),
    isArchived: kind.startsWith('archive/'),
    body,
    past: { files: [path], status: header?.from === 'section Status' ? 'section' : 'field' },
    lost: [
      ...cutTitle(title),
      ...(people.length > 1 ? [`further assignees: ${people.slice(1).join(', ')}`] : []),
    ],
  };
}
