import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { eventSentence } from '../../../src/adapters/presentation/sentences.js';
import { foldSpec } from '../../../src/domain/log/foldSpec.js';
import { decodeRecord, encodeRecord } from '../../../src/domain/log/records/recordOrderAndFormat.js';
import { DEFAULT_CONFIG } from '../../../src/domain/project/configuration.js';
import { ticksOf } from '../../../src/domain/spec/criteriaInText.js';
import { ABSENT, type ActiveSpec, type Spec } from '../../../src/domain/spec/spec.js';
import {
  decide,
  type SpecCommand,
  evolve,
  inverseOf,
  knownEvent,
  scalarWrites,
  SPEC_EVENTS,
  type SpecEvent,
} from '../../../src/domain/spec/specEvents.js';
import type { JsonObject } from '../../../src/domain/value/jsonValue.js';
import { aRecord, sha256 } from '../../support/recordBuilder.js';
import { refusal } from '../../support/thrownError.js';
import { created } from '../givenWhenThen.js';

type Request<Type extends SpecCommand['type']> = Extract<SpecCommand, { readonly type: Type }>['data'];

/** An operation: its request, what the log tells of it and of its undo, and what differs from most operations. */
interface Operation<Type extends SpecCommand['type']> {
  readonly request: Request<Type>;
  readonly tells: readonly string[];
  /** What the log tells of the undo; absent if the undo is refused. */
  readonly undo?: readonly string[];
  /** What the state keeps after the undo. */
  readonly keeps?: object;
  /** Fields of the spec before, and its earlier events. */
  readonly fields?: JsonObject;
  readonly earlier?: readonly SpecEvent[];
  /** Set if the undo cannot be undone. */
  readonly redo?: 'refused';
  /** Set if the same command is recorded again, or refused. */
  readonly again?: 'recorded' | 'refused';
}

type AnyOperation = Operation<SpecCommand['type']>;

const today = '2026-02-01';
const BODY = `# User login

## Plan

Old

## Success Criteria

- [ ] AC1: It is fast
- [x] It works
`;
const text = { body: BODY, criteriaSections: DEFAULT_CONFIG.criteria.sections };
const claimant = { by: 'kim', now: '2026-02-01T10:00:00Z', knowsPlace: () => true };
const labels = { sequence: 1, name: 'user-login', ref: '001-user-login', archived: false };
const claimed: SpecEvent = { type: 'SpecClaimed', data: { by: 'kim', lease: '4h' } };
const prior: SpecEvent = {
  type: 'FieldsChanged',
  data: { changes: { priority: { from: null, to: 'low' } } },
};
const verdict = {
  id: 'v1',
  label: 'AC1',
  n: 1,
  text: 'AC1: It is fast',
  result: 'proven',
  tests: [{ name: 'login > 001/AC1', outcome: 'passed', file: 'test/login.test.ts' }],
  more: 3,
  of: { files: { 'test/login.test.ts': 'c0ffee' } },
  commit: 'a'.repeat(40),
  ranAt: '2026-02-01T10:00:00.000Z',
  replaces: ['v0'],
} as const;

