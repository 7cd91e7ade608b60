import type { CompactLogResult } from '../../../application/commands/compactLog.js';
import type { ResolveConflictsResult } from '../../../application/commands/resolveConflicts.js';
import { safeText } from '../layout/safeText.js';
import { createStyle } from '../layout/style.js';
import type { Terminal } from '../layout/terminal.js';

/** What `resolve` mended, and what it left to a person. No final newline. */
export function renderResolved(
  { resolved, conflicts, updated }: ResolveConflictsResult,
  terminal: Terminal,
): string {
  const style = createStyle(terminal);
  const lines = [
    ...resolved.map((path) => `Resolved ${style.path(safeText(path))}`),
    ...updated.map((path) => `Brought up to the log ${style.path(safeText(path))}`),
    ...conflicts.map(({ path, conflicts: left }) => {
      const what = left === 1 ? 'a conflict' : `${left} conflicts`;
      return `${style.error('Left')} ${what} in the text of ${style.path(safeText(path))}`;
    }),
  ];
  if (conflicts.length > 0)
    lines.push(style.quiet('Edit the marked places first. Then: git add specs .spectool, and git commit.'));
  return lines.length === 0 ? 'Nothing to resolve.' : lines.join('\n');
}

/** What `compact` packed. */
export function renderPacked({ packed }: CompactLogResult, _terminal: Terminal): string {
  const files = packed.reduce((sum, { files: count }) => sum + count, 0);
  return files === 0 ? 'Nothing to pack.' : `Packed ${files} log files of ${packed.length} specs.`;
}
