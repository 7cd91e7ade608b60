import { describe, expect, it } from '@jest/globals';
import type { IdGenerator } from '../../src/ports/system.js';

export function idGeneratorContract(name: string, open: () => IdGenerator): void {
  describe(`${name} is an IdGenerator that`, () => {
    it('makes spec ids of 16 letters and digits, a letter first, none twice', () => {
      const ids = open();
      const made = Array.from({ length: 2000 }, () => ids.specId());
      expect(made.filter((id) => !/^[a-z][a-z0-9]{15}$/.test(id))).toEqual([]);
      expect(new Set(made).size).toBe(made.length);
    });

    it('makes no nonce twice', () => {
      const ids = open();
      const made = Array.from({ length: 2000 }, () => ids.nonce());
      expect(new Set(made).size).toBe(made.length);
      expect(made).not.toContain('');
    });
  });
}
