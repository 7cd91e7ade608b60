import { BOUNDS } from '../value/bounds.js';
import { folderAt, type Labels, parentOf, type SpecFolder } from '../naming/projectPath.js';
import { existingGroup, groupFor } from '../naming/folderPattern.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { formatFolderName, slugOf } from '../naming/folderName.js';
import type { ImportedStatus, Configuration } from '../project/configuration.js';
import { isPriority } from '../fields/statusAndPriority.js';
import { cutText } from '../value/text.js';
import { isOfType } from '../fields/customField.js';
import { isCustomField, isOwnMeaning } from '../fields/standardFields.js';
import { type CalendarDate, DAY_MS } from '../value/dates.js';
import type { JsonObject, JsonValue } from '../value/jsonValue.js';
import { type FileHistory, judgedMoments, type Moments, momentsInGitHistory } from './importedHistory.js';
import {
  numberOfText,
  type ImportedDocument,
  isEmptyValue,
  omittedFieldNote,
  fieldsOfImportedDocument,
  importedPersonName,
  SOURCE_FIELD_NAMES,
  titleWithoutNumber,
} from './importedDocument.js';
import { meaningOfStatusWord, type StatusMeaning, statusWord } from './statusWords.js';
import { largestNumber, present } from '../value/collections.js';

/** The identity of an imported document, which is the same in every project that imports it. */
export interface DocumentOrigin {
  /** The value of the spec's field `source`. */
  readonly origin: string;
  readonly identity: string;
  /** True if the identity includes the commit that added the document. */
  readonly isDated: boolean;
}

export interface ImportFacts {
  /** Name of the kind of documents. */
  readonly source: string;
  readonly documents: readonly ImportedDocument[];
  /** The path of the imported folder in its git repository. */
  readonly prefix: string;
  readonly histories: ReadonlyMap<string, FileHistory>;
  readonly known: (origin: DocumentOrigin) => SpecFolder | undefined;
  readonly isTaken: (number: number, name: string) => boolean;
  /** The group folders that already exist in the project. */
  readonly groups: readonly string[];
  readonly highest: number;
  readonly said: Readonly<Record<string, ImportedStatus>>;
  readonly config: Configuration;
  readonly today: CalendarDate;
  /** Paths of documents that are not imported this time; references to them are not resolved. */
  readonly leftOut: ReadonlySet<string>;
}

/** What is known of a document before the other documents are. */
interface Beginning {
  readonly document: ImportedDocument;
  /** The value of the spec's field `source`. */
  readonly origin: string;
  /** The document's identity, which is the same in every project that imports it. */
  readonly identity: string;
  /** The folder of the spec that an earlier import made. */
  readonly known?: SpecFolder;
  /** The meaning of the status word; absent if the word is unknown. */
  readonly meaning?: StatusMeaning;
  readonly created: CalendarDate;
  readonly createdFrom: string;
}

/** The plan for one document. */
export interface PlannedDocument extends Beginning {
  readonly labels: Labels;
  /** The spec's folder after the import. */
  readonly folder: SpecFolder;
  /** The frontmatter without `id`, without the status, and without the fields that depend on the status. */
  readonly fields: JsonObject;
  readonly moments: Moments;
  readonly supersededBy?: string;
  /** The title of the spec: the document's title, without the spec's number at its beginning. */
  readonly title: string;
  /** The day on which the document was completed, as written in it. */
  readonly completed?: CalendarDate;
  readonly notes: readonly string[];
}

/**
 * Plans the import of documents.
 * @returns the plans in the order of the documents, with `problem` instead of a plan for a document that cannot get a folder.
 */
export function planImport(
  facts: ImportFacts,
): readonly (PlannedDocument | { readonly document: ImportedDocument; readonly problem: string })[] {
  const { documents } = facts;
  const begun = documents.map((document) => beginning(facts, document));
  const fresh = begun.filter(({ known }) => known === undefined);
  const names = assignImportedNumbers(
    fresh.map(({ document, created }) => ({ ...document, created })),
    facts.isTaken,
    facts.highest,
  );
  const widest = largestNumber(
    [...names.values()].map(({ sequence }) => String(sequence).length),
    0,
  );
  const structure = {
    ...facts.config.structure,
    sequenceDigits: Math.max(facts.config.structure.sequenceDigits, widest),
  };
  const placed = begun.map((one) => {
    try {
      return { ...one, folder: placeOf(facts, one, names.get(one.document.place), structure) };
    } catch (error) {
      if (error instanceof SpectoolError) return { ...one, problem: error.message };
      throw error;
    }
  });
  const refs: Refs = new Map();
  for (const one of placed)
    if ('folder' in one && !facts.leftOut.has(one.document.place)) {
      const { place, aliases } = one.document;
      const names = [place, ...aliases.flatMap((name) => [name, within(place, name)])];
      for (const alias of new Set(names.map((name) => name.toLowerCase())))
        refs.set(alias, refs.has(alias) ? undefined : one);
    }
  return placed.map((one) =>
    'folder' in one
      ? completed(facts, one, refs, names.get(one.document.place)?.wanted)
      : { document: one.document, problem: one.problem },
  );
}

