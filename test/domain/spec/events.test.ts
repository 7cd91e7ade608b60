import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { RecordedEvent } from '../../../src/domain/log/records/record.js';
import { decodeRecord, encodeRecord, sealRecord } from '../../../src/domain/log/records/recordCodec.js';
import { decide } from '../../../src/domain/spec/decisions/decideCommand.js';
import { ABSENT, type Spec } from '../../../src/domain/spec/spec.js';
import { evolve, knownEvent, SPEC_EVENTS, type SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { created } from '../givenWhenThen.js';

type Example<Type extends SpecEvent['type']> = Extract<SpecEvent, { type: Type }>['data'];

const beginning = created({ tags: ['web'], related: ['002-x'] }) as Extract<
  SpecEvent,
  { type: 'SpecCreated' }
>;
const verdict = {
  id: 'v1',
  label: 'AC2',
  n: 2,
  text: 'AC2: It works',
  result: 'failing',
  tests: [{ name: 'login > 001/AC2', outcome: 'failed', file: 'test/login.test.ts' }],
  more: 3,
  of: { files: { 'test/login.test.ts': 'c0ffee' } },
  commit: 'a'.repeat(40),
  ranAt: '2026-02-01T10:00:00.000Z',
  replaces: ['v0'],
} as const;
const ref = { from: '001-user-login', to: '007-sign-in' };

/** An example of every event with all its fields. Each can be applied after the event `beginning`. */
const EXAMPLES: { readonly [Type in SpecEvent['type']]: Example<Type> } = {
  SpecCreated: { ...beginning.data, group: 'auth/web' },
  SpecImported: { ...beginning.data, sequence: null },
  StatusChanged: {
    from: 'planned',
    to: 'complete',
    completed: { from: null, to: '2026-02-01' },
    forced: true,
    reason: 'done elsewhere',
  },
  FieldsChanged: { changes: { priority: { from: null, to: 'high' }, sprint: { from: null, to: 5 } } },
  TagsChanged: { added: ['api', 'ünï'], removed: ['web'] },
  DependenciesChanged: { field: 'related', added: ['003-y'], removed: ['002-x'] },
  SpecRenamed: {
    title: { from: 'User login', to: 'Sign in' },
    name: { from: 'user-login', to: 'sign-in' },
    ref,
    group: { from: null, to: 'auth' },
  },
  SpecRenumbered: { from: 1, to: 7, ref, links: ['002-x'] },
  SpecArchived: {},
  SpecUnarchived: {},
  FrontmatterEdited: {
    changes: { owner: { from: null, to: { name: 'kim' } } },
    members: { tags: { added: ['a'], removed: ['web'] } },
  },
  TextEdited: { sections: [{ heading: 'Problem', added: 3, removed: 1 }] },
  CriterionChecked: { n: 2, label: 'AC2', text: 'It works', proof: { test: 'login.test' } },
  CriterionUnchecked: { n: 2, label: 'AC2', text: 'It works', reason: 'flaky' },
  CriterionAdded: { text: 'It is fast' },
  CriterionRemoved: { text: 'It is fast', blank: ' …' },
  CriterionRetired: {
    n: 2,
    label: 'AC2',
    text: 'AC2: It works',
    reason: 'sold',
    by: '002-x/AC1',
    was: '~~It~~',
  },
  CriterionRestored: { n: 2, label: 'AC2', text: 'AC2: It works', reason: 'sold' },
  SpecApproved: { by: 'kim', on: '2026-11-22', text: 'd34d', note: 'fine' },
  ApprovalWithdrawn: {
    by: 'kim',
    approvals: [{ by: 'kim', on: '2026-11-22', text: 'd34d' }],
    reason: 'wrong',
  },
  CriteriaLabelled: { labels: [{ n: 2, text: 'It works', label: 'AC2' }] },
  LabelsRemoved: { labels: [{ n: 2, text: 'It works', label: 'AC2' }] },
  CriterionTested: verdict,
  VerdictWithdrawn: verdict,
  NoteAdded: { text: 'Ask Lee', signed: '2026-11-22 (Kim)', above: '\n## Notes\n\n', below: '\n' },
  NoteRemoved: { text: 'Ask Lee', signed: '2026-11-22 (Kim)', above: '\n' },
  SectionReplaced: { heading: 'Plan', nth: 2, at: 1, from: 'Old\n', to: 'New\n', lines: 2 },
  SpecClaimed: { by: 'kim', lease: '4h', place: 'work', stolenFrom: 'lee', reason: 'ill' },
  ClaimReleased: {},
  SpecAccepted: { code: 'd34d', reason: 'renamed only' },
  AcceptanceWithdrawn: { code: 'd34d' },
  SpecDeleted: { reason: 'made twice' },
  SpecTakenOver: { again: true },
  SpecRestored: { reason: 'made twice' },
  ChangeUndone: { undone: 'a'.repeat(64) },
  RecordsSetAside: { records: ['a'.repeat(64)] },
  RecordsRestored: { records: ['a'.repeat(64)] },
};
const BEFORE: Partial<Record<SpecEvent['type'], readonly SpecEvent[]>> = {
  SpecUnarchived: [{ type: 'SpecArchived', data: {} }],
  AcceptanceWithdrawn: [{ type: 'SpecAccepted', data: { code: 'd34d' } }],
  SpecApproved: [{ type: 'ApprovalWithdrawn', data: { by: 'lee', approvals: [] } }],
  ApprovalWithdrawn: [{ type: 'SpecApproved', data: { by: 'kim', on: '2026-11-22', text: 'd34d' } }],
  VerdictWithdrawn: [{ type: 'CriterionTested', data: verdict }],
  CriterionRemoved: [{ type: 'CriterionAdded', data: { text: 'It is fast', blank: ' …' } }],
};
/** Events that cannot be undone: imports, events without effect on the spec, and events on which later events may depend. */
const REFUSED: ReadonlySet<SpecEvent['type']> = new Set([
  'SpecImported',
  'RecordsSetAside',
  'RecordsRestored',
  'TextEdited',
  'CriterionChecked',
  'CriterionUnchecked',
  'CriterionAdded',
  'CriterionRetired',
  'CriterionRestored',
  'CriteriaLabelled',
  'LabelsRemoved',
  'NoteAdded',
  'SectionReplaced',
  'ClaimReleased',
]);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe.each(SPEC_EVENTS.map(({ type }) => type))('the event %s', (type) => {
  const event = { type, data: EXAMPLES[type] } as SpecEvent;

  it('has an example in this test', () => {
    expect(EXAMPLES).toHaveProperty(type);
  });

  it('is read from the log as it was written', () => {
    const record = sealRecord(
      { spec: 'x', lamport: 1, parents: [], command: 'test', events: [event as unknown as RecordedEvent] },
      sha256,
    );
    const { record: read } = decodeRecord(encodeRecord(record), sha256);
    expect(read?.events.map(knownEvent)).toEqual([event]);
  });

  it('is undone to the state before it, or its undo is refused', () => {
    const before = [beginning, ...(BEFORE[type] ?? [])].reduce<Spec>(evolve, ABSENT);
    const after = evolve(before, event);
    const undo = () => decide({ type: 'Undo', data: { undone: 'x', events: [event] } }, after);
    if (REFUSED.has(type)) expect(undo).toThrow('cannot be undone');
    else if (type === 'SpecCreated' || type === 'SpecRestored')
      expect(undo().reduce<Spec>(evolve, after)).toHaveProperty('deleted');
    else if (type === 'SpecClaimed')
      expect(undo().reduce<Spec>(evolve, after)).toMatchObject({ ...before, claim: { over: true } });
    else expect(undo().reduce<Spec>(evolve, after)).toEqual(before);
  });
});
