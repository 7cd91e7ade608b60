import type { Finding } from './finding.js';

/**
 * The greatest number of findings with the same code that are kept for one spec, because more would only fill output and memory.
 */
const MOST = 100;

/**
 * Returns the first findings of each code, in order. If a code has more findings, one further finding gives the number of those
 * left out.
 */
export function firstOfEachCode(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= MOST) return findings;
  const counts = new Map<string, number>();
  const shown: Finding[] = [];
  const surplus = new Map<string, Finding>();
  for (const finding of findings) {
    const count = (counts.get(finding.code) ?? 0) + 1;
    counts.set(finding.code, count);
    if (count <= MOST) shown.push(finding);
    else if (count === MOST + 1) surplus.set(finding.code, finding);
  }
  for (const { severity, code, file, line } of surplus.values()) {
    const left = (counts.get(code) ?? 0) - MOST;
    shown.push({
      severity,
      code,
      file,
      ...(line !== undefined && { line }),
      message: `There ${left === 1 ? 'is one more finding' : `are ${String(left)} more findings`} of this kind; only the first ${String(MOST)} are shown.`,
      fix: 'Correct the findings shown, then validate again.',
    });
  }
  return shown;
}
