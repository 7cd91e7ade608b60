import { replacedBack, sectionAt, standsReplaced } from '../document/sections/sectionEdits.js';
import { withoutAdded } from '../spec/events/criterionEvents.js';
import { hasUnretired, retiredCriterion } from '../spec/events/retirementEvents.js';
import { withoutAddedNote } from '../spec/events/textEvents.js';
import { NOT_CREATED, type ActiveSpec, type SpecText } from '../spec/spec.js';
import { evolve, knownEvent, type SpecEvent } from '../spec/specEvents.js';
import { criteriaIn, criterionNamed } from '../spec/criteriaInText.js';
import type { LogRecord } from './records/record.js';

/** A tick, note, criterion or section that a record wrote but that is missing in the text. */
export interface MissingText {
  readonly record: LogRecord;
  readonly event: SpecEvent;
}

/** A text with its missing recorded parts added. */
export interface CompletedText {
  readonly body: string;
  readonly missing: readonly MissingText[];
}

/**
 * Adds to a text the ticks, notes, criteria and sections that records wrote but that are missing, if the events that wrote them
 * can still be applied. Events before an edit of the whole text are skipped, because that edit may have removed their text.
 * @param lines the records of each branch, sorted by `orderRecords`.
 */
export function withRecordedText(text: SpecText, lines: readonly (readonly LogRecord[])[]): CompletedText {
  const facts = lines.map(factsOf);
  const ticked = facts.map((own) => new Set(own.flatMap(({ event }) => boxOf(event) ?? [])));
  let spec: ActiveSpec = { ...NOT_CREATED, text };
  const missing: MissingText[] = [];
  for (const [i, own] of facts.entries())
    for (const [j, fact] of own.entries()) {
      const box = boxOf(fact.event);
      const isOver = own.slice(j + 1).some(({ event }) => takesBack(event, fact.event));
      // A checkbox that both branches changed is skipped, because only a person can decide.
      const isContested = box !== undefined && ticked.some((others, at) => at !== i && others.has(box));
      if (isOver || isContested || !isMissing(spec, fact.event)) continue;
      spec = evolve(spec, fact.event);
      missing.push(fact);
    }
  return { body: spec.text?.body ?? text.body, missing };
}

/** Returns each event whose type this version of spectool knows, with its record. */
export function eventsOf(records: readonly LogRecord[]): readonly MissingText[] {
  return records.flatMap((record) =>
    record.events.flatMap((recorded) => {
      const event = knownEvent(recorded);
      return event === undefined ? [] : [{ record, event }];
    }),
  );
}

function factsOf(line: readonly LogRecord[]): readonly MissingText[] {
  const all = eventsOf(line);
  const rewritten = all.findLastIndex(
    ({ event }) => event.type === 'TextEdited' || event.type === 'SectionReplaced',
  );
  const first = all[rewritten]?.event.type === 'SectionReplaced' ? rewritten : rewritten + 1;
  return all.slice(first);
}

function isMissing(spec: ActiveSpec, { type, data }: SpecEvent): boolean {
  try {
    if (type === 'NoteAdded') return data.signed !== undefined && withoutAddedNote(spec, data) === undefined;
    if (type === 'NoteRemoved') return withoutAddedNote(spec, data) !== undefined;
    if (type === 'CriterionAdded') return criteriaIn(spec).every(({ text }) => text !== data.text);
    if (type === 'CriterionRemoved') return withoutAdded(spec, data) !== undefined;
    if (type === 'CriterionChecked')
      return data.wasTicked !== true && criterionNamed(spec, data)?.done === false;
    if (type === 'CriterionUnchecked')
      return data.staysTicked !== true && criterionNamed(spec, data)?.done === true;
    if (type === 'CriterionRetired') return hasUnretired(spec, data);
    if (type === 'CriterionRestored') return retiredCriterion(spec, data) !== undefined;
    return type === 'SectionReplaced' && isOldSection(spec, data);
  } catch {
    // The data in a damaged log may have any shape, so errors are expected.
    return false;
  }
}

/** True if the section still has the text from before its replacement. */
function isOldSection(
  { text }: ActiveSpec,
  data: Extract<SpecEvent, { readonly type: 'SectionReplaced' }>['data'],
): boolean {
  if (text === undefined || data.to === undefined) return false;
  const back = replacedBack(data);
  const section = sectionAt(text.body, data.heading, data.nth);
  if (back === undefined || section === undefined) return false;
  return !standsReplaced(text.body, section, data) && standsReplaced(text.body, section, back);
}

function boxOf(event: SpecEvent): string | undefined {
  return event.type === 'CriterionChecked' || event.type === 'CriterionUnchecked'
    ? event.data.text
    : undefined;
}

function takesBack(later: SpecEvent, earlier: SpecEvent): boolean {
  const box = boxOf(earlier);
  if (box !== undefined) return boxOf(later) === box;
  const inverse: Readonly<Record<string, SpecEvent['type']>> = {
    NoteAdded: 'NoteRemoved',
    NoteRemoved: 'NoteAdded',
    CriterionAdded: 'CriterionRemoved',
    CriterionRemoved: 'CriterionAdded',
    CriterionRetired: 'CriterionRestored',
    CriterionRestored: 'CriterionRetired',
  };
  if (inverse[earlier.type] !== later.type) return false;
  return (later.data as { text?: unknown }).text === (earlier.data as { text?: unknown }).text;
}
