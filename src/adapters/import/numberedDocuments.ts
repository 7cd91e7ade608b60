import { linkTarget, relativeLinks } from '../../domain/document/links.js';
import { withoutMarkup } from '../../domain/document/sections/headings.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { nameOfPerson } from '../../domain/value/person.js';
import {
  type FieldNames,
  isAmongRecords,
  isDocumentText,
  isRecordWord,
  statusWordsAt,
} from '../../domain/import/documentKinds.js';
import {
  type ImportedDocument,
  type ImportedFile,
  titleWithoutNumber,
} from '../../domain/import/importedDocument.js';
import { wordsOf } from '../../domain/naming/folderName.js';
import { childOf, lastNameIn, parentOf } from '../../domain/naming/projectPath.js';
import { present } from '../../domain/value/collections.js';
import { isCalendarDate } from '../../domain/value/dates.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';
import type { ImportSource, SourceTree } from '../../ports/importSource.js';
import {
  dayOfSourceField,
  firstSourceField,
  frontmatterOf,
  headerFields,
  splitSpecFields,
  peopleOfSourceField,
  textIn,
  textsIn,
  orProblem,
  titleOfHeading,
} from './sourceFields.js';

/**
 * Matches file names with a number, such as `0007-use-x.md`, `12b-other.md` and `RFC 12 - Title.md`. Names with a date, such as
 * `2014-04-18-x.md` and `20140418-x.md`, match `DATED`. Versions (`1.2-changes.md`, `release-5_0.md`) do not match.
 */
const NUMBERED =
  /^(?:([A-Za-z]{2,6})([-_ ]?))?(\d{1,7})(?!\.[\dx]|_\d+\.\w+$)[a-z]?(?:[-_. ]+(.*))?\.(?:md|markdown)$/s;
const DATED = /^(\d{4}-\d{2}-\d{2}|\d{8})(?:[-_. ]+(.*))?\.(?:md|markdown)$/s;
/** Matches file names that consist only of a date or a year, such as those of meeting notes. */
const ONLY_TIME = /^(?:\d{4}-\d{2}-\d{2}|\d{8}|(?:19|20)\d{2})\.\w+$/;

/** Returns the documents of a tree: files with a number or a date in their name, and records without either. */
function documentsIn(tree: SourceTree): readonly string[] {
  return tree.files.flatMap(({ path }) => {
    const name = lastNameIn(path);
    const isHidden = path.split('/').some((part) => part.startsWith('.'));
    const isOnlyTime = ONLY_TIME.test(name) && !isAmongRecords(path);
    if (isHidden || isOnlyTime || !isDocumentText(path)) return [];
    return DATED.test(name) || numberIn(name) !== undefined || isRecord(tree, path) ? [path] : [];
  });
}

/** Frontmatter fields that identify a text as a record. A guide in the same folder has none of them. */
const RECORD_FIELDS = [
  ...['status', 'author', 'authors', 'deciders', 'decision-makers'],
  ...['creation-date', 'start-date', 'created', 'date'],
];

/**
 * True for a Markdown file in a folder of records if it has fields of a record or a status in its text, or if its frontmatter
 * cannot be parsed.
 */
function isRecord(tree: SourceTree, path: string): boolean {
  if (!/\.(?:md|markdown)$/.test(path) || !isAmongRecords(path)) return false;
  try {
    const { fields, body } = frontmatterOf(tree, tree.text(path) ?? '');
    return (
      RECORD_FIELDS.some((name) => fields[name] !== undefined) || headerFields(body).status !== undefined
    );
  } catch (error) {
    if (error instanceof SpectoolError) return error.code === 'SPEC_BROKEN';
    throw error;
  }
}

/** Returns the day, the number and the words in the name of a document. */
function partsOf(name: string): {
  readonly date?: string;
  readonly number?: number;
  readonly words: string;
} {
  const words = name.replace(/\.\w+$/, '');
  const dated = DATED.exec(name);
  // Do not use digits such as `20141399` as a number: they have the form of a date, but are not a valid date.
  if (dated === null) return numberIn(name) ?? { words };
  const date = dated[1]?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return isCalendarDate(date) ? { date, words: dated[2] ?? '' } : { words };
}

/**
 * Returns the number in a file name. Digits at the end of a word (`oauth2.md`, `ipv6.md`) are part of the word, unless the word
 * is one for numbered documents, such as `rfc`.
 */
function numberIn(name: string): { readonly number: number; readonly words: string } | undefined {
  const [, word = '', gap = '', number, words = ''] = NUMBERED.exec(name) ?? [];
  const isOfWord = word !== '' && gap === '' && !isRecordWord(word);
  return number === undefined || isOfWord ? undefined : { number: Number(number), words };
}

