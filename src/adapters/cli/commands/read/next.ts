import { shellLine } from '../../../presentation/adviceText.js';
import { BOUNDS } from '../../../../domain/value/bounds.js';
import type { ClaimResult } from '../../../../application/commands/claimAndRelease.js';
import { type NotReady, notReadyText } from '../../../../application/projections/readySpecs.js';
import type { NextSpecsResult } from '../../../../application/queries/listAndNext.js';
import type { Warning } from '../../../../application/useCase.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { present } from '../../../../domain/value/collections.js';
import { personText } from '../../../../domain/value/person.js';
import { withinTokens } from '../../../../domain/value/tokenEstimate.js';
import { assigneeFilter, peopleOf, tagFilter } from '../../fieldFlags.js';
import { listFlag, switchFlag, numberFlag, refuseWith, textFlag, forOne } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText, displayWidth, NAME_TOKENS, TITLE_TOKENS, wrap } from '../../layout/terminalText.js';
import {
  claimText,
  documentsElsewhereLines,
  metText,
  nothingListed,
  numberText,
} from '../../layout/specTable.js';
import { durationText } from '../../layout/localTimes.js';
import { createStyle, type Terminal } from '../../layout/terminalStyle.js';
import { renderClaimed } from '../work/claimAndRelease.js';
import { type BriefSpec, briefSpec } from '../../layout/outputFields.js';

/** A spec that can be started, with its priority and the other reasons for its rank. */
export interface NextSpec extends BriefSpec {
  readonly id: string | null;
  readonly name: string;
  readonly path: string;
  readonly reason: {
    /** Number of incomplete specs that depend on the spec, directly or indirectly. */
    readonly unblocks?: number;
    /** Days since the spec was created; null if the date is unknown. */
    readonly ageDays: number | null;
    /** The commit that looks as if it ended the work: with it, most of the files that the documents name were changed. */
    readonly shippedIn?: string;
    /** Number of the spec's dependencies, which are all complete. */
    readonly dependencies?: number;
  };
}

export interface NextDocument {
  readonly specs: readonly NextSpec[];
  /** Number of specs that can be started. */
  readonly total: number;
  readonly shown: number;
  /** Number of specs that depend on incomplete specs. */
  readonly waiting: number;
  /** Number of planned specs that lack an approval; absent if there are none. */
  readonly unapproved?: number;
  /** The open specs that cannot be started, by reason and person; set only if no spec can be started. */
  readonly notReady?: readonly NotReady[];
  /** Number of all specs; set only if the filters match no open spec. */
  readonly others?: number;
  /** Documents in adopted folders that only a branch or another worktree has; absent if there are none, or with a filter. */
  readonly elsewhere?: NextSpecsResult['elsewhere'];
  /** Folder names of specs whose document cannot be read. */
  readonly broken: readonly string[];
  readonly warnings?: readonly Warning[];
}

function nextDocument(next: NextSpecsResult): NextDocument {
  const { reasons, notReady, ...rest } = next;
  const specs = next.specs.map((spec, i) => {
    const { unblocks = 0, ageDays = null, dependencies = 0, shippedIn } = reasons[i] ?? {};
    const { id, name, path } = spec;
    const reason = {
      ...(unblocks > 0 && { unblocks }),
      ageDays,
      ...(dependencies > 0 && { dependencies }),
      ...(shippedIn && { shippedIn }),
    };
    return { ...briefSpec(spec), id, name, path, reason };
  });
  return { ...rest, ...(next.total === 0 && { notReady }), specs, shown: specs.length };
}

/** The result of `next`: the specs that can be started, or with `--claim` the claimed spec. */
export type NextAnswer = NextSpecsResult | ClaimResult;

/** The document of `next --json`. */
export type NextOutput = NextDocument | ClaimResult;

export const nextCommand = defineCommand({
  name: 'next',
  group: 'Look',
  purpose: 'list the specs that are ready to begin, best first',
  details: `
      Lists specs that no actor works on and whose dependencies are all complete. Specs with a higher priority come first, then specs
      that more specs wait for, then older specs. Each spec is shown with the reasons for its position in the list. \`--claim\` also claims the
      first spec that is not assigned to another actor; if there is none, the exit code is 1.
    `,
  examples: [
    ['Only the first spec', 'spectool next --limit 1'],
    ['Claim the first spec', 'spectool next --claim'],
  ],
  takes: {
    tags: tagFilter,
    assignee: assigneeFilter,
    limit: numberFlag('--limit N', 'show at most this many specs; 10 by default'),
    claim: forOne(switchFlag('--claim', 'claim the first spec that is not assigned to another actor')),
    lease: textFlag(
      '--lease DURATION',
      'with --claim: how long the claim lasts after your last change of the spec; 4h by default',
    ),
    code: listFlag(
      '--code FILE,…',
      'with --claim: the files that the spec is about, instead of those named before',
    ),
  },
  writes: true,
  allProjects: true,
  asFlags: (request: object, useCase) => (useCase === 'claimNext' ? { ...request, claim: true } : request),
  runs: ['nextSpecs', 'claimNext'],
  run: ({ nextSpecs, claimNext }, { claim, lease, limit, code, tags, assignee }): Promise<NextAnswer> => {
    const only = { ...(tags && { tags }), ...peopleOf(assignee) };
    if (!claim) {
      if (lease !== undefined || code !== undefined)
        throw new SpectoolError('USAGE', `${lease === undefined ? '--code' : '--lease'} needs --claim.`);
      return nextSpecs.execute({ limit: limit ?? BOUNDS.shown, ...only });
    }
    refuseWith('--claim', { limit });
    return claimNext.execute({ ...only, ...present({ lease, code }) });
  },
  document: (result): NextOutput => ('events' in result ? result : nextDocument(result)),
  render: async (result, terminal, { config }, { tags, assignee }, { context }) => {
    if ('events' in result) return renderClaimed(result, terminal, config.structure.sequenceDigits, true);
    // `next` does not ask the remote, so another clone may hold the first spec. `--claim` asks it.
    const advice = { useCase: 'claimNext', request: present({ tags, assignee }) } as const;
    const claim = config.sync.remote === undefined ? undefined : await context.advisedCommand(advice);
    return [
      renderNext(result, terminal, config.structure.sequenceDigits, claim && shellLine(claim)),
      ...documentsElsewhereLines(result.elsewhere, createStyle(terminal)),
    ].join('\n');
  },
});

