import { describe, expect, it } from '@jest/globals';
import {
  type Claimant,
  claimView,
  type Holder,
  holderOf,
  isHeldBy,
  isLeft,
  leaseMs,
} from '../../../src/domain/claims/claims.js';
import { underClaim } from '../../../src/domain/spec/operations/claims.js';
import type { SpectoolError } from '../../../src/domain/errors/spectoolError.js';
import { type SpecCommand, decide, type SpecEvent } from '../../../src/domain/spec/specEvents.js';
import type { ActiveSpec } from '../../../src/domain/spec/spec.js';
import { specOf } from '../../support/recordBuilder.js';
import { created, given } from '../givenWhenThen.js';
import { recordWithTextDigest } from '../recordWithTextDigest.js';
import { expectRefusal } from '../../support/thrownError.js';

const at = (hour: number, minute = 0) =>
  `2026-01-05T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00.000Z`;
const who = (by: string, hour = 11, more: Partial<Claimant> = {}): Claimant => ({
  by,
  now: at(hour),
  knowsPlace: () => true,
  ...more,
});
const claim = (by: string, more: object = {}): Extract<SpecCommand, { type: 'Claim' }> => ({
  type: 'Claim',
  data: { claimant: who(by), lease: '4h', ...more },
});
const release = (by: string, toPlanned = false, hour = 11): SpecCommand => ({
  type: 'Release',
  data: { claimant: who(by, hour), toPlanned },
});
const claimed = (by: string, more: object = {}): SpecEvent => ({
  type: 'SpecClaimed',
  data: { by, lease: '4h', ...more },
});
const started: SpecEvent = { type: 'StatusChanged', data: { from: 'planned', to: 'in-progress' } };
const assigned = (from: string | null, to: string | null): SpecEvent => ({
  type: 'FieldsChanged',
  data: { changes: { assignee: { from, to } } },
});

/**
 * Returns a spec from a log with one record for each step. The first record is at 10:00, and each further record is an
 * hour later.
 */
function logged(...steps: readonly (readonly [actor: string, ...SpecEvent[]])[]): ActiveSpec {
  const records = [recordWithTextDigest([], at(9), [created()])];
  steps.forEach(([actor, ...events], i) => {
    const last = records.at(-1);
    records.push(recordWithTextDigest(last === undefined ? [] : [last], at(10 + i), events, { actor }));
  });
  return specOf(records);
}

const heldByKim = logged(['kim', claimed('kim'), started, assigned(null, 'kim')]);

describe('claim', () => {
  it('changes assignee and status too, given a planned spec', () => {
    given(created())
      .when(claim('kim', { claimant: who('kim', 11, { place: 'wt' }) }))
      .then(claimed('kim', { place: 'wt' }), started, assigned(null, 'kim'));
    given(created({ status: 'in-progress', assignee: 'kim' }))
      .when(claim('kim'))
      .then(claimed('kim'));
    given(created({ status: 'in-progress', assignee: 'lee' }))
      .when(claim('kim'))
      .then(claimed('kim', { assignedBefore: 'lee' }), assigned('lee', 'kim'));
  });

  it('records only a new lease, given a claim of the same actor', () => {
    expect(decide(claim('kim'), heldByKim)).toEqual([]);
    expect(decide(claim('kim', { lease: '2d' }), heldByKim)).toEqual([claimed('kim', { lease: '2d' })]);
    const elsewhere = claim('kim', { claimant: who('kim', 11, { place: 'wt' }) });
    expect(() => decide(elsewhere, heldByKim)).toThrow(expect.objectContaining({ code: 'ALREADY_CLAIMED' }));
  });

  it('succeeds after the lease of another actor ended, unless the holder changed the spec since', () => {
    const late = claim('lee', { claimant: who('lee', 14) });
    expect(decide(late, heldByKim)).toEqual([claimed('lee'), assigned('kim', 'lee')]);
    const tended = logged(
      ['kim', claimed('kim'), started, assigned(null, 'kim')],
      ['kim', assigned('kim', 'kim')],
    );
    expect(() => decide(late, tended)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ until: at(15) }) as object }),
    );
    const noticed = logged(
      ['kim', claimed('kim'), started, assigned(null, 'kim')],
      ['lee', assigned('kim', 'kim')],
    );
    expect(decide(late, noticed)).toHaveLength(2);
  });

  it('steals the claim of another actor with --steal and a reason, which the log keeps', () => {
    const steal = { steal: true, reason: 'on holiday' };
    expect(decide(claim('lee', steal), heldByKim)).toEqual([
      claimed('lee', { stolenFrom: 'kim', reason: 'on holiday' }),
      assigned('kim', 'lee'),
    ]);
    expectRefusal(() => decide(claim('lee', { steal: true }), heldByKim), 'FIELD_INVALID');
    // The spec has no holder whose claim could be stolen, so this is an ordinary claim.
    given(created()).when(claim('lee', steal)).then(claimed('lee'), started, assigned(null, 'lee'));
  });

  it('is refused, given a claim in another worktree', () => {
    const elsewhere: Holder = { by: 'kim', place: 'wt', since: at(10), until: at(14) };
    given(created())
      .when(claim('lee', { elsewhere }))
      .thenRefused('ALREADY_CLAIMED', /kim in the worktree wt/);
    given(created()).when(claim('kim', { elsewhere })).thenRefused('ALREADY_CLAIMED');
    given(created())
      .when(claim('lee', { elsewhere, steal: true, reason: 'gone' }))
      .then(claimed('lee', { stolenFrom: 'kim', reason: 'gone' }), started, assigned(null, 'lee'));
  });

  it.each([
    ['complete', created({ status: 'complete' })],
    ['archived', { ...created(), data: { ...created().data, archived: true } } as SpecEvent],
    ['of unknown status', created({ status: 'draft' })],
  ])('is refused, given a spec that is %s', (_what, event) => {
    given(event).when(claim('kim')).thenRefused('NOT_CLAIMABLE');
  });

  it.each(['', '4', 'h', '0h', '31d', '-1h', '4 h', '4h '.repeat(50)])('refuses the lease %j', (lease) => {
    given(created()).when(claim('kim', { lease })).thenRefused('FIELD_INVALID');
  });
});

