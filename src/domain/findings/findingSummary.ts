import { groupBy } from '../value/groupBy.js';
import type { Advice } from '../errors/advice.js';
import { jsonEquals, type JsonValue } from '../value/jsonValue.js';
import type { Finding } from './finding.js';

/** A summary of all findings with the same code: their number, and how to repair them. */
export interface FindingSummary extends Pick<Finding, 'code' | 'severity'> {
  readonly count: number;
  /** The number of specs that have findings with this code. */
  readonly specs: number;
  /**
   * How to repair all of the findings, with placeholders for values that differ between them. Absent if each finding has its
   * own fix.
   */
  readonly fix?: string;
  /** @hide */
  readonly advice?: readonly Advice[];
}

/** Returns a summary for each finding code: errors first, then the most frequent codes. */
export function summaryOf(findings: readonly Finding[]): readonly FindingSummary[] {
  return groupBy(findings, kindOf)
    .map((ofCode): FindingSummary => {
      const { code, severity, fix, advice } = ofCode[0] as Finding;
      const isShared = new Set(ofCode.map(cureOf)).size === 1;
      const inCommon = (i: number) => commonAdvice(ofCode.flatMap((one) => one.advice?.[i] ?? []));
      return {
        code,
        severity,
        count: ofCode.length,
        specs: new Set(ofCode.flatMap(({ spec }) => spec ?? [])).size,
        ...(isShared && fix !== undefined && { fix }),
        ...(isShared && advice !== undefined && { advice: advice.map((_one, i) => inCommon(i)) }),
      };
    })
    .sort((a, b) => bySeverity(a, b) || b.count - a.count || (a.code < b.code ? -1 : 1));
}

/** Returns the findings without the fixes that their summaries already contain. */
export function withFixesOnce(
  findings: readonly Finding[],
  summaries: readonly FindingSummary[],
): readonly Finding[] {
  const told = new Set(summaries.filter(({ fix, advice }) => fix ?? advice).map(kindOf));
  return findings.map((finding) => {
    const { fix: _fix, advice: _advice, ...plain } = finding;
    return told.has(kindOf(finding)) ? plain : finding;
  });
}

export function bySeverity(a: Pick<Finding, 'severity'>, b: Pick<Finding, 'severity'>): number {
  return Number(a.severity === 'warning') - Number(b.severity === 'warning');
}

function kindOf({ code, severity }: Pick<Finding, 'code' | 'severity'>): string {
  return `${severity} ${code}`;
}

/** Returns a key for how to repair a finding; findings with the same key differ at most in request values. */
function cureOf({ fix, advice = [] }: Finding): string {
  const kinds = advice.map(({ useCase, request = {}, needs = [], to }) => [
    useCase,
    to,
    Object.keys(request),
    needs,
  ]);
  return JSON.stringify([fix, kinds]);
}

/** Merges advice that differs only in request values; the user has to add the values that differ. */
function commonAdvice(alike: readonly Advice[]): Advice {
  const [first, ...others] = alike as readonly [Advice, ...Advice[]];
  if (first.request === undefined) return first;
  const isCommon = ([key, value]: readonly [string, JsonValue]) =>
    others.every(({ request }) => jsonEquals((request as Record<string, JsonValue>)[key], value));
  const entries = Object.entries(first.request as Readonly<Record<string, JsonValue>>);
  const differing = entries.filter((entry) => !isCommon(entry)).map(([key]) => key);
  return {
    ...first,
    request: Object.fromEntries(entries.filter(isCommon)),
    needs: [...differing, ...(first.needs ?? [])],
  } as Advice;
}

/** Compares findings: errors first, then in the order of their files and lines. */
export function inOrder(a: Finding, b: Finding): number {
  const serious = bySeverity(a, b);
  if (serious !== 0) return serious;
  return a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0);
}
