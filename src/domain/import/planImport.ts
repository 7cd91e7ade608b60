import { parentOf } from '../naming/projectPath.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { formatFolderName } from '../naming/folderName.js';
import { existingGroup, groupFor } from '../naming/groupFolder.js';
import { folderAt, type Labels, type SpecFolder } from '../naming/specFolder.js';
import type { ImportedStatus, Configuration } from '../project/configuration.js';
import { isOfType } from '../fields/customField.js';
import { fieldRank, isLateSet, isStandardField } from '../fields/standardFields.js';
import { isPriority } from '../spec/priority.js';
import type { CalendarDate } from '../value/calendarDate.js';
import { cutText } from '../value/cutText.js';
import type { JsonObject, JsonValue } from '../value/jsonValue.js';
import { commitsOf, type FileCommit, type FileHistory, momentsIn } from './fileHistory.js';
import type { ImportedDocument } from './importedDocument.js';
import { type GivenName, givenNames } from './importedSpecNames.js';
import type { JudgedMoment } from './importedHistory.js';
import { meaningOf, NO_STATUS, type StatusMeaning, statusWord } from './statusWords.js';
import { largestNumber } from '../value/largestNumber.js';

/** A spec that was created by an earlier import. */
export interface KnownSpec {
  readonly folder: SpecFolder;
  readonly id: string;
}

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
  readonly known: (origin: DocumentOrigin) => KnownSpec | undefined;
  readonly isTaken: (number: number, name: string) => boolean;
  /** The group folders that already exist in the project. */
  readonly groups: readonly string[];
  readonly highest: number;
  readonly said: Readonly<Record<string, ImportedStatus>>;
  readonly config: Configuration;
  readonly today: CalendarDate;
  /**
   * The spec folders of documents that become specs without being copied, by the document's place; absent if documents are copied
   * into the specs folder.
   */
  readonly standing?: ReadonlyMap<string, SpecFolder>;
  /** Places of documents that are not imported this time; references to them are not resolved. */
  readonly leftOut: ReadonlySet<string>;
}

/** The plan for one document. */
export interface PlannedDocument {
  readonly document: ImportedDocument;
  /** The value of the spec's field `source`. */
  readonly origin: string;
  /** The document's identity, which is the same in every project that imports it. */
  readonly identity: string;
  readonly known?: KnownSpec;
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
  readonly moments: readonly [JudgedMoment, ...JudgedMoment[]];
  /** All commits that changed the document, in order. */
  readonly commits: readonly FileCommit[];
  readonly isKnownPast: boolean;
  /** Set if the document becomes a spec where it is, without being copied. */
  readonly isStanding?: true;
  readonly supersededBy?: string;
  readonly notes: readonly string[];
}

/**
 * Plans the import of documents.
 * @returns the plans in the order of the documents, with `problem` instead of a plan for a document that cannot get a folder.
 */
export function planImport(
  facts: ImportFacts,
): readonly (PlannedDocument | { readonly document: ImportedDocument; readonly problem: string })[] {
  const { documents, standing } = facts;
  const begun = documents.map((document) => beginning(facts, document));
  const fresh = begun.filter(
    ({ known, document }) => known === undefined && standing?.has(document.place) !== true,
  );
  const names = givenNames(
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
  return placed.map((one) => {
    if (!('folder' in one)) return { document: one.document, problem: one.problem };
    const clash = names.get(one.document.place)?.wanted;
    return completed(facts, one, refs, clash);
  });
}

const SEVERAL = Symbol('several documents');

/** The folder name of the spec by each alias of its document; `SEVERAL` for an alias that documents share. */
type Refs = Map<string, string | typeof SEVERAL>;

/**
 * Returns a name with the path of the document's folder before it, because each folder of the source may have its own number 1.
 */
function within(place: string, name: string): string {
  return `${parentOf(place)}/${name}`;
}

interface Beginning {
  readonly document: ImportedDocument;
  readonly origin: string;
  readonly identity: string;
  readonly known?: KnownSpec;
  readonly moments: ReturnType<typeof momentsIn>;
  readonly commits: readonly FileCommit[];
  readonly isKnownPast: boolean;
  readonly created: CalendarDate;
  readonly createdFrom: string;
}

function beginning(facts: ImportFacts, document: ImportedDocument): Beginning {
  const { source, prefix, histories, known, said, today } = facts;
  const { place, past } = document;
  const found = (past?.files ?? []).flatMap((file) => histories.get(file) ?? []);
  const own = histories.get(past?.files[0] ?? place);
  const told = momentsIn(
    found,
    past?.status,
    (word) => meaningOf(word, source, said) !== undefined,
    source,
    document.status,
  );
  const moments = document.moments ?? told;
  const [first] = moments;
  const day = first?.at.slice(0, 10);
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
    commits: commitsOf(found),
    isKnownPast: first !== undefined,
    created: document.created ?? day ?? document.completed ?? today,
    createdFrom:
      document.created !== undefined
        ? 'document'
        : day !== undefined
          ? 'history'
          : document.completed !== undefined
            ? 'completion'
            : 'today',
  };
}