/** A line for each operation. */
// prettier-ignore
const OPERATIONS: { readonly [Type in SpecCommand['type']]: Operation<Type> } = {
  CreateSpec: { request: { id: 'i1', sequence: 1, name: 'user-login', title: 'User login', created: today, given: {}, template: { file: 'spec.md', defaults: new Map() }, groups: [], config: DEFAULT_CONFIG }, tells: ['created "User login" as 001-user-login'], undo: ['deleted, because: "its creation was undone"'], keeps: { deleted: { reason: 'its creation was undone' } }, again: 'refused' },
  ImportSpec: { request: { ...labels, title: 'User login', frontmatter: { status: 'planned' } }, tells: ['found and added to the log: "User login", 001-user-login'], again: 'refused' },
  ChangeStatus: { request: { to: 'in-progress', today }, tells: ['status planned → in-progress'], undo: ['status in-progress → planned'] },
  FollowStatus: { request: { today }, fields: { status: 'complete' }, tells: ['completed set to 2026-02-01'], undo: ['completed removed (was 2026-02-01)'] },
  ChangeFields: { request: { set: { priority: 'high' }, unset: ['effort'], declared: ['effort'] }, fields: { effort: 3 }, tells: ['priority set to high, effort removed (was 3)'], undo: ['priority removed (was high), effort set to 3'] },
  CorrectDate: { request: { field: 'created', to: '2026-01-04' }, tells: ['created 2026-01-05 → 2026-01-04'], undo: ['created 2026-01-04 → 2026-01-05'] },
  ChangeTags: { request: { add: ['api', 'ünï'], remove: ['web'] }, fields: { tags: ['web'] }, tells: ['tags +api +ünï -web'], undo: ['tags +web -api -ünï'] },
  ChangeDependencies: { request: { field: 'related', add: ['003-y'], remove: ['002-x'] }, fields: { related: ['002-x'] }, tells: ['related +003-y -002-x'], undo: ['related +002-x -003-y'] },
  FollowRef: { request: { field: 'superseded_by', from: '009-sso', to: '012-sso' }, fields: { superseded_by: '009-sso' }, tells: ['superseded_by 009-sso → 012-sso'], undo: ['superseded_by 012-sso → 009-sso'] },
  Retitle: { request: { title: 'Sign in' }, tells: ['title "User login" → "Sign in"'], undo: ['title "Sign in" → "User login"'] },
  Rename: { request: { name: 'sign-in', ref: '001-sign-in' }, tells: ['name user-login → sign-in, folder 001-user-login → 001-sign-in'], undo: ['name sign-in → user-login, folder 001-sign-in → 001-user-login'] },
  Renumber: { request: { to: 7, ref: '007-user-login', others: [] }, tells: ['number 1 → 7'], undo: ['number 7 → 1'] },
  Archive: { request: { ending: { outcome: 'superseded', by: '009-sso' }, reason: 'one login' }, tells: ['archived_as set to superseded, superseded_by set to 009-sso', 'archived, because: "one login"'], undo: ['unarchived', 'archived_as removed (was superseded), superseded_by removed (was 009-sso)'] },
  Unarchive: { request: {}, earlier: [{ type: 'SpecArchived', data: {} }], tells: ['unarchived'], undo: ['archived'] },
  Delete: { request: { reason: 'made twice', unsaved: [] }, tells: ['deleted, because: "made twice"'], undo: ['restored after deletion'], again: 'recorded' },
  Claim: { request: { claimant, lease: '4h' }, tells: ['claimed by @kim for 4h', 'status planned → in-progress', 'assignee set to @kim'], undo: ['assignee removed (was @kim)', 'status in-progress → planned', 'claim released'], redo: 'refused', again: 'recorded' },
  Release: { request: { claimant, toPlanned: true }, fields: { status: 'in-progress', assignee: 'kim' }, earlier: [claimed], tells: ['claim released', 'status in-progress → planned', 'assignee removed (was @kim)'] },
  CheckCriteria: { request: { criteria: ['AC1'], proof: { test: 'login.test' } }, tells: ['checked criterion AC1: "It is fast", by test login.test'], undo: ['unchecked criterion AC1: "It is fast"'] },
  UncheckCriteria: { request: { criteria: ['2'], reason: 'flaky' }, tells: ['unchecked criterion 2: "It works", because: flaky'], undo: ['checked criterion 2: "It works"'], keeps: { ticks: [{ n: 2, text: 'It works' }] } },
  AddCriterion: { request: { text: 'It is safe' }, tells: ['criterion added: "AC2: It is safe"'], undo: ['criterion removed: "AC2: It is safe"'], again: 'refused' },
  LabelCriteria: { request: {}, tells: ['labels given to criteria: AC2'], undo: ['labels removed from criteria: AC2'] },
  RetireCriterion: { request: { criterion: 'AC1', reason: 'not sold', by: '002-x/AC4' }, tells: ['retired criterion AC1: "It is fast", replaced by 002-x/AC4, because: "not sold"'], undo: ['restored criterion AC1: "It is fast"'] },
  RestoreCriterion: { request: { criterion: '1' }, earlier: [{ type: 'CriterionRetired', data: { n: 1, label: 'AC1', text: 'AC1: It is fast', reason: 'sold' } }], tells: ['restored criterion AC1: "It is fast"'], undo: ['retired criterion AC1: "It is fast", because: sold'] },
  RecordVerdicts: { request: { tested: [{ label: 'AC1', state: 'proven', refused: [], recorded: verdict }] }, tells: ['criterion AC1: "It is fast" proven: 1 passed, 3 more, "login > 001/AC1"', 'checked criterion AC1: "It is fast"'], undo: ['unchecked criterion AC1: "It is fast"', 'withdrawn: criterion AC1: "It is fast" proven: 1 passed, 3 more, "login > 001/AC1"'], again: 'recorded' },
  ApproveSpec: { request: { by: 'kim', today, agreed: { digest: 'd34d', former: 'f0' }, mayBeWriter: true }, fields: { approval: 'pending' }, tells: ['approved', 'approval pending → approved'], undo: ['approval approved → pending', 'approval by @kim withdrawn'] },
  Accept: { request: { code: 'd34d', reason: 'renamed only' }, tells: ['read again and accepted, because: "renamed only"'], undo: ['acceptance withdrawn'], again: 'recorded' },
  AddNote: { request: { text: 'Ask Lee', today, by: 'Kim' }, tells: ['note: "Ask Lee"'], undo: ['note removed: "Ask Lee"'], again: 'recorded' },
  ReplaceSection: { request: { section: 'Plan', text: 'New\nand more', how: 'set' }, tells: ['section "Plan" rewritten: +2 -1'], undo: ['section "Plan" rewritten: +1 -2'] },
  Undo: { request: { undone: 'a1b2c3d4e5'.repeat(6) + 'abcd', events: [prior] }, earlier: [prior], tells: ['undid a1b2c3d4e5', 'priority removed (was low)'], undo: ['priority set to low'], again: 'refused' },
  ObserveFrontmatter: { request: { frontmatter: { status: 'planned', created: '2026-01-05', owner: { name: 'kim' }, tags: ['a'] } }, fields: { tags: ['web'] }, tells: ['edited by hand: owner set to {"name":"kim"}, tags +a -web'], undo: ['edited by hand: owner removed (was {"name":"kim"}), tags +web -a'] },
  ObserveText: { request: { sections: [{ heading: 'Plan', added: 3, removed: 1 }, { heading: '', added: 0, removed: 2 }, { heading: 'Goal', added: 0, removed: 0 }] }, tells: ['text edited by hand: Plan +3 -1, above the first heading -2, Goal (lines moved)'], again: 'recorded' },
  ObservePlace: { request: { sequence: 7, name: 'sign-in', ref: '007-sign-in', group: 'auth', archived: true }, tells: ['number 1 → 7', 'name user-login → sign-in, folder 001-user-login → 007-sign-in, group set to auth', 'archived'], undo: ['unarchived', 'name sign-in → user-login, folder 007-sign-in → 001-user-login, group removed (was auth)', 'number 7 → 1'] },
};

