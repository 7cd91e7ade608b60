import { Command, Option } from 'clipanion';
import type { ClaimResult } from '../../../../application/commands/claimSpecs.js';
import type { NextSpecsResult } from '../../../../application/queries/nextSpecs.js';
import type { Warning } from '../../../../application/warning.js';
import type { Spectool } from '../../../../application/spectool.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { assigneeFilter, tagFilter } from '../../fieldOptions.js';
import { listOption, numberOption } from '../../listOption.js';
import type { Terminal } from '../../layout/terminal.js';
import { takes } from '../../definition.js';
import { WritingCommand } from '../../writingCommand.js';
import { leaseFlag, renderClaimed } from '../work/claim.js';
import { ageWords } from '../../layout/ageWords.js';
import { safeText } from '../../layout/safeText.js';
import { claimText, numberText, progressText } from '../../layout/specCells.js';
import { createStyle } from '../../layout/style.js';
import { displayWidth } from '../../layout/width.js';
import { wrap } from '../../layout/wrap.js';

/** Enough to choose from; `--limit` shows more. */
const SHOWN = 10;

/** What can be started, or what was taken. */
export type NextAnswer = NextSpecsResult | ClaimResult;

export class NextCommand extends WritingCommand<NextAnswer> {
  static override paths = [['next']];
  static override synonyms = { '': ['ready', 'pick', 'unblocked'] };
  static override usage = Command.Usage({
    details: `
      Planned specs whose dependencies are complete: by priority, then by how many specs wait for them, then the oldest
      first. Each says why it is ranked there. With \`--claim\` the first that is not meant for somebody else is taken in the same
      step, as \`claim\` does; exit code 1 when there is none.
    `,
    examples: [
      ['The one to do next', 'spectool next --limit 1'],
      ['Take it', 'spectool next --claim'],
    ],
  });

  tags = tagFilter();
  assignee = assigneeFilter();
  limit = takes(
    'N',
    Option.String('--limit', { description: 'at most this many; 10 by default, all with --json' }),
  );

  claim = Option.Boolean('--claim', { description: 'take the first to work on' });
  lease = leaseFlag('with --claim: how long it holds without a sign of life, 4h by default');

  protected override async run(spectool: Spectool): Promise<NextAnswer> {
    if (this.claim === true) return this.take(spectool);
    if (this.lease !== undefined) throw new SpectoolError('USAGE', '--lease goes with --claim.');
    const limit = numberOption('--limit', this.limit) ?? (this.json ? undefined : SHOWN);
    const tags = listOption(this.tags);
    return spectool.nextSpecs.execute({
      ...(limit !== undefined && { limit }),
      ...(tags && { tags }),
      ...(this.assignee !== undefined && { assignee: this.assignee }),
    });
  }

  private async take(spectool: Spectool): Promise<ClaimResult> {
    if (this.limit !== undefined)
      throw new SpectoolError('USAGE', '--claim takes one spec; --limit is for looking.');
    const tags = listOption(this.tags);
    return spectool.claimNext.execute({
      ...(tags && { tags }),
      ...(this.assignee !== undefined && { assignee: this.assignee }),
      ...(this.lease !== undefined && { lease: this.lease }),
    });
  }

  protected override warnings(result: NextAnswer): readonly Warning[] {
    if ('events' in result) return result.warnings;
    const { broken, warnings = [] } = result;
    if (broken.length === 0) return warnings;
    return [
      ...warnings,
      {
        code: 'SPECS_BROKEN',
        message: `${broken.length === 1 ? 'A spec' : `${String(broken.length)} specs`} cannot be read: ${broken.join(', ')}.`,
        advice: [{ useCase: 'validateProject', to: 'see what is wrong' }],
      },
    ];
  }

  protected override render(result: NextAnswer, terminal: Terminal, { config }: Spectool): string {
    if ('events' in result) return renderClaimed(result, terminal);
    return renderNext(result, terminal, config.structure.sequenceDigits);
  }
}

/** What to start, the best first, each with why. No final newline. */
export function renderNext(next: NextSpecsResult, terminal: Terminal, digits: number): string {
  const style = createStyle(terminal);
  if (next.specs.length === 0) {
    return next.waiting === 0
      ? `Nothing is planned.\n${style.quiet('Plan something: spectool create my-next-spec')}`
      : `Nothing can start: ${next.waiting} planned ${next.waiting === 1 ? 'spec is' : 'specs are'} blocked.\n${style.quiet('See why: spectool deps')}`;
  }
  const lines: string[] = [];
  next.specs.forEach((spec, i) => {
    const reason = next.reasons[i];
    const number = numberText(spec, digits);
    const indent = ' '.repeat(displayWidth(number) + 1);
    const room = terminal.columns === undefined ? undefined : Math.max(10, terminal.columns - indent.length);
    const [first = '', ...rest] = wrap(safeText(spec.title), room);
    lines.push(
      `${style.ref(number)} ${style.strong(first)}`,
      ...rest.map((line) => indent + style.strong(line)),
    );
    const days = reason?.ageDays ?? null;
    const age = days === null ? '' : days < 1 ? 'created today' : `created ${ageWords(days)} ago`;
    const unblocks = reason?.unblocks.length ?? 0;
    const why = [
      spec.priority === undefined ? 'no priority' : `${spec.priority} priority`,
      unblocks === 0 ? '' : `${unblocks} ${unblocks === 1 ? 'spec waits' : 'specs wait'} for it`,
      (reason?.dependencies ?? 0) === 0 ? '' : 'all its dependencies are complete',
      spec.criteria === undefined ? '' : `${progressText(spec.criteria)} criteria met`,
      age,
      spec.assignee === undefined || spec.claim !== undefined ? '' : `@${safeText(spec.assignee)}`,
      spec.claim === undefined ? '' : `claimed by ${claimText(spec.claim)}`,
    ].filter((part) => part !== '');
    for (const line of wrap(why.join(` ${style.symbols.dot} `), room)) lines.push(indent + style.quiet(line));
  });
  const left = next.total - next.specs.length;
  const first = next.specs[0];
  const notes = [
    left > 0 ? `${style.symbols.ellipsis} ${left} more can start` : '',
    next.waiting > 0
      ? `${next.waiting} more planned ${next.waiting === 1 ? 'spec is' : 'specs are'} blocked (spectool deps)`
      : '',
    first === undefined ? '' : `Take the first: spectool claim ${numberText(first, digits)}`,
  ].filter((note) => note !== '');
  for (const note of notes) lines.push(...wrap(note, terminal.columns).map(style.quiet));
  return lines.join('\n');
}
