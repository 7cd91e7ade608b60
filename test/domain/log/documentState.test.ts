import { describe, expect, it } from '@jest/globals';
import { documentState, placeState, standingDocument } from '../../../src/domain/log/documentState.js';
import { foldSpec } from '../../../src/domain/log/foldSpec.js';
import type { LogRecord } from '../../../src/domain/log/records/record.js';
import { orderRecords } from '../../../src/domain/log/records/recordOrder.js';
import { meantFrontmatter } from '../../../src/domain/log/reconcile.js';
import type { Labels } from '../../../src/domain/naming/specFolder.js';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import type { JsonObject } from '../../../src/domain/value/json.js';
import { aRecord, sha256 } from '../../support/aRecord.js';
import { created } from '../givenSpec.js';

const BASE = { status: 'planned', created: '2026-01-05' };
const priority = (from: string | null, to: string): SpecEvent => ({
  type: 'FieldsChanged',
  data: { changes: { priority: { from, to } } },
});

const first = aRecord(1, [], [created()], { leadsTo: BASE });
const high = aRecord(2, [first], [priority(null, 'high')], { leadsTo: { ...BASE, priority: 'high' } });
const low = aRecord(3, [first], [priority(null, 'low')], { leadsTo: { ...BASE, priority: 'low' } });
const owner = aRecord(
  4,
  [first],
  [{ type: 'FieldsChanged', data: { changes: { owner: { from: null, to: 'kim' } } } }],
  {
    leadsTo: { ...BASE, owner: 'kim' },
  },
);

function told(records: readonly LogRecord[]) {
  const { spec } = foldSpec(orderRecords(records));
  if (spec.kind === 'absent') throw new Error('nothing was told');
  return spec;
}

