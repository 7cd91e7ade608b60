import { describe, expect, it } from '@jest/globals';
import type { ProjectLock } from '../../src/ports/locks.js';
import { refusal } from '../support/refusal.js';

/** @param open two locks of one project, as two processes have them; they do not wait for each other. */
export function projectLockContract(name: string, open: () => readonly [ProjectLock, ProjectLock]): void {
  describe(`${name} is a ProjectLock that`, () => {
    it('answers what the work answers', () => {
      const [mine] = open();
      expect(mine.hold(() => 42)).toBe(42);
    });

    it('lets nobody else in while it is held, and says so', () => {
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

    it('is free again afterwards, also after a failure', () => {
      const [mine, theirs] = open();
      expect(() =>
        mine.hold(() => {
          throw new Error('failed');
        }),
      ).toThrow('failed');
      expect(theirs.hold(() => 'theirs')).toBe('theirs');
      expect(mine.hold(() => 'mine')).toBe('mine');
    });

    it('may be held again by who holds it, and stays held until the outermost work is done', () => {
      const [mine, theirs] = open();
      mine.hold(() => {
        expect(mine.hold(() => 'inner')).toBe('inner');
        expect(refusal(() => theirs.hold(() => 0)).code).toBe('LOCK_TIMEOUT');
      });
      expect(theirs.hold(() => 'free')).toBe('free');
    });
  });
}
