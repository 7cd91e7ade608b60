import type { Changes } from '../../domain/spec/change.js';
import { irregularStep } from '../../domain/spec/status.js';
import type { ChangedSpec } from './changeSpecs.js';
import { settlingAdvice } from './divergenceWarnings.js';
import type { Warning } from '../warning.js';

/**
 * What a change did besides what it was asked for: settled what branches disagree on, recorded what was edited by hand, brought back
 * what a document had fallen behind by.
 */
export function changeWarnings({
  folder,
  settled = [],
  edited = [],
  broughtBack = {},
  isFiltered = false,
}: ChangedSpec): readonly Warning[] {
  return [
    ...settled.map(({ field, candidates: [kept, ...others] }): Warning => {
      const advice = settlingAdvice(folder.ref, field, others[0]?.value, 'choose the other');
      const other = others.map(({ value }) => JSON.stringify(value)).join(', ');
      return {
        code: 'DIVERGED',
        message: `Two branches set ${field} differently; ${JSON.stringify(kept?.value)} was kept, the other value was ${other}.`,
        ...(advice !== undefined && { advice: [advice] }),
      };
    }),
    ...rolledForward(folder.ref, broughtBack),
    ...(isFiltered ? [filtered(folder.ref)] : []),
    ...edited.flatMap((event): readonly Warning[] => {
      if (event.type !== 'FrontmatterEdited') return [];
      const written = Object.entries(event.data.changes).filter(([field]) => field !== 'updated');
      const changes = written.map(
        ([field, { from, to }]) => `${field} ${JSON.stringify(from)} → ${JSON.stringify(to)}`,
      );
      if (changes.length === 0) return [];
      const { status } = event.data.changes;
      const step = status === undefined ? undefined : irregularStep(status.from, status.to);
      const irregular =
        step === undefined
          ? ''
          : ` From ${step.from} to ${step.to} is no step an update takes without force and a reason; it stands.`;
      return [
        {
          code: 'EDITED_BY_HAND',
          message: `The frontmatter had been edited by hand, which is now recorded: ${changes.join(', ')}.${irregular}`,
          hint: 'Set fields with the tool, which checks what it writes.',
        },
      ];
    }),
  ];
}

function rolledForward(ref: string, broughtBack: Changes): readonly Warning[] {
  const fields = Object.entries(broughtBack);
  if (fields.length === 0) return [];
  const restored = fields.map(
    ([name, { from, to }]) => `${name} ${JSON.stringify(from)} → ${JSON.stringify(to)}`,
  );
  return [
    {
      code: 'ROLLED_FORWARD',
      message: `The document was behind the log, as after a write that was cut short; brought back: ${restored.join(', ')}.`,
      advice: fields.flatMap(
        ([name, { from }]) => settlingAdvice(ref, name, from, 'have the old value') ?? [],
      ),
    },
  ];
}

function filtered(ref: string): Warning {
  return {
    code: 'TEXT_FILTERED',
    message: `The text of ${ref} is not what the log tells, and .gitattributes has git change it as it is checked out: whether somebody edited it cannot be told, so nothing was recorded.`,
    hint: 'Leave the specs out of `filter`, `ident` and `working-tree-encoding` in .gitattributes.',
  };
}
