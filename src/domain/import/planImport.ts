import { BOUNDS } from '../value/bounds.js';
import { folderAt, type Labels, parentOf, type SpecFolder } from '../naming/projectPath.js';
import { existingGroup, groupFor } from '../naming/folderPattern.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { formatFolderName, slugOf } from '../naming/folderName.js';
import type { ImportedStatus, Configuration } from '../project/configuration.js';
import { isPriority } from '../fields/statusAndPriority.js';
import { cutText, singleLineName } from '../value/text.js';
import { isOfType } from '../fields/customField.js';
import { isCustomField, isOwnMeaning } from '../fields/standardFields.js';
import { type CalendarDate, DAY_MS } from '../value/dates.js';
import type { JsonObject, JsonValue } from '../value/jsonValue.js';
import { type FileHistory, judgedMoments, type Moments, momentsInGitHistory } from './importedHistory.js';
import {
  numberOfText,
  type ImportedDocument,
  sortImportedFields,
  isEmptyValue,
  omittedFieldNote,
  fieldsOfImportedDocument,
  importedPersonName,
  SOURCE_FIELD_NAMES,
  titleWithoutNumber,
} from './importedDocument.js';
import { meaningOfStatusWord, type StatusMeaning, statusWord } from './statusWords.js';
import { largestNumber } from '../value/collections.js';

/** The identity of an imported document, which is the same in every project that imports it. */
export interface DocumentOrigin {
  /** The value of the spec's field `source`. */
  readonly origin: string;
  readonly identity: string;
  /** True if the identity includes the commit that added the document. */
  readonly isDated: boolean;
  readonly place: string;
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

/** The plan for one document. */
export interface PlannedDocument {
  readonly document: ImportedDocument;
  /** The value of the spec's field `source`. */
  readonly origin: string;
  /** The document's identity, which is the same in every project that imports it. */
  readonly identity: string;
  /** The folder of the spec that an earlier import made. */
  readonly known?: SpecFolder;
  readonly word: string;
  /** The meaning of the status word; absent if the word is unknown. */
  readonly meaning?: StatusMeaning;
  readonly labels: Labels;
  /** The spec's folder after the import. */
  readonly folder: SpecFolder;
  /** The frontmatter without `id`, without the status, and without the fields that depend on the status. */
  readonly fields: JsonObject;
  readonly created: CalendarDate;
  readonly createdFrom: string;
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
        refs.set(alias, refs.has(alias) ? SEVERAL : one.folder.ref);
    }
  const plans = placed.map((one) => {
    if (!('folder' in one)) return { document: one.document, problem: one.problem };
    return completed(facts, one, refs, names.get(one.document.place)?.wanted);
  });
  const told = unknownSuccessors(
    plans.flatMap((plan) => ('problem' in plan ? [] : [plan])),
    refs,
  );
  return plans.map((plan) =>
    'problem' in plan ? plan : { ...plan, notes: [...plan.notes, ...(told.get(plan.folder.ref) ?? [])] },
  );
}

/** Returns notes on documents that another document supersedes, although their own status does not say so; both get a note. */
function unknownSuccessors(
  plans: readonly PlannedDocument[],
  refs: Refs,
): ReadonlyMap<string, readonly string[]> {
  const byRef = new Map(plans.map((plan) => [plan.folder.ref, plan]));
  const notes = new Map<string, string[]>();
  const note = (ref: string, text: string) => notes.set(ref, [...(notes.get(ref) ?? []), text]);
  for (const { document, folder } of plans)
    for (const name of document.supersedes ?? []) {
      const old = byRef.get(String(refOf(refs, document.place, name)));
      if (old === undefined || old.folder.ref === folder.ref || old.meaning?.isArchived === true) continue;
      const status =
        old.document.status === undefined
          ? 'has no status'
          : `still has the status ${singleLineName(old.document.status)}`;
      note(folder.ref, `supersedes ${old.document.place}, which ${status}`);
      note(old.folder.ref, `${document.place} says that it supersedes this document, which ${status}`);
    }
  return notes;
}

/**
 * Finds the spec to which a name in a document refers. The name is looked up in the document's folder first, then as it is, then
 * without the folders before it.
 */
function refOf(refs: Refs, place: string, name: string): string | typeof SEVERAL | undefined {
  const ways = [within(place, name), name, name.slice(name.lastIndexOf('/') + 1)];
  return ways.map((way) => refs.get(way.toLowerCase())).find((one) => one !== undefined);
}

const SEVERAL = Symbol('several documents');

/** The folder names of specs by the aliases of their documents; `SEVERAL` for an alias of several documents. */
type Refs = Map<string, string | typeof SEVERAL>;

/**
 * Returns a name with the path of the document's folder before it, because several folders of the source may have a document 1.
 */
function within(place: string, name: string): string {
  return `${parentOf(place)}/${name}`;
}

interface Beginning {
  readonly document: ImportedDocument;
  readonly origin: string;
  readonly identity: string;
  readonly known?: SpecFolder;
  readonly moments: ReturnType<typeof momentsInGitHistory>;
  readonly created: CalendarDate;
  readonly createdFrom: string;
}

