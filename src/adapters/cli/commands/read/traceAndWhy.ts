import { BOUNDS } from '../../../../domain/value/bounds.js';
import { driftSentence, type FindDriftResult } from '../../../../application/trace/drift.js';
import type {
  ExplainingSpec,
  ExplainLinesResult,
  LineRange,
  PossibleSpec,
} from '../../../../application/trace/explainLines.js';
import type { UseCaseRequest } from '../../../../application/spectool.js';
import { type FindOverlapsResult, overlapSentence } from '../../../../application/trace/overlaps.js';
import type {
  TracedCommit,
  TracedFile,
  TracedSpec,
  TraceSpecsResult,
} from '../../../../application/trace/traceSpecs.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { personText } from '../../../../domain/value/person.js';
import { quoted, wordText } from '../../../../domain/value/text.js';
import { argument, numberFlag, refuseWith, switchFlag, textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText, truncate } from '../../layout/terminalText.js';
import { metText } from '../../layout/specTable.js';
import { localMinute } from '../../layout/localTimes.js';
import { createStyle, type Style, type Terminal } from '../../layout/terminalStyle.js';

/** Maximum number of commits, and of files, shown for each spec if the command line names a spec. */
const SHOWN_OF_ONE = 40;

type TraceAnswer = TraceSpecsResult | FindOverlapsResult | FindDriftResult;

export const traceCommand = defineCommand({
  name: 'trace',
  group: 'Look',
  purpose: 'show which commits and files belong to which specs',
  details: `
      A commit belongs to a spec if a line of the commit message names the spec, as in \`Spec: 012\` or \`Spec: user-login\`. Without
      SPEC, lists the open specs with their commits, and then the last commits that name no spec. Reverted commits and their reverts
      do not count. With \`--overlap\`, lists other actors who work on the same files as specs in progress, here, in other worktrees or on other
      branches of the clone. With \`--drift\`, lists complete specs whose files (the field \`code\`) were committed again after the
      spec was completed or accepted, and planned specs whose files changed since their text was written; \`spectool approve SPEC --code\` confirms that a spec is still right.
    `,
  examples: [
    ['Commits and files of a spec', 'spectool trace 12'],
    ['The commits of this branch, by spec', 'spectool trace --since main'],
    ['Specs that later commits may have made wrong', 'spectool trace --drift'],
  ],
  takes: {
    specs: argument('[SPEC…]'),
    since: textFlag(
      '--since BASE',
      'only commits that are on this branch and not on BASE, which is a branch, tag or commit',
    ),
    limit: numberFlag(
      '--limit N',
      'show at most this many of the commits that name no spec; 10 by default, all with --since',
    ),
    all: switchFlag('--all', 'show all commits and files of each spec'),
    overlap: switchFlag('--overlap', 'show other actors who work on the same files as specs in progress'),
    drift: switchFlag('--drift', 'show complete and planned specs whose files later commits changed'),
  },
  asFlags: ({ spec, ...request }: { readonly spec?: string }, useCase?: string) => ({
    ...request,
    ...(spec !== undefined && { specs: [spec] }),
    ...(useCase === 'findOverlaps' && { overlap: true }),
    ...(useCase === 'findDrift' && { drift: true }),
  }),
  runs: ['traceSpecs', 'findOverlaps', 'findDrift'],
  run: async (spectool, given): Promise<TraceAnswer> => {
    const { specs, since, limit, all, overlap, drift } = given;
    if (overlap) refuseWith('--overlap', { since, limit, drift, all });
    if (drift) refuseWith('--drift', { since, limit, all });
    if (specs.length > (drift ? 0 : 1))
      throw new SpectoolError(
        'USAGE',
        drift
          ? '--drift takes no SPEC.'
          : 'Only one spec can be selected; without one, all open specs are shown.',
      );
    const [spec] = specs;
    const one = spec === undefined ? {} : { spec };
    if (overlap) return spectool.findOverlaps.execute(one);
    if (drift) return spectool.findDrift.execute();
    return spectool.traceSpecs.execute({
      ...one,
      ...(since !== undefined && { since }),
      ...(limit !== undefined && { limit }),
    });
  },
  render: (result, terminal, _spectool, { all, specs }) => {
    if ('overlaps' in result) return renderOverlaps(result);
    if ('drifted' in result) return renderDrift(result, terminal);
    const isWhole = specs.length > 0;
    return renderTrace(result, terminal, isWhole, all ? Infinity : isWhole ? SHOWN_OF_ONE : BOUNDS.named);
  },
});

