import type { Finding } from './finding.js';

/** The most findings of one code for one spec; more would only fill the output and memory. */
const MOST = 100;

/** Returns the first findings of each code in order, and one finding with the number of the others. */
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
      message: `There ${left === 1 ? 'is one more' : `are ${String(left)} more`} of this kind; only the first ${String(MOST)} are shown.`,
      fix: 'Correct those, then validate again.',
    });
  }
  return shown;
}
