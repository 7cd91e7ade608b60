import { wordText } from '../../../../domain/value/quoted.js';
import { personText } from '../../../../domain/fields/person.js';
import { Command, Option } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import type { SyncClaimsResult } from '../../../../application/commands/project/syncClaims.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { localMinute } from '../../layout/specTableCells.js';
import { createStyle } from '../../layout/terminalStyle.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { WritingCommand } from '../../writingCommand.js';

export class SyncCommand extends WritingCommand<SyncClaimsResult> {
  static override paths = [['sync']];
  static override usage = Command.Usage({
    details: `
      Shows the claims that all clones see by the git remote of \`sync.remote\`. Offers the claims that this clone made while the
      remote did not answer, and removes those that are over: expired ones, those of this clone that it has released, and
      complete specs that the default branch of the remote has.

      With \`--forget\`, removes everything that spectool has stored on the remote for this project.
    `,
    examples: [
      ['Show, offer and remove', 'spectool sync'],
      ['Only look', 'spectool sync --dry-run'],
      ['Remove everything from the remote', 'spectool sync --forget'],
    ],
  });

  dryRun = Option.Boolean('--dry-run', false, {
    description: 'only show what would be offered and removed',
  });
  forget = Option.Boolean('--forget', false, {
    description: 'remove everything that spectool has on the remote',
  });

  protected override async run(spectool: Spectool): Promise<SyncClaimsResult> {
    return spectool.syncClaims.execute({ dryRun: this.dryRun, forget: this.forget });
  }

  protected override render(result: SyncClaimsResult, terminal: Terminal): string {
    return renderSync(result, terminal);
  }
}

function renderSync(
  { remote, claims, offered, removed, dryRun }: SyncClaimsResult,
  terminal: Terminal,
): string {
  const style = createStyle(terminal);
  if (remote === undefined) return '';
  const lines = claims.map(({ spec, state, by, until, branch, own }) => {
    const where = own ? 'in this clone' : 'in another clone';
    const when = until === undefined ? state : `until ${localMinute(until)}`;
    const on = branch === undefined ? '' : ` on ${safeText(wordText(branch))}`;
    return `${style.ref(safeText(wordText(spec)))}  ${safeText(personText(by))} ${where}, ${when}${on}`;
  });
  const listed = (what: string, specs: readonly string[]) =>
    specs.length === 0 ? [] : [`${what}: ${specs.map((spec) => safeText(wordText(spec))).join(', ')}`];
  return [
    ...(lines.length === 0 ? [`The remote ${safeText(remote)} has no claims.`] : lines),
    ...listed(dryRun === true ? 'Would be offered' : 'Offered', offered),
    ...listed(dryRun === true ? 'Would be removed' : 'Removed', removed),
  ].join('\n');
}