describe('a document', () => {
  const stateOf = (seen: JsonObject, ...records: readonly LogRecord[]) =>
    documentState(seen, told(records), orderRecords(records), sha256);

  it('is current when it says what the log tells', () => {
    expect(stateOf({ ...BASE, priority: 'high' }, first, high)).toBe('current');
    expect(stateOf({ ...BASE, priority: 'low' }, first, high, low)).toBe('current');
  });

  it('is current when only the day of its last change differs: that follows the log', () => {
    expect(stateOf({ ...BASE, priority: 'high', updated: 'x' }, first, high)).toBe('current');
  });

  it('that its last record has written is kept as what a hand wrote, where the fold makes something else of the records', () => {
    const seen = { ...BASE, priority: 'odd' };
    const last = aRecord(2, [first], [priority(null, 'high')], { leadsTo: seen });
    expect(stateOf(seen, first, last)).toBe('edited');
  });

  it('is that by its digest with the time of the record or without it, whichever the document once told', () => {
    const odd = { ...BASE, priority: 'odd' };
    const told = [odd, { ...odd, updated: '2026-01-05T10:00:02Z' }];
    for (const leadsTo of told) {
      const last = aRecord(2, [first], [priority(null, 'high')], { leadsTo });
      for (const seen of [...told, { ...odd, updated: 'by hand' }])
        expect(stateOf(seen, first, last)).toBe('edited');
    }
  });

  it('was edited by hand when it says anything else than a record without a time', () => {
    const { at: _none, ...timeless } = high;
    expect(stateOf({ ...BASE, priority: 'medium' }, first, timeless)).toBe('edited');
  });

  it('was not written to its end when it says what stood before the last record', () => {
    expect(stateOf(BASE, first, high)).toBe('interrupted');
    expect(stateOf(BASE, first, high, low)).toBe('interrupted');
  });

  it('was edited by hand when it says anything else', () => {
    expect(stateOf({ ...BASE, priority: 'medium' }, first, high)).toBe('edited');
    expect(stateOf({ ...BASE, priority: 'medium' }, first, high, low)).toBe('edited');
    expect(stateOf({ ...BASE, status: 'complete' }, first)).toBe('edited');
  });

  it('that says what stood two records ago was edited by hand', () => {
    const then = aRecord(3, [high], [priority('high', 'low')], { leadsTo: { ...BASE, priority: 'low' } });
    expect(stateOf(BASE, first, high, then)).toBe('edited');
    expect(stateOf({ ...BASE, priority: 'high' }, first, high, then)).toBe('interrupted');
  });

  it('was not written to its end when it says what stood before, whatever its digest or the fold make of that', () => {
    expect(stateOf({ ...BASE, updated: 'by hand' }, first, high)).toBe('interrupted');
    const odd = aRecord(1, [], [created()], { leadsTo: { ...BASE, priority: 'odd' } });
    const then = aRecord(2, [odd], [priority(null, 'high')]);
    expect(stateOf({ ...BASE, priority: 'odd' }, odd, then)).toBe('interrupted');
    const onHigh = aRecord(5, [high], [], { leadsTo: { ...BASE, priority: 'high' } });
    expect(stateOf({ ...BASE, priority: 'high' }, first, high, low, onHigh)).toBe('interrupted');
  });

  it('keeps what records wrote that are not there, also where a write was cut short', () => {
    const titled = { ...BASE, priority: 'high', owner: 'kim' };
    const last = aRecord(5, [high], [{ type: 'TagsChanged', data: { added: ['x'], removed: [] } }], {
      leadsTo: { ...titled, tags: ['x'] },
    });
    const next = aRecord(6, [last], [priority('high', 'low')], {
      leadsTo: { ...titled, priority: 'low', tags: ['x'] },
    });
    const records = orderRecords([last, next]);
    const standing = (seen: JsonObject) => standingDocument(seen, told(records), records, sha256);
    const [before, after] = [
      { ...titled, tags: ['x'] },
      { ...titled, priority: 'low', tags: ['x'] },
    ];
    expect(standing(after)).toEqual({ state: 'edited', meant: after });
    expect(standing(before)).toEqual({ state: 'edited', meant: after });
  });

  it('that says what one branch said before both were settled was edited by hand', () => {
    const settled = aRecord(5, [high, low], [priority('low', 'medium')], {
      leadsTo: { ...BASE, priority: 'medium' },
    });
    expect(stateOf({ ...BASE, priority: 'high' }, first, high, low, settled)).toBe('edited');
    expect(stateOf({ ...BASE, priority: 'low' }, first, high, low, settled)).toBe('interrupted');
  });

  it('that says what one branch said against another was edited by hand, unless a merge has just written it', () => {
    const afterMerge = (seen: JsonObject, ...records: readonly LogRecord[]) =>
      documentState(seen, told(records), orderRecords(records), sha256, 'log');
    for (const records of [
      [first, high, low],
      [first, high, low, owner],
    ]) {
      expect(stateOf({ ...BASE, priority: 'high' }, ...records)).toBe('edited');
      expect(afterMerge({ ...BASE, priority: 'high' }, ...records)).toBe('interrupted');
    }
    expect(stateOf({ ...BASE, priority: 'low' }, first, high, low, owner)).toBe('interrupted');
    expect(stateOf({ ...BASE, priority: 'high', owner: 'lee' }, first, high, low, owner)).toBe('edited');
  });
});

describe('a merged frontmatter', () => {
  it('takes what the whole log tells in place of what one branch told', () => {
    const records = orderRecords([first, high, low]);
    const whole = { ...BASE, priority: 'low', updated: '2026-01-05T10:00:03Z' };
    expect(meantFrontmatter({ ...BASE, priority: 'high' }, records, 'log')).toEqual(whole);
    expect(meantFrontmatter({ ...BASE, priority: 'low' }, records, 'log')).toEqual(whole);
    expect(meantFrontmatter({ ...BASE, priority: 'high' }, records, 'document')).toMatchObject({
      priority: 'high',
    });
  });

  it('keeps what nobody told: that was written by hand', () => {
    const records = orderRecords([first, high, low]);
    expect(meantFrontmatter({ ...BASE, priority: 'medium', owner: 'kim' }, records, 'log')).toMatchObject({
      priority: 'medium',
      owner: 'kim',
    });
    const { status: _gone, ...without } = BASE;
    expect(meantFrontmatter(without, records, 'log')).not.toHaveProperty('status');
    expect(meantFrontmatter(BASE, records, 'log')).not.toHaveProperty('priority');
  });

  it('takes what one branch changed back while another changed it: no conflict told a person of it', () => {
    const back = aRecord(
      4,
      [low],
      [{ type: 'FieldsChanged', data: { changes: { priority: { from: 'low', to: null } } } }],
    );
    const records = orderRecords([first, high, low, back]);
    for (const judge of ['document', 'log'] as const)
      expect(meantFrontmatter({ ...BASE, priority: 'high' }, records, judge)).not.toHaveProperty('priority');
  });

  it('has the members of all branches, and those a hand added, without those a hand took out', () => {
    const tags = (lamport: number, added: readonly string[], removed: readonly string[] = []) =>
      aRecord(lamport, [start], [{ type: 'TagsChanged', data: { added, removed } }]);
    const start = aRecord(1, [], [created({ tags: ['a', 'b', 'c'] })]);
    const records = orderRecords([start, tags(2, ['x']), tags(3, ['y'], ['a'])]);
    for (const judge of ['document', 'log'] as const)
      expect(meantFrontmatter({ ...BASE, tags: ['a', 'c', 'x', 'mine'] }, records, judge)).toMatchObject({
        tags: ['c', 'x', 'y', 'mine'],
      });
  });

  it('takes nothing from a branch that tells nothing', () => {
    const records = orderRecords([first, high, low, aRecord(9, [], [])]);
    expect(meantFrontmatter({ ...BASE, priority: 'high' }, records, 'log')).toMatchObject({
      priority: 'low',
    });
  });

  it('without a log stays as it is', () => {
    expect(meantFrontmatter({ a: 1 }, [], 'log')).toEqual({ a: 1 });
  });
});

