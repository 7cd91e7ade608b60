import { describe, expect, it } from '@jest/globals';
import { isCalendarDate } from '../../src/domain/value/dates.js';
import type { Clock } from '../../src/ports/system.js';

export function clockContract(name: string, open: () => Clock): void {
  describe(`${name} as a Clock`, () => {
    it('returns the time in UTC with milliseconds, and a valid date', () => {
      const clock = open();
      expect(clock.now()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(isCalendarDate(clock.today())).toBe(true);
    });

    it('never returns an earlier time than before', () => {
      const clock = open();
      const before = clock.now();
      expect(clock.now() >= before).toBe(true);
    });
  });
}
