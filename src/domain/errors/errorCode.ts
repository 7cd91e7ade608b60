/**
 * Every error code a user or script can meet, with the exit code class it belongs to.
 * `refused` → 1, `usage` → 2, `unusable` → 3, `busy` → 4. docs/errors.md tells cause and cure of each.
 */
export const ERROR_CODES = {
  SPEC_NOT_FOUND: 'refused',
  SPEC_AMBIGUOUS: 'refused',
  SPEC_BROKEN: 'refused',
  SPEC_EXISTS: 'refused',
  ID_COPIED: 'refused',
  ILLEGAL_TRANSITION: 'refused',
  FIELD_INVALID: 'usage',
  NAME_INVALID: 'refused',
  TEMPLATE_NOT_FOUND: 'refused',
  TEMPLATE_INVALID: 'refused',
  DEPENDENCY_CYCLE: 'refused',
  SECTION_NOT_FOUND: 'refused',
  SECTION_AMBIGUOUS: 'refused',
  EXPECTATION_FAILED: 'refused',
  ALREADY_CLAIMED: 'refused',
  NOT_CLAIMABLE: 'refused',
  NOTHING_READY: 'refused',
  CRITERIA_OPEN: 'refused',
  CRITERION_NOT_FOUND: 'refused',
  CRITERION_AMBIGUOUS: 'refused',
  FILE_NOT_FOUND: 'refused',
  EVENT_NOT_FOUND: 'refused',
  NUMBER_TAKEN: 'refused',
  NOT_IN_HEAD: 'refused',
  UNDO_REFUSED: 'refused',
  MERGE_CONFLICT: 'refused',
  CHANGED_MEANWHILE: 'busy',
  OUTSIDE_PROJECT: 'refused',
  WRITE_FAILED: 'refused',
  READ_FAILED: 'refused',
  GIT_FAILED: 'refused',
  USAGE: 'usage',
  NOT_A_PROJECT: 'unusable',
  CONFIG_INVALID: 'unusable',
  LOG_UNREADABLE: 'unusable',
  LOG_NEWER: 'unusable',
  LOCK_TIMEOUT: 'busy',
  CANCELLED: 'refused',
  NO_TERMINAL: 'refused',
  INTERNAL: 'refused',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
export type ErrorClass = (typeof ERROR_CODES)[ErrorCode];