describe('release', () => {
  it('assigns the spec again to the person to whom it was assigned before the claim', () => {
    const taken = logged(['kim', claimed('kim', { assignedBefore: 'lee' }), started, assigned('lee', 'kim')]);
    expect(decide(release('kim'), taken)).toEqual([
      { type: 'ClaimReleased', data: {} },
      assigned('kim', 'lee'),
    ]);
    const expired = decide(claim('ben', { claimant: who('ben', 20) }), taken);
    expect(expired).toEqual([claimed('ben', { assignedBefore: 'lee' }), assigned('kim', 'ben')]);
  });

  it('ends the claim of the actor, and resets the status to planned on request', () => {
    const back: SpecEvent = { type: 'StatusChanged', data: { from: 'in-progress', to: 'planned' } };
    expect(decide(release('kim'), heldByKim)).toEqual([
      { type: 'ClaimReleased', data: {} },
      assigned('kim', null),
    ]);
    expect(decide(release('kim', true), heldByKim)).toEqual([
      { type: 'ClaimReleased', data: {} },
      back,
      assigned('kim', null),
    ]);
    expect(decide(release('kim', true, 20), heldByKim)).toHaveLength(3);
  });

  it('is refused for a claim of another actor, and does nothing without a claim', () => {
    expectRefusal(() => decide(release('lee'), heldByKim), 'ALREADY_CLAIMED');
    expect(decide(release('lee', false, 20), heldByKim)).toEqual([]);
    given(created()).when(release('kim')).thenNothing();
  });
});

describe('A claimed spec', () => {
  const change = (...events: SpecEvent[]) => ({
    by: (by: string, hour = 11) => underClaim(heldByKim, events, who(by, hour)),
  });
  const completed: SpecEvent = { type: 'StatusChanged', data: { from: 'in-progress', to: 'complete' } };
  const tagged: SpecEvent = { type: 'TagsChanged', data: { added: ['x'], removed: [] } };

  it.each<readonly [string, SpecEvent]>([
    ['the status', completed],
    ['the assignee', assigned('kim', 'lee')],
    ['the archive', { type: 'SpecArchived', data: {} }],
    ['its deletion', { type: 'SpecDeleted', data: { reason: 'x' } }],
    [
      'a status edited by hand',
      { type: 'FrontmatterEdited', data: { changes: { status: { from: 'in-progress', to: 'complete' } } } },
    ],
    ['the claim itself', { type: 'ClaimReleased', data: {} }],
  ])('accepts %s only from the holder', (_what, event) => {
    expect(() => change(event).by('lee')).toThrow(expect.objectContaining({ code: 'ALREADY_CLAIMED' }));
    expect(change(event).by('kim').events[0]).toEqual(event);
    expect(change(event).by('lee', 20).events).toEqual([event]);
  });

  it('accepts all other changes from any actor, with the holder in the result', () => {
    expect(change(tagged).by('lee')).toEqual({
      events: [tagged],
      holder: { by: 'kim', since: at(10), until: at(14) },
    });
    expect(change(tagged).by('kim')).toEqual({ events: [tagged] });
  });

  it('is released when the holder sets another assignee', () => {
    const given = assigned('kim', 'lee');
    expect(change(given).by('kim').events).toEqual([given, { type: 'ClaimReleased', data: {} }]);
  });
});

