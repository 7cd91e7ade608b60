import { firstOf, MOST_NAMED } from '../../../domain/value/bounds.js';
import { valueAt } from '../../../domain/fields/fieldChange.js';
import { isSetField } from '../../../domain/fields/standardFields.js';
import { frontmatterDiff } from '../../../domain/fields/frontmatterDiff.js';
import { divergences } from '../../../domain/log/divergentFields.js';
import { foldSpec } from '../../../domain/log/foldSpec.js';
import { changedByBoth, type Sides } from '../../../domain/reconcile/reconcileFields.js';
import type { LogRecord, StreamId } from '../../../domain/log/records/record.js';
import type { JsonObject } from '../../../domain/value/jsonValue.js';
import type { EventLog } from '../../../ports/eventLog.js';
import type { CommitLog } from '../../../ports/repository/commits.js';
import type { SpecStore } from '../../../ports/specStore.js';
import { type ConflictedSpec, isPlaceOfDocument } from '../../changes/conflictedSpecs.js';
import type { ChangedSpec } from '../../changes/plannedChange.js';
import { divergenceWarnings, settlingAdvice } from '../../changes/changeWarnings.js';
import type { Warning } from '../../warning.js';

/**
 * Warns of files in conflict that `resolve` does not handle in this project, because git cannot continue before they are resolved.
 * @param then the command that continues.
 */
export function otherConflicts(
  conflicted: readonly string[],
  own: ReadonlySet<string>,
  git: Pick<CommitLog, 'otherProjects'>,
  then: string | undefined,
): readonly Warning[] {
  const others = conflicted.filter((path) => !own.has(path));
  if (others.length === 0) return [];
  const projects = git.otherProjects();
  const owners = others.map((path) => projects.find((project) => isPlaceOfDocument(path, project))?.name);
  const names = [...new Set(owners.flatMap((name) => name ?? []))];
  return [
    {
      code: 'OTHER_CONFLICTS',
      message: `Other files are in conflict too and were not resolved: ${firstOf(others)}.`,
      ...(owners.includes(undefined) && {
        hint: `Resolve the conflicts in ${names.length === 0 ? 'these files' : 'files other than specs'} by hand, and \`git add\` the files; then ${then === undefined ? 'git can continue' : `\`${then}\``}.`,
      }),
      advice: names.slice(0, MOST_NAMED).map((project) => ({
        useCase: 'resolveConflicts',
        project,
        to: `resolve those in the specs of ${project}`,
      })),
    },
  ];
}

/**
 * Warns of fields that branches set differently.
 * @param mended the specs that `resolve` merged, with the paths of their documents.
 * @param conflicts the documents that still have conflict marks.
 */
export function diverged(
  id: StreamId,
  mended: readonly { readonly spec: ConflictedSpec; readonly path: string }[],
  conflicts: readonly { readonly path: string }[],
  store: Pick<SpecStore, 'parse'>,
  log: Pick<EventLog, 'records'>,
): readonly Warning[] {
  const records = log.records(id);
  const { spec } = foldSpec(records);
  if (spec.kind !== 'active') return [];
  const merged = mended.find((one) => one.spec.id === id);
  return divergenceWarnings(spec.labels.ref, divergences(records), {
    isMarked: conflicts.some(({ path }) => path === merged?.path),
    ...(merged !== undefined && { current: store.parse(merged.spec.ours).frontmatter }),
  });
}

/** Warns of fields that a command set on one side and a person edited by hand on the other: the hand edit wins. */
export function overruled(
  sides: Sides<JsonObject>,
  records: readonly LogRecord[],
  { folder, document }: ChangedSpec,
): readonly Warning[] {
  const { spec } = foldSpec(records);
  if (spec.kind === 'absent') return [];
  const both = changedByBoth(sides);
  return [...frontmatterDiff(spec.frontmatter, document.frontmatter)].flatMap(([field, value]) => {
    if (!both.has(field) || isSetField(field)) return [];
    const logged = valueAt(spec.frontmatter, field);
    const advice = settlingAdvice(folder.ref, field, logged, 'restore the value from the log');
    return [
      {
        code: 'EDITED_BY_HAND',
        message: `${folder.ref}: ${field} was changed by hand to ${JSON.stringify(value)}, which is kept; the other branch set ${JSON.stringify(logged)}.`,
        ...(advice !== undefined && { advice: [advice] }),
      },
    ];
  });
}

export function deletedAndEdited({ folder }: ChangedSpec): Warning {
  return {
    code: 'DELETED_AND_EDITED',
    message: `${folder.ref} was deleted on one branch and edited on the other; the edit is kept.`,
    advice: [
      {
        useCase: 'deleteSpec',
        request: { spec: folder.ref },
        needs: ['reason'],
        to: 'delete it anyway',
      },
    ],
  };
}
