import { describe, expect, it } from '@jest/globals';
import { eventSentence } from '../../src/adapters/presentation/sentences.js';
import { foldSpec } from '../../src/domain/log/foldSpec.js';
import { evolve, inverseOf, scalarWrites, type SpecEvent } from '../../src/domain/spec/specEvents.js';
import { ABSENT, type ActiveSpec } from '../../src/domain/spec/spec.js';
import { refusal } from '../support/thrownError.js';
import { recordWithTextDigest } from './recordWithTextDigest.js';
import { created, given } from './givenWhenThen.js';

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

it('undo of a move records no text edit for the links, because the move updates them', () => {
  const followed: SpecEvent = { type: 'TextEdited', data: { sections: [], followed: true } };
  given(created(), followed)
    .when({ type: 'Undo', data: { undone: 'x', events: [followed] } })
    .then({ type: 'ChangeUndone', data: { undone: 'x' } });
});

it('an undo is told with the beginning of the id of what it undid', () => {
  const undone = 'a1b2c3d4e5'.repeat(6) + 'abcd';
  expect(eventSentence('ChangeUndone', { undone })).toBe('undid a1b2c3d4e5');
});
