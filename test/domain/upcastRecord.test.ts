import { describe, expect, it } from '@jest/globals';
import { foldSpec } from '../../src/domain/log/foldSpec.js';
import { type LogRecord, RECORD_VERSION } from '../../src/domain/log/records/record.js';
import { upcast } from '../../src/domain/log/records/upcastRecord.js';

const record = (v: number, events: LogRecord['events'] = []): LogRecord => ({
  v,
  id: 'a'.repeat(64),
  spec: 'x',
  lamport: 1,
  parents: [],
  command: 'create',
  events,
});
const created = {
  type: 'SpecCreated',
  data: { sequence: 1, name: 'x', ref: '001-x', archived: false, title: 'X', frontmatter: { id: 'x' } },
};

describe('A record of an older version', () => {
  const steps = new Map([
    [1, (old: LogRecord) => ({ ...old, command: `${old.command} 2` })],
    [2, (old: LogRecord) => ({ ...old, command: `${old.command} 3` })],
  ]);

  it('is converted step by step to the present version', () => {
    expect(upcast(record(1), steps, 3)).toMatchObject({ v: 3, command: 'create 2 3' });
    expect(upcast(record(3), steps, 3)).toMatchObject({ v: 3, command: 'create' });
  });

  it('is skipped and reported when no conversion exists, like a record of a newer version', () => {
    expect(upcast(record(0), steps, 3)).toBeUndefined();
    for (const v of [0, RECORD_VERSION + 1]) {
      const { spec, passedOver } = foldSpec([record(v, [created])]);
      expect(spec.kind).toBe('absent');
      expect(passedOver).toHaveLength(1);
    }
    expect(foldSpec([record(1, [created])]).spec.kind).toBe('active');
  });
});
