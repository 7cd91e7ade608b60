import { groupBy } from '../value/collections.js';
import { jsonEquals, type JsonValue } from '../value/jsonValue.js';
import type { Advice } from '../errors/spectoolError.js';

/** A summary of all findings with the same code: their number, and how to repair them. */
export interface FindingSummary extends Pick<Finding, 'code' | 'severity'> {
  readonly count: number;
  /** The number of specs that have findings with this code. */
  readonly specs: number;
  /** How to repair all of the findings, with placeholders where they differ. Absent if the findings have different fixes. */
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
    .sort((a, b) => compareSeverities(a, b) || b.count - a.count || (a.code < b.code ? -1 : 1));
}

/** Returns findings without the fixes that the `FindingSummary` of their finding code already contains. */
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

/** Compares findings by severity, errors first. */
export function compareSeverities(a: Pick<Finding, 'severity'>, b: Pick<Finding, 'severity'>): number {
  return Number(a.severity === 'warning') - Number(b.severity === 'warning');
}

function kindOf({ code, severity }: Pick<Finding, 'code' | 'severity'>): string {
  return `${severity} ${code}`;
}

/**
 * Returns a key for the repair of a finding. Findings with the same key have the same fix and use cases, perhaps for other specs.
 */
function cureOf({ fix, advice = [] }: Finding): string {
  const kinds = advice.map(({ useCase, request = {}, needs = [], to }) => [
    useCase,
    to,
    Object.keys(request),
    needs,
  ]);
  return JSON.stringify([fix, kinds]);
}

/** Merges advice with the same use case. Values that differ, such as the spec, are left out; the user has to add them. */
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
export function compareFindings(a: Finding, b: Finding): number {
  const serious = compareSeverities(a, b);
  if (serious !== 0) return serious;
  return a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0);
}

/** An error or a warning about the project, as a linter reports it. docs/validation.md explains each code. */
export interface Finding {
  readonly severity: Severity;
  readonly code: FindingCode;
  /** The spec's folder name, or its path if several specs have that folder name. */
  readonly spec?: string;
  /** Path of the file that has the problem, relative to the project's root. */
  readonly file: string;
  /** 1-based line number in the file. */
  readonly line?: number;
  readonly message: string;
  /** The target of a broken link, relative to the project's root. @hide */
  readonly target?: string;
  /** How to repair the problem, in words, if no use case repairs it. */
  readonly fix?: string;
  /** Use cases that repair the problem, best first; printed as part of the fix. @hide */
  readonly advice?: readonly Advice[];
}

/** All codes of findings. */
export const FINDING_CODES = [
  'DOCUMENT_BROKEN',
  'MERGE_CONFLICT',
  'FIELD_MISSING',
  'FIELD_INVALID',
  'FIELD_TYPE',
  'NUMBER_DUPLICATE',
  'DEPENDENCY_MISSING',
  'DEPENDENCY_CYCLE',
  'DEPENDENCY_ENDED',
  'FOLDER_NAME',
  'SIZE',
  'SECTION_MISSING',
  'SECTION_EMPTY',
  'LINK_BROKEN',
  'OLD_NAME',
  'CRITERIA_UNCHECKED',
  'CRITERION_REWORDED',
  'LABEL_DUPLICATE',
  'RETIRED_BY_HAND',
  'CRITERION_FAILING',
  'CRITERION_UNVERIFIED',
  'STATUS_BEHIND',
  'STATUS_BY_HAND',
  'STALE',
  'NOT_READ',
  'CHANGE_UNFINISHED',
  'CONFIG_UNKNOWN_KEY',
  'AGENTS_STALE',
  'AGENTS_LONG',
  'LOG_DAMAGED',
  'LOG_PARENT_MISSING',
  'LOG_NEWER',
  'CLAIMED_TWICE',
  'DELETED_AND_EDITED',
  'EDITED_BY_HAND',
  'DOCUMENT_BEHIND',
  'RECORDS_NOT_IN_TEXT',
  'RECORDS_NOT_COMMITTED',
  'LOG_IGNORED',
  'FOLDER_MOVED',
  'FOLDER_GONE',
  'LOG_GONE',
  'ID_COPIED',
  'DIVERGED',
] as const;

export type FindingCode = (typeof FINDING_CODES)[number];

/** Maps each former name of a finding code to the current one, because a configuration or a workflow may still use it. */
const RENAMED_CODES: Readonly<Record<string, FindingCode>> = {
  SPECS_HIDDEN: 'NOT_READ',
  SPECS_LEFT_BEHIND: 'NOT_READ',
  SPECS_NOT_CHECKED_OUT: 'NOT_READ',
  LOG_NOT_CHECKED_OUT: 'NOT_READ',
  FOLDER_UNREADABLE: 'NOT_READ',
  LOG_PASSED_OVER: 'LOG_NEWER',
  LOG_CLOCK: 'LOG_DAMAGED',
  PROOF_STALE: 'CRITERION_UNVERIFIED',
};

/** For each removed finding code, which a configuration may still use: its replacement, or why it was removed. */
export const REMOVED_CODES: Readonly<Record<string, string>> = {
  CLOCK_AHEAD: 'times in the future are no longer reported',
  GROUP_MISMATCH: 'the next change of the field for groups moves the folder of the spec',
  REFERENCE_AMBIGUOUS: 'NUMBER_DUPLICATE lists the specs that share a number',
};

/** Returns the finding code with this current or former name; undefined for an unknown name. */
export function findingCode(name: string): FindingCode | undefined {
  if (Object.hasOwn(RENAMED_CODES, name)) return RENAMED_CODES[name];
  return FINDING_CODES.find((code) => code === name);
}

export const SEVERITIES = ['error', 'warning'] as const;
export type Severity = (typeof SEVERITIES)[number];
