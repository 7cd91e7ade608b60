import { expect, it } from '@jest/globals';
import { FixedClock, NoRepository, SequentialIds } from '../../../src/adapters/memory/testDoubles.js';
import { clockContract } from '../../contracts/clockContract.js';
import { idGeneratorContract } from '../../contracts/idGeneratorContract.js';
import { repositoryContract } from '../../contracts/repositoryContract.js';

clockContract('FixedClock', () => new FixedClock());
idGeneratorContract('SequentialIds', () => new SequentialIds());
repositoryContract('NoRepository', () => new NoRepository());

it('FixedClock changes its time only when advance or set is called', () => {
  const clock = new FixedClock('2026-01-05T23:00:00.000Z');
  expect(clock.now()).toBe(clock.now());
  clock.advance({ hours: 2, ms: 5 });
  expect(clock.now()).toBe('2026-01-06T01:00:00.005Z');
  clock.advance({ days: 1 });
  expect(clock.today()).toBe('2026-01-07');
  clock.set('2025-12-31T00:00:00.000Z');
  expect(clock.today()).toBe('2025-12-31');
});
