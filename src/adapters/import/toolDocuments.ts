import { checkboxesOf, isBlankText, isTicked, markIn } from '../../domain/criteria/checkboxes.js';
import { retitle, withWrittenTitle, writtenTitle } from '../../domain/document/sections/headings.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { DOCUMENT_KINDS, type DocumentKind, documentsOf } from '../../domain/import/documentKinds.js';
import type { ImportedDocument, ImportedFile, StatusReader } from '../../domain/import/importedDocument.js';
import { meaningOfStatusWord, statusWord, WORDS_OF } from '../../domain/import/statusWords.js';
import { timestampOf, wordsOf } from '../../domain/naming/folderName.js';
import { lastNameIn, parentOf } from '../../domain/naming/projectPath.js';
import { DEFAULT_CONFIG, type ImportedStatus } from '../../domain/project/configuration.js';
import { present } from '../../domain/value/collections.js';
import { isCalendarDate } from '../../domain/value/dates.js';
import { jsonIn, type JsonObject } from '../../domain/value/jsonValue.js';
import type { TaskBoxes } from '../../domain/adoption/adoptedDocument.js';
import type { ImportSource, SourceTree } from '../../ports/importSource.js';
import { filesBeside, flat, readRecord, saidIn, statusWritten } from './numberedDocuments.js';
import { json, type LedgerEntry, ledgerEntry } from './jsonLinesAndLedgers.js';
import {
  titleOfHeading,
  asFrontmatter,
  dayOfSourceField,
  fieldsOfYaml,
  objectIn,
  splitSpecFields,
  renameSourceFields,
  textIn,
  textsIn,
  orProblem,
} from './sourceFields.js';

/** Returns the import source that the rows of `DOCUMENT_KINDS` with this name describe. */
function toolSource(name: string): ImportSource {
  const kinds = DOCUMENT_KINDS.filter(({ source }) => source === name);
  const [first] = kinds;
  if (first === undefined) throw new TypeError(`no kind of documents is called ${name}`);
  const paths = (tree: SourceTree) => tree.files.map(({ path }) => path);
  const documents = (tree: SourceTree) =>
    kinds.flatMap((kind) => documentsOf(kind, paths(tree)).map((path) => ({ kind, path })));
  const { mark, surety = 'layout', isAlone, unless } = first;
  return {
    name,
    detect: (tree) => ({
      surety: paths(tree).some((path) => mark.test(path)) ? 'tool' : surety,
      documents: documents(tree).map(({ path }) => path),
      ...(isAlone !== true && { areFolders: true }),
      ...(unless && { along: paths(tree).filter((path) => unless.documents.test(path)) }),
    }),
    read: function* (tree) {
      const words = wordsIn(first, tree);
      for (const { kind, path } of documents(tree))
        yield orProblem(path, () => read(kind, tree, path, words));
    },
  };
}

type Words = NonNullable<ImportedDocument['words']>;

/**
 * Returns the statuses that status words stand for. If a tool's configuration lists the words, the first one stands for planned,
 * the last one for complete, and the others for in progress.
 */
function wordsIn({ words = 'work', configured }: DocumentKind, tree: SourceTree): Words {
  const config = configured && tree.files.find(({ path }) => configured.file.test(path))?.path;
  if (config === undefined) return WORDS_OF[words];
  try {
    const own = textsIn(fieldsOfYaml(tree, tree.text(config) ?? '')['statuses']).map(statusWord);
    const meant = (i: number): ImportedStatus =>
      i === 0 ? 'planned' : i === own.length - 1 ? 'complete' : 'in-progress';
    return Object.fromEntries(own.map((word, i) => [word, meant(i)]));
  } catch (error) {
    // Continue if the configuration cannot be read: each document whose status is unknown is then reported.
    if (error instanceof SpectoolError) return {};
    throw error;
  }
}

