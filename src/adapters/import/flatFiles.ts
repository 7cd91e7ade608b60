import { firstOf } from '../../domain/value/bounds.js';
import { quoted } from '../../domain/value/quoted.js';
import { isMarkdown } from '../../domain/document/decodeText.js';
import { relativeLinks } from '../../domain/document/relativeLinks.js';
import { titleHeading, titleOf, withoutMarkup } from '../../domain/document/sections/title.js';
import { nameOfPerson } from '../../domain/fields/person.js';
import { plain } from '../../domain/fields/wordSynonyms.js';
import { isRecordWord, wordsAt } from '../../domain/import/decisionRecordFolders.js';
import { withoutNumber } from '../../domain/import/importedSpecNames.js';
import type { ImportedDocument, ImportedFile } from '../../domain/import/importedDocument.js';
import { statusWord } from '../../domain/import/statusWords.js';
import { lastNameIn, parentOf } from '../../domain/naming/projectPath.js';
import { wordsOf } from '../../domain/naming/slug.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';
import type { ImportSource, SourceTree } from '../../ports/importSource.js';
import { cutText } from '../../domain/value/cutText.js';
import { fieldKey, headerFields, LONGEST_NAME, peopleIn, textIn, textsIn } from './headerFields.js';
import { dayIn, whyNoDay } from './writtenDays.js';
import { documentsIn, isInFolderOfItsOwn, partsOf, passedOver } from './numberedFiles.js';
import { frontmatterOf, SourceFields, told } from './sourceFields.js';

/** Matches headings that name a section, so that they are not taken for the document's title, whatever their level. */
const SECTION =
  /^(?:summary|meta(?:data)?|abstract|motivation|overview|introduction|context|status|tl;? ?dr|goals?|scope|problem statement|background|description|proposal|basic example|problem)$/i;

/** Imports text files with a number or date in their name, each as one document: decision records, RFCs, PEPs. */
export const flat: ImportSource = {
  name: 'flat',
  description: 'numbered or dated files such as docs/adr/0007-use-x.md',
  detect: (tree) => ({ surety: 'names', documents: documentsIn(tree) }),
  notTaken: passedOver,
  read: function* (tree) {
    const paths = documentsIn(tree);
    const documents = new Set(paths);
    const others = filesByStem(tree, documents);
    for (const path of paths)
      yield told(path, () =>
        isInFolderOfItsOwn(path)
          ? recordInFolder(tree, path)
          : readRecord(tree, path, lastNameIn(path), (body) =>
              alongside(tree, path, body, documents, others.get(stemOf(path)) ?? []),
            ),
      );
  },
};

/** Reads a document that is imported with its whole folder, whose name has the number. */
export function recordInFolder(tree: SourceTree, path: string): ImportedDocument {
  const folder = parentOf(path);
  const record = readRecord(tree, path, `${lastNameIn(folder)}.md`, () => filesBeside(tree, path));
  return { ...record, aliases: [...record.aliases, folder], folder };
}

/** Returns the files that are not documents but have a document's name with another extension, by path without the extension. */
function filesByStem(
  tree: SourceTree,
  documents: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const others = new Map<string, string[]>([...documents].map((path) => [stemOf(path), []]));
  for (const { path } of tree.files) if (!documents.has(path)) others.get(stemOf(path))?.push(path);
  return others;
}

function stemOf(path: string): string {
  return path.replace(/\.\w+$/, '');
}

/**
 * Reads one document.
 * @param name the name with its number: of the file, or of its folder and the file's extension.
 * @param filesOf returns the files to copy with a document that has this Markdown.
 */