/** Matches headings that name a section, so that they are not taken for the document's title, whatever their level. */
const SECTION =
  /^(?:summary|meta(?:data)?|abstract|motivation|overview|introduction|context|status|tl;? ?dr|goals?|scope|problem statement|background|description|proposal|basic example|problem)$/i;

/** The names that records use for the fields of specs. */
const NAMES: FieldNames = {
  id: ['adr', 'rfc'],
  tags: ['categories'],
  created: ['start date', 'date', 'creation date', 'created at', 'assigned', 'decision date'],
  superseded_by: ['replaced by'],
  depends_on: ['requires'],
  related: ['see also', 'amends', 'amended by', 'updates'],
};

/** Imports Markdown files with a number or date in their name, each as one document: decision records, RFCs. */
export const flat: ImportSource = {
  name: 'flat',
  detect: (tree) => ({ surety: 'names', documents: documentsIn(tree) }),
  read: function* (tree) {
    const paths = documentsIn(tree);
    const documents = new Set(paths);
    for (const path of paths)
      yield orProblem(path, () => {
        const record = readRecord(tree, path, lastNameIn(path));
        return { ...record, files: shownFiles(tree, path, record.body, documents) };
      });
  },
};

/**
 * Reads one document by the fields of its frontmatter and of the first lines of its text.
 * @param name the name with the number: the file's name, or the folder's name with the file's extension.
 * @param names further names of fields.
 */
export function readRecord(
  tree: SourceTree,
  path: string,
  name: string,
  names: FieldNames = {},
): ImportedDocument {
  const text = tree.text(path) ?? '';
  const { body, named, given, others: fields, values, header } = saidIn(tree, text, withNames(names));
  const { superseded_by: by, ...others } = fields;
  const { date, number, words } = partsOf(name);
  const inText = Object.fromEntries(values);
  const field = (...keys: readonly string[]) =>
    firstSourceField(fields, keys) ?? firstSourceField(inText, keys);
  // Words of a template, such as "None", name no document.
  const refs = (...keys: readonly string[]) =>
    textsOf(firstSourceField(inText, keys)).flatMap((one) => references(one, path));
  const status = header?.text;
  const title =
    titleOfHeading(body, SECTION) ??
    textIn(named) ??
    textIn(firstSourceField(inText, ['title', 'name'])) ??
    wordsOf(words);
  const { left, ...said } = splitSpecFields(others);
  const [author] = peopleOfSourceField(field('author', 'authors', 'deciders', 'decision makers')).map(
    nameOfPerson,
  );
  // A link or a file name in the status may contain the date of another document.
  const statusText = (status ?? '').replace(/\[[^\]]*\]\([^)]*\)|[\w-]+\.\w+\b/g, ' ');
  const replaced = ['supersedes', 'supercedes', 'replaces', 'obsoletes'];
  const old = firstSourceField(fields, replaced);
  const supersedes = old === undefined ? refs(...replaced) : refsIn(old, path);
  const successors = refsIn(by, path);
  const [amends, amendedBy] = [refs('amends'), refs('amended by')];
  return {
    place: path,
    aliases: [name, name.replace(/\.\w+$/, ''), ...(number === undefined ? [] : [`#${String(number)}`])],
    name: words === '' ? titleWithoutNumber(title, number) : words,
    title,
    words: statusWordsAt(path),
    statusFrom: header?.from ?? 'nothing',
    ...said,
    ...present({
      number,
      status,
      sourceId: textIn(given) ?? /^[A-Za-z]*[-_ ]?\d+/.exec(name)?.[0],
      created:
        said.created ??
        dayOfSourceField(firstSourceField(inText, ['created', ...(NAMES['created'] ?? [])])) ??
        date ??
        dayOfSourceField([...(header?.before ?? []), statusText]),
      statusSince: dayOfSourceField(statusText) ?? dayOfSourceField(field('since', 'status date')),
      assignee: said.assignee ?? author,
      supersededBy: successors[0] ?? refs('superseded by', 'replaced by')[0],
      successor: successorIn(status, path),
    }),
    tags: said.tags?.length === 0 ? textsIn(withoutMarkup(values.get('tags') ?? '')) : (said.tags ?? []),
    dependsOn: [...refs('requires', 'depends on'), ...refsIn(said.dependsOn, path)],
    related: [
      ...[...supersedes, ...amends, ...amendedBy, ...refs('related', 'updates')],
      ...refsIn(said.related, path),
    ],
    ...{ supersedes, amends, amendedBy },
    fields: {
      ...left,
      ...(successors.length > 1 && by !== undefined && { superseded_by: by }),
      ...(named !== undefined && named !== title && { title: named }),
    },
    body,
    past: new Map([[path, status === undefined ? undefined : (version) => statusWritten(tree, version)]]),
  };
}