function read(kind: DocumentKind, tree: SourceTree, path: string, words: Words): ImportedDocument {
  const folder = parentOf(path);
  const isDone = kind.done?.place.test(path) === true;
  const isArchived = isDone && kind.done.isArchive;
  if (kind.isRecord === true) {
    const record = readRecord(tree, path, `${lastNameIn(folder)}.md`, kind.names);
    const aliases = [...record.aliases, folder];
    return { ...record, aliases, folder, files: filesBeside(tree, path), isArchived };
  }
  const { body: whole, named, given, others, values, header } = wordsOfText(kind, tree, path);
  const key = kind.key?.exec(path)?.[1] ?? lastNameIn(folder);
  const id = (kind.name && textIn(given)) ?? lastNameIn(key);
  const { day, behindDay, inName, isNamed } = partsOfKey(lastNameIn(key));
  const name = kind.name?.exec(path)?.[1] ?? (isNamed ? inName.words : '');
  const beside = besideOf(kind, tree, folder);
  const number = Number(beside['number'] ?? kind.number?.exec(id)?.[1] ?? NaN);
  const state = kind.saysStatus === true ? textIn(beside['status']) : undefined;
  const entry =
    state === undefined ? ledgerEntry(kind, tree, path, key) : { status: state, from: kind.beside ?? '' };
  const body = withoutKind(whole, kind, wordsOf(name));
  const title =
    (kind.isTitled && textIn(named)) ||
    (titleOfHeading(body, kind.generic) ?? entry?.title ?? textIn(beside['title']) ?? wordsOf(name));
  const tasks = kind.saysStatus === true ? undefined : tasksOf(kind, tree, path);
  const status = statusIn(kind, path, entry, header, tasks);
  const ended = isDone ? day : entry?.day;
  const { left, ...said } = splitSpecFields(others);
  const { left: _, ...more } = splitSpecFields(beside);
  const branch = values.get('feature branch')?.replaceAll('`', '');
  const kept = kind.kept === undefined ? undefined : beside[kind.kept];
  const supersedes = foldersIn(textsIn(beside['supersedes']));
  return {
    place: path,
    aliases: [
      ...new Set([key, id, behindDay, inName.words]),
      ...(Number.isNaN(number) ? [] : [`#${String(number)}`]),
      ...(kind.alias === undefined ? [] : [kind.alias + id.replace(/^[^\d]*/, '')]),
    ],
    name: name === '' ? title : name,
    title,
    sourceId: id,
    ...status,
    words,
    ...said,
    ...present({
      number: number >= 0 ? number : kind.isAlone === true ? undefined : inName.number,
      created:
        said.created ?? more.created ?? dayOfSourceField(values.get('created')) ?? (isDone ? undefined : day),
      completed: said.completed ?? (says(status.status) === says('done') ? ended : undefined),
      assignee: said.assignee ?? more.assignee,
      supersededBy: foldersIn(textsIn(beside['superseded_by']))[0],
    }),
    tags: [...(kind.tags ?? []), ...(said.tags ?? [])],
    supersedes,
    related: [...(said.related ?? []), ...foldersIn(more.related), ...supersedes],
    // Use the line `Feature Branch` of the text only if the frontmatter has no field `branch`; the line stays in the text.
    fields: {
      ...(branch !== undefined && { branch }),
      ...(kind.kept !== undefined && kept !== undefined && { [kind.kept]: kept }),
      ...left,
      ...(named !== undefined && named !== title && { title: named }),
      ...(given !== undefined && kind.name === undefined && { id: given }),
    },
    isArchived,
    body,
    files: kind.isAlone === true ? planOf(kind, tree, path, key) : filesBeside(tree, path),
    ...(kind.isAlone !== true && { folder }),
    past: pastOf(kind, tree, path, tasks, header, status),
  };
}

/** Returns what the text of one file says: the fields of its frontmatter and of its first lines, and its status. */
export function wordsOfText({ names }: DocumentKind, tree: SourceTree, path: string) {
  return saidIn(tree, tree.text(path) ?? '', names);
}

/** Returns the day, the number and the words in the tool's name for a document. */
export function partsOfKey(key: string) {
  const [, dated, behindDay = key] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(key) ?? [];
  const inName = numbered(behindDay.replace(/_\d{8}$/, ''));
  // Do not use a name without words, such as `1-2` or `phase-001`.
  const isNamed = /\p{L}/u.test(inName.words.replace(/^(?:phase|story)(?=[-_ ]?\d)/i, ''));
  return { day: isCalendarDate(dated) ? dated : undefined, behindDay, inName, isNamed };
}

