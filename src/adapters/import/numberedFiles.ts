import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { isAmongRecords, isRecordWord } from '../../domain/import/decisionRecordFolders.js';
import { isOfTool } from '../../domain/import/documentKinds.js';
import { lastNameIn, parentOf } from '../../domain/naming/projectPath.js';
import { isCalendarDate } from '../../domain/value/calendarDate.js';
import type { SourceTree } from '../../ports/importSource.js';
import { headerFields } from './headerFields.js';
import { frontmatterOf } from './sourceFields.js';

/**
 * Matches file names with a number, such as `0007-use-x.md`, `12b-other.md` and `RFC 12 - Title.md`. Names with a date, such as
 * `2014-04-18-x.md` and `20140418-x.md`, match `DATED`. A version (`1.2-changes.md`, `release-5_0.md`) is no number.
 */
const NUMBERED =
  /^(?:([A-Za-z]{2,6})([-_ ]?))?(\d{1,7})(?!\.[\dx]|_\d+\.\w+$)[a-z]?(?:[-_. ]+(.*))?\.(?:md|markdown)$/s;
const DATED = /^(\d{4}-\d{2}-\d{2}|\d{8})(?:[-_. ]+(.*))?\.(?:md|markdown)$/s;
/** Matches texts about a collection, which are no part of it. */
const ABOUT =
  /(?:^|[-_. ])template(?:[-_. ]|$)|^(?:readme|index|agents|claude|contributing|changelog|license|licence|security|code[-_]of[-_]conduct|_?sidebar|summary|toc)\b/i;
/** Matches texts, also in markup that is not read. */
const TEXT = /\.(?:md|markdown|rst|txt|adoc|asciidoc|mediawiki|wiki|org|textile)$/i;
/** Matches names that are only a day or a year, as notes of meetings have them. */
const ONLY_TIME = /^(?:\d{4}-\d{2}-\d{2}|\d{8}|(?:19|20)\d{2})\.\w+$/;

/** Returns the documents of a tree: files with a number or a day in their name, and records without one. */
export function documentsIn(tree: SourceTree): readonly string[] {
  return textsIn(tree).filter((path) => {
    const name = lastNameIn(path);
    if (ONLY_TIME.test(name) && !isAmongRecords(path)) return false;
    return DATED.test(name) || numberIn(name) !== undefined || isRecord(tree, path);
  });
}

/** Returns the texts in the folders of documents that are no documents themselves. */
export function passedOver(tree: SourceTree): readonly string[] {
  const documents = documentsIn(tree);
  const counts = new Map<string, number>();
  for (const path of documents) counts.set(parentOf(path), (counts.get(parentOf(path)) ?? 0) + 1);
  const taken = new Set(documents);
  return textsIn(tree).filter((path) => {
    const count = counts.get(parentOf(path)) ?? 0;
    return !taken.has(path) && count > (isAmongRecords(path) ? 0 : 1);
  });
}

function textsIn(tree: SourceTree): readonly string[] {
  return tree.files.flatMap(({ path }) => {
    const isHidden = isOfTool(path) || path.split('/').some((part) => part.startsWith('.'));
    return isHidden || !TEXT.test(path) || ABOUT.test(lastNameIn(path)) ? [] : [path];
  });
}

/** Fields of the frontmatter by which a text is recognised as a record. A guide beside the records has none of them. */
const RECORD_FIELDS = [
  ...['status', 'author', 'authors', 'deciders', 'decision-makers'],
  ...['creation-date', 'start-date', 'created', 'date'],
];

/**
 * True for a Markdown file in a folder of records that has fields of a record, or a status in its text, and for one whose
 * frontmatter cannot be parsed.
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
export function partsOf(name: string): {
  readonly date?: string;
  readonly number?: number;
  readonly words: string;
} {
  const words = name.replace(/\.\w+$/, '');
  const dated = DATED.exec(name);
  // Digits such as `20141399`, which have the form of a date but are not a valid date, are no number either.
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