describe('A claim', () => {
  const end = (...events: SpecEvent[]) =>
    logged(['kim', claimed('kim'), started, assigned(null, 'kim')], ['kim', ...events]).claim;

  it.each<readonly [string, SpecEvent]>([
    ['when the spec is complete', { type: 'StatusChanged', data: { from: 'in-progress', to: 'complete' } }],
    ['when it goes back to planned', { type: 'StatusChanged', data: { from: 'in-progress', to: 'planned' } }],
    [
      'when its status is edited by hand',
      { type: 'FrontmatterEdited', data: { changes: { status: { from: 'in-progress', to: 'complete' } } } },
    ],
    ['when it is archived', { type: 'SpecArchived', data: {} }],
    ['when it is deleted', { type: 'SpecDeleted', data: { reason: 'x' } }],
  ])('ends %s', (_when, event) => {
    expect(end(event)).toBeUndefined();
  });

  it('ends with its release, and its former holder is known until work begins again', () => {
    const back: SpecEvent = { type: 'ClaimReleased', data: {} };
    expect(end(back)).toMatchObject({ by: 'kim', over: true });
    expect(
      end(back, { type: 'StatusChanged', data: { from: 'in-progress', to: 'planned' } }),
    ).toBeUndefined();
  });
});

it('a claim made in a worktree that the clone does not have counts as a claim of its actor anywhere', () => {
  const holder = { by: 'kim', place: 'gone' };
  expect(isHeldBy(holder, who('kim', 11, { knowsPlace: () => false }))).toBe(true);
  expect(isHeldBy(holder, who('kim'))).toBe(false);
  expect(isHeldBy(holder, who('lee', 11, { knowsPlace: () => false }))).toBe(false);
});

it('a claim without a time, or with an invalid lease, has no effect', () => {
  const spec = { frontmatter: { status: 'in-progress' }, archived: false };
  expect(claimView({ by: 'kim', lease: '4h' }, spec, at(11))).toBeUndefined();
  expect(claimView({ by: 'kim', lease: 'for ever', since: at(10) }, spec, at(11))).toMatchObject({
    expired: true,
  });
  expect(claimView({ by: 'kim', lease: '4h', since: 'soon' }, spec, at(11))).toBeUndefined();
  expect([leaseMs('90m'), leaseMs('1h30m'), leaseMs('30d'), leaseMs('43201m')]).toEqual([
    5_400_000,
    5_400_000,
    2_592_000_000,
    undefined,
  ]);
});

it('the start of a claim is shown as a valid time, even if its record has an invalid one', () => {
  const spec = { frontmatter: { status: 'in-progress' }, archived: false };
  const told = (since: string) =>
    claimView({ by: 'kim', lease: '4h', since, seen: at(10) }, spec, at(11))?.since;
  expect(told('5 Jan 2026 10:00:00 UTC (\u001b[31mnow)')).toBe('2026-01-05T10:00:00.000Z');
  expect(told('soon')).toBe(at(11));
});

it('the refusal of a claim names the holder, start and end of the lease, and what to do', () => {
  let error: SpectoolError | undefined;
  try {
    decide(claim('lee'), heldByKim);
  } catch (thrown) {
    error = thrown as SpectoolError;
  }
  expect(error?.message).toBe(
    '001-user-login was claimed by @kim at 2026-01-05T10:00:00.000Z. The lease ends at 2026-01-05T14:00:00.000Z, unless a new change extends it.',
  );
  expect(error?.advice.map(({ useCase }) => useCase)).toEqual(['nextSpecs', 'claimSpecs']);
});

describe('A spec set in progress by update', () => {
  const beginning = recordWithTextDigest([], at(9), [created()]);
  const update = recordWithTextDigest([beginning], at(10), [started], { actor: 'kim', command: 'update' });
  const then = (...events: SpecEvent[]): ActiveSpec => {
    const more = events.length === 0 ? [] : [recordWithTextDigest([update], at(11), events)];
    return specOf([beginning, update, ...more]);
  };

  it('is held by the actor of the update for one lease, but other actors may change it', () => {
    const spec = then();

    expect(holderOf(spec, at(13, 59))).toMatchObject({ by: 'kim', byUpdate: true, until: at(14) });
    expect(holderOf(spec, at(14))).toBeUndefined();
    const toLee = [assigned(null, 'lee')];
    expect(underClaim(spec, toLee, who('lee'))).toMatchObject({ events: toLee, holder: { by: 'kim' } });
  });

  it('has no holder after the record of the update was set aside', () => {
    expect(then({ type: 'RecordsSetAside', data: { records: [update.id] } })).not.toHaveProperty('claim');
  });

  it('is offered as the next spec again after it was released', () => {
    const spec = then({ type: 'ClaimReleased', data: {} });

    expect(isLeft(spec.claim, { frontmatter: spec.frontmatter, archived: false }, at(12))).toBe(true);
  });
});
