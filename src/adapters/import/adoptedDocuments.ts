import {
  adoptedKinds,
  type AdoptedGroup,
  type AdoptedKind,
  groupsIn,
  type KnownSpecs,
  joinedWithPlans,
  stemOf,
} from '../../domain/import/adoptedKinds.js';
import { meaningOfStatusWord, statusWord } from '../../domain/import/statusWords.js';
import { titleHeading, withoutMarkup } from '../../domain/document/sections/headings.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { chooseSource, type DocumentKind, isAmongRecords } from '../../domain/import/documentKinds.js';
import { type ImportedDocument, titleWithoutNumber } from '../../domain/import/importedDocument.js';
import { wordsOf } from '../../domain/naming/folderName.js';
import { childOf, lastNameIn, nameIn, parentOf } from '../../domain/naming/projectPath.js';
import { BOUNDS } from '../../domain/value/bounds.js';
import { present, remembered } from '../../domain/value/collections.js';
import { isCalendarDate } from '../../domain/value/dates.js';
import type { JsonObject } from '../../domain/value/jsonValue.js';
import { PROGRESS_FILE, tasksDone } from '../../domain/adoption/progressFile.js';
import type {
  AdoptedDocument,
  References,
  SaidStatus,
  TaskBoxes,
} from '../../domain/adoption/adoptedDocument.js';
import { ADOPTED_KIND_NAMES, type AdoptedFolder } from '../../domain/project/configuration.js';
import type { AdoptedDocuments, FoundAdopted } from '../../ports/adoptedDocuments.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { SourceTree, SourceTrees } from '../../ports/importSource.js';
import { type Section, Snapshot } from '../cache/snapshot.js';
import { type LedgerEntry, ledgerEntry } from './jsonLinesAndLedgers.js';
import { readRecord } from './numberedDocuments.js';
import { dayOfSourceField, splitSpecFields, textIn } from './sourceFields.js';
import { besideOf, isBegun, partsOfKey, taskBoxes, withoutSeries, wordsOfText } from './toolDocuments.js';

/** What one file says; kept in the snapshot until the file changes. */
interface Facts {
  readonly title?: string;
  readonly number?: number;
  readonly created?: string;
  readonly word?: SaidStatus;
  /** The phase in a file of fields, which the tool keeps itself. */
  readonly phase?: SaidStatus;
  readonly boxes?: Omit<TaskBoxes, 'path'>;
  readonly fields: JsonObject;
  readonly refers?: References;
  /** The number of tasks that a plan has. */
  readonly tasks?: number;
  /** Names of the documents that the first lines of a plan name. */
  readonly linked?: readonly string[];
  readonly problem?: string;
  readonly isUnread?: boolean;
  /** What the tool's list says of each document, by its path. */
  readonly entries?: readonly (readonly [path: string, entry: LedgerEntry | null])[];
}

/** Reads the documents of adopted folders with the readers of `import`. What a file says is kept until the file changes. */
export class FileAdoptedDocuments implements AdoptedDocuments {
  readonly #files: FileSystem;
  readonly #trees: SourceTrees;
  readonly #snapshot: Snapshot;

  constructor(files: FileSystem, trees: SourceTrees, snapshot = new Snapshot()) {
    this.#files = files;
    this.#trees = trees;
    this.#snapshot = snapshot;
  }

