import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import type { RecordedEvent } from '../../../src/domain/log/records/record.js';
import { decodeRecord, encodeRecord, sealRecord } from '../../../src/domain/log/records/recordCodec.js';
import { decide } from '../../../src/domain/spec/specCommands.js';
import { ABSENT, type ActiveSpec, type Spec } from '../../../src/domain/spec/spec.js';
import {
  evolve,
  inverseOf,
  knownEvent,
  scalarWrites,
  SPEC_EVENTS,
  type SpecEvent,
} from '../../../src/domain/spec/specEvents.js';
import { created, given } from '../givenWhenThen.js';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ProjectConfigCommand,
  ProjectEvent,
} from '../../../src/domain/project/projectConfigFromEvents.js';
import type { SpecCommand } from '../../../src/domain/spec/specCommands.js';
import { eventSentence } from '../../../src/adapters/presentation/sentences.js';
import { foldSpec } from '../../../src/domain/log/foldSpec.js';
import { refusal } from '../../support/thrownError.js';
import { recordWithTextDigest } from '../recordWithTextDigest.js';

/** All commands. The compiler reports one that is missing. */
const COMMANDS: Readonly<Record<SpecCommand['type'] | ProjectConfigCommand['type'], true>> = {
  CreateSpec: true,
  ImportSpec: true,
  ChangeStatus: true,
  SettleStatus: true,
  FollowStatus: true,
  ChangeFields: true,
  CorrectDate: true,
  ChangeTags: true,
  ChangeDependencies: true,
  FollowRef: true,
  Retitle: true,
  Rename: true,
  Renumber: true,
  Regroup: true,
  Archive: true,
  Unarchive: true,
  Delete: true,
  Claim: true,
  Release: true,
  CheckCriteria: true,
  UncheckCriteria: true,
  AddCriterion: true,
  RetireCriterion: true,
  RestoreCriterion: true,
  ApproveSpec: true,
  LabelCriteria: true,
  RecordVerdicts: true,
  AddNote: true,
  Accept: true,
  ReplaceSection: true,
  Undo: true,
  ObserveFrontmatter: true,
  ObservePlace: true,
  ObserveText: true,
  Initialize: true,
  ChangeSettings: true,
  ObserveConfiguration: true,
  ImportSpecs: true,
  InstallSkill: true,
};
const PROJECT_EVENTS: Readonly<Record<ProjectEvent['type'], true>> = {
  ProjectInitialized: true,
  ConfigurationChanged: true,
  SkillInstalled: true,
  SpecsImported: true,
};

describe('Events', () => {
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
});

it('every command and every event is used in a test that is written with given, when and then', () => {
  const domain = join(import.meta.dirname, '..');
  const tests = readdirSync(domain, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(domain, file), 'utf8'))
    .filter((text) => /\bgiven\(/.test(text) && text.includes('.when('))
    .join('\n');
  const all = [
    ...Object.keys(COMMANDS),
    ...Object.keys(PROJECT_EVENTS),
    ...SPEC_EVENTS.map(({ type }) => type),
  ];
  expect(all.filter((type) => !tests.includes(`type: '${type}'`))).toEqual([]);
});

