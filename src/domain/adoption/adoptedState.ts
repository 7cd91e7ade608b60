import { checkboxesOf, isBlankText, isTicked, withBoxAt, withoutLabel } from '../criteria/checkboxes.js';
import { ALL_BOXES, bareWords, retiredWords, struckWords } from '../criteria/criteria.js';
import { wordsWithoutFormatting } from '../document/documentText.js';
import type { LinePlace } from '../document/specDocument.js';
import { retitle, titleHeading } from '../document/sections/headings.js';
import { splitDocument } from '../document/frontmatter/parseSimpleFrontmatter.js';
import { IN_FILE } from '../fields/standardFields.js';
import type { Status } from '../fields/statusAndPriority.js';
import { lastNameIn } from '../naming/projectPath.js';
import { meaningOfStatusWord, type StatusMeaning, statusWord, WORDS_OF } from '../import/statusWords.js';
import { derivedStreamId, type LogRecord, type StreamId } from '../log/records/record.js';
import type { AdoptedFolder, ImportedStatus } from '../project/configuration.js';
import { ItemsInText, itemsOf, recordsThatCount, withItem } from '../reconcile/recordedItems.js';
import { type ActiveSpec, NOT_CREATED, type SpecText } from '../spec/spec.js';
import { jsonEquals, isJsonObject, type JsonObject, type JsonValue } from '../value/jsonValue.js';
import { statusWordsAt } from '../import/documentKinds.js';
import { PROGRESS_FILE } from './progressFile.js';
import type { AdoptedDocument, LoggedAdoption, TaskBoxes } from './adoptedDocument.js';

/** What is known of all documents of an adopted folder. */
export interface FolderHabits {
  readonly folder: string;
  /** The meaning of status words: those of the project, and those of the kind of documents. */
  readonly said: Readonly<Record<string, ImportedStatus>>;
  readonly words: Readonly<Record<string, ImportedStatus>>;
  /** False if hardly anybody ticks boxes here, so that open boxes say nothing. */
  readonly boxesCount: boolean;
}

/** The least share of documents with checkboxes in which a box is ticked, so that open boxes mean open work. */
const FEWEST_TICKED = 0.1;

/** Returns what is known of the documents of an adopted folder. */
export function habitsOf(
  folder: AdoptedFolder,
  documents: readonly Pick<AdoptedDocument, 'boxes'>[],
): FolderHabits {
  const words = folder.kind === 'records' ? statusWordsAt(`${folder.path}/x`) : WORDS_OF.work;
  return {
    folder: folder.path,
    // An approved decision is made, but an approved plan still has to be carried out.
    said: { ...(words === WORDS_OF.decision && { approved: 'complete' as const }), ...folder.words },
    words,
    boxesCount: doBoxesCount(documents),
  };
}

/** True if enough documents have ticked boxes, so that open boxes mean open work. */
function doBoxesCount(documents: readonly Pick<AdoptedDocument, 'boxes'>[]): boolean {
  const boxes = documents.flatMap(({ boxes: one }) => (one === undefined ? [] : [one]));
  const used = boxes.filter(({ ticked, isBegun }) => ticked > 0 || isBegun === true);
  return boxes.length > 0 && used.length >= boxes.length * FEWEST_TICKED;
}

/** True if the checkboxes of the document say how far the work is. */
export function hasTasks({ boxes }: Pick<AdoptedDocument, 'boxes'>, { boxesCount }: FolderHabits): boolean {
  return boxes !== undefined && boxes.total > 0 && (boxesCount || isAllTicked(boxes));
}

/** Returns why the checkboxes of the document are no criteria; nothing if they are, or if there are none. */
export function unusedBoxes(document: AdoptedDocument, habits: FolderHabits): { remark?: string } {
  const { total = 0 } = document.boxes ?? {};
  if (total === 0 || hasTasks(document, habits)) return {};
  const share = `${String(FEWEST_TICKED * 100)} %`;
  return {
    remark: `The ${total === 1 ? 'box is no criterion' : `${String(total)} boxes are no criteria`}: fewer than ${share} of the documents with boxes in ${habits.folder} have a ticked one.`,
  };
}

function isAllTicked({ ticked, total }: TaskBoxes): boolean {
  return total > 0 && ticked === total;
}

/** Returns the id of a document's spec, which is the same in every clone. */
export function adoptedId(
  folder: Pick<AdoptedFolder, 'kind' | 'path'>,
  key: string,
  sha256: (text: string) => string,
): StreamId {
  return derivedStreamId(`${folder.kind} ${folder.path}/${key}`, undefined, sha256);
}

