import type { ClaimResult, ClaimsResult } from '../../../../application/commands/claimAndRelease.js';
import { labelOf } from '../../../../domain/criteria/checkboxes.js';
import { shortenCriterion } from '../../../../domain/criteria/criteria.js';
import type { SpecView } from '../../../../domain/spec/specView.js';
import { BOUNDS } from '../../../../domain/value/bounds.js';
import {
  type ChangeAnswer,
  dryRun,
  renderChanged,
  singleIfNamed,
  specsIn,
  toSeveralSpecsRequest,
} from '../../changedSpecs.js';
import { argument, listFlag, switchFlag, textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText } from '../../layout/terminalText.js';
import { claimText, numberText } from '../../layout/specTable.js';
import { createStyle, type Terminal } from '../../layout/terminalStyle.js';

/** The result of `claim`: for one spec or for several. */
export type ClaimAnswer = ClaimResult | ClaimsResult;

export const claimCommand = defineCommand({
  name: 'claim',
  group: 'Work',
  purpose: 'claim specs, so that no other actor works on them',
  details: `
      Claims all of the specs or none. You become the assignee of each spec, and its status becomes in-progress. Until the lease ends, no
      other actor can claim or complete the spec, or assign it to another actor, in any worktree of this clone. Each change that you
      record in the spec renews the lease. \`release\`, completion, archiving and deletion end the claim. If several agents work
      under one user, give each agent its own name with \`--as NAME\` or SPECTOOL_ACTOR.
    `,
  examples: [
    ['Claim a spec and name its files', 'spectool claim 5 --code src/auth'],
    ['Claim two specs for a day', 'spectool claim 5 6 --lease 1d'],
    ['Take over a claim', 'spectool claim 5 --steal --reason "Kim is on holiday"'],
  ],
  takes: {
    specs: argument('SPEC…'),
    lease: textFlag(
      '--lease DURATION',
      'how long the claim lasts after your last change of the spec, such as 30m, 4h (the default) or 2d',
    ),
    steal: switchFlag('--steal', 'take over the spec from the actor who claimed it; needs --reason'),
    reason: textFlag('--reason TEXT', 'the reason for --steal, kept in the log'),
    code: listFlag('--code FILE,…', 'the files that the specs are about, instead of those named before'),
    dryRun,
  },
  writes: true,
  runs: 'claimSpecs',
  run: async ({ claimSpecs }, given): Promise<ClaimAnswer> =>
    singleIfNamed(await claimSpecs.execute(given), given.specs),
  render: (result, terminal, { config }) => renderClaimed(result, terminal, config.structure.sequenceDigits),
});

/**
 * Renders the claimed specs and the command to run next. Empty if the actor already held all of them; a note on standard error
 * says so.
 * @param isChosen true if spectool chose the spec.
 */
export function renderClaimed(
  result: ClaimAnswer,
  terminal: Terminal,
  digits: number,
  isChosen = false,
): string {
  const { events, dryRun } = result;
  if (events.length === 0) return '';
  const style = createStyle(terminal);
  const specs = specsIn(result);
  const taken = specs.flatMap((spec) => [
    `${dryRun === true ? 'Would claim' : 'Claimed'} ${style.ref(safeText(spec.ref))}  ${safeText(spec.title)}`,
    `  ${[style.path(safeText(spec.path)), ...(spec.claim ? [claimText(spec.claim)] : [])].join(` ${style.symbols.dot} `)}`,
  ]);
  if (dryRun === true) return taken.join('\n');
  const [first] = specs;
  const ref = first === undefined ? 'SPEC' : safeText(first.ref);
  const { open = [] } = result;
  const [next] = open;
  const left = open.length - BOUNDS.named;
  return [
    ...taken,
    ...open
      .slice(0, BOUNDS.named)
      .map(({ n, text }) => `  ${String(n)}  ${safeText(shortenCriterion(text, LONGEST))}`),
    ...(left > 0 ? [style.quiet(`  ${style.symbols.ellipsis} ${String(left)} more open criteria`)] : []),
    // Who named the spec knows it.
    ...(isChosen ? [style.step(`Read the spec: spectool view ${ref}`)] : []),
    ...nextSteps(ref, first, next, digits).map((step) => style.step(step)),
  ].join('\n');
}

/** Returns what to run next: for a criterion with a label, a test can be named. */
function nextSteps(
  ref: string,
  spec: Pick<SpecView, 'ref' | 'sequence'> | undefined,
  open: { readonly n: number; readonly text: string } | undefined,
  digits: number,
): readonly string[] {
  if (open === undefined) return [`When the work is done: spectool update ${ref} --status complete`];
  const check = `spectool check ${ref} ${String(open.n)}`;
  const label = labelOf(open.text);
  if (label === undefined || typeof spec?.sequence !== 'number')
    return [`When criterion ${String(open.n)} is met: ${check}`];
  const named = `${numberText(spec, digits)}/${safeText(label)}`;
  return [`When a test named ${named} passes: spectool prove REPORT`, `Without a test: ${check}`];
}

/** Characters of a criterion that a claim shows, so that most are whole. */
const LONGEST = 120;

export const releaseCommand = defineCommand({
  name: 'release',
  group: 'Work',
  purpose: 'release specs that you claimed',
  details: `
      Releases all of the specs or none. They then have no assignee, and others can claim them.
    `,
  examples: [['Release a spec and set it back to planned', 'spectool release 5 --status planned']],
  takes: {
    specs: argument('SPEC…'),
    status: textFlag<'planned' | 'in-progress'>(
      '--status STATUS',
      'the status after the release: planned or in-progress; by default the spec stays in progress',
    ),
  },
  writes: true,
  runs: ['releaseSpec', 'releaseSpecs'],
  run: async ({ releaseSpecs }, given): Promise<ChangeAnswer> =>
    singleIfNamed(await releaseSpecs.execute(given), given.specs),
  asFlags: toSeveralSpecsRequest,
  render: renderChanged,
});
