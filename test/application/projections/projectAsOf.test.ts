import { describe, expect, it } from '@jest/globals';
import { momentOf, projectAsOf } from '../../../src/application/projections/pointInTime.js';
import type { LogRecord } from '../../../src/domain/log/records/record.js';
import { FixedClock } from '../../../src/adapters/memory/standIns.js';
import { SpectoolError } from '../../../src/domain/errors/spectoolError.js';
import type { JsonObject } from '../../../src/domain/value/jsonValue.js';
import type { SpecView } from '../../../src/domain/spec/specView.js';
import { aSpec } from '../../support/specBuilder.js';

const clock = new FixedClock('2026-01-10T12:00:00.000Z');

const record = (lamport: number, at: string | undefined, type: string, data: JsonObject): LogRecord => ({
  v: 1,
  id: `abc${lamport}`,
  spec: 'uid1',
  lamport,
  parents: [],
  ...(at !== undefined && { at }),
  command: 'test',
  events: [{ type, data }],
});
const born = { sequence: 1, name: 'one', ref: '001-one', archived: false, title: 'One' };
const created = record(1, '2026-01-02T10:00:00.000Z', 'SpecCreated', {
  ...born,
  frontmatter: { status: 'planned', created: '2026-01-02' },
});
const started = record(2, '2026-01-05T10:00:00.000Z', 'StatusChanged', {
  from: 'planned',
  to: 'in-progress',
});
const renamed = record(3, '2026-01-06T10:00:00.000Z', 'SpecRenamed', { title: { from: 'One', to: 'Uno' } });
const log = new Map([['uid1', [created, started, renamed]]]);
const at = (instant: string) => ({ instant });
const shown = (
  specs: readonly SpecView[],
  moment: Parameters<typeof projectAsOf>[2],
  streams: typeof log = new Map(),
) => projectAsOf(specs, streams, moment, 'specs').map(({ spec }) => [spec.ref, spec.status]);

describe('pastTree, the specs as they were at an earlier time,', () => {
  it('has a spec with the values that the log had then, and not before its creation', () => {
    const now = [aSpec(1, { id: 'uid1' })];
    expect(shown(now, at('2026-01-02T09:00:00.000Z'), log)).toEqual([]);
    expect(shown(now, at('2026-01-04T00:00:00.000Z'), log)).toEqual([['001-one', 'planned']]);
    expect(shown(now, at('2026-01-05T23:00:00.000Z'), log)).toEqual([['001-one', 'in-progress']]);
    expect(projectAsOf(now, log, at('2026-01-05T23:00:00.000Z'), 'specs')[0]?.spec).toMatchObject({
      title: 'One',
      path: 'specs/001-one',
    });
  });

  it('has specs whose folder was removed later', () => {
    expect(shown([], at('2026-02-01T00:00:00.000Z'), log)).toEqual([['001-one', 'in-progress']]);
  });

  it('has the state just after a given event', () => {
    expect(
      shown(
        [],
        momentOf('abc1', clock, () => [created, started]),
        log,
      ),
    ).toEqual([['001-one', 'planned']]);
  });

  it('has specs without a log according to the dates in their documents', () => {
    const done = aSpec(2, {
      status: 'complete',
      completed: '2026-01-08',
      fields: { transitions: [{ status: 'in-progress', at: '2026-01-05T00:00:00Z' }] },
    });
    expect(shown([done], at('2025-12-31T00:00:00.000Z'))).toEqual([]);
    expect(shown([done], at('2026-01-03T00:00:00.000Z'))).toEqual([['002-spec-2', 'planned']]);
    expect(shown([done], at('2026-01-06T00:00:00.000Z'))).toEqual([['002-spec-2', 'in-progress']]);
    expect(shown([done], at('2026-01-09T00:00:00.000Z'))).toEqual([['002-spec-2', 'complete']]);
  });

  it('has an imported spec also before its import', () => {
    const imported = record(5, '2026-03-01T00:00:00.000Z', 'SpecImported', {
      ...born,
      frontmatter: { status: 'complete', created: '2026-01-01', completed: '2026-01-10' },
    });
    const streams = new Map([['uid1', [imported]]]);
    expect(shown([], at('2026-01-05T00:00:00.000Z'), streams)).toEqual([['001-one', 'planned']]);
    expect(shown([], at('2026-01-12T00:00:00.000Z'), streams)).toEqual([['001-one', 'complete']]);
  });

  it('places hand edits between the changes before and after them', () => {
    const edited = record(2, undefined, 'FrontmatterEdited', {
      changes: { priority: { from: null, to: 'high' } },
    });
    const seen = { ...edited, parents: [created.id] };
    const streams = new Map([['uid1', [created, seen, renamed]]]);
    const tree = (instant: string) => projectAsOf([], streams, { instant }, 'specs')[0]?.spec.priority;
    expect(tree('2026-01-03T00:00:00.000Z')).toBeUndefined();
    expect(tree('2026-01-07T00:00:00.000Z')).toBe('high');
  });
});

describe('momentOf', () => {
  it('reads a day as its end, and an exact time as that time', () => {
    const end = new Date(2026, 0, 6).getTime() - 1;
    expect(momentOf('2026-01-05', clock, () => []).instant).toBe(new Date(end).toISOString());
    expect(momentOf('2026-01-05T10:00:00Z', clock, () => []).instant).toBe('2026-01-05T10:00:00.000Z');
  });

  it('reads `yesterday` as its end, and an age such as 3h as that long before now', () => {
    const at = (text: string) => momentOf(text, clock, () => []).instant;
    expect(at('yesterday')).toBe(new Date(new Date(2026, 0, 10).getTime() - 1).toISOString());
    expect(at('2h')).toBe('2026-01-10T10:00:00.000Z');
    expect(at('3d')).toBe('2026-01-07T12:00:00.000Z');
  });

  it.each(['soon', 'abc', 'abcd', '2026-13-01', ''])('refuses the invalid time %j', (text) => {
    expect(() => momentOf(text, clock, () => [created])).toThrow(SpectoolError);
  });

  it('refuses an abbreviated event id that several events have', () => {
    const twin = { ...created, id: 'abc12' };
    expect(() => momentOf('abc1', clock, () => [created, twin])).toThrow('several');
    expect(momentOf('abc1', clock, () => [created, created]).record).toBe(created);
  });
});
