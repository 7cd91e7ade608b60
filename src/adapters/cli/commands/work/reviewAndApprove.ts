import { diffWordsWithSpace } from 'diff';
import type {
  ReviewedApproval,
  ReviewedSpec,
  ReviewSpecsResult,
  SpecToApprove,
} from '../../../../application/review/reviewSpecs.js';
import { retiredParts, retiredWords } from '../../../../domain/criteria/criteria.js';
import { personText } from '../../../../domain/value/person.js';
import { approvalWords } from '../../../../domain/review/approvalState.js';
import type { ChangedBlock, ChangedCriterion } from '../../../../domain/review/specChanges.js';
import { quoted, wordText } from '../../../../domain/value/text.js';
import {
  type ChangeAnswer,
  renderChanged,
  singleIfNamed,
  toSeveralSpecsRequest,
} from '../../changedSpecs.js';
import { argument, switchFlag, textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText } from '../../layout/terminalText.js';
import { fieldText, metText, numberText } from '../../layout/specTable.js';
import { createStyle, type Style } from '../../layout/terminalStyle.js';

export const approveCommand = defineCommand({
  name: 'approve',
  group: 'Review',
  purpose: 'approve the text of specs; a later change of the text ends the approval',
  details: `
      Approves the title, the text and the criteria that the spec has now. Every later change of their words ends the approval; with the
      same words again, the approval holds again. Ticks, labels, what a formatter changes, the frontmatter, and the sections Approvals and
      Notes are ignored. The last author of the text cannot approve it, except in a project of one person or with
      \`workflow.selfApproval\`. An approval is a record under the name that the approver gave, not a proof of identity.

      \`--code\` records that you read the spec again and that it is still right although its code or its dependencies changed.
      \`trace --drift\` then reports the spec only if the files of its field \`code\` change again, and \`view\` and \`deps\` report only
      later changes of the specs that it depends on.
    `,
  examples: [
    ['Approve a spec', 'spectool approve 5'],
    ['Approve several specs, all or none', 'spectool approve 5 7-9'],
    ['Ask a person for an approval', 'spectool update 5 --reviewer kim'],
    ['The code was only moved', 'spectool approve 5 --code --reason "only renamed"'],
  ],
  takes: {
    specs: argument('SPEC…'),
    note: textFlag('--reason TEXT', 'why you approve, kept in the log with the approval'),
    code: switchFlag(
      '--code',
      'record that the spec is still right although its code or dependencies changed',
    ),
  },
  writes: true,
  runs: ['approveSpec', 'approveSpecs', 'acceptSpec'],
  run: async ({ approveSpecs }, given): Promise<ChangeAnswer> =>
    singleIfNamed(await approveSpecs.execute(given), given.specs),
  asFlags: ({ reason, ...given }: { readonly reason?: string }, useCase) =>
    toSeveralSpecsRequest(useCase === 'acceptSpec' ? { ...given, note: reason, code: true } : given),
  render: renderChanged,
});

/** A part of a comparison of two texts: added, removed, or (without `kind`) in both. */
interface DiffPart {
  readonly text: string;
  readonly kind?: 'added' | 'removed';
}

/** Words of unchanged text kept on each side of a change. */
const AROUND = 6;
/** Longer texts are not compared word by word, because that could take seconds. */
const LONGEST = 20_000;

/** Returns the words that differ between two texts, with some words around each difference. */
function wordDiff(was: string, now: string): readonly DiffPart[] {
  if (was === '') return [{ text: now, kind: 'added' }];
  if (now === '') return [{ text: was, kind: 'removed' }];
  if (was.length + now.length > LONGEST)
    return [
      { text: was, kind: 'removed' },
      { text: now, kind: 'added' },
    ];
  const parts = diffWordsWithSpace(was, now);
  return parts.map(({ value, added, removed }, i): DiffPart => {
    if (added) return { text: value, kind: 'added' };
    if (removed) return { text: value, kind: 'removed' };
    return { text: shortened(value, i === 0, i === parts.length - 1) };
  });
}

/**
 * Shortens unchanged text to the words next to a change: leaves out its middle, before the first change its beginning, and after
 * the last change its end.
 */
function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const words = text.split(/(?<=\s)(?=\S)/);
  if (words.length <= AROUND * (isFirst || isLast ? 1 : 2) + 1) return text;
  const [head, tail] = [words.slice(0, AROUND).join(''), words.slice(-AROUND).join('')];
  return isFirst ? `… ${tail}` : isLast ? `${head.trimEnd()} …` : `${head}… ${tail}`;
}

export const reviewCommand = defineCommand({
  name: 'review',
  group: 'Review',
  purpose: 'show what waits for your approval, and what changed since you approved it',
  details: `
      Without SPEC, lists the specs that wait for your approval: you are their reviewer. With SPEC, shows what changed since your own last approval, or else since the first commit with the spec: each criterion beside its earlier version, and each changed paragraph.
      In a pipe, \`[-…-]\` was removed and \`{+…+}\` was added.
    `,
  examples: [
    ['What waits for me', 'spectool review'],
    ['What changed since I approved it', 'spectool review 5'],
    ['What changed since yesterday', 'spectool review 5 --since yesterday'],
  ],
  takes: {
    specs: argument('[SPEC…]'),
    since: textFlag(
      '--since WHEN',
      'show changes since this approval (the id of its event), commit, branch, tag, day, or time ago',
    ),
  },
  runs: 'reviewSpecs',
  render: (result, terminal, { config }, { specs }) => {
    const style = createStyle(terminal);
    return specs.length === 0
      ? waitingText(result, config.structure.sequenceDigits, style)
      : result.specs.map((spec) => reviewText(spec, result.actor, style)).join('\n\n');
  },
  restShownBy: () => '--json',
});

