import type { LogRecord } from '../../domain/log/record.js';
import { effectiveTimes } from '../../domain/log/recordOrder.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Status } from '../../domain/spec/status.js';
import { type CalendarDate, dayOf } from '../../domain/value/calendarDate.js';
import { byDates, loggedSpec } from './pastTree.js';
import { writtenSteps } from './stateSince.js';

/** What a spec was from the end of a day (UTC) on; `gone` before it was there and after it was deleted. */
export interface Phase {
  readonly day: CalendarDate;
  readonly state: Status | 'archived' | 'unknown' | 'gone';
}

/** The state of a spec over its days, the earliest first, as `board --as-of` would tell it. @param records in folding order */
export function phasesOf(spec: SpecView, records: readonly LogRecord[], specsDir: string): readonly Phase[] {
  const times = [...effectiveTimes(records).values()].map((time) => new Date(time).toISOString());
  const written = [spec.created, spec.updated, spec.completed, ...writtenSteps(spec).map(({ at }) => at)];
  const days = [...times, ...written].flatMap((at) => (at == null ? [] : (dayOf(at) ?? [])));
  const phases: Phase[] = [];
  for (const day of [...new Set(days)].sort()) {
    const moment = { instant: `${day}T23:59:59.999Z` };
    const then = records.length === 0 ? byDates(spec, moment) : loggedSpec(records, moment, specsDir)?.spec;
    const state = then === undefined ? 'gone' : then.archived ? 'archived' : (then.status ?? 'unknown');
    if (state !== (phases.at(-1)?.state ?? 'gone')) phases.push({ day, state });
  }
  return phases;
}
