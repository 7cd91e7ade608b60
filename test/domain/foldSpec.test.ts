import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { divergences } from '../../src/domain/log/divergentFields.js';
import { foldSpec } from '../../src/domain/log/foldSpec.js';
import type { LogRecord, RecordedEvent } from '../../src/domain/log/records/record.js';
import { decodeRecord, encodeRecord, sealRecord } from '../../src/domain/log/records/recordCodec.js';
import { headsOf, orderRecords } from '../../src/domain/log/records/recordOrder.js';
import type { SpecEvent } from '../../src/domain/spec/specEvents.js';
import { created } from './givenWhenThen.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function record(lamport: number, parents: readonly LogRecord[], ...events: readonly SpecEvent[]): LogRecord {
  return sealRecord(
    {
      spec: 'abcdefghij123456',
      lamport,
      parents: parents.map(({ id }) => id),
      actor: 'kim',
      at: `2026-01-05T10:00:${String(lamport % 60).padStart(2, '0')}.000Z`,
      command: 'test',
      nonce: String(lamport),
      events: events as unknown as readonly RecordedEvent[],
    },
    sha256,
  );
}

const priority = (from: string | null, to: string): SpecEvent => ({
  type: 'FieldsChanged',
  data: { changes: { priority: { from, to } } },
});
const tag = (...added: readonly string[]): SpecEvent => ({
  type: 'TagsChanged',
  data: { added, removed: [] },
});

const first = record(1, [], created());
const ours = record(2, [first], priority(null, 'high'), tag('ours'));
const theirs = record(3, [first], priority(null, 'low'), tag('theirs'));

function stateOf(records: readonly LogRecord[]) {
  const { spec } = foldSpec(orderRecords(records));
  if (spec.kind === 'absent') throw new Error('nothing was told');
  return spec;
}

describe('Folding the events of a spec', () => {
  it('uses the last value of each field, and every list member that was added', () => {
    expect(stateOf([first, ours, theirs]).frontmatter).toMatchObject({
      priority: 'low',
      tags: ['ours', 'theirs'],
    });
  });

  it('does not depend on the order of log files or on duplicate records', () => {
    const records = [first, ours, theirs];
    fc.assert(
      fc.property(fc.shuffledSubarray([...records, ...records], { minLength: 6 }), (shuffled) => {
        expect(stateOf(shuffled)).toEqual(stateOf(records));
      }),
    );
  });

  it('sets `updated` to the time of the last record', () => {
    expect(stateOf([first, ours]).frontmatter['updated']).toBe('2026-01-05T10:00:02Z');
  });

  it('accepts an illegal status change that a merge caused', () => {
    const done: SpecEvent = { type: 'StatusChanged', data: { from: 'planned', to: 'complete' } };
    const begun: SpecEvent = { type: 'StatusChanged', data: { from: 'planned', to: 'in-progress' } };
    expect(stateOf([first, record(2, [first], done), record(3, [first], begun)]).frontmatter['status']).toBe(
      'in-progress',
    );
  });

  it('skips unknown events and records of newer versions, and reports both', () => {
    const unknown = record(2, [first], { type: 'SpecBlessed', data: {} } as unknown as SpecEvent);
    const newer = { ...record(3, [first], priority(null, 'high')), v: 99 };
    const { spec, passedOver } = foldSpec([first, unknown, newer]);
    expect(spec).toMatchObject({ frontmatter: { status: 'planned' } });
    expect(passedOver.map(({ reason }) => reason)).toEqual([
      'its event type "SpecBlessed" is unknown',
      'it was written by a newer spectool (record version 99)',
    ]);
  });

  it('does not fail for events with invalid data', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('StatusChanged', 'TagsChanged', 'SpecRenamed', 'FrontmatterEdited', 'SpecCreated'),
        fc.jsonValue(),
        (type, data) => {
          const odd = record(2, [first], { type, data } as unknown as SpecEvent);
          expect(() => foldSpec([first, odd])).not.toThrow();
        },
      ),
    );
  });
});

describe('A disagreement of two branches', () => {
  it('is found when two heads set one field to different values', () => {
    const [found, ...rest] = divergences(orderRecords([first, ours, theirs]));
    expect(rest).toEqual([]);
    expect(found).toMatchObject({ field: 'priority', candidates: [{ value: 'low' }, { value: 'high' }] });
  });

  it('is settled by a record with both heads as parents', () => {
    const settled = record(4, [ours, theirs], priority('low', 'medium'));
    expect(divergences(orderRecords([first, ours, theirs, settled]))).toEqual([]);
  });

  it('is not found when both branches set the same value, or only one sets the field', () => {
    const same = record(3, [first], priority(null, 'high'));
    expect(divergences(orderRecords([first, ours, same]))).toEqual([]);
    expect(divergences(orderRecords([first, ours, record(3, [first], tag('x'))]))).toEqual([]);
  });
});

describe('a record', () => {
  it('is decoded to the record that was encoded', () => {
    expect(decodeRecord(encodeRecord(ours), sha256)).toEqual({ record: ours });
  });

  it('is accepted with other line ends and spaces', () => {
    expect(decodeRecord(`${JSON.stringify(ours, null, 2).replaceAll('\n', '\r\n')}\r\n`, sha256)).toEqual({
      record: ours,
    });
  });

  it('is returned with a damage report when it was altered', () => {
    const altered = encodeRecord(ours).replace('"high"', '"critical"');
    expect(decodeRecord(altered, sha256)).toMatchObject({
      damage: expect.stringContaining('altered'),
      record: {},
    });
  });

  it.each(['', 'null', '[]', '{}', '{"v":1}', '{"v":1,"id":5}', 'x'])('cannot be decoded from %j', (text) => {
    expect(decodeRecord(text, sha256)).toEqual({ damage: expect.any(String) });
  });

  it('is a head when no other record follows it', () => {
    expect(headsOf([first, ours, theirs]).map(({ id }) => id)).toEqual([ours.id, theirs.id]);
  });
});