  kindsIn(path: string): readonly AdoptedFolder['kind'][] {
    const tree = this.#open(path);
    if (tree === undefined) return [];
    const folder = tree.inProject ?? '';
    const paths = tree.files.map((file) => file.path);
    const evidence = adoptedKinds().flatMap((kind) => {
      const { name, mark, beside, sign, texts } = kind;
      const isMarked =
        paths.some((one) => mark?.test(one)) ||
        (beside !== undefined && this.#files.stat(childOf(parentOf(path), beside)) !== undefined);
      const signed = paths.filter((one) => sign.test(one)).length;
      const isSure = kind.form === undefined ? isAmongRecords(`${folder}/`) : name !== 'plans';
      const documents = groupsIn(kind, folder, paths).groups.flatMap((group) => group.texts);
      // A folder of records is known by its name, or by numbers in the names of most documents.
      const isFew = kind.form === undefined && !isSure && signed * 2 < documents.length;
      if (!isMarked && (signed === 0 || isFew)) return [];
      return {
        source: name,
        surety: isMarked ? ('tool' as const) : isSure ? ('layout' as const) : ('names' as const),
        documents,
        ...(texts !== undefined && { areFolders: true as const }),
      };
    });
    const found = chooseSource(evidence);
    return found.flatMap(({ source }) => ADOPTED_KIND_NAMES.find((one) => one === source) ?? []);
  }

  read({ path, kind: name }: AdoptedFolder, known?: KnownSpecs): FoundAdopted {
    const kind = adoptedKinds().find((one) => one.name === name);
    const tree = kind && this.#open(path);
    if (kind === undefined || tree === undefined) return { documents: [], leftOut: [], skipped: [] };
    const folder = tree.inProject ?? '';
    const kept = this.#snapshot.section<Facts>(`adopted ${path}`, name);
    const stats = new Map(tree.files.map((file) => [file.path, file.stat]));
    const { groups, leftOut } = groupsIn(kind, folder, [...stats.keys()]);
    const skipped = new Set(tree.skipped);
    const facts = remembered((file: string): Facts => {
      const stat = stats.get(file);
      const same = stat && kept.known(file, stat);
      const said = same ?? factsOf(kind, tree, file);
      if (same === undefined && stat !== undefined) kept.learn(file, stat, said);
      if (said.problem !== undefined) skipped.add(`${file} was skipped: ${said.problem}`);
      return said;
    });
    const done = kind.hasDesigns ? tasksDone(this.text(PROGRESS_FILE) ?? '') : new Map<string, number>();
    const { entry, keepEntries } = ledgersOf(kind, tree, kept);
    const joined = kind.hasDesigns
      ? joinedWithPlans(groups, (one) => facts(one).linked ?? [], known)
      : groups;
    // A title that several specs have is that of a template.
    const titles = new Set<string>();
    const repeated = new Set<string>();
    for (const group of kind.texts === undefined ? [] : joined)
      for (const title of titlesOf(group, facts)) (titles.has(title) ? repeated : titles).add(title);
    const documents = joined.flatMap(
      (group) =>
        documentOf(kind, tree, group, facts, entry(group), done, (title) => repeated.has(title)) ?? [],
    );
    keepEntries();
    kept.keepMet();
    return {
      documents: documents.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)),
      leftOut,
      skipped: [...skipped],
    };
  }

  text(path: string): string | undefined {
    try {
      return this.#trees.open(`${this.#files.root}/${path}`, []).text(lastNameIn(path));
    } catch (error) {
      if (error instanceof SpectoolError && error.code === 'SOURCE_NOT_FOUND') return undefined;
      throw error;
    }
  }

  /** Opens a folder with project paths for its files; undefined if there is none. */
  #open(path: string): SourceTree | undefined {
    try {
      const tree = this.#trees.open(`${this.#files.root}/${path}`, []);
      const folder = tree.inProject ?? '';
      const inner = (one: string) => one.slice(folder === '' ? 0 : folder.length + 1);
      return {
        ...tree,
        files: tree.files.map((file) => ({ ...file, path: childOf(folder, file.path) })),
        has: (one) => tree.has(inner(one)),
        text: (one) => tree.text(inner(one)),
      };
    } catch (error) {
      if (error instanceof SpectoolError && error.code === 'SOURCE_NOT_FOUND') return undefined;
      throw error;
    }
  }
}

/** Returns the different titles in the texts of a spec. */
function titlesOf({ texts }: AdoptedGroup, facts: (path: string) => Facts): readonly string[] {
  return [...new Set(texts.flatMap((path) => facts(path).title ?? []))];
}