function renderOverlaps({ overlaps }: FindOverlapsResult): string {
  if (overlaps.length === 0) return 'No other actor works on the same files as specs in progress.';
  return overlaps.map((one) => safeText(overlapSentence(one))).join('\n');
}

function renderDrift({ drifted }: FindDriftResult, terminal: Terminal): string {
  if (drifted.length === 0) return 'No complete or planned spec has code that later commits changed.';
  const advice =
    'Read them again. Correct the text, or record that it is right: spectool approve SPEC --code';
  return [
    ...drifted.map((one) => `${safeText(driftSentence(one))}.`),
    '',
    createStyle(terminal).step(advice),
  ].join('\n');
}

/** Renders specs with their commits and files, then commits without a spec. No final newline. */
export function renderTrace(
  { specs, without = [] }: TraceSpecsResult,
  terminal: Terminal,
  isWhole: boolean,
  shown: number,
): string {
  const style = createStyle(terminal);
  const blocks = specs.map((spec) => specBlock(spec, style, terminal, shown));
  if (specs.length === 0 && !isWhole)
    blocks.push([
      'No commit names an open spec.',
      style.step('To name a spec, add a line to the commit message: Spec: 012'),
    ]);
  if (without.length > 0)
    blocks.push([
      style.strong(`Without a spec (${without.length})`),
      ...without.map((commit) => commitLine(commit, style, terminal)),
    ]);
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
}

function specBlock(spec: TracedSpec, style: Style, terminal: Terminal, shown: number): readonly string[] {
  const { ref, title, commits, files } = spec;
  const counted = commits.filter(({ state }) => state === undefined).length;
  return [
    `${style.ref(safeText(ref))}  ${style.strong(safeText(title ?? 'deleted'))}`,
    style.quiet(`${count(counted, 'commit')}, ${count(files.length, 'file')}`),
    ...commits.slice(0, shown).map((commit) => commitLine(commit, style, terminal)),
    ...rest(commits.length - shown, 'commits', style),
    ...files.slice(0, shown).map((file) => fileLine(file, style)),
    ...rest(files.length - shown, 'files', style),
  ];
}

function rest(left: number, what: string, style: Style): readonly string[] {
  return left > 0 ? [style.quiet(`  ${style.symbols.ellipsis} ${left} more ${what} (--all shows all)`)] : [];
}

const STATES = { reverted: 'reverted', revert: 'revert', repeated: 'the same change again' } as const;

function commitLine(
  { hash, at, author, subject, branch, state }: TracedCommit,
  style: Style,
  terminal: Terminal,
): string {
  const notes = [
    state === undefined ? '' : STATES[state],
    branch === undefined ? '' : `on ${safeText(wordText(branch))}`,
  ]
    .filter((note) => note !== '')
    .join(', ');
  const line = `  ${hash.slice(0, 10)} ${at.slice(0, 10)} ${safeText(personText(author))}  ${safeText(quoted(subject))}${notes === '' ? '' : ` (${notes})`}`;
  const text =
    terminal.columns === undefined ? line : truncate(line, terminal.columns, style.symbols.ellipsis);
  return state === undefined ? text : style.quiet(text);
}

function fileLine({ path, commits, first, last }: TracedFile, style: Style): string {
  const days = [...new Set([first.slice(0, 10), last.slice(0, 10)])].join(' to ');
  return `  ${String(commits)}× ${safeText(style.fromHere(path))} ${style.quiet(days)}`;
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}

