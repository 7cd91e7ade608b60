import { groupBy } from '../value/groupBy.js';
import type { Finding } from './finding.js';

/**
 * The greatest number of findings with the same code that are kept for one spec, because more would only fill output and memory.
 */
const MOST = 100;

/** Returns the first findings of each code; if a code has more, one further finding gives the number of those left out. */
export function firstOfEachCode(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= MOST) return findings;
  return groupBy(findings, ({ code }) => code).flatMap((alike) => {
    const next = alike[MOST];
    if (next === undefined) return alike;
    const left = alike.length - MOST;
    const { severity, code, file, line } = next;
    return [
      ...alike.slice(0, MOST),
      {
        ...{ severity, code, file, ...(line !== undefined && { line }) },
        message: `There ${left === 1 ? 'is one more finding' : `are ${String(left)} more findings`} of this kind; only the first ${String(MOST)} are shown.`,
        fix: 'Correct the findings shown, then validate again.',
      },
    ];
  });
}
