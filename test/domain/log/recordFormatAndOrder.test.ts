import { describe, expect, it } from '@jest/globals';
import { frontmatterDigest } from '../../../src/domain/log/digests.js';
import { canonicalJson, type JsonValue } from '../../../src/domain/value/jsonValue.js';
import { foldSpec } from '../../../src/domain/log/foldSpec.js';
import { timestampOf } from '../../../src/domain/value/dates.js';
import { formerNames } from '../../../src/domain/log/logSummary.js';
import {
  decodeRecord,
  encodeRecord,
  recordFileName,
  sealRecord,
  headsOf,
  linesOf,
  ownLines,
} from '../../../src/domain/log/records/recordOrderAndFormat.js';
import { derivedStreamId, type LogRecord } from '../../../src/domain/log/records/record.js';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { aRecord, sha256 } from '../../support/recordBuilder.js';
import { created } from '../givenWhenThen.js';
import { highestSequenceIn } from '../../../src/domain/naming/specNumbers.js';

it.each<[JsonValue, string]>([
  [null, 'null'],
  ['ü"\n', '"ü\\"\\n"'],
  [[1, [true], {}], '[1,[true],{}]'],
  [{ b: 1, a: { d: 2, c: 3 }, B: 4 }, '{"B":4,"a":{"c":3,"d":2},"b":1}'],
  [{ a: undefined as unknown as JsonValue, b: 1 }, '{"b":1}'],
])('Canonical JSON has sorted keys and no white space: %j becomes %j', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

it('the digest of a frontmatter depends on values, but not on the order of keys or on keys without a value', () => {
  const digest = (frontmatter: Parameters<typeof frontmatterDigest>[0]) =>
    frontmatterDigest(frontmatter, sha256);
  expect(digest({ a: 1, b: 2 })).toBe(digest({ b: 2, a: 1, c: null }));
  expect(digest({ a: 1 })).not.toBe(digest({ a: '1' }));
  expect(digest({ a: 1 })).toMatch(/^[0-9a-f]{32}$/);
});

it('the id of an imported spec is computed only from its folder and creation date', () => {
  const id = derivedStreamId('001-a', '2026-01-05', sha256);
  expect(id).toMatch(/^i[0-9a-f]{15}$/);
  expect(derivedStreamId('001-a', '2026-01-05', sha256)).toBe(id);
  expect(derivedStreamId('002-a', '2026-01-05', sha256)).not.toBe(id);
  expect(derivedStreamId('001-a', '2026-01-06', sha256)).not.toBe(id);
  expect(derivedStreamId('001-a', undefined, sha256)).toBe(derivedStreamId('001-a', '', sha256));
});

describe('the order of records', () => {
  const first = aRecord(1, [], [created()]);
  const ours = aRecord(2, [first], []);
  const theirs = aRecord(3, [first], []);
  const merged = aRecord(4, [ours, theirs], []);
  const ids = (records: readonly LogRecord[]) => records.map(({ id }) => id);

  it('gives the records of each branch after the branches split', () => {
    expect(ownLines([first, ours, theirs]).map(ids)).toEqual([ids([ours]), ids([theirs])]);
    expect(ownLines([first, ours]).flat()).toEqual([]);
  });

  it('gives the records up to each head', () => {
    expect(ids(headsOf([first, ours, theirs]))).toEqual(ids([ours, theirs]));
    expect(linesOf([first, ours, theirs]).map(ids)).toEqual([ids([first, ours]), ids([first, theirs])]);
    expect(linesOf([first, ours, theirs, merged]).map(ids)).toEqual([ids([first, ours, theirs, merged])]);
  });
});

describe('The log file of a record', () => {
  it('is named after the Lamport clock and the hash of the record', () => {
    expect(recordFileName({ lamport: 12, id: 'abcdef0123456789ffff' })).toBe(
      '00000012-abcdef0123456789.json',
    );
    expect(recordFileName({ lamport: 123_456_789, id: 'a'.repeat(64) })).toMatch(/^123456789-a{16}\.json$/);
  });

  it('contains one line of canonical JSON', () => {
    const record = aRecord(1, [], [created()]);
    expect(encodeRecord(record)).toBe(`${canonicalJson(record as unknown as JsonValue)}\n`);
  });

  const sound = { ...aRecord(1, [], []) } as unknown as Record<string, JsonValue>;
  it.each<[object, RegExp]>([
    [{ v: '1' }, /`v` is not a number/],
    [{ id: 'A'.repeat(64) }, /`id` is not a hash/],
    [{ id: 'a'.repeat(65) }, /`id` is not a hash/],
    [{ id: `x${'a'.repeat(64)}` }, /`id` is not a hash/],
    [{ id: 5 }, /`id` is not a hash/],
    [{ id: ['a'.repeat(64)] }, /`id` is not a hash/],
    [{ spec: 5 }, /`spec` is missing/],
    [{ lamport: 0 }, /`lamport` is not a whole number/],
    [{ parents: 'x' }, /`parents` is not a list/],
    [{ parents: ['a', 5] }, /`parents` is not a list/],
    [{ command: null }, /`command` is missing/],
    [{ actor: 5 }, /`actor` is not a string/],
    [{ at: 5 }, /`at` is not a string/],
    [{ nonce: 5 }, /`nonce` is not a string/],
    [{ digest: null }, /`digest` is not a string/],
    [{ text: 5 }, /`text` is not a string/],
    [{ lines: 'x' }, /`lines` is not a list/],
    [{ lines: ['ab'] }, /`lines` is not a list/],
    [{ lines: [['Plan', 'abcd'], ['Plan']] }, /`lines` is not a list/],
    [{ lines: [['Plan', 'abcd', 'x']] }, /`lines` is not a list/],
    [{ lines: [['Plan', 5]] }, /`lines` is not a list/],
    [{ lines: [[5, 'abcd']] }, /`lines` is not a list/],
    [{ events: {} }, /`events` is not a list/],
    [{ events: [{ type: 'x', data: {} }, null] }, /`events` is not a list/],
    [{ events: [{ type: 5, data: {} }] }, /`events` is not a list/],
    [{ events: [{ type: 'x', data: [] }] }, /`events` is not a list/],
    [{ events: [{ type: 'x' }] }, /`events` is not a list/],
  ])('is invalid with %j', (changes, damage) => {
    expect(decodeRecord(JSON.stringify({ ...sound, ...changes }), sha256)).toEqual({
      damage: expect.stringMatching(damage),
    });
  });

  it.each(
    [
      [],
      [['', 'abcd']],
      [
        ['Plan', ''],
        ['Goal', 'abcdefgh'],
      ],
    ].map((lines) => [lines]),
  )('is valid with the lines %j', (lines) => {
    expect(decodeRecord(JSON.stringify({ ...sound, lines }))).toEqual({ record: { ...sound, lines } });
  });

  it('is refused when it is nested too deeply', () => {
    const deep = JSON.stringify({ ...sound, events: [{ type: 'x', data: { deep: 'HERE' } }] }).replace(
      '"HERE"',
      '['.repeat(100_000) + ']'.repeat(100_000),
    );
    expect(decodeRecord(deep, sha256)).toEqual({ damage: 'is nested too deeply' });
  });

  it('is invalid when it contains a list or no JSON', () => {
    expect(decodeRecord('[]')).toEqual({ damage: expect.stringMatching(/not a JSON object/) });
    expect(decodeRecord('{')).toEqual({ damage: expect.stringMatching(/not JSON/) });
  });

  it('is accepted unchecked when no hash function is given', () => {
    const altered = { ...sound, command: 'altered' };
    expect(decodeRecord(JSON.stringify(altered))).toEqual({ record: altered });
    expect(decodeRecord(JSON.stringify(altered), sha256).damage).toMatch(/altered/);
  });

  it('has as the id of the record the hash of all its other content', () => {
    const { id, ...content } = aRecord(1, [], [created()]);
    expect(id).toBe(sha256(canonicalJson(content as unknown as JsonValue)));
    expect(sealRecord({ ...content, command: 'other' }, sha256).id).not.toBe(id);
  });
});

describe('The highest spec number in a log', () => {
  const given = (...events: readonly object[]) =>
    highestSequenceIn([aRecord(1, [], events as readonly SpecEvent[])]);

  it('is the highest that a spec was created, imported or renumbered with', () => {
    expect(given()).toBe(0);
    expect(given(created(), { type: 'SpecRenumbered', data: { to: 7, sequence: 99 } })).toBe(7);
    expect(given({ type: 'SpecImported', data: { sequence: 12 } }, created())).toBe(12);
    expect(given({ type: 'FieldsChanged', data: { changes: {}, to: 50 } })).toBe(0);
  });

  it('is not an invalid or impossible number', () => {
    expect(given({ type: 'SpecCreated', data: { sequence: 1e15 } })).toBe(0);
    expect(given({ type: 'SpecCreated', data: { sequence: 999_999_999_999_999 } })).toBe(0);
    expect(given({ type: 'SpecCreated', data: { sequence: 999_999_999_999_998 } })).toBe(999_999_999_999_998);
    expect(given({ type: 'SpecCreated', data: { sequence: '7' } })).toBe(0);
    expect(given({ type: 'SpecCreated', data: { sequence: 1.5 } })).toBe(0);
    expect(given({ type: 'SpecCreated', data: { sequence: -3 } })).toBe(0);
  });
});

it('The former references of a spec are its numbers and names before each change', () => {
  const events = [
    created(),
    { type: 'SpecRenumbered', data: { from: 1, to: 2, ref: { from: '001-a', to: '002-a' } } },
    { type: 'SpecRenumbered', data: { from: null, to: 3, ref: { from: 'a', to: '003-a' } } },
    { type: 'SpecRenamed', data: { ref: { from: '003-a', to: '003-b' } } },
    { type: 'SpecRenamed', data: { title: { from: 'A', to: 'B' } } },
    { type: 'SpecRenamed', data: { ref: null } },
    { type: 'SpecRenamed', data: { ref: { from: 5 } } },
    { type: 'SpecMoved', data: { ref: { from: 'x' } } },
  ];
  const record = aRecord(1, [], events as readonly SpecEvent[]);
  expect(formerNames([record])).toEqual([
    { sequence: 1, ref: '001-a', until: record.at },
    { sequence: null, ref: 'a', until: record.at },
    { sequence: null, ref: '003-a', until: record.at },
  ]);
});

describe('Folding a log', () => {
  it('sets `updated` only from records that have a time', () => {
    const { at: _at, ...observation } = aRecord(
      2,
      [],
      [{ type: 'FrontmatterEdited', data: { changes: { updated: { from: null, to: 'by hand' } } } }],
    );
    const { spec } = foldSpec([aRecord(1, [], [created()]), observation]);
    expect(spec).toMatchObject({ frontmatter: { updated: 'by hand' } });
    expect(foldSpec([aRecord(1, [], [])]).spec).toEqual({ kind: 'absent' });
    expect(timestampOf('2026-01-05T10:00:01.234Z')).toBe('2026-01-05T10:00:01Z');
    expect(timestampOf('2026-01-05T10:00:01Z')).toBe('2026-01-05T10:00:01Z');
  });

  it('skips a creation event without frontmatter', () => {
    const data = { ref: 'a', name: 'a', archived: false, sequence: 1, title: 'x', frontmatter: [] };
    const record = aRecord(1, [], [{ type: 'SpecImported', data }] as unknown as readonly SpecEvent[]);
    expect(foldSpec([record])).toMatchObject({ spec: { kind: 'absent' }, passedOver: [{ record }] });
  });

  it.each<[string, object]>([
    ['a folder name that is a path', { type: 'SpecRenamed', data: { ref: { from: 'a', to: '../x' } } }],
    [
      'a group with a parent folder in its path',
      { type: 'SpecRenamed', data: { group: { from: 'a', to: 'a/../b' } } },
    ],
    [
      'an invalid number',
      { type: 'SpecRenumbered', data: { from: 1, to: 1.5, ref: { from: 'a', to: 'b' } } },
    ],
    ['a title that is not text', { type: 'SpecRenamed', data: { title: { from: 'a', to: 5 } } }],
    [
      'an invalid value of archived',
      {
        type: 'SpecImported',
        data: { ref: 'a', name: 'a', archived: 'x', sequence: 1, title: 'x', frontmatter: {} },
      },
    ],
    [
      'a name that is not text',
      {
        type: 'SpecImported',
        data: { ref: 'a', name: 5, archived: true, sequence: 1, title: 'x', frontmatter: {} },
      },
    ],
    ['missing data', { type: 'TagsChanged', data: {} }],
  ])('skips %s, and reports the skipped event', (_what, event) => {
    const before = aRecord(1, [], [created()]);
    const record = aRecord(2, [before], [event as SpecEvent]);
    const { spec, passedOver } = foldSpec([before, record]);
    expect(spec).toMatchObject({ labels: { ref: '001-user-login' }, title: 'User login' });
    expect(passedOver).toEqual([
      { record, event: record.events[0], reason: expect.stringMatching(/^the data of its event/) },
    ]);
  });
});
