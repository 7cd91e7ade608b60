import { type DocumentKind, DOCUMENT_KINDS, documentsOf } from '../../domain/import/documentKinds.js';
import type { ImportedDocument, ImportedFile } from '../../domain/import/importedDocument.js';
import { meaningOf, statusWord, WORDS_OF } from '../../domain/import/statusWords.js';
import { retitle, withWrittenTitle, writtenTitle } from '../../domain/document/sections/title.js';
import { lastNameIn, parentOf } from '../../domain/naming/projectPath.js';
import { wordsOf } from '../../domain/naming/slug.js';
import { isCalendarDate } from '../../domain/value/calendarDate.js';
import type { JsonObject } from '../../domain/value/jsonValue.js';
import type { ImportSource, SourceTree } from '../../ports/importSource.js';
import { told } from './flatFiles.js';
import { headerFields, objectIn, textIn } from './headerFields.js';
import { type LedgerEntry, ledgerEntry } from './ledgers.js';
import { frontmatterOf } from './sourceFields.js';
import { besides, filesBeside, numbered, recognised, tickedStatus, titleIn } from './toolFolderDocuments.js';
import { dayIn } from './writtenDays.js';

/** Returns the source that the rows of a table describe. */
export function toolSource(name: string): ImportSource {
  const kinds = DOCUMENT_KINDS.filter(({ source }) => source === name);
  const [first] = kinds;
  if (first === undefined) throw new TypeError(`no kind of documents is called ${name}`);
  const paths = (tree: SourceTree) => tree.files.map(({ path }) => path);
  const documents = (tree: SourceTree) =>
    kinds.flatMap((kind) => documentsOf(kind, paths(tree)).map((path) => ({ kind, path })));
  const placesIn = (tree: SourceTree) => documents(tree).map(({ path }) => path);
  const { description, inPlace, mark, surety, isAlone, unless, notTaken } = first;
  const loose = first.besides;
  return {
    name,
    description,
    ...(inPlace !== undefined && { inPlace }),
    detect: (tree) => ({
      ...recognised(tree, placesIn(tree), mark, surety),
      ...(isAlone !== true && { areFolders: true }),
      ...(unless && { along: paths(tree).filter((path) => unless.documents.test(path)) }),
    }),
    read: function* (tree) {
      for (const { kind, path } of documents(tree)) yield told(path, () => read(kind, tree, path));
    },
    ...(loose && { passedOver: (tree) => besides(tree, placesIn(tree), loose) }),
    ...(notTaken && { notTaken: (tree) => paths(tree).filter((path) => notTaken.test(path)) }),
  };
}

function read(kind: DocumentKind, tree: SourceTree, path: string): ImportedDocument {
  const { fields, body: whole } = frontmatterOf(tree, tree.text(path) ?? '');
  const folder = parentOf(path);
  const key = kind.key?.exec(path)?.[1] ?? lastNameIn(folder);
  const [, dated, behindDay = lastNameIn(key)] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(lastNameIn(key)) ?? [];
  const day = isCalendarDate(dated) ? dated : undefined;
  const { number, words } = numbered(behindDay.replace(/_\d{8}$/, ''));
  const settings = settingsOf(kind, tree, folder);
  const entry = ledgerEntry(kind, tree, path, key);
  // `1-2` and `phase-001` name nothing.
  const name = /\p{L}/u.test(words.replace(/^(?:phase|story)(?=[-_ ]?\d)/i, '')) ? words : '';
  const body = withoutKind(whole, kind, wordsOf(name));
  const { values, status: header } = headerFields(whole);
  const title =
    titleIn(body, kind.generic ?? /^$/) ??
    entry?.title ??
    textIn(kind.settings?.title === undefined ? undefined : settings[kind.settings.title]) ??
    wordsOf(name);
  const tasks = tasksOf(kind, tree, path);
  const status = statusIn(kind, path, entry, header, tasks);
  const created = dayIn(kind.settings && settings[kind.settings.created]) ?? dayIn(values.get('created'));
  const isDone = kind.done?.place.test(path) === true;
  const ended = isDone ? day : entry?.day;
  const { fields: left, ...own } = fields.all({
    created: created ?? (isDone ? undefined : day),
    completed: says(status.status) === says('done') ? ended : undefined,
  });
  const branch = values.get('feature branch')?.replaceAll('`', '');
  return {
    place: path,
    aliases: [...new Set([key, lastNameIn(key), behindDay])],
    ...(number !== undefined && kind.isAlone !== true && { number }),
    name: name === '' ? title : name,
    title,
    sourceId: lastNameIn(key),
    ...status,
    words: WORDS_OF.work,
    ...own,
    ...(kind.tags && { tags: [...kind.tags, ...(own.tags ?? [])] }),
    // Use the line `Feature Branch` of the text only if the frontmatter has no field `branch`; the line stays in the text.
    fields: { ...left, ...(branch !== undefined && fields.value('branch') === undefined && { branch }) },
    isArchived: isDone && kind.done.isArchive,
    body,
    files: kind.isAlone === true ? planOf(kind, tree, path, key) : filesBeside(tree, path),
    ...(kind.isAlone !== true && { folder }),
    past: pastOf(path, tasks, header, status),
    lost: disagreements(entry, header, tasks, status),
  };
}

