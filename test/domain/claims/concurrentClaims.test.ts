import { describe, expect, it } from '@jest/globals';
import { foldSpec, outlivedDeletions } from '../../../src/domain/log/foldSpec.js';
import { divergences } from '../../../src/domain/log/divergences.js';
import type { LogRecord } from '../../../src/domain/log/records/record.js';
import { orderRecords } from '../../../src/domain/log/records/recordOrderAndFormat.js';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { recordWithTextDigest } from '../recordWithTextDigest.js';
import { created } from '../givenWhenThen.js';

const at = (minute: number) => `2026-01-05T10:${String(minute).padStart(2, '0')}:00.000Z`;
const assignee = (from: string | null, to: string | null): SpecEvent => ({
  type: 'FieldsChanged',
  data: { changes: { assignee: { from, to } } },
});
const status = (from: string, to: string): SpecEvent => ({ type: 'StatusChanged', data: { from, to } });
const claimBy = (by: string, more: object = {}): readonly SpecEvent[] => [
  status('planned', 'in-progress'),
  assignee(null, by),
  { type: 'SpecClaimed', data: { by, lease: '4h', ...more } },
];
const release: readonly SpecEvent[] = [
  { type: 'ClaimReleased', data: {} },
  status('in-progress', 'planned'),
  assignee('kim', null),
];
const TAGGED: SpecEvent = { type: 'TagsChanged', data: { added: ['x'], removed: [] } };
const root = recordWithTextDigest([], at(0), [created()]);

function told(...records: readonly LogRecord[]) {
  const ordered = orderRecords(records.toReversed());
  const { spec, passedOver } = foldSpec(ordered);
  if (spec.kind === 'absent') throw new Error('nothing was told');
  const { status: state, assignee: who = null } = spec.frontmatter;
  return {
    state,
    who,
    claim: spec.claim?.by,
    twice: passedOver.map(({ code, record }) => [code, record.id]),
  };
}

