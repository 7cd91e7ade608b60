import { labelOf, withoutLabel } from '../criteria/checkboxes.js';
import type { Criterion } from '../criteria/criteria.js';
import { wordsWithoutFormatting } from '../document/documentText.js';
import { sectionAt } from '../document/sections/sections.js';
import { recordsSetAside } from '../log/foldSpec.js';
import { knownEventsOfRecord } from '../log/records/loggedChanges.js';
import { type LogRecord, shortId } from '../log/records/record.js';
import { criteriaIn } from '../spec/criteriaInText.js';
import { withoutAdded } from '../spec/operations/criteria.js';
import type { LostItem, TextEdited } from '../spec/operations/handEdits.js';
import { withoutAddedNote } from '../spec/operations/notes.js';
import { hasUnretired, retiredCriterion } from '../spec/operations/retirement.js';
import { type ActiveSpec, NOT_CREATED, type SpecText } from '../spec/spec.js';
import { evolve, type SpecEvent } from '../spec/specEvents.js';
import { replacedBack, standsReplaced } from '../document/sections/sectionEdits.js';
import { personText } from '../value/person.js';
import { firstOf } from '../value/collections.js';
import { quoted } from '../value/text.js';
import { BOUNDS } from '../value/bounds.js';

/** The kinds of items that commands record in a text. */
export type ItemKind = 'tick' | 'note' | 'criterion' | 'section';

/** A tick, note, criterion or section that a record wrote into the text, or took out of it. */
export interface RecordedItem {
  readonly record: LogRecord;
  readonly event: SpecEvent;
  readonly kind: ItemKind;
  /** Items with the same key concern the same thing, such as one checkbox; only the latest of them counts. */
  readonly key: string;
  /** The words of the item, as `wordsWithoutFormatting` returns them. */
  readonly words: string;
}

/** A text (`body`) to which the recorded items that it lacked (`missing`) were added. */
export interface CompletedText {
  readonly body: string;
  readonly missing: readonly RecordedItem[];
}

/** Returns the items that the records added to the text, the last one for each key, without items removed later. */
export function itemsOf(records: readonly LogRecord[]): ReadonlyMap<string, RecordedItem> {
  const written = records.map((record) => ({ id: record.id, changes: itemsIn(record) }));
  const returns = new Set(
    written.flatMap(({ changes }) =>
      changes.map((one) => (one.kind === 'edit' ? one.edit.returned : undefined)),
    ),
  );
  const items = new Map<string, RecordedItem>();
  /** The items after each record whose document version git restored later. */
  const states = new Map<string | undefined, readonly RecordedItem[]>();
  for (const { id, changes } of written) {
    for (const item of changes) {
      if (item.kind === 'edit') {
        dropEdited(items, item.edit, states);
        continue;
      }
      if (item.event.type === 'SectionReplaced') dropReplaced(items, item.event.data);
      items.delete(item.key);
      items.set(item.key, item);
    }
    if (returns.has(id)) states.set(id, [...items.values()]);
  }
  return items;
}

type HandEdit = { readonly kind: 'edit'; readonly edit: TextEdited['data'] };

/** Returns the items that a record added to the text or removed from it, and its hand edits. */
function itemsIn(record: LogRecord): readonly (RecordedItem | HandEdit)[] {
  return knownEventsOfRecord(record).flatMap((event): RecordedItem | HandEdit | readonly [] => {
    if (event.type === 'TextEdited')
      return event.data.followed === true ? [] : { kind: 'edit', edit: event.data };
    const item = nameOf(event);
    return item === undefined ? [] : { ...item, record, event };
  });
}

/** Drops the items that a hand edit removed: those that it lists, or all items if an earlier version recorded the edit. */
function dropEdited(
  items: Map<string, RecordedItem>,
  { lost, returned }: TextEdited['data'],
  states: ReadonlyMap<string | undefined, readonly RecordedItem[]>,
): void {
  if (returned !== undefined || !Array.isArray(lost)) items.clear();
  for (const item of states.get(returned) ?? []) items.set(item.key, item);
  for (const event of Array.isArray(lost) ? (lost as readonly SpecEvent[]) : [])
    items.delete(nameOf(event)?.key ?? '');
}

/** Returns the kind, key and words of an event's item; undefined for damaged data and for events without an item. */
function nameOf(event: SpecEvent): Pick<RecordedItem, 'kind' | 'key' | 'words'> | undefined {
  try {
    return named(event);
  } catch {
    return undefined;
  }
}

