import type { Visits } from '../../ports/visits.js';

/** Remembers nobody. */
export const FORGETFUL_VISITS: Visits = {
  last: () => undefined,
  keep: () => {
    // Nothing is kept.
  },
};
