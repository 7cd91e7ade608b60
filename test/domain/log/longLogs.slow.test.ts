import { expect, it } from '@jest/globals';
import { divergences } from '../../../src/domain/log/divergences.js';
import { foldSpec } from '../../../src/domain/log/foldSpec.js';
import { placeState } from '../../../src/domain/log/placeState.js';
import { documentStateOf } from '../../../src/domain/reconcile/documentState.js';
import { reconciledFrontmatter } from '../../../src/domain/reconcile/reconcileFields.js';
import type { LogRecord } from '../../../src/domain/log/records/record.js';
import { orderRecords } from '../../../src/domain/log/records/recordOrderAndFormat.js';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { aRecord, sha256 } from '../../support/recordBuilder.js';

const note = (i: number): SpecEvent => ({ type: 'NoteAdded', data: { text: String(i) } });
const claim = (i: number): SpecEvent => ({
  type: 'SpecClaimed',
  data: { by: `kim${String(i)}`, lease: '4h' },
});
const assigned = (i: number): SpecEvent => ({
  type: 'FieldsChanged',
  data: { changes: { assignee: { from: null, to: `kim${String(i)}` } } },
});
const tagged = (i: number): SpecEvent => ({
  type: 'TagsChanged',
  data: i % 2 === 0 ? { added: ['a'], removed: [] } : { added: [], removed: ['a'] },
});
const begun: SpecEvent = {
  type: 'SpecCreated',
  data: {
    ...{ archived: false, name: 'a', ref: '001-a', sequence: 1, title: 'A' },
    frontmatter: { status: 'planned', created: '2026-01-05', id: 'abcdefghij123456' },
  },
};

/**
 * Returns a line of `length` records. If `branch` is given, `length` further records follow the last of them, each on a branch of
 * its own.
 */
function log(length: number, trunk: (i: number) => SpecEvent, branch?: (i: number) => SpecEvent) {
  const records = [aRecord(1, [], [begun])];
  for (let i = 1; i < length; i++) records.push(aRecord(i + 1, records.slice(-1), [trunk(i)]));
  const top = records.slice(-1);
  for (let i = 0; branch !== undefined && i < length; i++)
    records.push(aRecord(length + i + 1, top, [branch(i)], { actor: `kim${String(i)}` }));
  return orderRecords(records);
}

/** Returns a line of records in which each record has a second child on a branch of its own. */
function fringed(length: number) {
  const records = [aRecord(1, [], [begun])];
  let top = records;
  for (let i = 1; i < length; i += 2) {
    const [next, branch] = [0, 1].map((j) => aRecord(i + j + 1, top.slice(-1), [assigned(i + j)]));
    records.push(...(top = [next as LogRecord]), branch as LogRecord);
  }
  return orderRecords(records);
}

/** Returns `length` branches whose common parent record is missing. */
function cutOff(length: number) {
  const [first, lost] = [aRecord(1, [], [begun]), aRecord(1, [], [note(0)])];
  return orderRecords([first, ...Array.from({ length }, (_, i) => aRecord(i + 2, [lost], [assigned(i)]))]);
}

/** Returns how often properties of the records are read. */
function looks(records: readonly LogRecord[], work: (records: readonly LogRecord[]) => unknown): number {
  let count = 0;
  const watched = records.map(
    (record) =>
      new Proxy(record, {
        get: (target, key) => {
          count += 1;
          return Reflect.get(target, key) as unknown;
        },
      }),
  );
  work(watched);
  return count;
}

function allOf(records: readonly LogRecord[]): void {
  const { spec } = foldSpec(records);
  const seen = { status: 'complete' };
  divergences(records);
  reconciledFrontmatter({ base: seen, ours: seen, theirs: seen }, records, 'document');
  if (spec.kind !== 'active') return;
  documentStateOf({ frontmatter: seen, text: { body: '', criteriaSections: [] } }, spec, records, {
    sha256,
    committed: () => undefined,
  });
  placeState({ ...spec.labels, ref: '002-a' }, spec, records);
}

it.each<[string, (length: number) => readonly LogRecord[]]>([
  ['notes', (length) => log(length, note)],
  ['claims', (length) => log(length, claim)],
  [
    'deletions and restorations',
    (length) =>
      log(length, (i) => ({ type: i % 2 === 0 ? 'SpecRestored' : 'SpecDeleted', data: { reason: 'a' } })),
  ],
  ['claims on branches', (length) => log(length, note, claim)],
  [
    'a deletion below branches',
    (length) =>
      log(length, (i) => (i === 1 ? { type: 'SpecDeleted', data: { reason: 'a' } } : note(i)), note),
  ],
  [
    'deletions on branches',
    (length) => log(length, note, () => ({ type: 'SpecDeleted', data: { reason: 'a' } })),
  ],
])('folding a log of %s takes linear time', (_what, of) => {
  const [short, long] = [300, 600].map((length) => looks(of(length), foldSpec)) as [number, number];
  expect(long / short).toBeLessThan(2.3);
});

it.each<[string, (length: number) => readonly LogRecord[]]>([
  ['notes', (length) => log(length, note)],
  ['branches that disagree', (length) => log(length, note, assigned)],
  ['branches with tags', (length) => log(length, note, tagged)],
  ['branches at every record', fringed],
  ['branches without their parent', cutOff],
])('computing everything that commands read from a log of %s takes linear time', (_what, of) => {
  // The logs have so many branches that the implementation does not follow each branch to the beginning of the log.
  const [short, long] = [800, 1600].map((length) => looks(of(length), allOf)) as [number, number];
  expect(long / short).toBeLessThan(2.3);
});