/**
 * Finds the spec to which a name in a document refers. The name is looked up in the document's folder first, then as it is, then
 * without the folders before it.
 */
function placeNamed(refs: Refs, place: string, name: string): Placed | undefined {
  const ways = [within(place, name), name, name.slice(name.lastIndexOf('/') + 1)];
  const way = ways.map((one) => one.toLowerCase()).find((one) => refs.has(one));
  return way === undefined ? undefined : refs.get(way);
}

type Placed = ReturnType<typeof beginning> & { readonly folder: SpecFolder };
/** Documents by their aliases; undefined for an alias of several documents. */
type Refs = Map<string, Placed | undefined>;

/**
 * Returns a name with the path of the document's folder before it, because several folders of the source may have a document 1.
 */
function within(place: string, name: string): string {
  return `${parentOf(place)}/${name}`;
}

function beginning(facts: ImportFacts, document: ImportedDocument) {
  const { source, prefix, histories, known, said, today } = facts;
  const { place, past } = document;
  const files = [...(past?.keys() ?? [])];
  const own = histories.get(files[0] ?? place);
  const told = document.moments ?? momentsInGitHistory(files.flatMap((file) => histories.get(file) ?? []));
  const [first] = told;
  const day = first?.at?.slice(0, 10);
  // A creation date after the first commit is ignored, because it must be the date of a later change. A difference of up to a day
  // is accepted, because the times may be in different time zones.
  const isLater =
    document.moments === undefined &&
    own?.commit !== undefined &&
    first?.at !== undefined &&
    Date.parse(document.created ?? '') - Date.parse(first.at) > DAY_MS;
  const origin = document.origin ?? `${source}:${prefix}${place}`;
  const begun = own === undefined ? origin : `${source}:${own.origin}`;
  const identity = `${begun}\n${own?.commit ?? ''}`;
  const written = isLater ? undefined : document.created;
  const [created, createdFrom] =
    written !== undefined
      ? [written, 'document']
      : day !== undefined
        ? [day, 'history']
        : [document.completed ?? today, document.completed === undefined ? 'today' : 'document'];
  return {
    document,
    origin,
    identity,
    told,
    created,
    createdFrom,
    ...present({
      known: known({ origin, identity, isDated: own?.commit !== undefined }),
      meaning: meaningOfStatusWord(statusWord(document.status), said, document.words),
    }),
  };
}

function placeOf(
  { config, groups }: ImportFacts,
  { document, known, created, origin }: ReturnType<typeof beginning>,
  given: GivenName | undefined,
  structure: Configuration['structure'],
): SpecFolder {
  if (known !== undefined) return known;
  if (given === undefined) throw new TypeError(`no name for ${document.place}`);
  const fields = { ...document.fields, ...fieldsOfImportedDocument(document, created, origin) };
  const group = existingGroup(groupFor(config.structure, fields, created), groups);
  const ref = formatFolderName(structure, { ...given, created });
  const { sequence, name } = given;
  return folderAt(config.specsDir, {
    sequence,
    name,
    ref,
    ...(group !== '' && { group }),
    archived: false,
  });
}

/**
 * Completes the plan for a document.
 * @param clash the document's own number in the source, if another spec already has that number.
 */