/** The fields of an adopted spec, and whether it is archived. */
export interface AdoptedState {
  readonly frontmatter: JsonObject;
  readonly archived: boolean;
  /** Returns what would override a status that a command sets; undefined if nothing does. */
  readonly overrides: (status: Status) => string | undefined;
}

/**
 * Returns the fields of an adopted spec. The status is decided by the first that speaks: the document's place; its tool's list;
 * the status in the log, unless a status word or a box of the document was changed since; a word of an end in the document; its
 * boxes. Any other field is that of the log, unless the document says another value than when it was last recorded.
 * @param log the state in the log; undefined for documents without a record.
 */
export function adoptedState(
  document: AdoptedDocument,
  log: LoggedAdoption | undefined,
  habits: FolderHabits,
): AdoptedState {
  const says = sayingsOf(document, habits);
  const before = log?.frontmatter[IN_FILE];
  const said = isJsonObject(before) ? before : {};
  const isNew = (key: string) => !jsonEquals(says[key] ?? null, said[key] ?? null);
  const fixed = fixedMeaning(document, habits);
  const own = ownMeaning(document, habits);
  const isChanged = log === undefined || isNew('status') || isNew('boxes');
  const meaning = fixed?.meaning ?? (isChanged ? own : undefined);
  const kept = Object.entries(log?.frontmatter ?? {}).filter(
    ([key]) => key !== IN_FILE && (key === 'status' || !(key in said) || !isNew(key)),
  );
  const told = Object.entries(document.fields).filter(([key]) => isNew(key));
  const fields: Record<string, JsonValue> = Object.fromEntries([...kept, ...told]);
  const status = meaning?.status ?? (meaning?.outcome === undefined ? undefined : fields['status']);
  fields['status'] = status ?? fields['status'] ?? 'planned';
  if (meaning?.outcome !== undefined) fields['archived_as'] = meaning.outcome;
  const { progress } = document;
  // The tool's notes of its work only bring a spec forward.
  const isAhead = (of: JsonValue) =>
    progress === 'complete' ? of !== 'complete' : progress === 'in-progress' && of === 'planned';
  if (fixed === undefined && progress !== undefined && isAhead(fields['status'])) fields['status'] = progress;
  const isPut = says['archived'] === true;
  const isBack = said['gone'] === true;
  const archived = log === undefined || isNew('archived') || isBack ? isPut : log.labels.archived;
  return {
    frontmatter: Object.keys(says).length === 0 ? fields : { ...fields, [IN_FILE]: says },
    archived: archived || meaning?.isArchived === true,
    overrides: (of) => fixed?.from ?? (isAhead(of) ? PROGRESS_FILE : undefined),
  };
}

/** The fields by which documents say who replaces or changes whom: `isOfOther` if they say it of the document that they name. */
const REFERENCES = [
  { says: 'supersededBy', field: 'superseded_by', isOfOther: false },
  { says: 'amendedBy', field: 'amended_by', isOfOther: false },
  { says: 'supersedes', field: 'superseded_by', isOfOther: true },
  { says: 'amends', field: 'amended_by', isOfOther: true },
] as const;

/** Returns the keys of the documents that supersede or amend the document with a key. */
export type LaterDocuments = (field: 'superseded_by' | 'amended_by', key: string) => readonly string[];

/** Reads which documents supersede and amend others. A document that says so of another one must be accepted. */
export function laterDocuments(documents: readonly AdoptedDocument[], habits: FolderHabits): LaterDocuments {
  const byName = new Map<string, string | undefined>();
  for (const { key, path, number } of documents)
    for (const name of new Set([path, lastNameIn(path), `#${String(number)}`]))
      byName.set(name, byName.has(name) ? undefined : key);
  const later = new Map<string, Set<string>>();
  for (const document of documents) {
    const { status, outcome } = wordMeaning(document, habits) ?? {};
    const isAccepted = status === 'complete' || outcome === 'superseded';
    for (const { says, field, isOfOther } of REFERENCES)
      for (const name of (isAccepted || !isOfOther ? document.refers?.[says] : undefined) ?? []) {
        const pair = [document.key, byName.get(name)];
        const [old = '', by = ''] = isOfOther ? pair.reverse() : pair;
        const known = later.get(`${field} ${old}`) ?? new Set();
        if (by !== '' && by !== old) later.set(`${field} ${old}`, known.add(by));
      }
  }
  return (field, key) => [...(later.get(`${field} ${key}`) ?? [])];
}

/** Returns the plan that a recorded design was joined with; undefined for a document without a record. */
export function recordedPlan(log: LoggedAdoption | undefined): { readonly plan?: string } | undefined {
  if (log === undefined) return undefined;
  const said = log.frontmatter[IN_FILE];
  return isJsonObject(said) && typeof said['plan'] === 'string' ? { plan: said['plan'] } : {};
}