/** What no command records any more, or not in this form, and the sentence for it. None of it can be undone by itself. */
// prettier-ignore
const FORMER: readonly (readonly [SpecEvent, string])[] = [
  [{ type: 'RecordsSetAside', data: { records: ['a'.repeat(64)] } }, 'records set aside (not counted, because git restored an older document): aaaaaaaaaa'],
  [{ type: 'RecordsRestored', data: { records: ['a'.repeat(64)] } }, 'records counted again, because git restored the newer document: aaaaaaaaaa'],
  [{ type: 'NoteAdded', data: { text: 'Ask Lee' } }, 'note: "Ask Lee"'],
  [{ type: 'SectionReplaced', data: { heading: 'Plan' } }, 'section "Plan" rewritten'],
  [{ type: 'CriterionChecked', data: { n: 9, text: 'It is gone' } }, 'checked criterion 9: "It is gone"'],
];

/** Events that only settle a disagreement of two branches, or that other events of the same record undo. */
const NOTHING_TO_UNDO: readonly SpecEvent[] = [
  { type: 'FieldsChanged', data: { changes: { priority: { from: 'high', to: 'high' } } } },
  { type: 'TagsChanged', data: { added: ['x'], removed: [], kept: true } },
  { type: 'DependenciesChanged', data: { field: 'related', added: [], removed: ['x'], kept: true } },
  { type: 'SpecRenamed', data: { title: { from: 'A', to: 'A' } } },
  { type: 'SpecRenumbered', data: { from: 9, to: 9, ref: { from: '009-a', to: '009-a' } } },
  { type: 'SpecArchived', data: { kept: true } },
  { type: 'SpecUnarchived', data: { kept: true } },
  { type: 'SpecTakenOver', data: { again: true } },
  { type: 'TextEdited', data: { sections: [], followed: true } },
  { type: 'ChangeUndone', data: { undone: 'a'.repeat(64) } },
];