describe('a folder', () => {
  const here: Labels = { sequence: 1, name: 'user-login', ref: '001-user-login', archived: false };
  const archived = aRecord(2, [first], [{ type: 'SpecArchived', data: {} }]);
  const grouped = aRecord(3, [first], [{ type: 'SpecRenamed', data: { group: { from: null, to: 'auth' } } }]);
  const renumbered = aRecord(
    4,
    [first],
    [
      {
        type: 'SpecRenumbered',
        data: { from: 1, to: 7, ref: { from: '001-user-login', to: '007-user-login' } },
      },
    ],
  );
  const stateOf = (seen: Partial<Labels>, ...records: readonly LogRecord[]) =>
    placeState({ ...here, ...seen }, told(records), orderRecords(records));

  it('is current where the log says it stands', () => {
    expect(stateOf({}, first)).toBe('current');
    expect(stateOf({ archived: true }, first, archived)).toBe('current');
    expect(stateOf({ group: 'auth' }, first, grouped)).toBe('current');
    expect(stateOf({ group: '' }, first)).toBe('current');
    expect(stateOf({ ref: '007-user-login', sequence: 7 }, first, renumbered)).toBe('current');
  });

  it('was not moved to its end where it stood before the last record', () => {
    expect(stateOf({}, first, archived)).toBe('interrupted');
    expect(stateOf({}, first, grouped)).toBe('interrupted');
    expect(stateOf({}, first, renumbered)).toBe('interrupted');
  });

  it('was moved by hand when it stands anywhere else', () => {
    expect(stateOf({ archived: true }, first)).toBe('moved');
    expect(stateOf({ group: 'web' }, first, grouped)).toBe('moved');
    expect(stateOf({ ref: '001-sign-in' }, first)).toBe('moved');
    expect(stateOf({ archived: true }, first, grouped)).toBe('moved');
  });

  it('may stand between two merged branches', () => {
    expect(stateOf({ archived: true }, first, archived, grouped)).toBe('interrupted');
    expect(stateOf({ group: 'auth' }, first, archived, grouped)).toBe('interrupted');
    expect(stateOf({ archived: true, group: 'web' }, first, archived, grouped)).toBe('moved');
    expect(stateOf({ ref: '009-x', archived: true }, first, archived, grouped)).toBe('moved');
  });

  it('is half way only where some branch put each part of its place', () => {
    expect(stateOf({ archived: true }, first, archived, renumbered)).toBe('interrupted');
    expect(stateOf({ archived: true }, first, grouped, renumbered)).toBe('moved');
  });

  it('does not stand where a branch that tells nothing would have it', () => {
    const silent = aRecord(9, [], []);
    expect(stateOf({ archived: true }, first, archived, grouped, silent)).toBe('interrupted');
    expect(stateOf({ group: 'web' }, first, grouped, silent)).toBe('moved');
    const further = aRecord(10, [grouped], [priority(null, 'high')]);
    expect(stateOf({}, first, grouped, further, silent)).toBe('moved');
  });

  it('that the log does not know was moved', () => {
    expect(stateOf({ archived: true }, aRecord(1, [], [created()]))).toBe('moved');
  });
});