/** Returns what the documents say: a status word, boxes, an archive, the plan of a design, and fields such as `assignee`. */
function sayingsOf(document: AdoptedDocument, habits: FolderHabits): JsonObject {
  const { word, boxes, fields, isArchived, plan } = document;
  return {
    ...(word !== undefined && { status: word.word }),
    ...(boxes !== undefined && hasTasks(document, habits) && { boxes: shownBoxes(boxes) }),
    ...(isArchived === true && { archived: true }),
    ...(plan !== undefined && { plan }),
    ...fields,
  };
}

function shownBoxes({ ticked, total, isBegun }: TaskBoxes): string {
  return `${String(ticked)} of ${String(total)}${ticked === 0 && isBegun === true ? ', begun' : ''}`;
}

function meaningOf(word: string, { said, words }: FolderHabits): StatusMeaning | undefined {
  return meaningOfStatusWord(statusWord(word), said, words);
}

/** Returns the status that the place or the list of the tool decides, with the name of the one that does. */
function fixedMeaning(
  { place, ledger }: Pick<AdoptedDocument, 'place' | 'ledger'>,
  habits: FolderHabits,
): { readonly meaning: StatusMeaning; readonly from: string } | undefined {
  for (const one of [place, ledger]) {
    const meaning = one && meaningOf(one.word, habits);
    // An entry that is open in the list says nothing, because many lists are not kept.
    if (one !== undefined && meaning !== undefined && (one === place || meaning.status !== 'planned'))
      return { meaning, from: one.from };
  }
  return undefined;
}

/** Words that documents have from their first day, and that are no status of the work by themselves. */
const AT_BIRTH =
  /^(?:draft|proposed?|proposal|approved?|active|new|ready|open|todo|to do|pending|awaiting)\b/;

/** Returns the status word of a document if it has a meaning other than that of a new document. */
export function wordMeaning(
  { word }: Pick<AdoptedDocument, 'word'>,
  habits: FolderHabits,
): StatusMeaning | undefined {
  const text = statusWord(word?.word);
  if ((word === undefined || AT_BIRTH.test(text)) && !Object.hasOwn(habits.said, text)) return undefined;
  const meaning = meaningOf(text, habits);
  if (meaning !== undefined) return meaning;
  // A word of an end counts at the beginning of a longer status: `Superseded as the governing plan`.
  const first = meaningOf(text.split(' ')[0] ?? '', habits);
  return first?.outcome !== undefined || first?.status === 'complete' ? first : undefined;
}

/** Returns the status that the document itself says: by a word of an end, by its boxes, or by a word of progress. */
function ownMeaning(
  document: Pick<AdoptedDocument, 'word' | 'boxes'>,
  habits: FolderHabits,
): StatusMeaning | undefined {
  const { boxes } = document;
  const written = wordMeaning(document, habits);
  if (written !== undefined && (written.outcome !== undefined || written.status === 'complete'))
    return written;
  if (boxes !== undefined && hasTasks(document, habits)) {
    if (isAllTicked(boxes)) return { status: 'complete' };
    if (boxes.ticked > 0 || boxes.isBegun === true) return { status: 'in-progress' };
  }
  return written?.status === 'in-progress' ? written : undefined;
}

/**
 * Returns the text of an adopted spec: its title, and the texts of its files without their frontmatter. Checkboxes that are no
 * tasks are shown as signs, so that they are no criteria.
 * @param files path and text of each file, the first one with the title.
 */
export function adoptedBody(
  { title, boxes }: Pick<AdoptedDocument, 'title' | 'boxes'>,
  files: readonly (readonly [path: string, text: string])[],
  isTasks: boolean,
): string {
  const texts = files.map(([path, text], i) => {
    const bare = withoutFrontmatter(text);
    const body =
      i > 0 ? bare : titleHeading(bare) === undefined ? `# ${title}\n\n${bare}` : retitle(bare, title);
    return withSigns(body, isTasks && boxes?.path === path ? taskPattern(boxes) : () => false).trimEnd();
  });
  return `${isTasks ? `${ALL_BOXES}\n` : ''}\n${texts.join('\n\n')}\n`;
}

function withoutFrontmatter(text: string): string {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const parts = splitDocument(plain);
  return parts.kind === 'bare' ? plain : plain.slice(parts.bodyStart).replace(/^\n+/, '');
}

/**
 * Returns for each line of a spec's text the file and the line that it comes from. A line that only the log has is where the line
 * above it is.
 */
