import type { ChangedSpec } from './changeSpecs.js';
import { settlingAdvice } from './divergenceWarnings.js';
import type { Warning } from '../warning.js';

/** What a change did besides what it was asked for: settled what branches disagree on, recorded what was edited by hand. */
export function changeWarnings({ folder, settled = [], edited = [] }: ChangedSpec): readonly Warning[] {
  return [
    ...settled.map(({ field, candidates: [standing, ...others] }): Warning => {
      const advice = settlingAdvice(folder.ref, field, others[0]?.value, 'choose the other');
      const other = others.map(({ value }) => JSON.stringify(value)).join(', ');
      return {
        code: 'DIVERGED',
        message: `Two branches had set ${field} differently; it stays ${JSON.stringify(standing?.value)}, the other value was ${other}.`,
        ...(advice !== undefined && { advice: [advice] }),
      };
    }),
    ...edited.flatMap((event): readonly Warning[] => {
      if (event.type !== 'FrontmatterEdited') return [];
      const changes = Object.entries(event.data.changes).map(
        ([field, { from, to }]) => `${field} ${JSON.stringify(from)} → ${JSON.stringify(to)}`,
      );
      if (changes.length === 0) return [];
      return [
        {
          code: 'EDITED_BY_HAND',
          message: `The frontmatter had been edited by hand, which is now recorded: ${changes.join(', ')}.`,
          hint: 'Set fields with the tool, which checks what it writes.',
        },
      ];
    }),
  ];
}
