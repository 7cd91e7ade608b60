import { describe, expect, it } from '@jest/globals';
import { isCalendarDate } from '../../src/domain/value/calendarDate.js';
import type { Clock } from '../../src/ports/system.js';

export function clockContract(name: string, open: () => Clock): void {
  describe(`${name} is a Clock that`, () => {
    it('tells UTC with milliseconds, and a day that exists', () => {
      const clock = open();
      expect(clock.now()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(isCalendarDate(clock.today())).toBe(true);
    });

    it('never goes back by itself', () => {
      const clock = open();
      const before = clock.now();
      expect(clock.now() >= before).toBe(true);
    });
  });
}
