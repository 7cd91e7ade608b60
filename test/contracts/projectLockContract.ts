import { describe, expect, it } from '@jest/globals';
import type { ProjectLock } from '../../src/ports/locks.js';
import { refusal } from '../support/thrownError.js';

/** @param open two locks of one project, as in two processes; they do not wait for each other. */
export function projectLockContract(name: string, open: () => readonly [ProjectLock, ProjectLock]): void {
  describe(`${name} as a ProjectLock`, () => {
    it('returns the result of the work', () => {
      const [mine] = open();
      expect(mine.hold(() => 42)).toBe(42);
    });

    it('refuses any other process while it is held', () => {
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

    it('is free afterwards, even after a failure', () => {
      const [mine, theirs] = open();
      expect(() =>
        mine.hold(() => {
          throw new Error('failed');
        }),
      ).toThrow('failed');
      expect(theirs.hold(() => 'theirs')).toBe('theirs');
      expect(mine.hold(() => 'mine')).toBe('mine');
    });

    it('can be held again by its holder, until the outermost work is done', () => {
      const [mine, theirs] = open();
      mine.hold(() => {
        expect(mine.hold(() => 'inner')).toBe('inner');
        expect(refusal(() => theirs.hold(() => 0)).code).toBe('LOCK_TIMEOUT');
      });
      expect(theirs.hold(() => 'free')).toBe('free');
    });
  });
}
