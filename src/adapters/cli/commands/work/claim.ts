import { Command, Option } from 'clipanion';
import type { ClaimResult } from '../../../../application/commands/claimSpecs.js';
import type { Spectool } from '../../../../application/spectool.js';
import { takes } from '../../definition.js';
import { claimText } from '../../layout/specCells.js';
import { safeText } from '../../layout/safeText.js';
import { createStyle } from '../../layout/style.js';
import type { Terminal } from '../../layout/terminal.js';
import { WritingCommand } from '../../writingCommand.js';

/** How the lease is named, here and for `next --claim`. */
export const leaseFlag = (description: string): string | undefined =>
  takes('DURATION', Option.String('--lease', { description }));

export class ClaimCommand extends WritingCommand<ClaimResult> {
  static override paths = [['claim']];
  static override synonyms = { SPEC: ['take', 'start', 'grab', 'lock'] };
  static override usage = Command.Usage({
    details: `
      Takes specs to work on, all or none: you become the assignee and the spec goes in progress. Nobody else can take it, complete
      it or give it to somebody until the lease has run out since the last thing you recorded of it, in no worktree of this clone.
      \`release\`, completion, archiving and deletion end a claim. Agents that share a name need one each: \`--as\`, or SPECTOOL_ACTOR.
    `,
    examples: [
      ['Take two specs for a day', 'spectool claim 5 6 --lease 1d'],
      ['Take one over', 'spectool claim 5 --steal --reason "Kim is on holiday"'],
    ],
  });

  specs = Option.Rest({ name: 'spec', required: 1 });
  lease = leaseFlag('how long it holds without a sign of life: 30m, 4h (the default), 2d');
  steal = Option.Boolean('--steal', { description: 'take it from who has it; needs --reason' });
  reason = takes(
    'TEXT',
    Option.String('--reason', { description: 'why it is taken over; the log keeps it' }),
  );

  protected override async run(spectool: Spectool): Promise<ClaimResult> {
    return spectool.claimSpecs.execute({
      specs: this.specs,
      ...(this.lease !== undefined && { lease: this.lease }),
      ...(this.steal !== undefined && { steal: this.steal }),
      ...(this.reason !== undefined && { reason: this.reason }),
    });
  }

  protected override render(result: ClaimResult, terminal: Terminal): string {
    return renderClaimed(result, terminal);
  }
}

/** What was taken, and what to do with it; empty when it was theirs before (a note says so). */
export function renderClaimed({ specs, events }: ClaimResult, terminal: Terminal): string {
  if (events.length === 0) return '';
  const style = createStyle(terminal);
  const taken = specs.flatMap((spec) => [
    `Claimed ${style.ref(safeText(spec.ref))}  ${safeText(spec.title)}`,
    `  ${[style.path(safeText(spec.path)), ...(spec.claim ? [claimText(spec.claim)] : [])].join(` ${style.symbols.dot} `)}`,
  ]);
  const [first] = specs;
  const ref = first === undefined ? 'SPEC' : safeText(first.ref);
  return [
    ...taken,
    style.quiet(`Read it: spectool view ${ref}`),
    style.quiet(`When it is done: spectool update ${ref} --status complete`),
  ].join('\n');
}
