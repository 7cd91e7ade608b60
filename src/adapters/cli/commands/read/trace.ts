import { Command, Option } from 'clipanion';
import type {
  TracedCommit,
  TracedFile,
  TracedSpec,
  TraceSpecsResult,
} from '../../../../application/trace/traceSpecs.js';
import type { Spectool } from '../../../../application/spectool.js';
import { takes } from '../../commandDefinition.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { createStyle, type Style } from '../../layout/terminalStyle.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { truncate } from '../../layout/displayWidth.js';
import { numberOption } from '../../options/parseListAndNumber.js';
import { SpectoolCommand } from '../../spectoolCommand.js';

/** Maximum number of commits, and of files, shown per spec. If the command line names a spec, all are shown. */
const SHOWN = 5;

export class TraceCommand extends SpectoolCommand<TraceSpecsResult> {
  static override paths = [['trace']];
  static override usage = Command.Usage({
    details: `
      A commit belongs to a spec if a line of the commit message names the spec, as in \`Spec: 012\` or \`Spec: user-login\`. Without
      SPEC, lists the open specs with their commits, and then the last commits that name no spec. Reverted commits and their reverts
      do not count.
    `,
    examples: [
      ['Commits and files of a spec', 'spectool trace 12'],
      ['The commits of this branch, by spec', 'spectool trace --since main'],
    ],
  });

  spec = Option.String({ name: 'spec', required: false });
  since = takes(
    'BASE',
    Option.String('--since', {
      description: 'only commits that are on this branch and not on BASE, which is a branch, tag or commit',
    }),
  );
  limit = takes(
    'N',
    Option.String('--limit', {
      description: 'show at most this many of the commits that name no spec; 10 by default, all with --since',
    }),
  );

  protected override run(spectool: Spectool): Promise<TraceSpecsResult> {
    const limit = numberOption('--limit', this.limit);
    return spectool.traceSpecs.execute({
      ...(this.spec !== undefined && { spec: this.spec }),
      ...(this.since !== undefined && { since: this.since }),
      ...(limit !== undefined && { limit }),
    });
  }

  protected override render(result: TraceSpecsResult, terminal: Terminal): string {
    return renderTrace(result, terminal, this.spec !== undefined);
  }
}

/** Renders specs with their commits and files, then commits without a spec. No final newline. */
export function renderTrace(
  { specs, without = [] }: TraceSpecsResult,
  terminal: Terminal,
  isWhole: boolean,
): string {
  const style = createStyle(terminal);
  const blocks = specs.map((spec) => specBlock(spec, style, terminal, isWhole ? Infinity : SHOWN));
  if (specs.length === 0 && !isWhole)
    blocks.push([
      'No commit names a spec.',
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
  return left > 0 ? [style.quiet(`  ${style.symbols.ellipsis} ${left} more ${what}`)] : [];
}

const STATES = { reverted: 'reverted', revert: 'revert', repeated: 'the same change again' } as const;

function commitLine(
  { hash, at, author, subject, branch, state }: TracedCommit,
  style: Style,
  terminal: Terminal,
): string {
  const notes = [
    state === undefined ? '' : STATES[state],
    branch === undefined ? '' : `on ${safeText(branch)}`,
  ]
    .filter((note) => note !== '')
    .join(', ');
  const line = `  ${hash.slice(0, 10)} ${at.slice(0, 10)} ${safeText(author)}  ${safeText(subject)}${notes === '' ? '' : ` (${notes})`}`;
  const text =
    terminal.columns === undefined ? line : truncate(line, terminal.columns, style.symbols.ellipsis);
  return state === undefined ? text : style.quiet(text);
}

function fileLine({ path, commits, first, last }: TracedFile, style: Style): string {
  const days = [...new Set([first.slice(0, 10), last.slice(0, 10)])].join(' to ');
  return `  ${String(commits)}${style.unicode ? '×' : 'x'} ${safeText(path)} ${style.quiet(days)}`;
}

function count(number: number, noun: string): string {
  return `${String(number)} ${noun}${number === 1 ? '' : 's'}`;
}
