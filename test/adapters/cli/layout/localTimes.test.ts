import { expect, it } from '@jest/globals';
import { localMinute, withLocalTimes } from '../../../../src/adapters/cli/layout/localTimes.js';

const NOW = new Date('2026-03-05T12:00:00Z');
const local = localMinute('2026-03-05T11:44:09Z');

it.each([
  ['kim works on it until 2026-03-05T11:44:09Z.', `kim works on it until ${local.slice(11)}.`],
  ['held until 2026-03-05T11:44:09.120Z, now', `held until ${local.slice(11)}, now`],
  ['since 2026-01-09T12:00:00Z', `since ${localMinute('2026-01-09T12:00:00Z')}`],
  ['run `history --since 2026-03-05T11:44:09Z`', 'run `history --since 2026-03-05T11:44:09Z`'],
  ['created "2026-03-05T11:44:09Z" is no day', 'created "2026-03-05T11:44:09Z" is no day'],
  ['on 2026-03-05', 'on 2026-03-05'],
])('%s: a time in a sentence is short and local, and quoted text is kept', (message, shown) => {
  expect(withLocalTimes(message, NOW)).toBe(shown);
});