function completed(
  { said, config }: ImportFacts,
  { told, ...one }: Placed,
  refs: Refs,
  clash: number | undefined,
): PlannedDocument {
  const { document, folder, meaning, created, origin } = one;
  const notes: string[] = [];
  if (clash !== undefined)
    notes.push(`number ${String(clash)} is used by another spec, so this spec has a different number`);
  const refsOf = (names: readonly string[] | undefined, what: string): readonly string[] =>
    [...new Set(names)].flatMap((name) => {
      const ref = placeNamed(refs, document.place, name)?.folder.ref;
      if (ref !== undefined && ref !== folder.ref) return [ref];
      notes.push(
        `${what} ${name}; the reference was not imported, because no other document has this name, or several have it`,
      );
      return [];
    });
  for (const name of document.supersedes ?? []) {
    const old = placeNamed(refs, document.place, name);
    if (old !== undefined && old.folder.ref !== folder.ref && old.meaning?.isArchived !== true)
      notes.push(`supersedes ${old.document.place}, whose status is ${old.document.status ?? 'none'}`);
  }
  const dependsOn = [...new Set(refsOf(document.dependsOn, 'depends on'))];
  const related = [...new Set(refsOf(document.related, 'is related to'))].filter(
    (ref) => !dependsOn.includes(ref),
  );
  const { custom } = config.frontmatter;
  const isPartOfOwn = isOwnMeaning('part_of', custom);
  const whole = document.partOf === undefined ? [] : [document.partOf];
  const [partOf] = isPartOfOwn ? [] : refsOf(whole, 'is a part of');
  const field = document.fields?.['superseded_by'];
  const named = document.successor ?? (typeof field === 'string' ? field : undefined);
  const successor = document.supersededBy ?? (meaning?.outcome === 'superseded' ? named : undefined);
  const [supersededBy] = successor === undefined ? [] : refsOf([successor], 'is superseded by');
  const own = fieldsOfImportedDocument(document, created, origin);
  const kept: Record<string, JsonValue> = {};
  const others = { ...document.fields, ...(isPartOfOwn && whole[0] !== undefined && { part_of: whole[0] }) };
  for (const [key, written] of Object.entries(others)) {
    const type = Object.hasOwn(custom, key) ? custom[key] : undefined;
    const value = type === 'number' ? numberOfText(written) : written;
    if (isEmptyValue(value)) continue;
    const isKept = isCustomField(key, custom) && !SOURCE_FIELD_NAMES.has(key);
    // `updated` is left out without a note, because the log contains the time of the last change.
    const isTold =
      key === 'updated' ||
      (key === 'archived_as' && value === meaning?.outcome) ||
      (key === 'superseded_by' && supersededBy !== undefined && value === successor);
    if (key === 'reviewer' && typeof value === 'string') kept[key] = importedPersonName(value);
    else if (isKept && (type === undefined || isOfType(value, type))) kept[key] = value;
    else if (!isTold) notes.push(omittedFieldNote(key, value));
  }
  const fields = {
    ...own,
    ...kept,
    ...(partOf !== undefined && { part_of: partOf }),
    ...(dependsOn.length > 0 && { depends_on: dependsOn }),
    ...(related.length > 0 && { related }),
  };
  const { path: _path, ...labels } = folder;
  const { priority } = document;
  if (priority !== undefined && !isPriority(priority)) notes.push(omittedFieldNote('priority', priority));
  if (document.completed !== undefined && meaning !== undefined && meaning.status !== 'complete')
    notes.push(omittedFieldNote('completed', document.completed));
  const isArchived = document.isArchived === true || meaning?.isArchived === true;
  const since = document.statusSince;
  const ended =
    document.completed ??
    (meaning?.status === 'complete' && since !== undefined && since >= created ? since : undefined);
  return {
    ...one,
    labels,
    folder: one.known ?? folderAt(config.specsDir, { ...labels, archived: isArchived }),
    fields,
    moments: judgedMoments(said, told, {
      created,
      ...present({ meaning, completed: ended, words: document.words }),
    }),
    ...present({ supersededBy, completed: ended }),
    title: cutText(
      titleWithoutNumber(document.title, folder.sequence === document.number ? folder.sequence : undefined),
      BOUNDS.line,
    ),
    notes: [...(document.lost ?? []), ...notes],
  };
}

/** The number and the name that an imported document gets as a spec. */
export interface GivenName {
  readonly sequence: number;
  readonly name: string;
  /** The number of the document in the source, if the document could not keep it because another document or spec has it. */
  readonly wanted?: number;
}

/** The greatest number that a document keeps; a larger number is assumed to be a date or an id. */
const HIGHEST = 999_999;

/**
 * Returns for each imported document the number and the name of its spec. A document keeps its own number; if several have the
 * same number, the oldest document keeps it. All other documents get the next free numbers.
 * @param isTaken returns true if another spec has the number.
 * @param highest the highest number that any spec ever had.
 */
export function assignImportedNumbers(
  documents: readonly Pick<ImportedDocument, 'number' | 'name' | 'created' | 'place'>[],
  isTaken: (number: number, name: string) => boolean,
  highest: number,
): ReadonlyMap<string, GivenName> {
  const used = new Set<number>();
  const given = new Map<string, GivenName>();
  const byAge = [...documents].sort(
    (a, b) => compare(a.created ?? '9', b.created ?? '9') || compare(padded(a.place), padded(b.place)),
  );
  const waiting: typeof byAge = [];
  for (const one of byAge) {
    const { number } = one;
    const name = folderWords(one);
    const isFree = isImportedNumber(number) && !used.has(number) && !isTaken(number, name);
    if (isFree) given.set(one.place, { sequence: number, name });
    else waiting.push(one);
    if (isFree) used.add(number);
  }
  let next = [...used].reduce((most, number) => Math.max(most, number), highest);
  for (const one of waiting) {
    next += 1;
    const { number } = one;
    given.set(one.place, {
      sequence: next,
      name: folderWords(one),
      ...(isImportedNumber(number) && { wanted: number }),
    });
  }
  return given;
}

/** True for a number that a document may keep when it becomes a spec. */
function isImportedNumber(number: number | undefined): number is number {
  return Number.isInteger(number) && (number as number) >= 0 && (number as number) <= HIGHEST;
}

function folderWords({ name, place }: Pick<ImportedDocument, 'name' | 'place'>): string {
  for (const text of [name, place.slice(place.lastIndexOf('/') + 1).replace(/\.\w+$/, '')]) {
    try {
      return slugOf(text);
    } catch (error) {
      if (!(error instanceof SpectoolError)) throw error;
    }
  }
  return 'document';
}

/** Pads the numbers in a path, so that 1.10 is sorted after 1.9. */
function padded(path: string): string {
  return path.replace(/\d+/g, (digits) => digits.padStart(6, '0'));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
