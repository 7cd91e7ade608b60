import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { foldSpec, outlivedDeletions } from '../../../src/domain/log/foldSpec.js';
import type { LogRecord, RecordedEvent } from '../../../src/domain/log/records/record.js';
import { decodeRecord, sealRecord } from '../../../src/domain/log/records/recordOrderAndFormat.js';
import type { SpecEvent, SpecCommand } from '../../../src/domain/spec/specEvents.js';
import { created, given } from '../givenWhenThen.js';
import { aRecord, specOf } from '../../support/recordBuilder.js';

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

/**
 * Returns one record for each entry: `parents` are the positions of its parents, and `deletes` says whether it deletes
 * the spec.
 */
function recordsOf(graph: readonly { readonly parents: readonly number[]; readonly deletes: boolean }[]) {
  return graph.map(({ parents, deletes }, i) => ({
    id: String(i),
    parents: parents.map(String),
    events: deletes ? [{ type: 'SpecDeleted', data: {} }] : [],
  })) as unknown as readonly LogRecord[];
}

/** Returns the ids that can be reached from an id, without that id. */
function walked(id: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set(next(id));
  for (const one of seen) for (const other of next(one)) seen.add(other);
  return seen;
}

/** The expected result, computed in a simple way: one search for each deletion. */
function oracle(records: readonly LogRecord[]): ReadonlyMap<string, 'beside' | 'after'> {
  const ids = new Set(records.map(({ id }) => id));
  const parents = new Map(records.map((one) => [one.id, one.parents.filter((id) => ids.has(id))]));
  const childrenOf = (id: string) => records.filter((one) => one.parents.includes(id)).map((one) => one.id);
  const edits = records.filter(({ events }) => events.length === 0);
  return new Map(
    records.flatMap(({ id, events }) => {
      if (events.length === 0) return [];
      const below = walked(id, (one) => parents.get(one) ?? []);
      const unknown = edits.filter((edit) => !below.has(edit.id));
      if (unknown.length === 0) return [];
      const above = walked(id, childrenOf);
      const isAfter = edits.filter((edit) => above.has(edit.id)).length === unknown.length;
      return [[id, isAfter ? 'after' : 'beside'] as const];
    }),
  );
}

const graphs = (most: number, back: (i: number) => number) =>
  fc
    .array(fc.record({ seeds: fc.array(fc.nat(), { maxLength: 3 }), deletes: fc.boolean() }), {
      maxLength: most,
    })
    .map((all) =>
      recordsOf(
        all.map(({ seeds, deletes }, i) => ({
          parents: [...new Set(seeds.map((seed) => i - 1 - (seed % back(i))))],
          deletes,
        })),
      ),
    );

const accepted: SpecEvent = { type: 'SpecAccepted', data: { code: 'd34d', reason: 'renamed only' } };

describe('Folding the events of a spec', () => {
  it('uses the last value of each field, and every list member that was added', () => {
    expect(specOf([first, ours, theirs]).frontmatter).toMatchObject({
      priority: 'low',
      tags: ['ours', 'theirs'],
    });
  });

  it('accepts an illegal status change that a merge caused', () => {
    const done: SpecEvent = { type: 'StatusChanged', data: { from: 'planned', to: 'complete' } };
    const begun: SpecEvent = { type: 'StatusChanged', data: { from: 'planned', to: 'in-progress' } };
    expect(specOf([first, record(2, [first], done), record(3, [first], begun)]).frontmatter['status']).toBe(
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
});

it('a record is accepted with other line ends and spaces', () => {
  expect(decodeRecord(`${JSON.stringify(ours, null, 2).replaceAll('\n', '\r\n')}\r\n`, sha256)).toEqual({
    record: ours,
  });
});

it.each([
  ['with near parents', 12, () => 3],
  ['with any earlier parents', 14, (i: number) => i + 1],
] as const)(
  'Deletions of a spec that a later edit makes ineffective are the same as those found by a search from each record, in graphs %s',
  (_name, most, back) => {
    fc.assert(
      fc.property(graphs(most, back), (records) => {
        expect(outlivedDeletions(records)).toEqual(oracle(records));
      }),
      { numRuns: 300 },
    );
  },
);

describe('Records that an earlier version set aside, because git restored an older document,', () => {
  const begun = aRecord(1, [], [created()]);
  const events: readonly SpecEvent[] = [
    { type: 'SpecClaimed', data: { by: 'kim', lease: '4h' } },
    { type: 'StatusChanged', data: { from: 'planned', to: 'in-progress' } },
    { type: 'TagsChanged', data: { added: ['x'], removed: [] } },
    { type: 'CriterionChecked', data: { n: 1, text: 'Works' } },
    { type: 'SpecRenamed', data: { group: { from: null, to: 'auth' } } },
  ];
  const claimed = aRecord(2, [begun], events);
  const aside = aRecord(3, [claimed], [{ type: 'RecordsSetAside', data: { records: [claimed.id] } }]);
  const restored = aRecord(4, [aside], [{ type: 'RecordsRestored', data: { records: [claimed.id] } }]);

  it('do not change fields and ticks, but still change claim and folder', () => {
    const { spec } = foldSpec([begun, claimed, aside]);
    expect(spec).toMatchObject({
      frontmatter: { status: 'planned' },
      claim: { by: 'kim' },
      labels: { group: 'auth' },
    });
    expect(spec).not.toHaveProperty('ticks');
    expect(spec).not.toHaveProperty('frontmatter.tags');
  });

  it('change fields and ticks again after RecordsRestored', () => {
    const counted = foldSpec([begun, claimed, aside, restored]).spec;
    expect(counted).toMatchObject({ frontmatter: { status: 'in-progress', tags: ['x'] }, ticks: {} });
  });
});

it('the acceptance of a spec counts even if its record is set aside, because it is not in the document', () => {
  const begun = aRecord(1, [], [created()]);
  const record = aRecord(2, [begun], [accepted]);
  const aside = aRecord(3, [record], [{ type: 'RecordsSetAside', data: { records: [record.id] } }]);
  expect(foldSpec([begun, record, aside]).spec).toMatchObject({ accepted: { code: 'd34d' } });
});

describe('the files in the field code', () => {
  const change = (data: object): SpecCommand => ({
    type: 'ChangeDependencies',
    data: { field: 'code', ...data },
  });

  it('are paths in the project, written from its root', () => {
    given(created())
      .when(change({ replace: ['././src/a.ts', 'src/a.ts', 'app/[id]/'] }))
      .then({
        type: 'DependenciesChanged',
        data: { field: 'code', added: ['src/a.ts', 'app/[id]/'], removed: [] },
      });
  });

  it.each(['../other/a.ts', 'src/../../a.ts', '/etc/passwd', 'C:\\a', 'src//a.ts', './', '.', ''])(
    'are refused elsewhere: %j',
    (file) => {
      given(created())
        .when(change({ add: [file] }))
        .thenRefused('FIELD_INVALID', /code/);
    },
  );

  it('may have the name of the spec itself', () => {
    given(created())
      .when(change({ add: ['001-user-login'] }))
      .then({ type: 'DependenciesChanged', data: { field: 'code', added: ['001-user-login'], removed: [] } });
  });
});