describe('Text and claim events', () => {
  const claimed: SpecEvent = {
    type: 'SpecClaimed',
    data: { by: 'kim', lease: '4h', place: '~/work', stolenFrom: 'lee', reason: 'ill' },
  };
  /** An example of every event about text, criteria, claims and the whole spec, with the sentence that history shows for it. */
  const EXAMPLES: readonly (readonly [SpecEvent, string])[] = [
    [
      {
        type: 'TextEdited',
        data: {
          sections: [
            { heading: 'Problem', added: 3, removed: 1 },
            { heading: '', added: 0, removed: 2 },
            { heading: 'Plan', added: 0, removed: 0 },
          ],
        },
      },
      'text edited by hand: Problem +3 -1, above the first heading -2, Plan (lines moved)',
    ],
    [
      {
        type: 'CriterionChecked',
        data: { n: 2, label: 'AC2', text: 'It works', proof: { test: 'login.test' } },
      },
      'checked criterion AC2: "It works", by test login.test',
    ],
    [
      { type: 'CriterionUnchecked', data: { n: 2, text: 'It works', reason: 'flaky' } },
      'unchecked criterion 2: "It works", because: flaky',
    ],
    [{ type: 'CriterionAdded', data: { text: 'It is fast' } }, 'criterion added: "It is fast"'],
    [{ type: 'CriterionRemoved', data: { text: 'It is fast' } }, 'criterion removed: "It is fast"'],
    [{ type: 'NoteAdded', data: { text: 'Ask Lee' } }, 'note: "Ask Lee"'],
    [{ type: 'NoteRemoved', data: { text: 'Ask Lee' } }, 'note removed: "Ask Lee"'],
    [{ type: 'SectionReplaced', data: { heading: 'Plan' } }, 'section "Plan" rewritten'],
    [
      { type: 'SectionReplaced', data: { heading: 'Plan', at: 1, from: 'a\n', to: 'b\nc\n', lines: 3 } },
      'section "Plan" rewritten: +2 -1',
    ],
    [claimed, 'taken over from @lee by @kim for 4h in ~/work, because: ill'],
    [{ type: 'ClaimReleased', data: {} }, 'claim released'],
    [{ type: 'SpecDeleted', data: { reason: 'made twice' } }, 'deleted, because: "made twice"'],
  ];

  function after(...events: readonly SpecEvent[]): ActiveSpec {
    const spec = [created(), ...events].reduce(evolve, ABSENT);
    if (spec.kind === 'absent') throw new Error('nothing was told');
    return spec;
  }

  describe.each(EXAMPLES)('the event %j', (event, sentence) => {
    it('changes no frontmatter, title or folder, because older builds ignore the event', () => {
      const { claim: _claim, deleted: _deleted, ticks: _ticks, known: _known, ...spec } = after(event);
      const { known: _none, ...before } = after();
      expect(spec).toEqual(before);
      expect([...scalarWrites(event)]).toEqual([]);
    });

    it('is described in one sentence', () => {
      expect(eventSentence(event.type, event.data as never)).toBe(sentence);
    });

    it('is described and folded without failing, even with invalid data', () => {
      for (const data of [{}, { by: 5 }, { sections: [null, 1, {}] }, { proof: [] }, { reason: 1 }]) {
        const odd = { type: event.type, data } as unknown as SpecEvent;
        expect(eventSentence(odd.type, data as never)).toEqual(expect.any(String));
        expect(
          foldSpec([recordWithTextDigest([], '2026-01-05T10:00:00.000Z', [created(), odd])]).spec.kind,
        ).toBe('active');
      }
    });
  });

  it('folding keeps the lease and the worktree of a claim', () => {
    expect(after(claimed).claim).toStrictEqual({ by: 'kim', lease: '4h', place: '~/work' });
    expect(after({ type: 'SpecClaimed', data: { by: 'max', lease: '30m' } }).claim).toStrictEqual({
      by: 'max',
      lease: '30m',
    });
  });

  describe('inverseOf, which returns the events that undo an event,', () => {
    it('releases a claim, unless another actor holds the claim now', () => {
      expect(inverseOf(claimed, after(claimed))).toEqual([{ type: 'ClaimReleased', data: {} }]);
      const other: SpecEvent = { type: 'SpecClaimed', data: { by: 'max', lease: '4h' } };
      expect(refusal(() => inverseOf(claimed, after(claimed, other))).code).toBe('UNDO_REFUSED');
    });

    it.each(
      EXAMPLES.filter(
        ([{ type }]) => !['SpecClaimed', 'SpecDeleted', 'CriterionRemoved', 'NoteRemoved'].includes(type),
      ),
    )('refuses %j, with a hint', (event) => {
      expect(refusal(() => inverseOf(event, after(event)))).toMatchObject({
        code: 'UNDO_REFUSED',
        hint: expect.any(String),
      });
    });

    it('returns nothing for an event that only settled a disagreement', () => {
      const kept: readonly SpecEvent[] = [
        { type: 'FieldsChanged', data: { changes: { priority: { from: 'high', to: 'high' } } } },
        { type: 'TagsChanged', data: { added: ['x'], removed: [], kept: true } },
        { type: 'DependenciesChanged', data: { field: 'related', added: [], removed: ['x'], kept: true } },
        { type: 'SpecRenamed', data: { title: { from: 'A', to: 'A' } } },
        { type: 'SpecRenumbered', data: { from: 9, to: 9, ref: { from: '009-a', to: '009-a' } } },
        { type: 'SpecArchived', data: { kept: true } },
        { type: 'SpecUnarchived', data: { kept: true } },
      ];
      for (const event of kept) expect(inverseOf(event, after())).toEqual([]);
    });
  });

  it('a text edit found in a document is recorded as a text edit', () => {
    const data = { sections: [{ heading: 'Plan', added: 1, removed: 0 }] };
    given(created()).when({ type: 'ObserveText', data }).then({ type: 'TextEdited', data });
  });

  it('an undo is told with the beginning of the id of what it undid', () => {
    const undone = 'a1b2c3d4e5'.repeat(6) + 'abcd';
    expect(eventSentence('ChangeUndone', { undone })).toBe('undid a1b2c3d4e5');
  });
});
