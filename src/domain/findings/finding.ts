import { BOUNDS } from '../value/bounds.js';
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
      // A few findings name their own specs; only the fix of many has a placeholder.
      const isShared = new Set(ofCode.map(ofCode.length > BOUNDS.named ? cureOf : exactCure)).size === 1;
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

/**
 * Returns findings without the fixes that the `FindingSummary` of their finding code already contains. If the fixes differ, the
 * first findings of a code keep theirs.
 */
export function withFixesOnce(
  findings: readonly Finding[],
  summaries: readonly FindingSummary[],
): readonly Finding[] {
  const shared = summaries.filter(({ fix, advice }) => fix ?? advice);
  const told = new Map(shared.map((one) => [kindOf(one), { left: BOUNDS.named, cure: exactCure(one) }]));
  return findings.map((finding) => {
    const summary = told.get(kindOf(finding));
    if (summary === undefined) return finding;
    if (exactCure(finding) !== summary.cure && summary.left-- > 0) return finding;
    const { fix: _fix, advice: _advice, ...plain } = finding;
    return plain;
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

function exactCure({ fix, advice }: Pick<Finding, 'fix' | 'advice'>): string {
  return JSON.stringify([fix, advice]);
}

/** Merges advice with the same use case. Values that differ, such as the spec, are left out; the user has to add them. */
function commonAdvice(alike: readonly Advice[]): Advice {
  const [first, ...others] = alike as readonly [Advice, ...Advice[]];
  if (first.request === undefined) return first;
  const isCommon = ([key, value]: readonly [string, JsonValue]) =>
    others.every(({ request }) => jsonEquals((request as Record<string, JsonValue>)[key], value));
  const entries = Object.entries(first.request as Readonly<Record<string, JsonValue>>);
  const differing = entries.filter((entry) => !isCommon(entry)).map(([key]) => key);
  if (differing.length === 0) return first;
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

/** An error or a warning about the project, as a linter reports it. docs/reference.md lists all codes. */
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

/** All codes of findings; docs/reference.md lists them with severity, cause and remedy, from the comments. */
export const FINDING_CODES = [
  'DOCUMENT_BROKEN', // error | the document is missing, or its frontmatter is not YAML or not closed | correct the file at the named line
  'MERGE_CONFLICT', // error | git left conflict marks | `spectool resolve`
  'FIELD_MISSING', // error | a required field is missing, or the `id` of a spec that the log knows | `spectool update SPEC` with the field; `--fix` restores the `id`
  'FIELD_INVALID', // error | an unknown status or priority, a day that does not exist, or an `id` without a log in a folder that the log knows | correct the value; `--fix` restores the `id`
  'FIELD_TYPE', // error | a custom field does not have its declared type | correct the value
  'NUMBER_DUPLICATE', // error | two specs have the same number, or the same date where a legacy pattern numbers by date | `--fix`; `--keep SPEC` chooses the spec that keeps the number
  'DEPENDENCY_MISSING', // error | `depends_on`, `part_of` or `related` names a spec that does not exist | correct the reference
  'DEPENDENCY_CYCLE', // error | specs wait for each other, by dependencies or by parts | remove one dependency; `spectool deps SPEC`
  'DEPENDENCY_ENDED', // warning | a spec depends on an archived spec that was not completed, so it stays blocked | depend on the replacement that the finding names, or end the dependency
  'FOLDER_NAME', // warning | the folder has no number | `spectool rename SPEC --number next` adds one and updates references
  'SIZE', // warning | the spec has more than 5,000 tokens | split it
  'SECTION_MISSING', // warning | a heading of `sections.recommended` is missing | add the section
  'SECTION_EMPTY', // warning | a recommended section of a spec that was begun has only comments and empty checkboxes, or a complete spec is still its template | write the section
  'LINK_BROKEN', // warning | the target of a relative link does not exist | correct the link
  'OLD_NAME', // warning | a field or link names a spec by an earlier name or number, which is followed | `--fix`, or the next change of the spec
  'CRITERIA_UNCHECKED', // warning | a spec was completed without force, but a criterion is not ticked | `spectool check SPEC` once it is met, or reopen the spec
  'CRITERION_REWORDED', // warning | the text of a criterion has changed since it was ticked | `spectool check` again, or untick it
  'LABEL_DUPLICATE', // warning | two criteria of a spec have the same label, for example after a merge | `spectool label SPEC` gives the later one a new label
  'RETIRED_BY_HAND', // warning | a criterion was marked as retired by hand, and still counts | `spectool retire` records the reason
  'CRITERION_FAILING', // error or warning | a test of a ticked criterion or of a complete spec fails, or all its tests are gone | mend the code or the test, run the tests, and `spectool prove`
  'CRITERION_UNVERIFIED', // error or warning | no test report proves a criterion of a complete spec, or the proof is stale (`workflow.proof: "required"`, or `validate SPEC --strict`) | run the tests and `spectool prove`
  'STATUS_BEHIND', // warning | a planned spec has ticked criteria, or all success criteria of a spec in progress are ticked | `spectool update SPEC --status STATUS`
  'STATUS_BY_HAND', // error or warning | the status was changed by hand to one that `update` refuses or allows only with `--reason` | change the status with `spectool update`
  'STALE', // warning | the spec is in progress and has not changed for 14 days | complete it, or set it back to planned
  'NOT_READ', // error or warning | a path among the specs or in the log was not read; the finding names the reason | remove the reason ([which](validation.md#paths-that-are-not-read))
  'CHANGE_UNFINISHED', // error | a command that changed several files was killed, or is still running | `--fix`, or the next change, finishes it
  'CONFIG_UNKNOWN_KEY', // error or warning | the configuration has an unknown key, or one of an earlier version | `spectool config unset KEY`
  'AGENTS_STALE', // warning | the part of spectool in AGENTS.md or a copy is out of date | `spectool init -y`
  'AGENTS_LONG', // warning | the skill is installed, but AGENTS.md has 100 lines or more | shorten your own part of the file
  'LOG_DAMAGED', // error | a log file is not a record, was changed, or has the wrong name | restore the file from git; `--fix` moves an empty or cut file that git never had to `.spectool/trash`
  'LOG_PARENT_MISSING', // warning | the record before this one was reverted, or is on another branch | restore the file from git, if it was not removed on purpose
  'LOG_NEWER', // warning | a record has a newer version, or an event that this version does not know | upgrade spectool
  'CLAIMED_TWICE', // warning | two branches claimed the spec; the earlier claim counts | agree on the holder; release, or steal the claim
  'DELETED_AND_EDITED', // warning | one branch deleted the spec, another edited it; the edit counts | delete it again, or change it
  'EDITED_BY_HAND', // warning | the frontmatter differs from the log | none: the next change records the edit. If `git revert` caused it, the finding names the command
  'DOCUMENT_BEHIND', // warning | the document has an older state than the log, as after a merge that took one side | `spectool resolve SPEC`, or `--keep document`
  'RECORDS_NOT_IN_TEXT', // warning | the log has ticks, notes, sections, criteria or fields that git, a merge or an edit took out of the document | run the command that the finding names to add or to drop them
  'RECORDS_NOT_COMMITTED', // warning | the documents of specs are committed, but not their records | `git add .spectool`
  'LOG_IGNORED', // error | git ignores new records of the log | remove the rule that the finding names
  'FOLDER_MOVED', // warning | the folder was renamed or moved by hand | none: the next change records the move, and references are followed
  'FOLDER_GONE', // warning | the folder of a spec was removed by hand, or lost in a merge | restore it with the command in the finding, or record the deletion with `--fix`
  'LOG_GONE', // warning | a spec has an `id`, but no log | restore `.spectool/log/ID` from git; otherwise the next change starts a new history
  'ID_COPIED', // error | two documents have the same `id`, as in a copied folder | `--fix` makes the copy a spec of its own
  'DIVERGED', // warning | two branches set one field to different values | run the `spectool update` that the finding names
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