export function readRecord(
  tree: SourceTree,
  path: string,
  name: string,
  filesOf: (body: string) => readonly ImportedFile[],
): ImportedDocument {
  const text = tree.text(path) ?? '';
  const hasMarkdown = isMarkdown(path);
  const { fields, body } = hasMarkdown
    ? frontmatterOf(tree, text)
    : { fields: new SourceFields({}), body: text };
  const { date, number, words } = partsOf(name);
  const { values, status: header } = headerFields(body);
  const field = (...names: readonly string[]) =>
    fields.value(...names) ??
    names.map((name) => values.get(fieldKey(name))).find((value) => value !== undefined);
  const own = fields.text('status');
  const status = own ?? header?.text;
  const named = fields.text('title');
  const title =
    (hasMarkdown ? titleIn(body, SECTION) : undefined) ??
    named ??
    values.get('title') ??
    values.get('name') ??
    (hasMarkdown ? undefined : titleInOther(body)) ??
    wordsOf(words);
  const authors = peopleIn(field('author', 'authors', 'deciders', 'decision makers')).map(nameOfPerson);
  const dated = DAYS.map((name) => ({ name, value: field(name) }));
  const told = dated.find(({ value }) => dayIn(value) !== undefined);
  // A link or a file name in the status may contain the date of another document.
  const statusText = (status ?? '').replace(/\[[^\]]*\]\([^)]*\)|[\w-]+\.\w+\b/g, ' ');
  const statusDay = dayIn(statusText) ?? dayIn(field('since', 'status date'));
  const created = dayIn(told?.value) ?? date ?? dayIn([...(header?.before ?? []), statusText]);
  // A field that says only the day of creation is not kept as a custom field.
  for (const { name, value } of dated) if (dayIn(value) === created) fields.day(name);
  const files = filesOf(hasMarkdown ? body : '');
  const links = (names: readonly string[]) =>
    names.flatMap((name) => textsOf(field(name)).flatMap((text) => references(text, path)));
  const namesIn = (texts: readonly string[]) =>
    texts.flatMap((text) => {
      const found = references(text, path);
      return found.length > 0 ? found : [text];
    });
  const isReplaced = /super[cs]ed|replace|obsolete/i.test(status ?? '');
  const instead = successorsIn(status, path);
  const replacing = isReplaced ? (instead ?? references(status, path)) : [];
  const successors = textsIn(fields.value('superseded_by'));
  const [supersededBy] = [...replacing, ...links(['superseded by', 'replaced by']), ...namesIn(successors)];
  // A spec can name only one successor. If the field names several, do not mark it as used, so that it is kept as a custom field.
  if (namesIn(successors).every((name) => isSame(name, supersededBy))) fields.texts('superseded_by');
  const supersedes = links(['supersedes', 'supercedes', 'replaces', 'obsoletes']);
  const id =
    fields.text('id') ??
    textIn(field('pep', 'rfc', 'adr', 'number')) ??
    /^[A-Za-z]*[-_ ]?\d+/.exec(name)?.[0];
  const { tags = [], dependsOn = [], related = [], assignee = authors[0] ?? '', ...said } = fields.ownWords();
  return {
    place: path,
    aliases: [name, stemOf(name), ...(number === undefined ? [] : [`#${String(number)}`])],
    ...(number !== undefined && { number }),
    name: words === '' ? withoutNumber(title, number) : words,
    title,
    ...(id !== undefined && { sourceId: id }),
    ...(status !== undefined && { status }),
    words: wordsAt(path),
    statusFrom: own === undefined ? (header?.from ?? 'nothing') : 'frontmatter',
    ...(created !== undefined && { created }),
    ...(statusDay !== undefined && { statusSince: statusDay }),
    ...said,
    ...(assignee !== '' && { assignee }),
    tags:
      tags.length > 0 ? tags : textsIn(fields.value('categories') ?? withoutMarkup(values.get('tags') ?? '')),
    dependsOn: [...links(['requires', 'depends on']), ...namesIn(dependsOn)],
    related: [
      ...supersedes,
      ...links(['amends', 'amended by', 'related', 'updates']),
      ...links(['see also']).filter((name) => !name.startsWith('#')),
      ...related.filter((name) => references(name, path).length === 0),
    ],
    ...(supersededBy !== undefined && { supersededBy }),
    supersedes,
    ...(!isReplaced && instead?.[0] !== undefined && { successor: instead[0] }),
    fields: fields.left(),
    body,
    hasLinks: hasMarkdown,
    files,
    past: {
      files: [path],
      // If the document states no status, its git history is not searched for status lines, because they may be about other
      // documents.
      ...(status !== undefined && {
        status: own === undefined && header?.from === 'section Status' ? 'section' : 'field',
      }),
    },
    lost: [
      ...(named === undefined ||
      title.toLowerCase().includes(named.toLowerCase()) ||
      plain(named) === plain(words)
        ? []
        : [`the title ${quoted(cutText(named, LONGEST_NAME))} in the frontmatter is not used`]),
      ...(own !== undefined && header !== undefined && statusWord(own) !== statusWord(header.text)
        ? [`its ${header.from} says ${header.text.slice(0, 40)}`]
        : []),
      ...dated.flatMap(({ name, value }) => noDay(name, value)),
      ...noDay('status', status !== undefined && DAYLIKE.test(status) ? status : undefined),
      ...further('authors after the first stay only in the text', authors),
      ...(hasMarkdown ? [] : ['its markup is not converted to Markdown, and its links are not updated']),
    ],
  };
}

