import type { Finding } from './finding.js';

/** More findings of one kind in one spec than this tell nobody more; they would fill terminals, pages and memory. */
const MOST = 100;

/** The first findings of each code, as they come; how many more there are is a finding of its own. */
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
      message: `From here on there ${left === 1 ? 'is one more' : `are ${String(left)} more`} of this kind; only the first ${String(MOST)} are shown.`,
      fix: 'Correct those, and validate again.',
    });
  }
  return shown;
}