function named({ type, data }: SpecEvent): Pick<RecordedItem, 'kind' | 'key' | 'words'> | undefined {
  const item = (kind: ItemKind, key: string, words: string) => ({ kind, key: `${kind} ${key}`, words });
  if (type === 'NoteAdded' || type === 'NoteRemoved') {
    const words = wordsWithoutFormatting(`${data.signed ?? ''}: ${textOf(data.text)}`);
    return data.signed === undefined ? undefined : item('note', words, words);
  }
  if (type === 'SectionReplaced') {
    const { heading, nth = 1, to } = data;
    return to === undefined
      ? undefined
      : item('section', `${String(nth)} ${textOf(heading)}`, wordsWithoutFormatting(to));
  }
  const kind = CRITERION_EVENTS.get(type);
  if (kind === undefined || !('text' in data)) return undefined;
  const words = wordsWithoutFormatting(withoutLabel(textOf(data.text)));
  return item(kind === 'tick' ? 'tick' : 'criterion', `${kind} ${words}`, words);
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('no text');
  return value;
}

const CRITERION_EVENTS: ReadonlyMap<SpecEvent['type'], 'tick' | 'criterion' | 'retired'> = new Map([
  ['CriterionChecked', 'tick'],
  ['CriterionUnchecked', 'tick'],
  ['CriterionAdded', 'criterion'],
  ['CriterionRemoved', 'criterion'],
  ['CriterionRetired', 'retired'],
  ['CriterionRestored', 'retired'],
]);

/** Drops the items that a replaced section contained and its new text does not. */
function dropReplaced(items: Map<string, RecordedItem>, { from, to = '' }: { from?: string; to?: string }) {
  if (from === '') return;
  const [was, is] = [
    from === undefined ? undefined : wordsWithoutFormatting(from),
    wordsWithoutFormatting(to),
  ];
  for (const [key, { kind, words }] of items)
    if (kind !== 'section' && (was?.includes(words) ?? true) && (kind === 'tick' || !is.includes(words)))
      items.delete(key);
}

/** Whether a text contains an item; `other` if it contains neither the item nor the state before the item. */
type Shown = 'shown' | 'lacked' | 'other';

/** Checks whether texts contain items. The words of the last text are cached, because many items are looked up in one text. */
export class ItemsInText {
  #body = '';
  #words = '';

  shows(spec: ActiveSpec, item: RecordedItem): Shown {
    // The data in a damaged log may have any shape, so errors are expected.
    try {
      return this.#shows(spec, item);
    } catch {
      return 'other';
    }
  }

  #shows(spec: ActiveSpec, { event: { type, data }, words }: RecordedItem): Shown {
    const lacked = (isLacked: boolean, otherwise: Shown = 'shown') => (isLacked ? 'lacked' : otherwise);
    if (type === 'NoteAdded') return lacked(!this.#wordsOf(spec).includes(words));
    if (type === 'NoteRemoved') return lacked(withoutAddedNote(spec, data) !== undefined);
    if (type === 'CriterionAdded') return lacked(!hasCriterion(spec, data.text, words));
    if (type === 'CriterionRemoved') return lacked(withoutAdded(spec, data) !== undefined);
    if (type === 'CriterionChecked') {
      if (data.wasTicked === true) return 'other';
      return lacked(criterionOf(spec, data, words)?.done === false);
    }
    if (type === 'CriterionUnchecked') {
      if (data.staysTicked === true) return 'other';
      return lacked(criterionOf(spec, data, words)?.done === true);
    }
    if (type === 'CriterionRetired')
      return lacked(hasUnretired(spec, data), retiredCriterion(spec, data) ? 'shown' : 'other');
    if (type === 'CriterionRestored') return lacked(retiredCriterion(spec, data) !== undefined);
    return type === 'SectionReplaced' ? this.#showsSection(spec, data) : 'other';
  }

  #showsSection(
    { text }: ActiveSpec,
    data: Extract<SpecEvent, { readonly type: 'SectionReplaced' }>['data'],
  ): Shown {
    const section = text && sectionAt(text.body, data.heading, data.nth);
    if (text === undefined || section === undefined || data.to === undefined) return 'other';
    if (standsReplaced(text.body, section, data)) return 'shown';
    const back = replacedBack(data);
    if (back !== undefined && standsReplaced(text.body, section, back)) return 'lacked';
    const [to, from] = [wordsWithoutFormatting(data.to), wordsWithoutFormatting(data.from ?? '')];
    const own = wordsWithoutFormatting(text.body.slice(section.bodyStart, section.end));
    // Words are compared, because blank lines at the end of a section depend on the section below it.
    if (from !== '' && own.includes(from) && !own.includes(to)) return 'lacked';
    return own.includes(to) && (from === '' || to.includes(from) || !own.includes(from)) ? 'shown' : 'other';
  }

  #wordsOf({ text: { body } = { body: '', criteriaSections: [] } }: ActiveSpec): string {
    if (body !== this.#body) [this.#body, this.#words] = [body, wordsWithoutFormatting(body)];
    return this.#words;
  }
}

/** True if the text has a criterion with these words, or a reworded one with the same label. */
function hasCriterion(spec: ActiveSpec, asAdded: string, words: string): boolean {
  const named = labelOf(asAdded);
  return criteriaIn(spec).some(
    ({ text, label }) =>
      wordsWithoutFormatting(withoutLabel(text)).startsWith(words) ||
      (label !== undefined && label === named),
  );
}

