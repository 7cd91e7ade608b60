import { boxIn } from '../criteria/boxGrammar.js';
import type { LogRecord } from '../log/records/record.js';
import { effectiveTimes } from '../log/records/recordOrder.js';
import { instantOf } from '../value/timestamp.js';
import type { TimeOfItem } from './appendedItems.js';

/** When a note or a criterion was added: as the log tells, else on the day it begins with. */
export function timesOfItems(records: readonly LogRecord[]): TimeOfItem {
  const times = effectiveTimes(records);
  const known = new Map<string, number>();
  for (const { id, events } of records) {
    for (const { type, data } of events) {
      const text = type === 'NoteAdded' || type === 'CriterionAdded' ? data['text'] : undefined;
      if (typeof text !== 'string') continue;
      const time = times.get(id) ?? 0;
      known.set(onOneLine(text), time).set(`${dayOf(instantOf(time))} ${onOneLine(text)}`, time);
    }
  }
  return (item) => {
    const line = onOneLine(item);
    const text = boxIn(line)?.text ?? line.replace(/^(?:[-+*]|\d+[.)]) /, '');
    // A note has its day and its author before it.
    const note = text.slice(text.indexOf(': ') + 1).trim();
    const day = dayOf(text);
    const logged = known.get(text) ?? known.get(`${day} ${note}`) ?? known.get(note);
    const ofDay = Date.parse(day);
    return logged ?? (Number.isNaN(ofDay) ? undefined : ofDay);
  };
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The date that a text begins with, or nothing. */
function dayOf(text: string): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? '';
}