const sentences = (events: readonly SpecEvent[]) =>
  events.map(({ type, data }) => eventSentence(type, data as unknown as JsonObject));
const after = (spec: Spec, events: readonly SpecEvent[]) => events.reduce<Spec>(evolve, spec) as ActiveSpec;

/** Returns the state as it is shown: without what only the log keeps of former states. */
function shown(spec: Spec): object {
  if (spec.kind === 'absent') return spec;
  const {
    ticks: _ticks,
    lastLabel: _last,
    known = [],
    verdicts = [],
    approvals = [],
    retired = [],
    ...rest
  } = spec;
  return { ...rest, ticks: ticksOf(spec), known, verdicts, approvals, retired };
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/** The events of which a property was tested. */
const seen = new Set<string>();

describe.each(Object.keys(OPERATIONS) as readonly SpecCommand['type'][])('%s', (type) => {
  const {
    request,
    tells,
    undo,
    keeps = {},
    fields = {},
    earlier = [],
    redo,
    again,
  } = OPERATIONS[type] as AnyOperation;
  const command = { type, data: request } as SpecCommand;
  const isBeginning = type === 'CreateSpec' || type === 'ImportSpec';
  const before: Spec = frozen(
    isBeginning ? ABSENT : after({ ...evolve(ABSENT, created(fields)), text }, earlier),
  );
  const events = decide(command, before);
  const now = frozen(after(before, events));
  const undoing = (spec: ActiveSpec, these: readonly SpecEvent[]) =>
    decide({ type: 'Undo', data: { undone: 'b'.repeat(64), events: these } }, spec).slice(1);
  for (const event of events) seen.add(event.type);

  it('is told in the log in words', () => {
    expect(sentences(events)).toEqual(tells);
  });

  it('is read from the log as it was written, and folds to the same state', () => {
    const { record } = decodeRecord(encodeRecord(aRecord(1, [], events)), sha256);
    const read = record?.events.map(knownEvent) as readonly SpecEvent[];
    expect(read).toEqual(events);
    expect(after(before, read)).toEqual(now);
  });

  it('leaves the values that it sets, and changes no label, title or status besides', () => {
    const valuesOf = (spec: Spec): JsonObject =>
      spec.kind === 'absent'
        ? {}
        : { ...spec.labels, title: spec.title, status: spec.frontmatter['status'] ?? null };
    const set = Object.fromEntries(events.flatMap((event) => [...scalarWrites(event)]));
    expect({ ...now.frontmatter, ...valuesOf(now) }).toMatchObject(
      Object.fromEntries(Object.entries(set).filter(([, value]) => value !== null)),
    );
    if (!isBeginning)
      for (const [key, value] of Object.entries(valuesOf(now)))
        if (!(key in set) && key !== 'name') expect([key, value]).toEqual([key, valuesOf(before)[key]]);
  });

  it('changes nothing when it is given again, unless it is recorded each time', () => {
    const repeated = () => decide(command, now);
    if (again === 'refused') expect(repeated).toThrow();
    else expect(repeated().length > 0).toBe(again === 'recorded');
  });

  it('is undone to the state before it and redone to the state after it, or the undo is refused', () => {
    if (undo === undefined) {
      expect(() => undoing(now, events)).toThrow(expect.objectContaining({ code: 'UNDO_REFUSED' }));
      return;
    }
    const back = undoing(now, events);
    for (const event of back) seen.add(event.type);
    const then = frozen(after(now, back));
    expect(sentences(back)).toEqual(undo);
    expect(shown(then)).toEqual(isBeginning ? { ...shown(now), ...keeps } : { ...shown(before), ...keeps });
    if (redo === 'refused')
      expect(() => undoing(then, back)).toThrow(expect.objectContaining({ code: 'UNDO_REFUSED' }));
    else expect(shown(after(then, undoing(then, back)))).toEqual(shown(now));
  });
});

describe.each(FORMER)('%j', (event, sentence) => {
  it('is told in words, changes no field, and cannot be undone', () => {
    seen.add(event.type);
    const spec = evolve(ABSENT, created());
    const now = evolve({ ...spec, text }, event);
    expect(sentences([event])).toEqual([sentence]);
    expect([now.labels, now.title, now.frontmatter]).toEqual([spec.labels, spec.title, spec.frontmatter]);
    const { code, hint, advice } = refusal(() => inverseOf(event, now));
    expect([code, hint ?? advice[0]]).toEqual(['UNDO_REFUSED', expect.anything()]);
  });
});

it.each(NOTHING_TO_UNDO)('%j leaves nothing to undo', (event) => {
  seen.add(event.type);
  expect(inverseOf(event, evolve(evolve(ABSENT, created()), event))).toEqual([]);
});

it.each(SPEC_EVENTS.map(({ type }) => type))('%s is folded and told whatever its data are', (type) => {
  const keys = 'by changes completed from labels members n proof reason records'
    .split(' ')
    .concat(['ref', 'sections', 'tests', 'text', 'title', 'to', 'typed']);
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()), (data) => {
      const odd = { type, data } as unknown as SpecEvent;
      expect(foldSpec([aRecord(1, [], [created()]), aRecord(2, [], [odd])]).spec.kind).toBe('active');
      expect(eventSentence(type, data as JsonObject)).toEqual(expect.any(String));
    }),
  );
});

