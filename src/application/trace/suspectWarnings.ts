import { firstOf } from '../../domain/value/bounds.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { reliedOnAt, rewordedAt } from '../../domain/trace/suspectDependencies.js';
import type { Warning } from '../warning.js';

/** A spec with its records. */
export interface LoggedSpec {
  readonly ref: string;
  readonly records: readonly LogRecord[];
}

/** Warns if the text of dependencies changed after the spec that needs them was begun, completed or accepted. */
export function suspectWarnings(
  spec: LoggedSpec,
  dependencies: () => readonly LoggedSpec[],
): readonly Warning[] {
  const relied = reliedOnAt(spec.records);
  if (relied === undefined) return [];
  const changed = dependencies().filter(({ records }) => (rewordedAt(records) ?? 0) > relied);
  if (changed.length === 0) return [];
  return [
    {
      code: 'DEPENDENCY_CHANGED',
      message: `The text of ${firstOf(changed.map(({ ref }) => ref))}, which ${spec.ref} depends on, changed after ${spec.ref} was begun.`,
      advice: [
        {
          useCase: 'acceptSpec',
          request: { spec: spec.ref },
          to: 'record that the spec is still right, once you have read the change',
        },
      ],
    },
  ];
}
