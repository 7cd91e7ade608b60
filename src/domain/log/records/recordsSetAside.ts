import type { LogRecord, RecordId } from './record.js';

/**
 * The events that count even if their record is set aside, because they do not concern the document: claims, acceptances,
 * approvals, verdicts of tests, and the place of the folder.
 */
const LASTING: ReadonlySet<string> = new Set([
  'SpecCreated',
  'SpecImported',
  'SpecTakenOver',
  'SpecClaimed',
  'ClaimReleased',
  'SpecAccepted',
  'AcceptanceWithdrawn',
  'SpecApproved',
  'ApprovalWithdrawn',
  'SpecRenumbered',
  'SpecRenamed',
  'SpecArchived',
  'SpecUnarchived',
  'SpecDeleted',
  'SpecRestored',
  'CriterionTested',
  'VerdictWithdrawn',
]);

/**
 * Returns the records that do not count for fields and text, because git restored an older document (stash, reset, restore). A
 * later record names them.
 * @param records the records of the log, sorted by `orderRecords`.
 */
export function recordsSetAside(records: readonly LogRecord[]): ReadonlySet<RecordId> {
  const aside = new Set<RecordId>();
  for (const { events } of records)
    for (const { type, data } of events) {
      if (type !== 'RecordsSetAside' && type !== 'RecordsRestored') continue;
      const { records: named } = data;
      for (const id of Array.isArray(named) ? named : [])
        if (typeof id !== 'string') continue;
        else if (type === 'RecordsSetAside') aside.add(id);
        else aside.delete(id);
    }
  return aside;
}

/** True if an event counts although its record is set aside. */
export function isLasting({ type }: { readonly type: string }): boolean {
  return LASTING.has(type);
}