it('a claim that was taken over keeps its lease and place, and is told with the former holder', () => {
  const event: SpecEvent = {
    type: 'SpecClaimed',
    data: { by: 'kim', lease: '4h', place: '~/work', stolenFrom: 'lee', reason: 'ill' },
  };
  expect(evolve(evolve(ABSENT, created()), event).claim).toStrictEqual({
    by: 'kim',
    lease: '4h',
    place: '~/work',
  });
  expect(sentences([event])).toEqual(['taken over from @lee by @kim for 4h in ~/work, because: ill']);
});

it('criteria that a command saw in the text are held, and forgotten again by the undo', () => {
  const event: SpecEvent = { type: 'CriteriaSeen', data: { added: [{ text: 'It is fast' }], gone: [] } };
  seen.add(event.type);
  const now = evolve(evolve(ABSENT, created()), event);
  expect(now.known).toEqual([{ text: 'It is fast', isHeld: true }]);
  expect(inverseOf(event, now).reduce(evolve, now).known).toEqual([]);
  expect(sentences([event])).toEqual(['criteria written']);
});

it('documents of another tool begin a log as documents without one do, and tell where they are', () => {
  const data = { ...labels, at: 'docs/plans/a.md', title: 'A', frontmatter: { status: 'planned' } };
  const events = decide({ type: 'ImportSpec', data }, ABSENT);
  for (const event of events) seen.add(event.type);
  expect(sentences(events)).toEqual(['adopted where it is: "A", docs/plans/a.md']);
  expect(after(ABSENT, events)).toMatchObject({ labels: { at: 'docs/plans/a.md' }, title: 'A' });
});

it('every event is in one of these tests', () => {
  expect(SPEC_EVENTS.map(({ type }) => type).filter((type) => !seen.has(type))).toEqual([]);
});