export const whyCommand = defineCommand({
  name: 'why',
  group: 'Look',
  usedBy: 'few',
  purpose: 'show which specs explain a line or a file',
  details: `
      For a line, shows the commits that wrote the line, and the specs that these commits name. Without a line, or if the commits name
      no spec, shows the specs whose commits changed the file or whose field \`code\` selects the file.
    `,
  examples: [
    ['A line', 'spectool why src/login.ts:42'],
    ['Some lines', 'spectool why src/login.ts:42-60'],
    ['A file', 'spectool why src/login.ts'],
  ],
  takes: {
    place: argument('PATH[:LINE[-LINE]]'),
  },
  asFlags: ({ path = '', from, to }: Partial<UseCaseRequest<'explainLines'>>): object => ({
    place: [
      path,
      ...(from === undefined ? [] : [to === undefined ? String(from) : `${String(from)}-${String(to)}`]),
    ].join(':'),
  }),
  runs: 'explainLines',
  run: ({ explainLines }, { place }) => {
    const [, path = place, from, to] = /^(.+?):(\d{1,9})(?:-(\d{1,9}))?$/.exec(place) ?? [];
    if (from === '0') throw new SpectoolError('USAGE', 'Line 0 does not exist. Line numbers begin at 1.');
    return explainLines.execute({
      path,
      ...(from !== undefined && { from: Number(from) }),
      ...(to !== undefined && { to: Number(to) }),
    });
  },
  render: renderWhy,
});

/**
 * Renders the commits that changed the lines, the specs that they name and, if they name none, specs that may explain
 * the lines. No final newline.
 */
export function renderWhy(result: ExplainLinesResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  const { path, from, to, commits = [], uncommitted = [], specs, possible } = result;
  const place =
    from === undefined ? path : `${path}:${String(from)}${to === from ? '' : `-${String(to ?? from)}`}`;
  const written = [
    ...commits
      .slice(0, BOUNDS.shown)
      .map(
        ({ hash, at, author, subject, lines }) =>
          `  ${lineCount(lines)}  ${hash.slice(0, 10)} ${at.slice(0, 10)} ${safeText(personText(author))}  ${safeText(quoted(subject))}`,
      ),
    ...(commits.length > BOUNDS.shown
      ? [style.quiet(`  ${String(commits.length - BOUNDS.shown)} more commits`)]
      : []),
    ...(uncommitted.length > 0 ? [`  ${lineCount(uncommitted)}  not committed yet`] : []),
  ];
  const blocks = [
    [style.path(safeText(place)), ...written],
    ...specs.slice(0, BOUNDS.shown).map((spec) => explainingSpec(spec, style)),
    ...(possible === undefined ? [] : [possibleBlock(possible, from !== undefined, style)]),
  ];
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
}

function explainingSpec(spec: ExplainingSpec, style: Style): readonly string[] {
  const { ref, title, status, commit, completed, supersededBy } = spec;
  const facts = [
    status === null ? 'unknown' : style.status(status),
    ...(spec.criteria === undefined ? [] : [metText(spec)]),
    ...(completed === undefined
      ? []
      : [`completed by ${safeText(personText(completed.by))}, ${localMinute(completed.at)}`]),
    ...(supersededBy === undefined ? [] : [`superseded by ${safeText(supersededBy)}`]),
  ];
  const head = `${style.ref(safeText(ref))}  ${style.strong(safeText(title ?? 'deleted'))}`;
  if (title === null) return [head];
  const then = `Its text at that time: spectool view ${safeText(ref)} --as-of ${commit.slice(0, 10)}`;
  return [head, facts.join(', '), style.step(then)];
}

function possibleBlock(specs: readonly PossibleSpec[], isForLines: boolean, style: Style): readonly string[] {
  if (specs.length === 0)
    return ['No spec has this file in its field `code`, and no commit that changed the file names a spec.'];
  return [
    style.strong(isForLines ? 'No commit of these lines names a spec. Possible specs:' : 'Possible specs'),
    ...specs.slice(0, BOUNDS.shown).map(({ ref, title, status, because, last }) => {
      const why =
        because === 'code'
          ? 'has the file in its field code'
          : `named in commits that changed the file, last on ${(last ?? '').slice(0, 10)}`;
      return `  ${style.ref(safeText(ref))}  ${safeText(title ?? 'deleted')}  ${style.quiet(`${status ?? 'no status'}, ${why}`)}`;
    }),
    ...(specs.length > BOUNDS.shown ? [style.quiet(`  ${String(specs.length - BOUNDS.shown)} more`)] : []),
  ];
}

function lineCount(ranges: readonly LineRange[]): string {
  const lines = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return `${String(lines)} ${lines === 1 ? 'line' : 'lines'}`;
}