/**
 * Renders the specs that can be started, best first, each with the reasons for its rank. No final newline.
 * @param claim the command that claims the first spec that no other clone holds; absent if clones do not share claims.
 */
export function renderNext(
  next: NextSpecsResult,
  terminal: Terminal,
  digits: number,
  claim?: string,
): string {
  const style = createStyle(terminal);
  if (next.specs.length === 0) {
    const { notReady, others } = next;
    if (others !== undefined) return nothingListed(others, style, 'planned spec');
    const reasons = notReady.flatMap((one) => wrap(`- ${safeText(notReadyText(one))}`, terminal.columns));
    return ['No spec is ready:', ...reasons, ...steps(notReady).map((step) => style.step(step))].join('\n');
  }
  const lines: string[] = [];
  next.specs.forEach((spec, i) => {
    const reason = next.reasons[i];
    const number = numberText(spec, digits);
    const indent = ' '.repeat(displayWidth(number) + 1);
    const room = terminal.columns === undefined ? undefined : Math.max(10, terminal.columns - indent.length);
    // Shorten titles and names only in a pipe, because its reader is probably an agent, which pays for each token.
    const cut = (text: string, most: number): string =>
      terminal.columns === undefined ? withinTokens(text, most, style.symbols.ellipsis) : text;
    const [first = '', ...rest] = wrap(cut(safeText(spec.title), TITLE_TOKENS), room);
    lines.push(`${style.ref(number)} ${style.strong(first)}`);
    for (const line of rest) lines.push(indent + style.strong(line));
    const days = reason?.ageDays ?? null;
    const age = days === null ? '' : days < 1 ? 'created today' : `created ${durationText(days)} ago`;
    const unblocks = reason?.unblocks ?? 0;
    const why = [
      spec.priority === undefined ? 'no priority' : `${spec.priority} priority`,
      unblocks === 0 ? '' : `${unblocks} ${unblocks === 1 ? 'spec waits' : 'specs wait'} for it`,
      (reason?.dependencies ?? 0) === 0 ? '' : 'all its dependencies are complete',
      metText(spec, ' criteria met'),
      age,
      reason?.shippedIn === undefined ? '' : `looks shipped: ${reason.shippedIn}`,
      spec.assignee === undefined || spec.claim !== undefined
        ? ''
        : cut(safeText(personText(spec.assignee)), NAME_TOKENS),
      spec.claim === undefined ? '' : `claimed by ${claimText(spec.claim)}`,
    ].filter((part) => part !== '');
    for (const line of wrap(why.join(` ${style.symbols.dot} `), room)) lines.push(indent + style.quiet(line));
  });
  const first = next.specs[0];
  const advice =
    first === undefined
      ? []
      : wrap(
          style.called(
            claim === undefined
              ? `Begin the first spec: spectool claim ${numberText(first, digits)}`
              : `Begin the first spec that no other clone holds: spectool ${claim}`,
          ),
          terminal.columns,
        );
  return [...lines, ...leftNotes(next, terminal), ...advice.map(style.quiet)].join('\n');
}

/** Maps the reason why specs cannot be started to the next step to print. */
const STEPS: Readonly<Partial<Record<NotReady['why'], string>>> = {
  blocked: 'See what they wait for: spectool deps',
  unapproved: 'See what to approve: spectool review',
  unwritten: 'Write the text of a spec before you begin it.',
};

function steps(notReady: readonly NotReady[]): readonly string[] {
  return [...new Set(notReady.flatMap(({ why }) => STEPS[why] ?? []))];
}

/** Returns notes that say how many specs are not shown. */
function leftNotes({ total, specs, notReady }: NextSpecsResult, terminal: Terminal): string[] {
  const style = createStyle(terminal);
  const left = total - specs.length;
  const notes = [
    ...(left > 0
      ? [
          `${style.symbols.ellipsis} ${left} more ${left === 1 ? 'spec is' : 'specs are'} ready (--limit ${total} shows all)`,
        ]
      : []),
    // Leave out reasons without a next step, such as specs that are already worked on.
    ...notReady.filter(({ why }) => STEPS[why] !== undefined).map((one) => safeText(notReadyText(one))),
  ];
  return notes.flatMap((note) => wrap(style.called(note), terminal.columns).map(style.quiet));
}
