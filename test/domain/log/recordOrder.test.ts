import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldSpec } from '../../../src/domain/log/foldSpec.js';
import { logEnd } from '../../../src/domain/log/logSummary.js';
import type { LogRecord } from '../../../src/domain/log/records/record.js';
import {
  ancestry,
  effectiveTimes,
  newestFirst,
  orderRecords,
} from '../../../src/domain/log/records/recordOrderAndFormat.js';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { recordWithTextDigest } from '../recordWithTextDigest.js';
import { created } from '../givenWhenThen.js';
import { packingGain } from '../../../src/application/commands/project/compactLog.js';

const priority = (to: string): SpecEvent => ({
  type: 'FieldsChanged',
  data: { changes: { priority: { from: null, to } } },
});
/** Returns a record in the log's first format, which has no digest of a text. */
const old = (parents: readonly LogRecord[], at: string, events: readonly SpecEvent[], lamport: number) =>
  recordWithTextDigest(parents, at, events, { lamport, text: undefined as never });
const priorityOf = (records: readonly LogRecord[]) => {
  const { spec } = foldSpec(orderRecords(records));
  return spec.kind === 'active' ? spec.frontmatter['priority'] : undefined;
};

const logs = (count: number, unpacked?: number) => Array.from({ length: count }, () => ({ unpacked }));

describe('The effective time of a record', () => {
  const root = recordWithTextDigest([], '2026-01-05T10:00:00.000Z', [created()]);
  const timesOf = (...records: readonly LogRecord[]) => {
    const times = effectiveTimes(records);
    return records.map(({ id }) => new Date(times.get(id) ?? 0).toISOString());
  };

  it('is its own time, but always later than the effective times of its parents', () => {
    const behind = recordWithTextDigest([root], '2026-01-05T09:00:00.000Z', [priority('low')]);
    const after = recordWithTextDigest([behind], '2026-01-05T11:00:00.000Z', [priority('high')]);
    expect(timesOf(root, behind, after)).toEqual([
      '2026-01-05T10:00:00.000Z',
      '2026-01-05T10:00:00.001Z',
      '2026-01-05T11:00:00.000Z',
    ]);
    expect(timesOf(after, behind, root)).toEqual(timesOf(root, behind, after).toReversed());
  });

  it('is reported as the last change only for commands, not for hand edits found later', () => {
    const done = recordWithTextDigest([root], '2026-01-05T12:00:00.000Z', [priority('low')]);
    const beside = recordWithTextDigest([root], '2026-01-05T11:00:00.000Z', [priority('high')]);
    const found = recordWithTextDigest([done], undefined, [priority('medium')]);
    expect(logEnd([root, done, beside, found]).changedAt).toBe(Date.parse('2026-01-05T12:00:00.000Z'));
    expect(logEnd([recordWithTextDigest([], undefined, [created()])]).changedAt).toBeUndefined();
  });

  it('sorts records: newest first, then by Lamport clock, then by id', () => {
    const at = '2026-01-05T12:00:00.000Z';
    const [late, one, other] = [
      recordWithTextDigest([root], '2026-01-05T13:00:00.000Z', [], { lamport: 2 }),
      recordWithTextDigest([root], at, [], { lamport: 9 }),
      recordWithTextDigest([root], at, [], { lamport: 3 }),
    ];
    const twins = [recordWithTextDigest([root], at, []), recordWithTextDigest([root], at, [])].map(
      (record) => ({ ...record, lamport: 2 }),
    );
    const records = [root, ...twins, other, one, late];
    const ids = (list: readonly LogRecord[]) => list.map(({ id }) => id);
    const order = ids(records.toSorted(newestFirst(records)));
    expect(order).toEqual([...ids([late, one, other]), ...ids(twins).toSorted(), root.id]);
  });

  it('is just after its parents when the record has no valid time', () => {
    const seen = recordWithTextDigest([root], undefined, [priority('low')]);
    const odd = recordWithTextDigest([root], 'yesterday', [priority('low')]);
    expect(timesOf(root, seen, odd).slice(1)).toEqual([
      '2026-01-05T10:00:00.001Z',
      '2026-01-05T10:00:00.001Z',
    ]);
  });

  it('is computed although parents are missing', () => {
    const gone = recordWithTextDigest([root], '2026-01-05T12:00:00.000Z', [priority('low')]);
    const orphan = recordWithTextDigest([gone], '2026-01-05T11:00:00.000Z', [priority('high')]);
    expect(timesOf(root, orphan)[1]).toBe('2026-01-05T11:00:00.000Z');
    expect(priorityOf([orphan, root])).toBe('high');
  });

  it('is computed for histories of any length', () => {
    let last = root;
    const line = [root];
    for (let i = 0; i < 20_000; i++) line.push((last = { ...root, id: String(i), parents: [last.id] }));
    expect(orderRecords(line.toReversed()).map(({ id }) => id)).toEqual(line.map(({ id }) => id));
  });
});

