import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { loggedSpec } from '../../../src/application/projections/pointInTime.js';
import { phasesOf } from '../../../src/application/projections/statusTimes.js';
import type { LogRecord } from '../../../src/domain/log/records/record.js';
import { orderRecords } from '../../../src/domain/log/records/recordOrder.js';
import type { JsonObject } from '../../../src/domain/value/jsonValue.js';
import { aSpec } from '../../support/specBuilder.js';

const DAY = 86_400_000;
const BORN = { sequence: 1, name: 'one', ref: '001-one', archived: false, title: 'One' };
const CHANGES: Readonly<Record<string, JsonObject>> = {
  StatusChanged: { from: 'planned', to: 'complete' },
  FrontmatterEdited: { changes: { status: { from: 'planned', to: 'sleeping' } } },
  SpecArchived: {},
  SpecUnarchived: {},
  SpecDeleted: { reason: 'x' },
  SpecClaimed: { by: 'kim', lease: '4h' },
  NoteAdded: { text: 'x' },
};

interface Step {
  readonly type: string;
  /** The number of days after the previous record; null for a hand edit, which has no time. */
  readonly later: number | null;
  /** How many records before the previous record the parent is: 0 if the parent is the previous record. */
  readonly back: number;
  readonly to: string;
}

function logOf(first: 'SpecCreated' | 'SpecImported', steps: readonly Step[]): readonly LogRecord[] {
  const records: LogRecord[] = [];
  let time = Date.UTC(2026, 0, 2);
  const add = (type: string, data: JsonObject, later: number | null, back: number) => {
    time += (later ?? 0) * DAY;
    const i = records.length;
    const parent = records[Math.max(0, i - 1 - back)]?.id;
    const lamport = i + 1;
    records.push({
      ...{
        v: 1,
        id: `r${String(i).padStart(3, '0')}`,
        spec: 'uid1',
        lamport,
        command: 'test',
        actor: `a${String(back)}`,
      },
      parents: parent === undefined ? [] : [parent],
      ...(later !== null && { at: new Date(time).toISOString() }),
      events: [{ type, data }],
    });
  };
  add(
    first,
    { ...BORN, frontmatter: { status: 'planned', created: '2026-01-01' } },
    first === 'SpecCreated' ? 0 : null,
    0,
  );
  for (const { type, later, back, to } of steps)
    add(type, type === 'StatusChanged' ? { from: 'planned', to } : (CHANGES[type] ?? {}), later, back);
  return orderRecords(records);
}

const step = fc.record({
  type: fc.constantFrom(...Object.keys(CHANGES)),
  later: fc.constantFrom(0, 0, 1, 2, null),
  back: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 3),
  to: fc.constantFrom('planned', 'in-progress', 'complete'),
});

describe('The phases of a spec, its status on each day,', () => {
  it('match what the log gives for the end of each day', () => {
    const spec = aSpec(1, { id: 'uid1', created: '2026-01-01' });
    fc.assert(
      fc.property(
        fc.constantFrom('SpecCreated' as const, 'SpecImported' as const),
        fc.array(step, { maxLength: 12 }),
        (first, steps) => {
          const records = logOf(first, steps);
          const phases = phasesOf(spec, records, 'specs');
          for (let time = Date.UTC(2025, 11, 30); time < Date.UTC(2026, 1, 2); time += DAY) {
            const day = new Date(time).toISOString().slice(0, 10);
            const then = loggedSpec(records, { instant: `${day}T23:59:59.999Z` }, 'specs')?.spec;
            const state =
              then === undefined ? 'gone' : then.archived ? 'archived' : (then.status ?? 'unknown');
            const told = phases.findLast((phase) => phase.day <= day)?.state ?? 'gone';
            expect({ records, day, told }).toEqual({ records, day, told: state });
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('ignore records whose times are outside the range of dates', () => {
    const steps = [{ type: 'StatusChanged', later: 1, back: 0, to: 'complete' }];
    const [born, done] = logOf('SpecCreated', steps) as [LogRecord, LogRecord];
    const late = { ...done, at: '+275760-09-13T00:00:00.000Z' };
    const after = { ...done, id: 'r002', lamport: 3, parents: [late.id] };
    expect(phasesOf(aSpec(1), [born, late, after], 'specs').at(-1)).toEqual({
      day: '2026-01-02',
      state: 'planned',
    });
  });
});
