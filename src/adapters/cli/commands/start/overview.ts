import { BOUNDS } from '../../../../domain/value/bounds.js';
import type { ShowBoardResult } from '../../../../application/queries/showBoard.js';
import type { Spectool } from '../../../../application/spectool.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { SpecView } from '../../../../domain/spec/specView.js';
import type { CliContext } from '../../cliContext.js';
import { setupReminders } from '../../setupReminders.js';
import { programLine } from '../../commandHelp.js';
import { safeText } from '../../layout/terminalText.js';
import { numberText } from '../../layout/specTable.js';
import { endOfClaim } from '../../layout/localTimes.js';
import { createStyle, type Style } from '../../layout/terminalStyle.js';
import { howToGoOn, listed, projectsFor } from '../../projects.js';

const NAME_WIDTH = 9;

/**
 * Returns the text that the program prints without a command: in a project, the actor's claimed specs, the next spec, and
 * problems; outside a project, how to begin. No final newline.
 */
export async function overview(
  context: CliContext,
  cwd: string | undefined,
  version: string,
): Promise<string> {
  const style = createStyle(context.output);
  try {
    const spectool = context.open(cwd);
    const told = await ofProject(spectool, style, context);
    const reminders = await setupReminders(spectool, context);
    return [told, ...reminders.map((text) => style.step(text))].join('\n');
  } catch (error) {
    if (!(error instanceof SpectoolError) || error.code !== 'NOT_A_PROJECT') throw error;
    const found = projectsFor({ cwd }, context);
    const names = listed(found);
    if (names !== '')
      return [programLine(version), names.trimStart(), style.called(howToGoOn({ cwd }, found))].join('\n');
    return [
      programLine(version),
      style.called('This folder has no specs yet. Begin: spectool init'),
      style.called('Read more: spectool help'),
    ].join('\n');
  }
}

async function ofProject(spectool: Spectool, style: Style, context: CliContext): Promise<string> {
  const [mine, next, board] = [
    await spectool.listSpecs.execute({ mine: true, status: ['in-progress'] }),
    await spectool.nextSpecs.execute({ limit: 1 }),
    await spectool.showBoard.execute({}),
  ];
  const digits = spectool.config.structure.sequenceDigits;
  const named = (spec: SpecView) =>
    `${style.ref(numberText(spec, digits))} ${safeText(spec.title)}${claimEnd(spec)}`;
  const held = mine.specs.slice(0, BOUNDS.named).map(named);
  const more = mine.total - held.length;
  const [ready] = next.specs;
  const foreign = mine.warnings.filter(({ code }) => code === 'NOT_IMPORTED');
  const offers = foreign.map(async ({ message, hint, advice }) =>
    [message, await context.advisedHint(hint, advice)].join(' '),
  );
  return [
    line('specs', counts(board)),
    line(
      'you hold',
      held.length === 0
        ? style.quiet('nothing')
        : [...held, ...(more > 0 ? [`${more} more`] : [])].join(', '),
    ),
    line('next', ready === undefined ? style.quiet('no spec is ready') : named(ready)),
    ...(await Promise.all(offers)).map((text) => line('found', safeText(text))),
    ...attention(board).map((text) => line('attention', style.warning(text))),
    '',
    ...(ready === undefined
      ? [
          board.others === 0
            ? step('spectool create "Title"', 'create a spec', style)
            : step('spectool next', 'see why no spec is ready', style),
        ]
      : [step(`spectool view ${numberText(ready, digits)}`, 'read the next spec', style)]),
    step('spectool board', 'see all specs by status', style),
    step('spectool search "topic"', 'find a spec', style),
    step('spectool validate', 'check the project', style),
    step('spectool help', 'see all commands', style),
  ].join('\n');
}

function line(name: string, text: string): string {
  return `${name.padEnd(NAME_WIDTH)}  ${text}`;
}

function step(command: string, purpose: string, style: Style): string {
  return style.quiet(style.called(`${command.padEnd(26)}${purpose}`));
}

/** Returns the end of a claim, as in ` (until 11:44)`; empty for a spec without a claim or with an expired one. */
function claimEnd({ claim }: SpecView): string {
  if (claim === undefined || claim.expired === true) return '';
  return ` (until ${endOfClaim(claim)})`;
}

function counts({ health }: ShowBoardResult): string {
  return Object.entries(health.byStatus)
    .map(([status, count]) => `${String(count)} ${status}`)
    .join(', ');
}

/** Returns a line for each kind of problem in the project; an empty list if there are no problems. */
function attention({ health, warnings }: ShowBoardResult): readonly string[] {
  const of = (refs: readonly string[], what: string) =>
    refs.length === 0
      ? []
      : [`${refs.length} ${what}: ${refs.slice(0, BOUNDS.named).map(safeText).join(', ')}`];
  return [
    ...of(health.problems, 'with problems'),
    ...of(health.stale, 'without changes for two weeks'),
    ...warnings.map(({ message }) => safeText(message)),
  ];
}