/** Returns the records that were not set aside by a later record. */
export function recordsThatCount(records: readonly LogRecord[]): readonly LogRecord[] {
  const aside = recordsSetAside(records);
  return aside.size === 0 ? records : records.filter(({ id }) => !aside.has(id));
}

/** Returns the recorded items that are missing in a text although no record removed them. */
export function lackedItems(text: SpecText, records: readonly LogRecord[]): readonly RecordedItem[] {
  const look = new ItemsInText();
  const spec = { ...NOT_CREATED, text };
  return [...itemsOf(recordsThatCount(records)).values()].filter(
    (item) => look.shows(spec, item) === 'lacked',
  );
}

/** Returns the events of recorded items that are in the old text but not in the new one. */
export function lostItems(
  body: string,
  { text }: ActiveSpec,
  records: readonly LogRecord[],
): readonly LostItem[] {
  return text === undefined ? [] : eventsOfItems(lackedItems({ ...text, body }, records));
}

/** Returns the events of items, to record which items an edit removed. */
export function eventsOfItems(items: readonly RecordedItem[]): readonly LostItem[] {
  return items.map(({ event }) => event as LostItem);
}

/** Returns the criterion with an item's words: the one with the event's number, or else the first. */
function criterionOf(spec: ActiveSpec, { n }: { readonly n: number }, words: string): Criterion | undefined {
  const criteria = criteriaIn(spec);
  const isNamed = (one: Criterion | undefined) =>
    one !== undefined && wordsWithoutFormatting(withoutLabel(one.text)) === words;
  return isNamed(criteria[n - 1]) ? criteria[n - 1] : criteria.find(isNamed);
}

/**
 * Adds to a text the items that records wrote but that are missing.
 * @param lines the records of each branch, sorted by `orderRecords`.
 */
export function withRecordedText(text: SpecText, lines: readonly (readonly LogRecord[])[]): CompletedText {
  const look = new ItemsInText();
  const branches = lines.map(itemsOf);
  let spec: ActiveSpec = { ...NOT_CREATED, text };
  const missing: RecordedItem[] = [];
  for (const [i, items] of branches.entries())
    for (const item of inOrder(lines[i] ?? [], items)) {
      // If both branches changed a checkbox, it is skipped, because only a person can decide.
      const isContested = item.kind === 'tick' && branches.some((own, at) => at !== i && own.has(item.key));
      if (isContested || look.shows(spec, item) !== 'lacked') continue;
      spec = withItem(spec, item);
      missing.push(item);
    }
  return { body: spec.text?.body ?? text.body, missing };
}

/** Returns the spec with an item written into its text. */
export function withItem(spec: ActiveSpec, { event, words }: RecordedItem): ActiveSpec {
  if (event.type !== 'CriterionChecked' && event.type !== 'CriterionUnchecked') return evolve(spec, event);
  // A formatter may have changed the criterion's punctuation (`*a*` to `_a_`), so the event gets its current text.
  const { n, text } = criterionOf(spec, event.data, words) ?? event.data;
  return evolve(spec, { ...event, data: { ...event.data, n, text } });
}

/**
 * Returns the items in the order of their records, with all replacements of a section, because each replacement applies to the
 * text that the previous one produced.
 */
function inOrder(
  records: readonly LogRecord[],
  items: ReadonlyMap<string, RecordedItem>,
): readonly RecordedItem[] {
  return records.flatMap(itemsIn).flatMap((item) => {
    const last = item.kind === 'edit' ? undefined : items.get(item.key);
    if (item.kind === 'edit' || last === undefined) return [];
    return item.kind === 'section' || last.event === item.event ? item : [];
  });
}

/** Returns a list of recorded changes, each with its actor and record id: `the note "Seen." (kim, 1a2b3c4d5e)`. */
export function namedRecords(missing: readonly Pick<RecordedItem, 'record' | 'event'>[]): string {
  const named = missing.map(({ record, event }) => {
    const { actor } = record;
    return `${wordFor(event)} (${actor === undefined ? '' : `${personText(actor)}, `}${shortId(record.id)})`;
  });
  return firstOf(named);
}

function wordFor({ type, data }: SpecEvent): string {
  if (type === 'SectionReplaced') return `the section ${quoted(data.heading, { longest: BOUNDS.excerpt })}`;
  if (type === 'NoteAdded') return `the note ${quoted(data.text, { longest: BOUNDS.excerpt })}`;
  if (type === 'CriterionChecked') return `the tick of ${quoted(data.text, { longest: BOUNDS.excerpt })}`;
  if (type === 'CriterionUnchecked')
    return `the removed tick of ${quoted(data.text, { longest: BOUNDS.excerpt })}`;
  if (type === 'CriterionAdded') return `the criterion ${quoted(data.text, { longest: BOUNDS.excerpt })}`;
  return 'a change of the text';
}