describe('two claims of one spec, made on branches that were merged later,', () => {
  const kim = recordWithTextDigest([root], at(1), claimBy('kim'));
  const lee = recordWithTextDigest([root], at(2), claimBy('lee'), { actor: 'lee' });

  it('leave the earlier claim in effect, and the later one is reported', () => {
    expect(told(root, kim, lee)).toEqual({
      state: 'in-progress',
      who: 'kim',
      claim: 'kim',
      twice: [['CLAIMED_TWICE', lee.id]],
    });
    const [open] = divergences(orderRecords([root, kim, lee]));
    expect(open?.candidates.map(({ value }) => value)).toEqual(['kim', 'lee']);
  });

  it('keep the other changes in the record of the claim that has no effect', () => {
    const tagged = recordWithTextDigest([root], at(2), [
      ...claimBy('lee'),
      TAGGED,
      {
        type: 'FieldsChanged',
        data: { changes: { assignee: { from: null, to: 'lee' }, priority: { from: null, to: 'high' } } },
      },
    ]);
    const { spec } = foldSpec(orderRecords([root, kim, tagged]));
    expect(spec).toMatchObject({ frontmatter: { assignee: 'kim', tags: ['x'], priority: 'high' } });
  });

  it.each<[string, SpecEvent]>([
    ['a change of a field', TAGGED],
    ['work in progress', status('planned', 'in-progress')],
    ['an unknown event', { type: 'SpecMoved', data: { to: 'complete' } } as unknown as SpecEvent],
  ])('stay reported after %s on one branch', (_what, event) => {
    expect(told(root, kim, lee, recordWithTextDigest([kim], at(3), [event]))).toMatchObject({
      claim: 'kim',
      twice: expect.arrayContaining([['CLAIMED_TWICE', lee.id]]),
    });
  });

  it.each<[string, SpecEvent, string | undefined]>([
    ['the archive', { type: 'SpecArchived', data: {} }, undefined],
    ['a deletion', { type: 'SpecDeleted', data: { reason: 'a mistake' } }, 'lee'],
  ])('are not reported when the earlier claim ended with %s', (_what, end, holder) => {
    const { claim, twice } = told(root, kim, lee, recordWithTextDigest([kim], at(3), [end]));
    expect(claim).toBe(holder);
    expect(twice).not.toContainEqual(['CLAIMED_TWICE', lee.id]);
  });

  describe('and whose work was completed,', () => {
    const done = recordWithTextDigest([kim], at(3), [status('in-progress', 'complete')]);
    const doneToo = recordWithTextDigest([lee], at(4), [status('in-progress', 'complete')], { actor: 'lee' });
    const reasons = (...records: readonly LogRecord[]) =>
      foldSpec(orderRecords([root, ...records])).passedOver.map(({ reason }) => reason);

    it.each<[string, readonly LogRecord[], string]>([
      [
        'completed by the first holder',
        [done],
        `is a second claim: @kim claimed the spec earlier (${at(1)}), on another branch, and completed it`,
      ],
      [
        'completed by both',
        [done, doneToo],
        `is a second claim: @kim claimed the spec earlier (${at(1)}), on another branch, and completed it`,
      ],
      [
        'completed by the second holder',
        [doneToo],
        `is a second claim: @kim claimed the spec earlier (${at(1)}), on another branch`,
      ],
    ])('are reported when the spec was %s', (_what, more, reason) => {
      expect(told(root, kim, lee, ...more).twice).toEqual([['CLAIMED_TWICE', lee.id]]);
      expect(reasons(kim, lee, ...more)).toEqual([reason]);
    });

    it('have no holder, and are reported until a record follows both of them', () => {
      expect(told(root, kim, lee, done).claim).toBeUndefined();
      const noted = recordWithTextDigest([done, lee], at(5), [TAGGED]);
      expect(told(root, kim, lee, done, noted).twice).toEqual([]);
    });

    it.each<[string, LogRecord]>([
      ['released', recordWithTextDigest([lee], at(3), release)],
      ['by the same holder', recordWithTextDigest([root], at(2), claimBy('kim'))],
    ])('are not reported when the other claim was %s', (_what, other) => {
      const given = other.parents.includes(lee.id) ? [lee, other] : [other];
      expect(told(root, kim, ...given, done).twice).toEqual([]);
    });
  });

  it('leave the later claim in effect when it stole the claim of the earlier holder', () => {
    const stolen = recordWithTextDigest(
      [root],
      at(2),
      claimBy('lee', { stolenFrom: 'kim', reason: 'gone' }),
      { actor: 'lee' },
    );
    expect(told(root, kim, stolen)).toMatchObject({ claim: 'lee', who: 'lee', twice: [] });
  });

  it('leave the later claim in effect when the lease of the earlier claim had ended', () => {
    const short = recordWithTextDigest([root], at(1), claimBy('kim', { lease: '10m' }));
    const next = recordWithTextDigest([root], at(11), claimBy('lee'), { actor: 'lee' });
    expect(told(root, short, next)).toMatchObject({ claim: 'lee', twice: [] });
    const sign = recordWithTextDigest([short], at(5), [TAGGED], { actor: 'kim' });
    expect(told(root, short, sign, next)).toMatchObject({
      claim: 'kim',
      twice: [['CLAIMED_TWICE', next.id]],
    });
  });

  it('can both be released', () => {
    const released = [kim, lee].map((claim) => recordWithTextDigest([claim], at(3), release));
    expect(told(root, kim, lee, ...released)).toMatchObject({
      claim: undefined,
      state: 'planned',
      twice: [],
    });
  });

  it('do not undo a change of the assignee that was made without a claim', () => {
    const kept = recordWithTextDigest([kim], at(3), [assignee('kim', 'max')]);
    expect(told(root, kim, lee, kept)).toMatchObject({ who: 'max' });
    const beside = recordWithTextDigest([root], at(4), [assignee(null, 'zoe')]);
    expect(told(root, kim, lee, kept, beside)).toMatchObject({ who: 'zoe' });
  });

  it('leave one claim in effect when the other is released', () => {
    const released = recordWithTextDigest([kim], at(3), release);
    expect(told(root, kim, lee, released)).toMatchObject({ who: 'lee', claim: 'lee', state: 'in-progress' });
    const loserReleased = recordWithTextDigest([lee], at(3), [
      { type: 'ClaimReleased', data: {} },
      assignee('lee', null),
    ]);
    expect(told(root, kim, lee, loserReleased)).toMatchObject({ who: 'kim', claim: 'kim', twice: [] });
  });

  it('both end when a later record steals the claim after the merge', () => {
    const stolen = recordWithTextDigest([kim, lee], at(4), [
      assignee('kim', 'max'),
      { type: 'SpecClaimed', data: { by: 'max', lease: '4h', stolenFrom: 'kim' } },
    ]);
    expect(told(root, kim, lee, stolen)).toEqual({
      state: 'in-progress',
      who: 'max',
      claim: 'max',
      twice: [],
    });
  });

  it('are not reported when both are by one actor in one worktree', () => {
    const again = recordWithTextDigest([root], at(2), claimBy('kim'));
    expect(told(root, kim, again).twice).toEqual([]);
    const elsewhere = recordWithTextDigest([root], at(2), claimBy('kim', { place: 'other' }));
    expect(told(root, kim, elsewhere).twice).toEqual([['CLAIMED_TWICE', elsewhere.id]]);
  });

  it('stay released when the release has an earlier time than the claim', () => {
    const released = recordWithTextDigest([kim], '2020-01-01T00:00:00.000Z', release);
    expect(told(root, kim, released)).toMatchObject({ state: 'planned', who: null, claim: undefined });
  });
});

describe('a spec that was deleted on one branch', () => {
  const deleted = recordWithTextDigest([root], at(1), [
    { type: 'SpecDeleted', data: { reason: 'a mistake' } },
  ]);
  const isDeleted = (...records: readonly LogRecord[]) => {
    const { spec, passedOver } = foldSpec(orderRecords(records));
    return [spec.kind === 'active' && spec.deleted !== undefined, passedOver.map(({ code }) => code)];
  };

  it.each([0, 2])('is kept when another branch edited it, at minute %s', (minute) => {
    const edit = recordWithTextDigest([root], at(minute), [assignee(null, 'kim')]);
    expect(isDeleted(root, deleted, edit)).toEqual([false, ['DELETED_AND_EDITED']]);
  });

  it('stays deleted when the other branch deleted it, too', () => {
    const too = recordWithTextDigest([root], at(2), [
      { type: 'SpecDeleted', data: { reason: 'made twice' } },
    ]);
    expect(isDeleted(root, deleted, too)).toEqual([true, []]);
  });

  it('has only the record of its deletion listed as made ineffective by an edit', () => {
    const edits = [2, 3].map((minute) => recordWithTextDigest([root], at(minute), [assignee(null, 'kim')]));
    expect(outlivedDeletions(orderRecords([root, deleted, ...edits]))).toEqual(
      new Map([[deleted.id, 'beside']]),
    );
  });

  it('is kept when a later record changes it', () => {
    expect(isDeleted(root, deleted, recordWithTextDigest([deleted], at(2), [assignee(null, 'kim')]))).toEqual(
      [false, []],
    );
  });
});