/** Splits a folder name such as `859-kubectl-headers` into number and words; drops a timestamp, as in `20260319-143022-login`. */
function numbered(name: string): { readonly number?: number; readonly words: string } {
  const rest = timestampOf(name, DEFAULT_CONFIG.structure.sequenceDigits)?.rest ?? name;
  // Do not use a number with a part, as in `04.1-tests`, as the document's number.
  const [, number, part, words = ''] = /^(\d{1,6})(\.\d+)?[-_. ]+(.+)$/.exec(rest) ?? [];
  if (number === undefined) return { words: rest };
  return part === undefined ? { number: Number(number), words } : { words };
}

/** Returns the names of the folders in these paths, such as `859-kubectl-headers`; URLs are ignored. */
function foldersIn(paths: readonly string[] = []): readonly string[] {
  return paths.flatMap((path) => (path.includes('://') ? [] : (/(?:^|\/)(\d+-[^/]+)/.exec(path)?.[1] ?? [])));
}

type Header = ReturnType<typeof saidIn>['header'];
type Told = Pick<ImportedDocument, 'statusFrom'> & { readonly status: string };

/** Returns the status from the first source that says that work has begun or ended: path, ledger, text or tasks. */
function statusIn(
  { done, saysStatus }: DocumentKind,
  path: string,
  entry: LedgerEntry | undefined,
  header: Header,
  tasks: ReturnType<typeof tasksOf>,
): Told {
  if (done?.from !== undefined && done.place.test(path)) return { status: 'complete', statusFrom: done.from };
  const told = [
    ...(entry === undefined ? [] : [{ status: entry.status, statusFrom: entry.from }]),
    ...(header === undefined ? [] : [{ status: header.text, statusFrom: header.from }]),
  ];
  const begun = told.find(({ status }) => isBegun(status));
  const ticked = tasks && { status: tasks.status, statusFrom: tasks.from };
  const written = begun ?? (ticked?.status === 'planned' ? undefined : ticked) ?? told.at(-1);
  return (
    written ??
    ticked ?? { status: saysStatus ? '' : 'planned', statusFrom: saysStatus ? 'frontmatter' : 'no tasks yet' }
  );
}

export function isBegun(text: string): boolean {
  const meaning = meaningOfStatusWord(statusWord(text), {});
  return meaning !== undefined && meaning.status !== 'planned';
}

/** Returns the meaning of a status as a text, so that statuses in different words can be compared. */
function says(text: string): string {
  return JSON.stringify(meaningOfStatusWord(statusWord(text), {}) ?? text);
}

/**
 * Returns the files that determine the status, each with the function that reads it from an earlier version of the file, if any.
 */
function pastOf(
  kind: DocumentKind,
  tree: SourceTree,
  path: string,
  tasks: ReturnType<typeof tasksOf>,
  header: Header,
  { status }: Told,
): NonNullable<ImportedDocument['past']> {
  const { beside, saysStatus } = kind;
  const none: readonly [string, StatusReader | undefined] = [path, undefined];
  const written: StatusReader = (text) => statusWritten(tree, text);
  if (saysStatus === true && beside !== undefined)
    return new Map([[`${parentOf(path)}/${beside}`, (text: string) => written(asFrontmatter(text))], none]);
  if (saysStatus === true || (header !== undefined && says(header.text) === says(status)))
    return new Map([[path, written]]);
  return new Map(
    tasks === undefined ? [none] : [none, [tasks.path, (text) => tickedStatus(text, kind)?.status]],
  );
}

function tasksOf(kind: DocumentKind, tree: SourceTree, path: string) {
  const plans = planOf(kind, tree, path, kind.key?.exec(path)?.[1] ?? '');
  const place = kind.tasks === undefined ? (plans[0]?.from ?? path) : `${parentOf(path)}/${kind.tasks}`;
  const ticked = tickedStatus(tree.text(place), kind);
  return ticked && { ...ticked, path: place };
}

/** Returns the plan of a design: the plan document with the same name. */
function planOf(kind: DocumentKind, tree: SourceTree, path: string, key: string): readonly ImportedFile[] {
  const plans = kind.unless?.documents;
  if (plans === undefined) return [];
  return tree.files.flatMap(({ path: other }) =>
    other !== path && plans.exec(other)?.[1] === key ? [{ from: other, name: 'plan.md' }] : [],
  );
}

