import { describe, expect, it } from '@jest/globals';
import type { NumberRegistry } from '../../src/ports/numberRegistry.js';

const never = () => false;

/** @param open two registries of one project, as two processes have them. */
export function numberRegistryContract(
  name: string,
  open: () => readonly [NumberRegistry, NumberRegistry],
): void {
  describe(`${name} is a NumberRegistry that`, () => {
    it('gives the lowest number from the first on that nobody has', () => {
      const [mine, theirs] = open();
      expect(mine.reserve(7, never).sequence).toBe(7);
      expect(theirs.reserve(7, never).sequence).toBe(8);
      expect(mine.reserve(7, (candidate) => candidate < 12).sequence).toBe(12);
      expect(theirs.reserve(1, never).sequence).toBe(1);
    });

    it('gives a released number again, once', () => {
      const [mine, theirs] = open();
      const held = mine.reserve(1, never);
      held.release();
      const again = theirs.reserve(1, never);
      expect(again.sequence).toBe(1);
      held.release();
      expect(mine.reserve(1, never).sequence).toBe(2);
    });

    it('sweeps nothing that somebody alive holds', () => {
      const [mine, theirs] = open();
      theirs.reserve(1, never);
      mine.sweep();
      expect(mine.reserve(1, never).sequence).toBe(2);
    });

    it('asks again once it has a number: its folder may have appeared meanwhile', () => {
      const [mine, theirs] = open();
      const asked: number[] = [];
      const appearing = (candidate: number) => {
        asked.push(candidate);
        return candidate === 3 && asked.length > 1;
      };
      expect(mine.reserve(3, appearing).sequence).toBe(4);
      expect(asked).toEqual([3, 3, 4, 4]);
      expect(theirs.reserve(3, never).sequence).toBe(3);
    });

    it('keeps no number when the question fails', () => {
      const [mine, theirs] = open();
      let asked = 0;
      const failing = () => {
        asked += 1;
        if (asked === 2) throw new Error('unreadable');
        return false;
      };
      expect(() => mine.reserve(5, failing)).toThrow('unreadable');
      expect(theirs.reserve(5, never).sequence).toBe(5);
    });
  });
}
