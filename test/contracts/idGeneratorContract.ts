import { describe, expect, it } from '@jest/globals';
import type { IdGenerator } from '../../src/ports/system.js';

export function idGeneratorContract(name: string, open: () => IdGenerator): void {
  describe(`${name} as an IdGenerator`, () => {
    it('makes unique spec ids of 16 letters and digits that begin with a letter', () => {
      const ids = open();
      const made = Array.from({ length: 2000 }, () => ids.specId());
      expect(made.filter((id) => !/^[a-z][a-z0-9]{15}$/.test(id))).toEqual([]);
      expect(new Set(made).size).toBe(made.length);
    });

    it('makes unique random ids (nonces)', () => {
      const ids = open();
      const made = Array.from({ length: 2000 }, () => ids.nonce());
      expect(new Set(made).size).toBe(made.length);
      expect(made).not.toContain('');
    });
  });
}
