import type { ResolveConflictsResult } from '../../../../application/commands/project/resolveConflicts.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { defineCommand } from '../../defineCommand.js';
import { argument, oneOf } from '../../options/taken.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { createStyle } from '../../layout/terminalStyle.js';

const KEEPS = ['log', 'document'] as const;

export default defineCommand({
  name: 'resolve',
  group: 'Log',
  purpose: 'repair spec documents after a merge',
  details: `
      Without SPEC, resolves the conflicts that a merge left in documents; conflicts that need your decision stay marked. With SPEC,
      repairs a document that is older than its log, for example because a merge took one side: \`--keep log\` writes the missing
      changes into the document; \`--keep document\` keeps the document as it is, and records it as the right version.
    `,
  examples: [
    ['When git stopped with conflicts', 'spectool resolve'],
    [
      'Keep a document as it is, without the changes that only the log has',
      'spectool resolve 12 --keep document',
    ],
  ],
  takes: {
    specs: argument('[SPEC…]'),
    keep: oneOf('--keep', KEEPS, 'with SPEC: the side that is right, the log (the default) or the document'),
  },
  writes: true,
  runs: 'resolveConflicts',
  run: ({ resolveConflicts }, { specs, ...given }) =>
    resolveConflicts.execute({ ...given, ...(specs.length > 0 && { specs }) }),
  exitCode: ({ conflicts, unstaged }) => (conflicts.length > 0 || unstaged.length > 0 ? 1 : 0),
  render: renderResolved,
});

/**
 * Renders the documents that `resolve` repaired, those with conflicts that a person must resolve, and the next git command. No
 * final newline.
 */
function renderResolved(
  { resolved, conflicts, updated, unstaged, next }: ResolveConflictsResult,
  terminal: Terminal,
): string {
  const style = createStyle(terminal);
  const styled = (path: string) => style.path(safeText(path));
  const lines = [
    ...resolved.map((path) => `Resolved ${styled(path)}${unstaged.includes(path) ? ', not staged' : ''}`),
    ...updated.map((path) => `Updated from the log: ${styled(path)}`),
    ...conflicts.map(({ path, conflicts: left, reason }) => {
      if (reason !== undefined)
        return `${style.error('Left')} ${styled(path)} as it was: ${safeText(reason)}`;
      const what = left === 1 ? 'a conflict' : `${left} conflicts`;
      return `${style.error('Left')} ${what} in ${styled(path)}`;
    }),
  ];
  if (conflicts.length > 0) lines.push(style.quiet('Edit the files listed as "Left" by hand.'));
  if (lines.length === 0) lines.push('Nothing to resolve.');
  if (next.length > 0) lines.push(style.step(`Then: ${safeText(next.join(', then '))}`));
  return lines.join('\n');
}
