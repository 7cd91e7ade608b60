import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { isAmongRecords, isRecordWord } from '../../domain/import/decisionRecordFolders.js';
import { isOfTool } from '../../domain/import/documentKinds.js';
import { foldersAbove, lastNameIn, parentOf } from '../../domain/naming/projectPath.js';
import { isCalendarDate } from '../../domain/value/calendarDate.js';
import type { SourceTree } from '../../ports/importSource.js';
import { headerFields } from './headerFields.js';
import { frontmatterOf } from './sourceFields.js';

/** Markup that is imported as it is: AsciiDoc, MediaWiki, Org and Textile files, if they are decision records or similar. */
const OTHER_MARKUP = 'adoc|asciidoc|mediawiki|wiki|org|textile';
const EXTENSION = `(md|markdown|rst|txt|${OTHER_MARKUP})`;
/**
 * Matches file names with a number, such as `0007-use-x.md`, `12b-other.md`, `pep-0008.rst` and `RFC 12 - Title.md`. Names with a
 * date, such as `2014-04-18-x.md` and `20140418-x.md`, match `DATED`. A version (`1.2-changes.md`, `release-5_0.md`) is no number.
 */
const NUMBERED = new RegExp(
  `^(?:([A-Za-z]{2,6})([-_ ]?))?(\\d{1,7})(?!\\.[\\dx]|_\\d+\\.\\w+$)[a-z]?(?:[-_. ]+(.*))?\\.${EXTENSION}$`,
  's',
);
const DATED = /^(\d{4}-\d{2}-\d{2}|\d{8})(?:[-_. ]+(.*))?\.(md|markdown|rst)$/s;
const TEMPLATE = /(?:^|[-_. ])template(?:[-_. ]|$)/i;
const TEXT = new RegExp(`\\.${EXTENSION}$`, 'i');
/** Matches texts about a collection, which are no part of it. */
const ABOUT =
  /^(?:readme|index|agents|claude|contributing|changelog|license|licence|security|code[-_]of[-_]conduct|_?sidebar|summary|toc)\b/i;

/** Matches names that are only a day or a year, as notes of meetings have them. */
const ONLY_TIME = /^(?:\d{4}-\d{2}-\d{2}|\d{8}|(?:19|20)\d{2})\.\w+$/;

export function documentsIn(tree: SourceTree): readonly string[] {
  const known = found.get(tree);
  if (known !== undefined) return known;
  const paths = tree.files.map(({ path }) => path).filter((path) => !isHidden(path));
  const inFolders = paths.filter((path) => RECORD_FOLDER.test(path) && isRecord(tree, path));
  const folders = new Set(inFolders.map(parentOf));
  const documents = paths.filter((path) =>
    folders.has(parentOf(path))
      ? isInFolderOfItsOwn(path)
      : (isNumbered(path) || isUnnumberedRecord(tree, path)) &&
        !foldersAbove(path).some((one) => folders.has(one)),
  );
  found.set(tree, documents);
  return documents;
}

/** Matches documents in a folder whose number follows a word: `RFC-0012/README.md`. They count only if they have fields of a record. */
const RECORD_FOLDER = /(?:^|\/)[A-Za-z]{2,6}[-_ ]\d{2,6}(?:[-_ ][^/]+)?\/README\.md$/;

/** True for a document that is imported with its whole folder, whose name has the number. */
export function isInFolderOfItsOwn(path: string): boolean {
  return RECORD_FOLDER.test(path);
}

/** The documents of each tree: to find them, texts are read. */
const found = new WeakMap<SourceTree, readonly string[]>();

/** True for a Markdown file without a number in a folder of records, if it has fields of a record. */
function isUnnumberedRecord(tree: SourceTree, path: string): boolean {
  const name = lastNameIn(path);
  if (!/\.(?:md|markdown)$/.test(name) || TEMPLATE.test(name) || ABOUT.test(name)) return false;
  return isAmongRecords(path) && isRecord(tree, path);
}

/** Fields of the frontmatter by which a text is recognised as a record. A guide beside the records has none of them. */
const RECORD_FIELDS = [
  'status',
  'author',
  'authors',
  'deciders',
  'decision-makers',
  'creation-date',
  'start-date',
  'created',
  'date',
];

/** True for a document with fields of a record, or a status in its text, and for one whose frontmatter cannot be parsed. */
function isRecord(tree: SourceTree, path: string): boolean {
  try {
    const text = tree.text(path) ?? '';
    const { fields, body } = frontmatterOf(tree, text);
    return fields.value(...RECORD_FIELDS) !== undefined || headerFields(body).status !== undefined;
  } catch (error) {
    if (error instanceof SpectoolError) return error.code === 'SPEC_BROKEN';
    throw error;
  }
}

function isNumbered(path: string): boolean {
  const name = lastNameIn(path);
  if (TEMPLATE.test(name) || (ONLY_TIME.test(name) && !isAmongRecords(path))) return false;
  if (DATED.test(name)) return true;
  const { word, extension } = numberIn(name) ?? {};
  if (extension === undefined) return false;
  if (extension === 'txt') return /^(?:pep|rfc)/i.test(name);
  return /^(?:md|markdown|rst)$/.test(extension) || isRecordWord(word ?? '') || isAmongRecords(path);
}

function isHidden(path: string): boolean {
  return isOfTool(path) || path.split('/').some((part) => part.startsWith('.'));
}

/** Returns the texts in the folders of documents that are no documents themselves, because their names have no number. */
export function passedOver(tree: SourceTree): readonly string[] {
  const documents = documentsIn(tree);
  const counts = new Map<string, number>();
  for (const path of documents) counts.set(parentOf(path), (counts.get(parentOf(path)) ?? 0) + 1);
  const taken = new Set(documents);
  return tree.files
    .map(({ path }) => path)
    .filter((path) => {
      const name = lastNameIn(path);
      const isText = TEXT.test(name) && !TEMPLATE.test(name) && !ABOUT.test(name) && !isHidden(path);
      const isAmong = (counts.get(parentOf(path)) ?? 0) > 1 || isAmongRecords(path);
      return isText && isAmong && counts.has(parentOf(path)) && !taken.has(path);
    });
}

export function partsOf(name: string): {
  readonly date?: string;
  readonly number?: number;
  readonly words: string;
} {
  const dated = DATED.exec(name);
  const day = dated?.[1]?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  if (dated !== null && isCalendarDate(day)) return { date: day, words: dated[2] ?? '' };
  // Digits such as `20141399`, which have the form of a date but are not a valid date, are not used as the document's number
  // either.
  if (dated !== null) return { words: name.replace(/\.\w+$/, '') };
  const found = numberIn(name);
  if (found === undefined) return { words: name.replace(/\.\w+$/, '') };
  return { number: found.number, words: found.words };
}

/**
 * Returns the number in a file name. Digits at the end of a word (`oauth2.md`, `ipv6.md`) are part of the word, unless the word
 * is one for numbered documents, such as `rfc`.
 */
function numberIn(name: string):
  | {
      readonly number: number;
      readonly words: string;
      readonly word: string;
      readonly extension: string;
    }
  | undefined {
  const [, word = '', gap = '', number, words = '', extension = ''] = NUMBERED.exec(name) ?? [];
  const isOfWord = word !== '' && gap === '' && !isRecordWord(word);
  return number === undefined || isOfWord ? undefined : { number: Number(number), words, word, extension };
}
