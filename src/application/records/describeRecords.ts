import { firstOf } from '../../domain/value/bounds.js';
import { quoted } from '../../domain/value/quoted.js';
import { personText } from '../../domain/fields/person.js';
import type { RecordedItem } from '../../domain/reconcile/recordedItems.js';
import { shortId } from '../../domain/log/records/record.js';
import type { SpecEvent } from '../../domain/spec/specEvents.js';

/** Returns a list of recorded changes, each with its actor and record id: `the note "Seen." (kim, 1a2b3c4d5e)`. */
export function namedRecords(missing: readonly Pick<RecordedItem, 'record' | 'event'>[]): string {
  const named = missing.map(({ record, event }) => {
    const { actor } = record;
    return `${wordFor(event)} (${actor === undefined ? '' : `${personText(actor)}, `}${shortId(record.id)})`;
  });
  return firstOf(named);
}

const SHOWN = 60;

function wordFor({ type, data }: SpecEvent): string {
  if (type === 'SectionReplaced') return `the section ${quoted(data.heading, { longest: SHOWN })}`;
  if (type === 'NoteAdded') return `the note ${quoted(data.text, { longest: SHOWN })}`;
  if (type === 'CriterionChecked') return `the tick of ${quoted(data.text, { longest: SHOWN })}`;
  if (type === 'CriterionUnchecked') return `the removed tick of ${quoted(data.text, { longest: SHOWN })}`;
  if (type === 'CriterionAdded') return `the criterion ${quoted(data.text, { longest: SHOWN })}`;
  return 'a change of the text';
}
