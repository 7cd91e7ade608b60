import { describe, expect, it } from '@jest/globals';
import type { ClaimEntry, Registry } from '../../src/ports/lockAndClaimRegistry.js';

const claim: ClaimEntry = { spec: 'a1b2', name: '007-user-login', by: 'kim' };
const other: ClaimEntry = { ...claim, spec: 'c3d4', name: '008-refunds' };
const held = () => true;

/** Tests that every Registry must pass. @param open returns two registries that share their entries, as in two processes. */
export function claimRegistryContract(name: string, open: () => readonly [Registry, Registry]): void {
  describe(`${name} as a Registry`, () => {
    it('shows a claim to the other process, and says whether it is shared or local', () => {
      const [mine, theirs] = open();
      expect(mine.enter([claim], held).reach).toMatch(/shared|local/);
      expect(theirs.claims()).toMatchObject([claim]);
    });

    it('keeps one claim for each spec and worktree', () => {
      const [mine, theirs] = open();
      mine.enter([claim, other], held);
      mine.enter([{ ...claim, by: 'lee' }], held);
      expect(theirs.claims()).toMatchObject([other, { ...claim, by: 'lee' }]);
    });

    it('drops the claims of its worktree that are over', () => {
      const [mine, theirs] = open();
      mine.enter([claim], held);
      mine.enter([other], (spec) => spec !== claim.spec);
      expect(theirs.claims()).toMatchObject([other]);
    });

    it('can be changed while it is held, and is free again when the work is done or has failed', () => {
      const [mine, theirs] = open();
      expect(mine.hold(() => mine.hold(() => mine.enter([claim], held).reach))).toMatch(/shared|local/);
      const work = () =>
        mine.hold(() => {
          throw new Error('failed');
        });
      expect(work).toThrow('failed');
      expect(theirs.hold(() => theirs.claims())).toMatchObject([claim]);
    });
  });
}