type Header = ReturnType<typeof headerFields>['status'];
type Told = Pick<ImportedDocument, 'statusFrom'> & { readonly status: string };

/** The status, from the first that tells that work is done, over or running: the place, the ledger, the text, the tasks. */
function statusIn(
  { done }: DocumentKind,
  path: string,
  entry: LedgerEntry | undefined,
  header: Header,
  tasks: ReturnType<typeof tasksOf>,
): Told {
  if (done?.place.test(path) === true) return { status: 'complete', statusFrom: done.from };
  if (entry !== undefined && isBegun(entry.status)) return { status: entry.status, statusFrom: entry.from };
  if (header !== undefined && isBegun(header.text)) return { status: header.text, statusFrom: header.from };
  if (tasks !== undefined && tasks.status !== 'planned')
    return { status: tasks.status, statusFrom: tasks.from };
  if (header !== undefined) return { status: header.text, statusFrom: header.from };
  if (entry !== undefined) return { status: entry.status, statusFrom: entry.from };
  return { status: 'planned', statusFrom: tasks?.from ?? 'no tasks yet' };
}

function isBegun(text: string): boolean {
  const meaning = meaningOf(statusWord(text), {});
  return meaning !== undefined && meaning.status !== 'planned';
}

/** What a status means, to compare statuses. */
function says(text: string): string {
  return JSON.stringify(meaningOf(statusWord(text), {}) ?? text);
}

/** Where the status stood in earlier versions of the files. */
function pastOf(
  path: string,
  tasks: ReturnType<typeof tasksOf>,
  header: Header,
  { status }: Told,
): NonNullable<ImportedDocument['past']> {
  if (header !== undefined && says(header.text) === says(status))
    return { files: [path], status: header.from === 'section Status' ? 'section' : 'field' };
  if (tasks === undefined) return { files: [path] };
  return { files: [...new Set([path, tasks.path])], status: 'boxes' };
}

/** Returns notes on places that say something else than the status that counts. */
function disagreements(
  entry: LedgerEntry | undefined,
  header: Header,
  tasks: ReturnType<typeof tasksOf>,
  { status, statusFrom }: Told,
): readonly string[] {
  const isOther = (text: string) => says(text) !== says(status);
  return [
    ...(entry !== undefined && header !== undefined && says(entry.status) !== says(header.text)
      ? [`${entry.from} says ${entry.status}, its ${header.from} says ${header.text.slice(0, 40)}`]
      : []),
    ...(tasks !== undefined &&
    !statusFrom.startsWith('tasks') &&
    isOther(tasks.status) &&
    says(status) === says('done')
      ? [
          `its ${statusFrom} says ${status.slice(0, 40)}, but not all of its tasks are ticked (${tasks.from.replace('tasks ', '')})`,
        ]
      : []),
  ];
}

function tasksOf(kind: DocumentKind, tree: SourceTree, path: string) {
  const plans =
    kind.source === 'superpowers' ? planOf(kind, tree, path, kind.key?.exec(path)?.[1] ?? '') : [];
  const place = kind.tasks === undefined ? (plans[0]?.from ?? path) : `${parentOf(path)}/${kind.tasks}`;
  const ticked = tickedStatus(tree.text(place), kind.source, kind.task);
  return ticked && { ...ticked, path: place };
}

/** Returns the plan of a design, which has its name. */
function planOf(
  { unless }: DocumentKind,
  { files }: SourceTree,
  path: string,
  key: string,
): readonly ImportedFile[] {
  return files.flatMap(({ path: other }) =>
    other !== path && unless?.documents.exec(other)?.[1] === key ? [{ from: other, name: 'plan.md' }] : [],
  );
}

/** Parses the settings of a document; empty if the file is missing or is not valid JSON. */
function settingsOf({ settings }: DocumentKind, tree: SourceTree, folder: string): JsonObject {
  try {
    return objectIn(JSON.parse((settings && tree.text(`${folder}/${settings.file}`)) ?? '{}'));
  } catch {
    return {};
  }
}

/**
 * Removes the kind of document from the heading: `Feature Specification: Login`, `Login: Design`.
 * @param name the new heading if nothing else is left of the heading.
 */
function withoutKind(body: string, { before, behind }: DocumentKind, name: string): string {
  const heading = writtenTitle(body);
  if (heading === null) return body;
  const mark = '\\s*[:\\u2013\\u2014-]+';
  let title = heading;
  if (before !== undefined)
    title = title
      .replace(new RegExp(`^(\\*\\*|__|[*_])?(?:${before})(?:\\1${mark}|${mark}\\1)\\s*`, 'i'), '')
      .replace(new RegExp(`^(\\*\\*|__|[*_])(?:${before})${mark}\\s*`, 'i'), '$1')
      .replace(new RegExp(`^(?:${before})$`, 'i'), '');
  if (behind !== undefined)
    title = title.replace(new RegExp(`(?:${mark}|\\s)\\s*\\(?(?:${behind})\\)?$`, 'i'), '');
  if (title === heading) return body;
  // Do not escape a title that begins with an emphasis mark (`*` or `_`), because escaping would take the mark for a list marker.
  return /^[*_]+\S/.test(title) ? withWrittenTitle(body, title) : retitle(body, title === '' ? name : title);
}