function waitingText({ waiting, actor }: ReviewSpecsResult, digits: number, style: Style): string {
  if (waiting.length === 0) return `Nothing waits for the approval of ${safeText(personText(actor))}.`;
  return waiting.map((one) => waitingLine(one, digits, style)).join('\n');
}

function waitingLine(spec: SpecToApprove, digits: number, style: Style): string {
  const { approval, title } = spec;
  const what = approval?.state === 'lapsed' ? 'changed since the approval' : 'never approved';
  return `${style.ref(numberText(spec, digits))}  ${safeText(title)}  ${style.quiet(what)}`;
}

function reviewText(review: ReviewedSpec, actor: string, style: Style): string {
  const { spec, criteria, sections, fields, approvals } = review;
  const isSame = criteria.length + sections.length + fields.length === 0;
  const state = spec.approval === undefined ? 'not approved' : approvalWords(spec.approval);
  const since = sinceText(review, actor);
  return [
    `${style.ref(safeText(spec.ref))}  ${style.strong(safeText(spec.title))}  ${style.quiet([safeText(state), ...(spec.criteria === undefined ? [] : [metText(spec)])].join(' · '))}`,
    ...approvals.map((one) => `  ${style.quiet(safeText(approvalLine(one)))}`),
    isSame
      ? `No changes ${since}.`
      : review.since.from === 'approval' && review.since.commit === undefined
        ? `The whole text, because the text that ${safeText(actor)} approved on ${review.since.on ?? ''} is unknown:`
        : `Changes ${since}:`,
    ...(criteria.length === 0 ? [] : [style.strong('Criteria')]),
    ...criteria.map((one) => `  ${criterionLine(one, style)}`),
    ...(fields.length === 0 ? [] : [style.strong('Fields')]),
    ...fields.map(({ field, from, to }) => {
      const [before, after] = [from, to].map((value) =>
        value === null ? 'none' : typeof value === 'string' ? safeText(wordText(value)) : fieldText(value),
      );
      return `  ${safeText(field)}: ${before ?? ''} ${style.symbols.arrow} ${after ?? ''}`;
    }),
    ...sections.flatMap(({ heading, changes }) => [
      style.strong(heading === '' ? 'Beginning' : safeText(heading)),
      ...changes.map((one) => `  ${blockLine(one, style)}`),
    ]),
  ].join('\n');
}

function sinceText({ since: { from, on, commit } }: ReviewedSpec, actor: string): string {
  const at = commit === undefined ? '' : ` (commit ${commit.slice(0, 10)})`;
  if (from === 'none') return 'since the spec was created';
  if (from === 'first') return `since the first commit with the spec${at}`;
  if (from === 'oldest') return `since the oldest commit with the spec that this shallow clone has${at}`;
  if (from === 'given') return `since commit ${commit?.slice(0, 10) ?? ''}`;
  return `since ${safeText(personText(actor))} approved it on ${on ?? ''}${at}`;
}

function approvalLine({ by, on, event, holds, note, committedBy }: ReviewedApproval): string {
  return [
    `${holds ? 'approved' : 'lapsed'}: ${personText(by)} on ${on} (event ${event})`,
    ...(committedBy === undefined ? [] : [`committed by ${personText(committedBy)}`]),
    ...(note === undefined ? [] : [quoted(note)]),
  ].join(', ');
}

function criterionLine({ kinds, n, was, now, proof }: ChangedCriterion, style: Style): string {
  const words = (text: string | undefined) => text && (retiredWords(text) ?? text);
  const [before, after] = [words(was), words(now)];
  const isSame = before !== undefined && before === after;
  const shown = isSame
    ? safeText(before)
    : blockLine(
        { ...(before !== undefined && { was: before }), ...(after !== undefined && { now: after }) },
        style,
      );
  const proofs = Object.entries(proof ?? {}).map(([kind, value]) => `${kind} ${wordText(String(value))}`);
  const reason = retiredParts(now ?? '')?.reason ?? '';
  const notes = [
    ...(proofs.length === 0 ? [] : [`proof: ${proofs.join(', ')}`]),
    ...(kinds.includes('retired') ? [`because: ${quoted(reason)}`] : []),
  ];
  const told = notes.length === 0 ? '' : style.quiet(` (${safeText(notes.join('; '))})`);
  return `${String(n)} ${kinds.join(', ')}: ${shown}${told}`;
}

function blockLine({ was = '', now = '' }: ChangedBlock, style: Style): string {
  return wordDiff(was, now)
    .map(({ text, kind }) => {
      const safe = safeText(text);
      if (kind === undefined) return safe;
      if (!style.colour) return kind === 'added' ? `{+${safe}+}` : `[-${safe}-]`;
      return kind === 'added' ? style.success(safe) : style.error(safe);
    })
    .join('');
}