describe('The order in which records are folded', () => {
  it('puts the later change last, whatever the Lamport clocks are', () => {
    const root = recordWithTextDigest([], '2026-01-05T10:00:00.000Z', [created()]);
    const early = recordWithTextDigest([root], '2026-01-05T11:00:00.000Z', [priority('low')], {
      lamport: 900,
    });
    const late = recordWithTextDigest([root], '2026-01-05T12:00:00.000Z', [priority('high')], { lamport: 2 });
    expect(priorityOf([early, root, late])).toBe('high');
  });

  it("keeps the order of records of the log's first format, and puts them before all others", () => {
    const root = old([], '2026-01-05T10:00:00.000Z', [created()], 1);
    const late = old([root], '2026-01-05T12:00:00.000Z', [priority('low')], 2);
    const early = old([root], '2026-01-05T11:00:00.000Z', [priority('high')], 3);
    expect(priorityOf([root, late, early])).toBe('high');
    const now = recordWithTextDigest([late], '2026-01-05T10:30:00.000Z', [priority('medium')]);
    expect(priorityOf([now, root, late, early])).toBe('medium');
  });

  it('is by time for records of version 2, with or without the digest of a text', () => {
    const root = old([], '2026-01-05T10:00:00.000Z', [created()], 1);
    const deleted = old(
      [root],
      '2026-01-05T11:00:00.000Z',
      [{ type: 'SpecDeleted', data: { reason: 'x' } }],
      2,
    );
    const edit = old([root], '2026-01-05T12:00:00.000Z', [priority('low')], 3);
    expect(deleted.v).toBe(2);
    expect(orderRecords([deleted, edit, root])).toEqual([root, edit, deleted]);
  });

  it('is by time for records that an old build wrote after a record of a newer build', () => {
    const root = recordWithTextDigest([], '2026-01-05T10:00:00.000Z', [created()]);
    const mine = recordWithTextDigest([root], '2026-01-05T12:00:00.000Z', [priority('low')], { lamport: 2 });
    const theirs = old([root], '2026-01-05T11:00:00.000Z', [priority('high')], 3);
    expect(priorityOf([root, theirs, mine])).toBe('low');
  });

  it('is the same for any order of files, with parents before children, for any history and clocks', () => {
    const step = fc.record({
      parents: fc.array(fc.nat(), { maxLength: 3 }),
      skew: fc.option(fc.integer({ min: -90_000_000, max: 90_000_000 }), { nil: undefined }),
      value: fc.constantFrom('low', 'medium', 'high'),
      isOld: fc.boolean(),
    });
    const histories = fc.array(step, { minLength: 1, maxLength: 12 }).map((steps) => {
      const made: LogRecord[] = [];
      for (const [i, { parents, skew, value, isOld }] of steps.entries()) {
        const at =
          skew === undefined ? undefined : new Date(1_767_600_000_000 + i * 1000 + skew).toISOString();
        const known = [
          ...new Set(parents.map((n) => made[n % made.length]).filter((one) => one !== undefined)),
        ];
        const events = i === 0 ? [created()] : [priority(value)];
        made.push(recordWithTextDigest(known, at, events, isOld ? { text: undefined as never } : {}));
      }
      return made;
    });
    fc.assert(
      fc.property(
        histories.chain((made) =>
          fc.tuple(fc.constant(made), fc.shuffledSubarray(made, { minLength: made.length })),
        ),
        ([made, shuffled]) => {
          const order = orderRecords(shuffled);
          expect(order).toEqual(orderRecords(made));
          expect(order.map(({ id }) => id).toSorted()).toEqual(
            [...new Set(made.map(({ id }) => id))].toSorted(),
          );
          expect(foldSpec(order)).toEqual(foldSpec(orderRecords(made)));
          const place = new Map(order.map(({ id }, i) => [id, i]));
          const at = (id: string) => place.get(id) ?? NaN;
          const byId = new Map(order.map((record) => [record.id, record]));
          const early = order.filter((record) =>
            [...ancestry([record], byId)].some((cause) => !(at(cause) <= at(record.id))),
          );
          expect(early).toEqual([]);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

it('packing pays if it saves thousands of files, such as those of 100 specs with 50 changes each', () => {
  expect(packingGain(logs(100, 51))).toEqual({ files: 5100, packs: 100 });
  expect(packingGain(logs(1, 2001))).toEqual({ files: 2001, packs: 1 });
});

it('packing does not pay in a project with few changes, or with few changes per spec', () => {
  expect(packingGain([])).toBeUndefined();
  expect(packingGain(logs(1, 2000))).toBeUndefined();
  expect(packingGain(logs(50_000))).toBeUndefined();
  expect(packingGain([...logs(50_000), ...logs(100, 51)])).toBeUndefined();
  expect(packingGain([...logs(10_000), ...logs(100, 51)])).toEqual({ files: 5100, packs: 100 });
});
