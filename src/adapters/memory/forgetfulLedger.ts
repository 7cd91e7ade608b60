import type { InspectionLedger } from '../../ports/inspectionLedger.js';

/** Remembers nothing: every look is the first one. */
export const FORGETFUL_LEDGER: InspectionLedger = {
  begin: () => ({
    known: () => undefined,
    learn: () => {
      // Nothing is kept.
    },
    end: () => {
      // Nothing was kept.
    },
  }),
};
