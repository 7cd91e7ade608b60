import { quoted } from '../../domain/value/quoted.js';
import { personText } from '../../domain/fields/person.js';
import type { RecordedItem } from '../../domain/reconcile/recordedItems.js';
import { type LogRecord, shortId } from '../../domain/log/records/record.js';
import { isLasting } from '../../domain/log/records/recordsSetAside.js';
import { knownEvent, type SpecEvent } from '../../domain/spec/specEvents.js';

const MOST_NAMED = 5;

type RecordedChange = Pick<RecordedItem, 'record' | 'event'>;

/** Returns a list of recorded changes, each with its actor and record id: `a note (kim, 1a2b3c4d5e)`. */
export function namedRecords(missing: readonly RecordedChange[]): string {
  const named = missing.slice(0, MOST_NAMED).map(({ record, event }) => {
    const { actor } = record;
    return `${wordFor(event)} (${actor === undefined ? '' : `${personText(actor)}, `}${shortId(record.id)})`;
  });
  const more = missing.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${String(more)} more` : '');
}

/** Returns the changes of the text that the records with these ids contain. */
export function writtenBy(ids: readonly string[], records: readonly LogRecord[]): readonly RecordedChange[] {
  const asked = new Set(ids);
  const own = records.filter(({ id }) => asked.has(id));
  return own.flatMap((record) =>
    record.events
      .flatMap((one) => knownEvent(one) ?? [])
      .flatMap((event) => (isLasting(event) ? [] : { record, event })),
  );
}

const WORDS: Readonly<Partial<Record<SpecEvent['type'], string>>> = {
  NoteAdded: 'a note',
  CriterionChecked: 'a tick',
  CriterionUnchecked: 'a removed tick',
  CriterionAdded: 'a criterion',
  StatusChanged: 'a status',
  TagsChanged: 'tags',
  FieldsChanged: 'fields',
  DependenciesChanged: 'fields',
  FrontmatterEdited: 'fields',
};

function wordFor({ type, data }: SpecEvent): string {
  if (type === 'SectionReplaced') return `the section ${quoted(data.heading, 60)}`;
  return WORDS[type] ?? 'a change of the text';
}