export function placesInFiles(
  text: string,
  files: readonly (readonly [path: string, text: string])[],
): readonly LinePlace[] {
  const places = new Map<string, LinePlace[]>();
  for (const [file, whole] of files) {
    const parts = splitDocument(whole);
    const first = parts.kind === 'bare' ? 1 : parts.bodyLine;
    for (const [i, line] of whole.split('\n').entries()) {
      const [words, place] = [lineWords(line), { file, line: i + 1 }];
      if (words === '' || place.line < first) continue;
      const known = places.get(words);
      if (known === undefined) places.set(words, [place]);
      else known.push(place);
    }
  }
  let last: LinePlace = { file: files[0]?.[0] ?? '', line: 1 };
  return text.split('\n').map((line) => (last = places.get(lineWords(line))?.shift() ?? last));
}

/** Returns the words of a line without its checkbox, which may be another in the text of the spec. */
function lineWords(line: string): string {
  const bare = line.trim().replace(/^([-*+]|\d+[.)])\s+(?:\[.\]|[\u2610\u2611])\s*/u, '$1 ');
  return bare.replace(/~~(.*)~~ \(.*$/, '$1');
}

function taskPattern({ pattern }: TaskBoxes): (text: string) => boolean {
  const form = pattern === undefined ? undefined : new RegExp(pattern);
  return (text) => form?.test(text) ?? true;
}

/** Replaces the checkboxes that are no tasks by signs. */
function withSigns(body: string, isTask: (text: string) => boolean): string {
  const parts: string[] = [];
  let end = 0;
  for (const { text, at, box, checked } of checkboxesOf(body)) {
    if (isTask(text)) continue;
    parts.push(body.slice(end, at), checked ? '\u2611' : '\u2610');
    end = at + box.length;
  }
  return parts.length === 0 ? body : parts.join('') + body.slice(end);
}

function wordsOfItem(text: string): string {
  return wordsWithoutFormatting(withoutLabel(retiredWords(text) ?? text));
}

/** Returns the text with the notes, criteria and retirements that are only in the log. Ticks in the documents count as they are. */
export function withLoggedItems(text: SpecText, records: readonly LogRecord[]): string {
  const look = new ItemsInText();
  const items = [...itemsOf(recordsThatCount(records)).values()];
  const inFiles = new Set(checkboxesOf(text.body).map((box) => bareWords(box.text)));
  const isKept = ({ kind, event: { data } }: (typeof items)[number]) =>
    kind !== 'section' && (kind !== 'tick' || !('text' in data) || !inFiles.has(bareWords(data.text)));
  let spec: ActiveSpec = { ...NOT_CREATED, text };
  // Two branches may have given one label to different criteria, so criteria are compared by their words.
  const isLacked = (item: (typeof items)[number]) =>
    item.event.type === 'CriterionAdded'
      ? !checkboxesOf(spec.text?.body ?? '').some((box) => wordsOfItem(box.text).startsWith(item.words))
      : look.shows(spec, item) === 'lacked';
  for (const item of items.filter(isKept)) if (isLacked(item)) spec = withItem(spec, item);
  return spec.text?.body ?? text.body;
}

/**
 * Returns the text of a file of an adopted spec with the ticks that the spec's text has. Nothing else of the file changes.
 * @param before the spec's text before the change. @param after the text after it.
 */
export function withTicksOf(
  file: string,
  before: string,
  after: string,
  boxes: TaskBoxes | undefined,
): string {
  const was = marksIn(before);
  const marks = marksIn(after);
  const isTask = boxes === undefined ? () => false : taskPattern(boxes);
  const seen = new Map<string, number>();
  const changed = checkboxesOf(file).flatMap((box) => {
    if (!isTask(box.text)) return [];
    const words = bareWords(box.text);
    const nth = seen.get(words) ?? 0;
    seen.set(words, nth + 1);
    const [old, now] = [was.get(words)?.[nth], marks.get(words)?.[nth]];
    if (old === undefined || now === undefined || isTicked(old) === isTicked(now)) return [];
    return [{ box, mark: isTicked(now) ? '[x]' : '[ ]' }];
  });
  return changed.reduceRight((text, { box, mark }) => withBoxAt(text, box, mark), file);
}

/** Returns the boxes of a document, counted in a text of their file. */
export function countedBoxes(boxes: TaskBoxes, text: string): TaskBoxes {
  const isTask = taskPattern(boxes);
  const tasks = checkboxesOf(text).filter((box) => !isBlankText(box.text) && isTask(box.text));
  return { ...boxes, total: tasks.length, ticked: tasks.filter(({ box }) => isTicked(box)).length };
}

/** Returns the checkboxes of a text by their words, each in order. */
function marksIn(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { text: words, box } of checkboxesOf(text)) {
    const key = bareWords(retiredWords(words) ?? struckWords(words) ?? words);
    found.set(key, [...(found.get(key) ?? []), box]);
  }
  return found;
}
