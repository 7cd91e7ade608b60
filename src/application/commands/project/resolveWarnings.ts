import { valueAt } from '../../../domain/fields/change.js';
import { isSetField } from '../../../domain/fields/fields.js';
import { frontmatterDiff } from '../../../domain/fields/frontmatterDiff.js';
import { divergences } from '../../../domain/log/divergence.js';
import { foldSpec } from '../../../domain/log/foldSpec.js';
import { changedByBoth, type Sides } from '../../../domain/log/reconcile.js';
import type { LogRecord } from '../../../domain/log/records/record.js';
import type { JsonObject } from '../../../domain/value/json.js';
import type { ChangedSpec } from '../../changes/changeSpecs.js';
import { divergenceWarnings, settlingAdvice } from '../../changes/changeWarnings.js';
import type { Warning } from '../../warning.js';

const MOST_NAMED = 5;

/** Files that are no documents of specs are in conflict as well, and git does not go on before they are settled. */
export function otherConflicts(conflicted: readonly string[], own: ReadonlySet<string>): readonly Warning[] {
  const others = conflicted.filter((path) => !own.has(path));
  if (others.length === 0) return [];
  const more = others.length > MOST_NAMED ? ` and ${String(others.length - MOST_NAMED)} more` : '';
  return [
    {
      code: 'OTHER_CONFLICTS',
      message: `Not of specs, and in conflict too: ${others.slice(0, MOST_NAMED).join(', ')}${more}.`,
      hint: 'Resolve them as any file, with `git add`, before git can go on.',
    },
  ];
}

export function diverged(records: readonly LogRecord[]): readonly Warning[] {
  const { spec } = foldSpec(records);
  return spec.kind === 'active' ? divergenceWarnings(spec.labels.ref, divergences(records)) : [];
}

/** A value that the tool set on one side, and a hand on the other: what the hand wrote stands. */
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
    const advice = settlingAdvice(folder.ref, field, logged, 'take the value of the log');
    return [
      {
        code: 'EDITED_BY_HAND',
        message: `${folder.ref}: ${field} was changed by hand to ${JSON.stringify(value)}, which stands; the other branch set ${JSON.stringify(logged)}.`,
        ...(advice !== undefined && { advice: [advice] }),
      },
    ];
  });
}

export function deletedAndEdited({ folder }: ChangedSpec): Warning {
  return {
    code: 'DELETED_AND_EDITED',
    message: `${folder.ref} was deleted on one branch and edited on the other; the edit stands.`,
    advice: [
      {
        useCase: 'deleteSpec',
        request: { spec: folder.ref },
        needs: ['reason'],
        to: 'delete it all the same',
      },
    ],
  };
}
