import type { Advice } from '../errors/advice.js';

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
  'GROUP_MISMATCH',
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

/** The current finding code by its former names, which a configuration or a workflow may still use. */
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

/** Returns the finding code with this current or former name; undefined for an unknown name. */
export function findingCode(name: string): FindingCode | undefined {
  if (Object.hasOwn(RENAMED_CODES, name)) return RENAMED_CODES[name];
  return FINDING_CODES.find((code) => code === name);
}

export const SEVERITIES = ['error', 'warning'] as const;
export type Severity = (typeof SEVERITIES)[number];
