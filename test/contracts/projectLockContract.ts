import { describe, expect, it } from '@jest/globals';
import type { ProjectLock } from '../../src/ports/lockAndClaimRegistry.js';
import { refusal } from '../support/thrownError.js';

/** Tests that every ProjectLock must pass. @param open returns two locks of one project, as in two processes, with no waiting time. */
export function projectLockContract(name: string, open: () => readonly [ProjectLock, ProjectLock]): void {
  describe(`${name} as a ProjectLock`, () => {
    it('returns the result of the function that runs under the lock', () => {
      const [mine] = open();
      expect(mine.hold(() => 42)).toBe(42);
    });

    it('refuses other processes while the lock is held', () => {
      const [mine, theirs] = open();
      let entered = false;
      const error = mine.hold(() =>
        refusal(() =>
          theirs.hold(() => {
            entered = true;
          }),
        ),
      );
      expect(entered).toBe(false);
      expect(error.code).toBe('LOCK_TIMEOUT');
      expect(error.hint).toBeDefined();
    });

    it('is free after the function has returned or thrown', () => {
      const [mine, theirs] = open();
      expect(() =>
        mine.hold(() => {
          throw new Error('failed');
        }),
      ).toThrow('failed');
      expect(theirs.hold(() => 'theirs')).toBe('theirs');
      expect(mine.hold(() => 'mine')).toBe('mine');
    });

    it('can be taken again by its holder, and is free when the outermost call returns', () => {
      const [mine, theirs] = open();
      mine.hold(() => {
        expect(mine.hold(() => 'inner')).toBe('inner');
        expect(refusal(() => theirs.hold(() => 0)).code).toBe('LOCK_TIMEOUT');
      });
      expect(theirs.hold(() => 'free')).toBe('free');
    });
  });
}
