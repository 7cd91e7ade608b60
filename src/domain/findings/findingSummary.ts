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
   * How to repair the findings, with placeholders for values that differ between them. Absent if each finding has its own fix.
   */
  readonly fix?: string;
  /** @hide */
  readonly advice?: readonly Advice[];
}

/** The greatest number of different fixes that a summary lists; if a code has more, each finding keeps its own fix. */
const MOST_TEXTS = 2;
const MOST_ADVICE = 4;

/** Returns a summary for each finding code: errors first, then the most frequent codes. */
export function summaryOf(findings: readonly Finding[]): readonly FindingSummary[] {
  return groupBy(findings, kindOf)
    .map((ofCode): FindingSummary => {
      const { code, severity } = ofCode[0] as Finding;
      const fixes = [...new Set(ofCode.flatMap(({ fix }) => fix ?? []))];
      const advice = commonAdvice(ofCode.flatMap((finding) => finding.advice ?? []));
      return {
        code,
        severity,
        count: ofCode.length,
        specs: new Set(ofCode.flatMap(({ spec }) => spec ?? [])).size,
        ...(fixes.length > 0 && fixes.length <= MOST_TEXTS && { fix: fixes.join(' ') }),
        ...(advice.length > 0 && advice.length <= MOST_ADVICE && { advice }),
      };
    })
    .sort((a, b) => bySeverity(a, b) || b.count - a.count || (a.code < b.code ? -1 : 1));
}

/** Returns the findings without the fixes that their summaries already contain. */
export function withFixesOnce(
  findings: readonly Finding[],
  summaries: readonly FindingSummary[],
): readonly Finding[] {
  const told = new Map(summaries.map((one) => [kindOf(one), one]));
  return findings.map(({ fix, advice, ...finding }) => {
    const summary = told.get(kindOf(finding));
    return {
      ...finding,
      ...(fix !== undefined && summary?.fix === undefined && { fix }),
      ...(advice !== undefined && summary?.advice === undefined && { advice }),
    };
  });
}

export function bySeverity(a: Pick<Finding, 'severity'>, b: Pick<Finding, 'severity'>): number {
  return Number(a.severity === 'warning') - Number(b.severity === 'warning');
}

function kindOf({ code, severity }: Pick<Finding, 'code' | 'severity'>): string {
  return `${severity} ${code}`;
}

/** Merges advice that differs only in request values; the user has to add the values that differ. */
function commonAdvice(all: readonly Advice[]): readonly Advice[] {
  const alike = groupBy(all, ({ useCase, request = {}, needs = [], to = '' }) =>
    JSON.stringify([useCase, to, Object.keys(request), needs]),
  );
  return alike.sort((a, b) => b.length - a.length).map(inCommon);
}

function inCommon(alike: readonly Advice[]): Advice {
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