/** Returns the title from the first heading; undefined if the heading matches `generic` and names only the kind of document. */
export function titleIn(body: string, generic: RegExp | undefined): string | undefined {
  const heading = titleHeading(body);
  if (heading === undefined || generic?.test(heading.heading.trim())) return undefined;
  return titleOf({ text: body, bodyStart: 0 }, '') || undefined;
}

/** Returns the title of a text in other markup: an underlined line, a heading of AsciiDoc, or the first line. */
function titleInOther(body: string): string | undefined {
  const start = body.slice(0, 5000);
  const [, heading] = /^([^\n]+)\n[=#*]{3,}\s*$/m.exec(start) ?? /^=\s+(\S[^\n]*)/m.exec(start) ?? [];
  return (heading ?? cutText(/\S[^\n]*/.exec(start)?.[0] ?? '', LONGEST_NAME)).trim() || undefined;
}

/** The fields that say when a document was created, the surest first. */
const DAYS = ['created', 'start date', 'date', 'creation date', 'created at', 'assigned', 'decision date'];
/** Matches a text that contains something like a day. */
const DAYLIKE = /\d[-/.]\d{1,2}[-/.]\d/;

/** Returns the note on a field that should have a day, but has none that can be read. */
function noDay(name: string, value: JsonValue | undefined): readonly string[] {
  const why = whyNoDay(value);
  if (why === undefined) return [];
  return [`the ${name} ${quoted(cutText(textsOf(value).join(', '), 40))} is not used as a day: ${why}`];
}

/** Returns a note on the people after the first: the names of three, and how many more there are. */
export function further(what: string, people: readonly string[]): readonly string[] {
  return people.length < 2 ? [] : [`${what}: ${firstOf(people.slice(1), 3)}`];
}

/** Returns the other files in a document's folder, without hidden files, which belong to other programs. */
export function filesBeside(tree: SourceTree, document: string): readonly ImportedFile[] {
  const folder = parentOf(document);
  return tree.below(folder).flatMap((path) => {
    const name = path.slice(folder === '' ? 0 : folder.length + 1);
    const isHidden = name.split('/').some((part) => part.startsWith('.'));
    return path === document || isHidden ? [] : [{ from: path, name }];
  });
}

/** True if two references mean the same document, because they are equal or have the same number. */
function isSame(name: string, other: string | undefined): boolean {
  const number = (one: string) =>
    one.startsWith('#') ? one.slice(1) : String(partsOf(lastNameIn(one)).number);
  return (
    name === other || (other !== undefined && number(name) === number(other) && /^\d/.test(number(name)))
  );
}

/** Returns the texts in the value of a field, which is one text or a list of texts. */
function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? textsIn(value) : [textIn(value) ?? ''];
}

/** Matches what has a number of its own, which is no document's: addresses, issues and pull requests. */
const OTHER_NUMBER = /https?:\/\/[^\s)>]+|\b(?:PR|pull request|issue|ticket|bug)s?:?\s*#?\d+/gi;
/** Matches a link to another site. */
const OUTER_LINK = /\[([^[\]]*)\]\(\s*https?:[^()\s]*\s*\)/gi;