function documentOf(
  kind: AdoptedKind,
  tree: SourceTree,
  { key, texts: read, files, ended, partOf, plan }: AdoptedGroup,
  facts: (path: string) => Facts,
  entry: LedgerEntry | undefined,
  done: ReadonlyMap<string, number>,
  isTemplate: (title: string) => boolean,
): AdoptedDocument | undefined {
  const { form, texts, hasDesigns } = kind;
  const [main = ''] = read;
  const folder = parentOf(main);
  const said = read.map((path) => ({ path, ...facts(path) })).filter(({ isUnread }) => isUnread !== true);
  const [first] = said;
  if (first?.path !== main) return undefined;
  const beside = form?.beside === undefined ? undefined : `${folder}/${form.beside}`;
  const besides = beside !== undefined && tree.has(beside) ? facts(beside) : undefined;
  const own = texts === undefined ? nameIn(main) : lastNameIn(folder);
  // The day may be behind a word: `plan-2026-03-07-login`.
  const dated = own.replace(/^[a-z]+-(\d{4}-\d{2}-\d{2}-.)/i, '$1');
  const { day, behindDay, inName, isNamed } = partsOfKey(texts === undefined ? dated : lastNameIn(key));
  const words = said.flatMap(({ word }) => word ?? []);
  const word =
    words.find((one) => isBegun(one.word)) ?? words[0] ?? besides?.word ?? reportedIn(kind, read, files);
  const boxed = (kind.reported === undefined ? said : []).filter(({ boxes }) => boxes !== undefined);
  const tasks =
    form?.tasks === undefined ? boxed.at(-1) : boxed.find(({ path }) => lastNameIn(path) === form.tasks);
  // The number in the name of a design, or behind a day, is often that of an issue; a story has that of its epic, too.
  const isStory = form?.source === 'bmad';
  const isLabel = hasDesigns !== true && !isStory && day === undefined;
  const number = first.number ?? (isLabel ? inName.number : undefined);
  const bare = isStory ? inName.words.replace(/^\d+[a-z]?-/, '') : inName.words;
  const name = hasDesigns ? stemOf(behindDay) : isNamed ? bare : own;
  const titles = said.flatMap(({ title }) => (title === undefined || isTemplate(title) ? [] : [title]));
  const title = titles[0] === own ? undefined : withoutKindInOtherLanguage(titles)?.replace(` (${own})`, '');
  const isArchive = form?.done?.isArchive ?? /archive/i.test(ended ?? '');
  return {
    key,
    path: texts === undefined ? main : folder,
    texts: said.map(({ path }) => path),
    files,
    title: titleWithoutNumber(title ?? entry?.title ?? besides?.title ?? wordsOf(name), number),
    name,
    ...present({
      number,
      created: day ?? dayIn(own) ?? first.created ?? besides?.created,
      word,
      partOf,
      plan,
      progress: progressOf(said, done),
      refers: first.refers,
      ledger: entry === undefined ? besides?.phase : { word: entry.status, from: entry.from },
    }),
    ...(ended !== undefined && {
      place: form?.done
        ? { word: 'complete', from: ended }
        : { word: ended.replace('_', ''), from: `${ended}/` },
      ...(isArchive && { isArchived: true as const }),
    }),
    ...(tasks?.boxes && { boxes: { path: tasks.path, ...tasks.boxes } }),
    fields: { ...besides?.fields, ...first.fields },
  };
}

/** Returns how far the tool's notes of complete tasks say that one of these plans is. */
function progressOf(
  plans: readonly (Pick<Facts, 'tasks'> & { readonly path: string })[],
  done: ReadonlyMap<string, number>,
): AdoptedDocument['progress'] {
  const [plan] = plans.filter(({ path }) => (done.get(nameIn(path)) ?? 0) > 0);
  if (plan === undefined) return undefined;
  const { path, tasks = 0 } = plan;
  return tasks > 0 && (done.get(nameIn(path)) ?? 0) >= tasks ? 'complete' : 'in-progress';
}

/** Returns the status that the reports on the plans of a spec mean; undefined if there are none. */
function reportedIn(
  { reported: [plan, report] = ['', ''] }: AdoptedKind,
  texts: readonly string[],
  files: readonly string[],
): SaidStatus | undefined {
  const plans = texts.filter((path) => plan !== '' && path.endsWith(plan));
  const done = plans.filter((path) => files.includes(path.slice(0, -plan.length) + report));
  if (done.length === 0) return undefined;
  return {
    word: done.length === plans.length ? 'complete' : 'in progress',
    from: `${report} of ${String(done.length)}/${String(plans.length)} plans`,
  };
}

