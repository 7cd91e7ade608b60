import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MemoryProject } from '../support/memoryProject.js';

const HOUR = 3_600_000;
const BEGIN = Date.parse('2026-02-01T12:00:00.000Z');
/** What the program answers again without asking any use case. */
const LINES = [
  'list',
  'list --all --json',
  'board',
  'next',
  'next --json',
  'search word',
  'view 1',
  'view 2 --json',
  'validate',
  'validate --json',
];

/** Counts as the machine's clock does, and can be set. */
class SetClock {
  at = BEGIN;
  until = Infinity;
  open = 0;

  now = (): string => {
    this.open += 1;
    return new Date(this.at).toISOString();
  };
  today = (): string => {
    this.until = -Infinity;
    return new Date(this.at).toISOString().slice(0, 10);
  };
  holdsUntil = (instant: number): void => {
    this.open -= 1;
    this.until = Math.min(this.until, instant);
  };
}

const spec = fc.record({
  created: fc.integer({ min: 0, max: 20_000 }),
  status: fc.constantFrom('planned', 'in-progress', 'complete'),
  isDay: fc.boolean(),
  lease: fc.constantFrom(undefined, '30m', '4h', '2d'),
});

it('what list, board, next, search, view and validate say holds for as long as they say', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(spec, { minLength: 2, maxLength: 5 }),
      fc.double({ min: 0, max: 0.999_999, noNaN: true }),
      async (specs, part) => {
        const clock = new SetClock();
        const project = new MemoryProject({ clock });
        for (const [i, { created, status, isDay, lease }] of specs.entries()) {
          const moment = new Date(BEGIN - created * HOUR).toISOString();
          const front = [
            `status: ${status}`,
            `created: '${isDay ? moment.slice(0, 10) : moment}'`,
            'priority: high',
          ];
          project.spec(`00${String(i + 1)}-a-word`, front.join('\n'));
          if (lease !== undefined && status === 'planned')
            await project.run(['claim', String(i + 1), '--lease', lease]);
        }
        for (const line of LINES) {
          clock.at = BEGIN + HOUR;
          Object.assign(clock, { until: Infinity, open: 0 });
          const said = await project.run(line.split(' '));
          expect({ line, open: clock.open }).toEqual({ line, open: 0 });
          expect(clock.until).toBeGreaterThan(clock.at);
          const end = Math.min(clock.until, clock.at + 400 * 24 * HOUR);
          clock.at = Math.floor(clock.at + part * (end - clock.at));
          expect({ line, ...(await project.run(line.split(' '))) }).toEqual({ line, ...said });
          clock.at = end - 1;
          expect({ line, ...(await project.run(line.split(' '))) }).toEqual({ line, ...said });
        }
      },
    ),
    { numRuns: 20 },
  );
});

it('what is told of a past day, or counted from now, is said to hold for no time', async () => {
  const clock = new SetClock();
  const project = new MemoryProject({ clock });
  project.spec('001-a', 'status: planned\ncreated: 2026-01-05');
  for (const line of ['board --as-of yesterday', 'board --as-of 3d', 'history --since 2d', 'stats']) {
    Object.assign(clock, { until: Infinity, open: 0 });
    await project.run(line.split(' '));
    expect({ line, holds: clock.open === 0 && clock.until > clock.at }).toEqual({ line, holds: false });
  }
});