function placeOf(
  { config, groups, standing }: ImportFacts,
  { document, known, created, origin }: Beginning,
  given: GivenName | undefined,
  structure: Configuration['structure'],
): SpecFolder {
  const there = known?.folder ?? standing?.get(document.place);
  if (there !== undefined) return there;
  if (given === undefined) throw new TypeError(`no name for ${document.place}`);
  const fields = { ...document.fields, ...ownFields(document, created, origin) };
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

function completed(
  facts: ImportFacts,
  { moments, ...one }: Beginning & { readonly folder: SpecFolder },
  refs: Refs,
  clash: number | undefined,
): PlannedDocument {
  const { document, folder, created, origin } = one;
  const { source, said, config } = facts;
  const notes: string[] = [];
  if (clash !== undefined)
    notes.push(`number ${String(clash)} belongs to another spec, so this spec has another number`);
  const word = statusWord(document.status);
  // A document in the specs folder that has no status counts as planned.
  const isUnsaid = word === NO_STATUS && facts.standing?.has(document.place) === true;
  const meaning = meaningOf(word, source, said, isUnsaid ? 'planned' : document.meansBy);
  const refsOf = (names: readonly string[] | undefined, what: string): readonly string[] =>
    [...new Set(names)].flatMap((name) => {
      const ways = [name, name.slice(name.lastIndexOf('/') + 1)];
      const found = [within(document.place, name), ...ways].map((way) => refs.get(way.toLowerCase()));
      const ref = found.find((one) => one !== undefined);
      if (ref === SEVERAL) {
        notes.push(`${what} ${name}; the reference is left out, because several documents have this name`);
        return [];
      }
      if (ref === folder.ref) {
        notes.push(`${what} itself, by ${name}`);
        return [];
      }
      if (ref === undefined)
        notes.push(`${what} ${name}; the reference is left out, because no document has this name`);
      return ref ?? [];
    });
  const dependsOn = [...new Set(refsOf(document.dependsOn, 'depends on'))];
  const related = [...new Set(refsOf(document.related, 'is related to'))].filter(
    (ref) => !dependsOn.includes(ref),
  );
  const field = document.fields?.['superseded_by'];
  const told = document.successor ?? (typeof field === 'string' ? field : undefined);
  const successor = document.supersededBy ?? (meaning?.outcome === 'superseded' ? told : undefined);
  const [supersededBy] = successor === undefined ? [] : refsOf([successor], 'is superseded by');
  const own = ownFields(document, created, origin);
  const kept: Record<string, JsonValue> = {};
  for (const [key, written] of Object.entries(document.fields ?? {})) {
    const type = Object.hasOwn(config.frontmatter.custom, key) ? config.frontmatter.custom[key] : undefined;
    const value = type === 'number' ? numberIn(written) : written;
    if (isNothing(value)) continue;
    if (key === 'reviewer' && typeof value === 'string') kept[key] = named(value);
    else if ((isStandardField(key) && !isLateSet(key)) || OWN.has(key)) {
      const isReplaced =
        key === 'id' ? typeof value !== 'string' : Object.hasOwn(own, key) && own[key] !== value;
      const isKept =
        facts.standing !== undefined && (one.known !== undefined || !(ABOUT_STATUS.has(key) || isReplaced));
      const isTold =
        key === 'archived_as'
          ? value === meaning?.outcome
          : key === 'superseded_by' && supersededBy !== undefined && value === successor;
      // `updated` is left out without a note, because the log contains the time of the last change.
      if (!isKept && !isTold && key !== 'updated') notes.push(leftOut(key, value));
    } else if (type === undefined || isOfType(value, type)) kept[key] = value;
    else
      notes.push(
        `the field ${key} is left out; its value does not have the type that the configuration declares`,
      );
  }
  const fields = sorted({
    ...own,
    ...kept,
    ...(dependsOn.length > 0 && { depends_on: dependsOn }),
    ...(related.length > 0 && { related }),
  });
  const { path: _path, ...labels } = folder;
  if (document.completed !== undefined && meaning !== undefined && meaning.status !== 'complete')
    notes.push(leftOut('completed', document.completed));
  const isArchived = document.isArchived === true || meaning?.isArchived === true;
  const isNew = one.known === undefined && facts.standing?.has(document.place) !== true;
  return {
    ...one,
    word,
    ...(meaning !== undefined && { meaning }),
    labels,
    ...(!isNew && one.known === undefined && { isStanding: true as const }),
    folder: isNew ? folderAt(config.specsDir, { ...labels, archived: isArchived }) : folder,
    fields,
    moments: judged(facts, moments, { created, document, meaning }, notes),
    ...(supersededBy !== undefined && { supersededBy }),
    notes: [...(document.lost ?? []), ...(facts.standing === undefined ? shortened(document) : []), ...notes],
  };
}

/** The fields that record where a document was imported from; an import declares them in the configuration. */
export const SOURCE_FIELDS = ['source', 'source_id', 'source_status'] as const;
const OWN: ReadonlySet<string> = new Set(SOURCE_FIELDS);

function ownFields(document: ImportedDocument, created: CalendarDate, origin: string): JsonObject {
  const { assignee, priority, tags = [], sourceId, status } = document;
  const words = [...new Set(tags.map(named))].filter((tag) => tag !== '');
  return {
    ...(named(assignee) !== '' && { assignee: named(assignee) }),
    created,
    ...(isPriority(priority) && { priority }),
    ...(words.length > 0 && { tags: words }),
    source: named(origin),
    ...(named(sourceId) !== '' && { source_id: named(sourceId) }),
    ...(named(status) !== '' && { source_status: named(status) }),
  };
}

/**
 * The fields that are set from a document's history. A first import without copying changes only the lines of these fields; when
 * the document is imported again, even these lines stay unchanged.
 */
export const ABOUT_STATUS: ReadonlySet<string> = new Set([
  'status',
  'completed',
  'archived_as',
  'superseded_by',
  'updated',
]);

const LONGEST = 200;

/** Returns a text as a single line of visible characters, cut to the greatest length of a name. */
function named(value = ''): string {
  const line = value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return cutText(line, LONGEST).trim();
}

/** Converts a number that was read as text because of its notation, such as `1.0`. */
function numberIn(value: JsonValue): JsonValue {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  return Number.isFinite(number) ? number : value;
}

function isNothing(value: JsonValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Returns a note on a field that the import leaves out, because a spec cannot contain its value. */
export function leftOut(key: string, value: JsonValue): string {
  const said = named(typeof value === 'string' ? value : JSON.stringify(value));
  return `the field ${key} is left out; its value was ${said.length > SHOWN ? `${cutText(said, SHOWN)}…` : said}`;
}

const SHOWN = 60;

/** Returns notes on values of a document that were shortened, or left out because they are invalid. */
function shortened(document: ImportedDocument): readonly string[] {
  const { assignee, priority, tags = [], sourceId, status, fields } = document;
  return [
    ...(priority === undefined || isPriority(priority) ? [] : [leftOut('priority', priority)]),
    ...cut('assignee', assignee),
    ...tags.flatMap((tag) => cut('tag', tag)),
    ...cut('source_id', sourceId),
    ...cut('status', status),
    ...cut('reviewer', fields?.['reviewer']),
  ];
}

function cut(what: string, name: JsonValue | undefined): readonly string[] {
  return typeof name === 'string' && name.length > LONGEST
    ? [`the ${what} has ${String(name.length)} characters and is shortened`]
    : [];
}

/** Converts the moments of a document's history to statuses of spectool; unknown status words are skipped, with a note. */
function judged(
  { source, said }: ImportFacts,
  told: ReturnType<typeof momentsIn>,
  {
    created,
    document,
    meaning,
  }: Pick<PlannedDocument, 'created' | 'document'> & { readonly meaning: StatusMeaning | undefined },
  notes: string[],
): PlannedDocument['moments'] {
  const known = told.map(({ at, actor, commit, status }): JudgedMoment => {
    const meant =
      status === undefined ? undefined : meaningOf(statusWord(status), source, said, document.meansBy);
    if (status !== undefined && meant === undefined)
      notes.push(`the status "${status.slice(0, 40)}" of ${at.slice(0, 10)} is unknown and left out`);
    return {
      at,
      ...(actor !== undefined && { actor }),
      ...(commit !== undefined && { commit }),
      ...(meant !== undefined && { meaning: meant }),
    };
  });
  const [first = { at: startOf(created) }, ...later] = known;
  // The creation date in the document may be earlier than the first commit; the history then begins at that date.
  const begun = created < first.at.slice(0, 10) ? { ...first, at: startOf(created) } : first;
  const { completed } = document;
  const isTold = [begun, ...later].some((one) => one.meaning?.status === 'complete');
  const last = later.at(-1) ?? begun;
  if (completed === undefined || meaning?.status !== 'complete' || isTold || startOf(completed) <= last.at)
    return [begun, ...later];
  // The completion date is only in the document, so a moment is added for it.
  const before: JudgedMoment =
    later.length === 0 ? { ...begun, meaning: begun.meaning ?? { status: 'planned' } } : begun;
  return [before, ...later, { at: startOf(completed), meaning }];
}

function startOf(day: CalendarDate): string {
  return `${day}T00:00:00.000Z`;
}

function sorted(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => fieldRank(a) - fieldRank(b)));
}