/**
 * Returns the title without the words for the kind of document in a language without a pattern: those before the end that the
 * titles of two files of a spec share.
 */
function withoutKindInOtherLanguage([title, other]: readonly string[]): string | undefined {
  const [words, others] = [title?.split(' ') ?? [], other?.split(' ') ?? []];
  let shared = 0;
  while (shared < others.length && words.at(-1 - shared) === others.at(-1 - shared)) shared += 1;
  const before = words.slice(0, -shared).join('');
  const isKind = shared > 1 && shared < others.length && before !== '' && !/[!-~]/.test(before);
  return isKind ? words.slice(-shared).join(' ') : title;
}

/** Returns the day at the end or beginning of a name without dashes: `login_20260120`, `20260319-143022-login`. */
function dayIn(name: string): string | undefined {
  const [, year, month, day] = /(?:^|_)(20\d{2})(\d{2})(\d{2})(?:$|[-_T])/.exec(name) ?? [];
  const written = [year, month, day].join('-');
  return isCalendarDate(written) ? written : undefined;
}

/**
 * Returns a function that finds the entry of a document in the tool's list, and one that keeps all found entries until the list
 * changes, because a long list is slow to read. Entries of several lists are not kept.
 */
function ledgersOf(
  { form, texts }: AdoptedKind,
  tree: SourceTree,
  kept: Section<Facts>,
): { readonly entry: (group: AdoptedGroup) => LedgerEntry | undefined; readonly keepEntries: () => void } {
  const files = tree.files.filter(({ path }) => form?.ledger?.test(path));
  const [list] = files;
  if (form === undefined || list === undefined)
    return { entry: () => undefined, keepEntries: () => undefined };
  const { path } = list;
  const stat = files.length === 1 ? list.stat : undefined;
  const known = (stat && kept.known(path, stat)?.entries) ?? [];
  const entries = new Map(known);
  const text = remembered((one: string) => tree.text(one));
  const lists = { ...tree, files, text, parse: remembered((one: string) => tree.parse(one)) };
  return {
    entry: ({ texts: [main = ''] }) => {
      const key = form.key?.exec(main)?.[1] ?? lastNameIn(texts === undefined ? main : parentOf(main));
      if (!entries.has(main)) entries.set(main, ledgerEntry(form, lists, main, key) ?? null);
      return entries.get(main) ?? undefined;
    },
    keepEntries: () => {
      if (stat !== undefined && entries.size > known.length)
        kept.learn(path, stat, { fields: {}, entries: [...entries] });
    },
  };
}

/** Reads what one file says. */
function factsOf(kind: AdoptedKind, tree: SourceTree, path: string): Facts {
  try {
    const { form, hasDesigns = false } = kind;
    if (form === undefined) return recordFacts(tree, path);
    return form.beside === lastNameIn(path)
      ? besideFacts(form, tree, path)
      : textFacts(form, tree, path, hasDesigns);
  } catch (error) {
    if (!(error instanceof SpectoolError)) throw error;
    return { fields: {}, problem: error.message, isUnread: error.code !== 'SPEC_BROKEN' };
  }
}

function besideFacts(form: DocumentKind, tree: SourceTree, path: string): Facts {
  const beside = besideOf(form, tree, parentOf(path));
  const said = splitSpecFields(beside);
  const [status, phase] = [textIn(beside['status']), textIn(beside['phase'])];
  const from = lastNameIn(path);
  return {
    ...present({ title: textIn(beside['title']), created: said.created }),
    ...(status !== undefined && { word: { word: status, from } }),
    ...(phase !== undefined && { phase: { word: phase, from } }),
    fields: fieldsOf(said),
  };
}

function recordFacts(tree: SourceTree, path: string): Facts {
  const record = readRecord(tree, path, lastNameIn(path));
  const { title, number, created, status, statusFrom, body, supersedes, amends, amendedBy } = record;
  const isOver = meaningOfStatusWord(statusWord(status), {})?.outcome === 'superseded';
  const by = record.supersededBy ?? (isOver ? record.successor : undefined);
  const refers = { supersedes, supersededBy: by === undefined ? [] : [by], amends, amendedBy };
  return {
    title,
    ...(Object.values(refers).some((names) => names?.length) && { refers: present(refers) }),
    ...present({ number, created, boxes: taskBoxes(body, { begun: BEGUN }) }),
    ...(status !== undefined && { word: { word: status.slice(0, BOUNDS.excerpt), from: statusFrom } }),
    fields: fieldsOf(record),
  };
}