/** Returns the status that results from the number of ticked checkboxes in a task list; undefined if there are no checkboxes. */
function tickedStatus(
  text: string | undefined,
  kind: DocumentKind,
): { readonly status: string; readonly from: string } | undefined {
  const boxes = taskBoxes(text ?? '', kind);
  if (boxes === undefined) return undefined;
  const { ticked, total, isBegun } = boxes;
  const status = ticked === total ? 'complete' : ticked > 0 || isBegun ? 'in progress' : 'planned';
  return { status, from: `tasks ${String(ticked)}/${String(total)}` };
}

/** Returns the number of checkboxes that are tasks; undefined if there are none. */
export function taskBoxes(
  text: string,
  { task, begun = '' }: Pick<DocumentKind, 'task' | 'begun'>,
): Omit<TaskBoxes, 'path'> | undefined {
  const boxes = checkboxesOf(text).filter((one) => !isBlankText(one.text));
  const named = task === undefined ? [] : boxes.filter((one) => task.test(one.text));
  const tasks = named.length > 0 ? named : boxes;
  if (tasks.length === 0) return undefined;
  const isBegun = tasks.some(({ box }) => markIn(box) !== '' && begun.includes(markIn(box)));
  return {
    ticked: tasks.filter(({ box }) => isTicked(box)).length,
    total: tasks.length,
    ...(isBegun && { isBegun }),
    ...(named.length > 0 && task !== undefined && { pattern: task.source }),
  };
}

/** Returns the fields in the file beside a document; none if the file is missing or is not valid JSON. */
export function besideOf({ beside, names }: DocumentKind, tree: SourceTree, folder: string): JsonObject {
  const text = beside === undefined ? undefined : tree.text(`${folder}/${beside}`);
  if (text === undefined) return {};
  if (beside?.endsWith('.yaml') === true) return fieldsOfYaml(tree, text, names);
  return renameSourceFields(objectIn(jsonIn(text)), names);
}

/**
 * Removes the kind of document from the heading: `Feature Specification: Login`, `Login: Design`.
 * @param name the new heading if nothing else is left of the heading.
 */
function withoutKind(body: string, kind: DocumentKind, name: string): string {
  const heading = writtenTitle(body);
  if (heading === null) return body;
  const title = withoutSeries(heading, kind);
  if (title === heading) return body;
  // Do not escape a title that begins with an emphasis mark (`*` or `_`), because escaping would take the mark for a list marker.
  return /^[*_]+\S/.test(title) ? withWrittenTitle(body, title) : retitle(body, title === '' ? name : title);
}

/** Removes the words before and behind a heading that name the kind of document. */
export function withoutSeries(
  heading: string,
  { before, behind }: Pick<DocumentKind, 'before' | 'behind'>,
): string {
  // A hyphen within a word, as in `Design-first`, is no mark.
  const mark = '\\s*(?:[:\\uff1a\\u2013\\u2014]|-+(?=\\s))+';
  const kept = [
    [`^(\\*\\*|__|[*_])?(?:${before ?? '(?!)'})(?:\\1${mark}|${mark}\\1)\\s*`, ''],
    [`^(\\*\\*|__|[*_])(?:${before ?? '(?!)'})${mark}\\s*`, '$1'],
    [`^(?:${before ?? '(?!)'})$`, ''],
    [`(?:${mark}|\\s)\\s*\\(?(?:${behind ?? '(?!)'})\\)?$`, ''],
    ['\\s+implementation plan(?=\\s\\([^()]+\\)$)', ''],
  ] as const;
  return kept.reduce((left, [form, to]) => left.replace(new RegExp(form, 'i'), to), heading);
}

/** The sources that have code of their own. */
export const OWN_SOURCES: readonly ImportSource[] = [flat, json];

/**
 * Returns all import sources, such as `kep` and `kiro`. If several recognize a folder equally well, the first one is used.
 */
export function importSources(): readonly ImportSource[] {
  const names = new Set(DOCUMENT_KINDS.map(({ source }) => source));
  return [...[...names].map(toolSource), ...OWN_SOURCES];
}