function beginning(facts: ImportFacts, document: ImportedDocument): Beginning {
  const { source, prefix, histories, known, today } = facts;
  const { place, past } = document;
  const files = [...(past?.keys() ?? [])];
  const own = histories.get(files[0] ?? place);
  const moments = document.moments ?? momentsInGitHistory(files.flatMap((file) => histories.get(file) ?? []));
  const [first] = moments;
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
  const match = known({ origin, identity, isDated: own?.commit !== undefined, place });
  return {
    document,
    origin,
    identity,
    ...(match !== undefined && { known: match }),
    moments,
    created: (isLater ? day : document.created) ?? day ?? document.completed ?? today,
    createdFrom:
      document.created !== undefined && !isLater
        ? 'document'
        : day !== undefined
          ? 'history'
          : document.completed !== undefined
            ? 'completion'
            : 'today',
  };
}

function placeOf(
  { config, groups }: ImportFacts,
  { document, known, created, origin }: Beginning,
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
  facts: ImportFacts,
  { moments, ...one }: Beginning & { readonly folder: SpecFolder },
  refs: Refs,
  clash: number | undefined,
): PlannedDocument {
  const { document, folder, created, origin } = one;
  const { said, config } = facts;
  const notes: string[] = [];
  if (clash !== undefined)
    notes.push(`number ${String(clash)} is used by another spec, so this spec has a different number`);
  const word = statusWord(document.status);
  const meaning = meaningOfStatusWord(word, said, document.words);
  const refsOf = (names: readonly string[] | undefined, what: string): readonly string[] =>
    [...new Set(names)].flatMap((name) => {
      const ref = refOf(refs, document.place, name);
      if (ref === SEVERAL) {
        notes.push(
          `${what} ${name}; the reference was not imported, because several documents have this name`,
        );
        return [];
      }
      if (ref === folder.ref) {
        notes.push(`${what} itself (${name}); the reference was not imported`);
        return [];
      }
      if (ref === undefined)
        notes.push(`${what} ${name}; the reference was not imported, because no document has this name`);
      return ref ?? [];
    });
  const dependsOn = [...new Set(refsOf(document.dependsOn, 'depends on'))];
  const related = [...new Set(refsOf(document.related, 'is related to'))].filter(
    (ref) => !dependsOn.includes(ref),
  );
  const { custom } = config.frontmatter;
  const isPartOfOwn = isOwnMeaning('part_of', custom);
  const whole = document.partOf === undefined ? [] : [document.partOf];
  const [partOf] = isPartOfOwn ? [] : refsOf(whole, 'is a part of');
  const field = document.fields?.['superseded_by'];
  const told = document.successor ?? (typeof field === 'string' ? field : undefined);
  const successor = document.supersededBy ?? (meaning?.outcome === 'superseded' ? told : undefined);
  const [supersededBy] = successor === undefined ? [] : refsOf([successor], 'is superseded by');
  const own = fieldsOfImportedDocument(document, created, origin);
  const kept: Record<string, JsonValue> = {};
  const others = { ...document.fields, ...(isPartOfOwn && whole[0] !== undefined && { part_of: whole[0] }) };
  for (const [key, written] of Object.entries(others)) {
    const type = Object.hasOwn(custom, key) ? custom[key] : undefined;
    const value = type === 'number' ? numberOfText(written) : written;
    if (isEmptyValue(value)) continue;
    if (key === 'reviewer' && typeof value === 'string') kept[key] = importedPersonName(value);
    else if (!isCustomField(key, custom) || SOURCE_FIELD_NAMES.has(key)) {
      const isTold =
        key === 'archived_as'
          ? value === meaning?.outcome
          : key === 'superseded_by' && supersededBy !== undefined && value === successor;
      // `updated` is left out without a note, because the log contains the time of the last change.
      if (!isTold && key !== 'updated') notes.push(omittedFieldNote(key, value));
    } else if (type === undefined || isOfType(value, type)) kept[key] = value;
    else
      notes.push(
        `the field ${key} was not imported; its value does not have the type declared in the configuration`,
      );
  }
  const fields = sortImportedFields({
    ...own,
    ...kept,
    ...(partOf !== undefined && { part_of: partOf }),
    ...(dependsOn.length > 0 && { depends_on: dependsOn }),
    ...(related.length > 0 && { related }),
  });
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
  const past = {
    created,
    meaning,
    ...(ended !== undefined && { completed: ended }),
    words: document.words,
  };
  const isNew = one.known === undefined;
  return {
    ...one,
    word,
    ...(meaning !== undefined && { meaning }),
    labels,
    folder: isNew ? folderAt(config.specsDir, { ...labels, archived: isArchived }) : folder,
    fields,
    moments: judgedMoments(said, moments, past, notes),
    ...(supersededBy !== undefined && { supersededBy }),
    title: cutText(
      titleWithoutNumber(document.title, folder.sequence === document.number ? folder.sequence : undefined),
      BOUNDS.line,
    ),
    ...(ended !== undefined && { completed: ended }),
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