/** Matches a day at the beginning or end of a title. */
const DAY_IN_TITLE = /^\d{4}-\d{2}-\d{2}[\s:\u2013\u2014-]+(?=\S)|\s*\(\d{4}-\d{2}-\d{2}\)$/g;

/** Matches a notice above a text by which it has ended: `> **Superseded by** …`, `> ⚠️ **LEGACY SPEC**`. */
const NOTICE = /^>\W*(superseded|deprecated|obsolete|legacy|retired|abandoned|withdrawn|cancell?ed)\b/im;

function textFacts(form: DocumentKind, tree: SourceTree, path: string, isLinked: boolean): Facts {
  const { body, named, others, values, header } = wordsOfText(form, tree, path);
  const said = splitSpecFields(others);
  const heading = withoutMarkup((titleHeading(body)?.heading ?? '').slice(0, BOUNDS.line));
  const plain = withoutSeries(heading.replace(DAY_IN_TITLE, ''), form);
  const [, ended] = NOTICE.exec(body.slice(0, BOUNDS.line)) ?? [];
  const word =
    ended === undefined ? header : { text: ended.replace(/legacy/i, 'superseded'), from: 'notice' };
  const title = plain === '' || form.generic?.test(plain) ? undefined : plain;
  return {
    ...present({
      title: title ?? textIn(named),
      created: said.created ?? dayOfSourceField(values.get('created') ?? values.get('date')),
      boxes: taskBoxes(body, { begun: BEGUN, ...form }),
    }),
    ...(word && { word: { word: word.text.slice(0, BOUNDS.excerpt), from: word.from } }),
    ...(isLinked && {
      linked: linkedIn(body),
      tasks: new Set(body.match(/^#{2,4} Task [\w.]+/gm)).size,
    }),
    fields: fieldsOf(said),
  };
}

/** Returns the fields of a spec that a document says. */
function fieldsOf({
  assignee,
  priority,
  tags = [],
}: Pick<ImportedDocument, 'assignee' | 'priority' | 'tags'>): JsonObject {
  return { ...present({ assignee, priority }), ...(tags.length > 0 && { tags: [...tags] }) };
}

/** The marks in checkboxes of tasks in progress, where the tool has none of its own. */
const BEGUN = '~/-';

/** Number of lines at the head of a plan that are searched for its design. */
const HEAD = 40;
/** Match the text before a path that is the plan's design, and text before other paths. */
const OWN = /\b(?:spec(?:s|ifi\w+)?|designs?|implements?|goal)\b/i;
const OTHER =
  /\b(?:creat|modif|depend|relat|standard|follow|supersed|see also|previous|prior|builds on|successor|predecessor)/i;

/** Returns the names of the documents that the first lines of a plan call its design. */
function linkedIn(body: string): readonly string[] {
  const names = new Set<string>();
  // The label of a path is the text before it, for an item of a list the heading or line that introduces the list.
  let [above, introduction] = ['', ''];
  for (const line of body.slice(0, 20_000).split('\n').slice(0, HEAD)) {
    const isItem = /^\s*(?:[-*+] |\|)/.test(line);
    for (const { 0: path, index } of line.matchAll(/[^\s()[\]<>"'`|,;]+(?=\.md\b)/g)) {
      const before = line.slice(0, index).replace(/[^\p{L}\p{N}]+$/u, '');
      const label = before !== '' ? before.replace(/^.*[.;]\s/, '') : isItem ? introduction : above;
      if (OWN.test(label) && !OTHER.test(label)) names.add(lastNameIn(path));
    }
    if (/^\s*(?:```|~~~|$)/.test(line)) continue;
    above = line.slice(0, BOUNDS.line);
    if (/^#|:\W*$/.test(line)) introduction = above;
  }
  return [...names];
}
