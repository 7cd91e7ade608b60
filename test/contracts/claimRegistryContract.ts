import { describe, expect, it } from '@jest/globals';
import type { ClaimEntry, Registry } from '../../src/ports/lockAndClaimRegistry.js';

const claim: ClaimEntry = {
  spec: 'a1b2',
  name: '007-user-login',
  by: 'kim',
  since: '2026-01-05T10:00:00.000Z',
  until: '2026-01-05T14:00:00.000Z',
};
const other: ClaimEntry = { ...claim, spec: 'c3d4', name: '008-refunds', place: 'second' };

/** Tests that every Registry must pass. @param open returns two registries that share their entries, as in two processes. */
export function claimRegistryContract(name: string, open: () => readonly [Registry, Registry]): void {
  describe(`${name} as a Registry`, () => {
    it('returns the result of the function, and whether the registry is shared or local', () => {
      const [mine] = open();
      const { answer, reach } = mine.change(() => 42);
      expect(answer).toBe(42);
      expect(['shared', 'local']).toContain(reach);
    });

    it('shows a claim to the other process as pending until the claim is settled', () => {
      const [mine, theirs] = open();
      mine.change((draft) => draft.claim(claim));
      expect(theirs.claims()).toMatchObject([{ ...claim, isPending: true }]);
      mine.change((draft) => draft.settleClaim({ ...claim, record: 'abc' }));
      expect(theirs.claims()).toMatchObject([{ ...claim, record: 'abc', isPending: false }]);
      expect(theirs.change((draft) => draft.claims()).answer).toEqual(theirs.claims());
    });

    it('keeps one claim for each spec and worktree', () => {
      const [mine, theirs] = open();
      mine.change((draft) => {
        draft.claim(claim);
        draft.claim({ ...claim, by: 'lee' });
        draft.claim(other);
      });
      expect(theirs.claims()).toMatchObject([{ ...claim, by: 'lee' }, other]);
      mine.change((draft) => draft.dropClaim(claim.spec));
      expect(theirs.claims()).toMatchObject([other]);
    });

    it('lets each process drop a claim of the other if it names the worktree of the claim', () => {
      const [mine, theirs] = open();
      mine.change((draft) => draft.settleClaim(claim));
      const [made] = theirs.claims();
      theirs.change((draft) => draft.dropClaim(claim.spec, '/not/there'));
      expect(mine.claims()).toHaveLength(1);
      theirs.change((draft) => draft.dropClaim(claim.spec, made?.worktree));
      expect(mine.claims()).toEqual([]);
    });

    it('adds no claim when the function throws', () => {
      const [mine, theirs] = open();
      const work = () =>
        mine.change((draft) => {
          draft.claim(claim);
          throw new Error('failed');
        });
      expect(work).toThrow('failed');
      expect(theirs.claims()).toEqual([]);
      expect(theirs.change(() => 'free again').answer).toBe('free again');
    });

    it('can be changed while it is held, and is free again when the work is done or has failed', () => {
      const [mine, theirs] = open();
      expect(mine.hold(() => mine.change((draft) => draft.claim(claim)).reach)).toMatch(/shared|local/);
      const work = () =>
        mine.hold(() => {
          throw new Error('failed');
        });
      expect(work).toThrow('failed');
      expect(theirs.hold(() => theirs.claims())).toMatchObject([claim]);
    });
  });
}