/** Returns what a text says: the fields of its frontmatter and of its first lines, and its status. */
export function saidIn(tree: SourceTree, text: string, names?: FieldNames) {
  const { fields, body } = frontmatterOf(tree, text, names);
  const { status, title: named, id: given, ...others } = fields;
  const { values, status: written } = headerFields(body);
  const own = textIn(status);
  const header: typeof written = own === undefined ? written : { text: own, from: 'frontmatter' };
  return { body, named, given, others, values, header };
}

/** Returns the status in a version of a document: that of the frontmatter, else of the text. */
export function statusWritten(tree: SourceTree, text: string): string | undefined {
  try {
    return saidIn(tree, text).header?.text;
  } catch (error) {
    if (error instanceof SpectoolError) return undefined;
    throw error;
  }
}

/** Returns the other files in a document's folder, without hidden files, which belong to other programs. */
export function filesBeside({ files }: SourceTree, document: string): readonly ImportedFile[] {
  const start = childOf(parentOf(document), '');
  return files.flatMap(({ path }) => {
    const name = path.slice(start.length);
    const isOther = path === document || !path.startsWith(start) || /(?:^|\/)\./.test(name);
    return isOther ? [] : [{ from: path, name }];
  });
}

/** Matches numbers that are not those of documents: in links to other sites (except `[ADR-5](…)`), in URLs, of issues. */
const OTHER_NUMBER =
  /\[(?!\W*(?:adr|rfc|record|decision)?[-_ #]*\d)[^[\]]*\]\(\s*https?:[^()\s]*\s*\)|https?:\/\/[^\s)>]+|\b(?:PR|pull request|issue|ticket|bug)s?:?\s*#?\d+/gi;
/** Matches a text that is a path of a document: `/docs/adr/0005-x.md`. */
const PATH = /^[^\s()[\]]+\.(?:md|markdown)$/i;

/** Returns the documents that a field's value refers to. A text without a recognizable reference is returned unchanged. */
function refsIn(value: JsonValue | undefined, path: string): readonly string[] {
  return textsOf(value).flatMap((text) => {
    const found = references(text, path);
    return found.length > 0 || text === '' ? found : [text];
  });
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? textsIn(value) : [textIn(value) ?? ''];
}

/** Puts the field names of one kind of document before those of records. */
function withNames(names: FieldNames): FieldNames {
  const own = Object.entries(names).map(([field, more]) => [field, [...more, ...(NAMES[field] ?? [])]]);
  return { ...NAMES, ...(Object.fromEntries(own) as FieldNames) };
}

/** Returns the documents that a text refers to: by a path, by links, or if there are none, by numbers. */
function references(text: string, path: string): readonly string[] {
  if (PATH.test(text)) return [lastNameIn(text)];
  const links = relativeLinks(text).map(({ destination }) => destination.replace(/[#?][^]*$/, ''));
  if (links.length > 0)
    return links
      .map((link) => (link.includes('/') ? linkTarget(parentOf(path), link) : undefined) ?? lastNameIn(link))
      .filter((name) => name !== lastNameIn(path) && name !== path);
  // Match numbers such as `ADR-0005` and `5.`, but not parts of a date or version, such as `2020-01-05` or `1.5`.
  return [...text.replace(OTHER_NUMBER, ' ').matchAll(/(?<!\d[.-]?)(\d{1,6})(?!\d|[.-]\d)/g)].map(
    ([, number]) => `#${String(Number(number))}`,
  );
}

/** Returns the document that the text of a status names by a link, or after a word such as `by`. */
function successorIn(status: string | undefined, path: string): string | undefined {
  if (status === undefined) return undefined;
  const [, by] = /\b(?:by|with|to|in favou?r of|see)\s+(.*)/is.exec(status) ?? [];
  return references(relativeLinks(status).length > 0 ? status : (by ?? ''), path)[0];
}

/** Matches files that are copied with a document if it links to them. Other linked files, such as code, are not copied. */
const SHOWN =
  /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|tiff?|mp4|webm|mov|pdf|drawio|excalidraw|puml|plantuml|mmd|dot|docx?|xlsx?|pptx?|od[tspg]|csv|zip)$/i;

/** Returns the pictures and attachments to which a document links. */
function shownFiles(
  tree: SourceTree,
  path: string,
  body: string,
  documents: ReadonlySet<string>,
): readonly ImportedFile[] {
  const folder = parentOf(path);
  const links = relativeLinks(body).map(({ destination }) => destination);
  const inHtml = [...body.matchAll(/\ssrc="([^"\n]+)"/g)].map(([, source = '']) => source);
  const targets = [...links, ...inHtml].flatMap((link) => linkTarget(folder, link) ?? []);
  return [...new Set(targets)].flatMap((from) => {
    if (!tree.has(from) || documents.has(from) || !SHOWN.test(from)) return [];
    const isBelow = folder === '' || from.startsWith(`${folder}/`);
    return [{ from, name: isBelow ? from.slice(folder === '' ? 0 : folder.length + 1) : lastNameIn(from) }];
  });
}
