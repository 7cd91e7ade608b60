import { Command, Option } from 'clipanion';
import { isEnum } from 'typanion';
import type { Spectool } from '../../../../application/spectool.js';
import type { ResolveConflictsResult } from '../../../../application/commands/project/resolveConflicts.js';
import type { Terminal } from '../../layout/terminal.js';
import { takes } from '../../definition.js';
import { WritingCommand } from '../../writingCommand.js';
import { safeText } from '../../layout/safeText.js';
import { createStyle } from '../../layout/style.js';

const KEEPS = ['log', 'document'] as const;

export class ResolveCommand extends WritingCommand<ResolveConflictsResult> {
  static override paths = [['resolve']];
  static override usage = Command.Usage({
    details: `
      Without a spec: repairs what a merge left in documents. With specs: where a document shows less than the log tells, and no hand
      edited it, brings what is recorded into the document, or records that the document counts as it stands.
    `,
    examples: [
      ['After git stopped with conflicts', 'spectool resolve'],
      ['Drop what git took out of a document', 'spectool resolve 12 --keep document'],
    ],
  });

  specs = Option.Rest({ name: 'spec' });
  keep = takes(
    'log|document',
    Option.String('--keep', {
      description: 'which of them counts: log, the default, or document',
      validator: isEnum(KEEPS),
    }),
  );

  protected override async run(spectool: Spectool): Promise<ResolveConflictsResult> {
    const { specs, keep } = this;
    return spectool.resolveConflicts.execute({
      ...(specs.length > 0 && { specs }),
      ...(keep !== undefined && { keep }),
    });
  }

  protected override exitCode({ conflicts, unstaged }: ResolveConflictsResult): number {
    return conflicts.length > 0 || unstaged.length > 0 ? 1 : 0;
  }

  protected override render(result: ResolveConflictsResult, terminal: Terminal): string {
    return renderResolved(result, terminal);
  }
}

/** What `resolve` repaired, what it left to a person, and how git goes on. No final newline. */
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
  if (conflicts.length > 0) lines.push(style.quiet('Edit these first.'));
  if (lines.length === 0) lines.push('Nothing to resolve.');
  if (next.length > 0) lines.push(style.quiet(`Then: ${safeText(next.join(', then '))}`));
  return lines.join('\n');
}
