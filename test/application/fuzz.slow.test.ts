import { it } from '@jest/globals';
import fc from 'fast-check';
import { TARGETS } from '../../bench/fuzz/fuzzTargets.js';

/** Runs a few random cases of each property. `npm run fuzz` runs as many cases as time allows. */
it.each(TARGETS)(
  'Generated and mutated input damages no project, loses no data and is never printed unescaped: $name',
  async ({ property }) => {
    await fc.assert(property, { numRuns: 30 });
  },
);