/** Returns the text without numbers that belong to no document; the text of a link to another site counts if it is a name such as `ADR-5`. */
function withoutOtherNumbers(text: string): string {
  return text
    .replace(OUTER_LINK, (_, said: string) => {
      const [, word] = /^\W*([A-Za-z]*)[-_ #]*\d/.exec(said) ?? [];
      return word === '' || (word !== undefined && isRecordWord(word)) ? said : ' ';
    })
    .replace(OTHER_NUMBER, ' ');
}

/** Matches a text that is a path of a document: `/docs/adr/0005-x.md`. */
const PATH = /^[^\s()[\]]+\.(?:md|markdown|rst)$/i;

/** Returns the documents that a text refers to: by a path, by links, or if there are none, by numbers. */
function references(text: string | undefined, path: string): readonly string[] {
  if (text === undefined) return [];
  if (PATH.test(text)) return [lastNameIn(text)];
  const links = relativeLinks(text).map(({ destination }) => destination.replace(/[#?][^]*$/, ''));
  if (links.length > 0)
    return links
      .map((link) =>
        link.includes('/') ? (resolved(parentOf(path), link) ?? lastNameIn(link)) : lastNameIn(link),
      )
      .filter((name) => name !== lastNameIn(path) && name !== path);
  // Match numbers such as `ADR-0005` and `5.`, but not parts of a date or version, such as `2020-01-05` or `1.5`.
  return [...withoutOtherNumbers(text).matchAll(/(?<!\d[.-]?)(\d{1,6})(?!\d|[.-]\d)/g)].map(
    ([, number]) => `#${String(Number(number))}`,
  );
}

/**
 * Returns the successors that the text of a status names by a link or after a word such as `by`; undefined if it names none in
 * this way.
 */
function successorsIn(status: string | undefined, path: string): readonly string[] | undefined {
  if (status === undefined) return undefined;
  if (relativeLinks(status).length > 0) return references(status, path);
  const [, by] = /\b(?:by|with|to|in favou?r of|see)\s+(.*)/is.exec(status) ?? [];
  return by === undefined ? undefined : references(by, path);
}

/** Matches files that are copied with a document if it links to them. Other linked files, such as code, are not copied. */
const SHOWN =
  /\.(?:png|jpe?g|gif|svg|webp|avif|bmp|ico|tiff?|mp4|webm|mov|pdf|drawio|excalidraw|puml|plantuml|mmd|dot|docx?|xlsx?|pptx?|od[tspg]|csv|zip)$/i;

/**
 * Returns the files to copy with a document: linked pictures and attachments, files with the document's name and another
 * extension, and files in a folder with the document's name.
 */
function alongside(
  tree: SourceTree,
  path: string,
  body: string,
  documents: ReadonlySet<string>,
  others: readonly string[],
): readonly ImportedFile[] {
  const [folder, stem] = [parentOf(path), lastNameIn(path).replace(/\.\w+$/, '')];
  const prefix = folder === '' ? '' : `${folder}/`;
  const number = /^\d+/.exec(stem)?.[0];
  const files = new Map<string, string>();
  const links = relativeLinks(body).map(({ destination }) => destination);
  const inHtml = [...body.matchAll(/\ssrc="([^"\n]+)"/g)].map(([, source = '']) => source);
  for (const destination of [...links, ...inHtml]) {
    const target = resolved(folder, destination.replace(/[#?][^]*$/, ''));
    if (target === undefined || !tree.has(target) || documents.has(target) || !SHOWN.test(target)) continue;
    files.set(target, target.startsWith(prefix) ? target.slice(prefix.length) : lastNameIn(target));
  }
  for (const name of [stem, ...(number !== undefined && number.length > 2 ? [number] : [])])
    for (const other of tree.below(prefix + name))
      if (!documents.has(other)) files.set(other, other.slice(prefix.length + name.length + 1));
  for (const other of others) files.set(other, lastNameIn(other));
  return [...files].map(([from, name]) => ({ from, name }));
}

/** Returns the path that a link leads to from a folder; undefined if it leads out of the tree. */
export function resolved(folder: string, link: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  let plain = link;
  try {
    plain = decodeURIComponent(link);
  } catch {
    // If the link cannot be decoded, use it unchanged.
  }
  if (plain === '' || plain.startsWith('/')) return undefined;
  for (const part of plain.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}
