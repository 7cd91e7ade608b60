import { describe, expect, it } from '@jest/globals';
import type { NumberEntry, Registry } from '../../src/ports/registry.js';

const seven: NumberEntry = { number: 7, spec: 'a1b2', name: 'user-login' };
const eight: NumberEntry = { number: 8, spec: 'c3d4', name: 'refunds' };

/** @param open two registries that see each other, as two processes have them. */
export function registryContract(name: string, open: () => readonly [Registry, Registry]): void {
  const numbersOf = (registry: Registry) => registry.change((draft) => draft.numbers()).answer;

  describe(`${name} is a Registry that`, () => {
    it('answers what the work answers, and how far it reaches', () => {
      const [mine] = open();
      const { answer, reach } = mine.change(() => 42);
      expect(answer).toBe(42);
      expect(['shared', 'local']).toContain(reach);
    });

    it('tells the other what is being given, until it is settled', () => {
      const [mine, theirs] = open();
      mine.change((draft) => draft.give(seven));
      expect(numbersOf(theirs)).toMatchObject([{ ...seven, isPending: true }]);
      mine.change((draft) => draft.settle(seven));
      expect(numbersOf(theirs)).toMatchObject([{ ...seven, isPending: false }]);
    });

    it('keeps an entry once, and apart from others with its number', () => {
      const [mine, theirs] = open();
      mine.change((draft) => {
        draft.give(seven);
        draft.give(seven);
        draft.give({ ...eight, number: 7 });
        expect(draft.numbers()).toHaveLength(2);
      });
      mine.change((draft) => draft.drop(seven));
      expect(numbersOf(theirs)).toMatchObject([{ ...eight, number: 7 }]);
    });

    it('lets either of them drop what the other gave', () => {
      const [mine, theirs] = open();
      mine.change((draft) => draft.give(seven));
      theirs.change((draft) => {
        draft.give(eight);
        draft.drop(seven);
      });
      expect(numbersOf(mine)).toMatchObject([eight]);
    });

    it('changes nothing when the work fails', () => {
      const [mine, theirs] = open();
      mine.change((draft) => draft.give(seven));
      const work = () =>
        mine.change((draft) => {
          draft.drop(seven);
          draft.give(eight);
          throw new Error('failed');
        });
      expect(work).toThrow('failed');
      expect(numbersOf(theirs)).toMatchObject([seven]);
      expect(theirs.change(() => 'free again').answer).toBe('free again');
    });
  });
}
