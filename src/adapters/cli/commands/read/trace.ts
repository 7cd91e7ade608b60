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
import { limitTokens } from '../../jsonDocuments/limitTokens.js';
import { numberOption } from '../../options/parseListAndNumber.js';
import { SpectoolCommand } from '../../spectoolCommand.js';

/** Maximum number of commits, and of files, shown of each of several specs. */
const SHOWN = 5;
/** The same maximum for a spec that the command line names. */
const SHOWN_OF_ONE = 40;

/** A spec in the document of `trace --json`; `total` is set if commits or files are left out. */
export interface TracedOutput extends TracedSpec {
  readonly total?: { readonly commits: number; readonly files: number };
}

/** The document of `trace --json`: at most about 7,000 tokens without `--all`. */
export interface TraceOutput extends Omit<TraceSpecsResult, 'specs'> {
  readonly specs: readonly TracedOutput[];
  /** Numbers of specs, of commits without a spec and of ignored lines; absent if all are included. */
  readonly total?: { readonly specs: number; readonly without: number; readonly ignored: number };
}

export class TraceCommand extends SpectoolCommand<TraceSpecsResult, TraceOutput> {
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

  all = Option.Boolean('--all', false, { description: 'show all commits and files of each spec' });

  protected override run(spectool: Spectool): Promise<TraceSpecsResult> {
    const limit = numberOption('--limit', this.limit);
    return spectool.traceSpecs.execute({
      ...(this.spec !== undefined && { spec: this.spec }),
      ...(this.since !== undefined && { since: this.since }),
      ...(limit !== undefined && { limit }),
    });
  }

  /** Each list of the document gets a part of the token limit, as the number by which `limitTokens` divides the limit. */
  protected override document(result: TraceSpecsResult): TraceOutput {
    const { all } = this;
    if (all) return result;
    const isWhole = this.spec !== undefined;
    const few = <Item>(items: readonly Item[]) => (isWhole ? items : items.slice(0, SHOWN));
    const traced = result.specs.map((spec): TracedOutput => {
      const commits = limitTokens(few(spec.commits), false, 2);
      const files = limitTokens(few(spec.files), false, 3);
      const isCut = commits.length < spec.commits.length || files.length < spec.files.length;
      const total = { commits: spec.commits.length, files: spec.files.length };
      return { ...spec, commits, files, ...(isCut && { total }) };
    });
    const specs = limitTokens(traced, isWhole, 1.5);
    const without = result.without && limitTokens(result.without, false, 4);
    const ignored = limitTokens(result.ignored, false, 16);
    const total = {
      specs: traced.length,
      without: result.without?.length ?? 0,
      ignored: result.ignored.length,
    };
    const isCut =
      specs.length < total.specs || (without?.length ?? 0) < total.without || ignored.length < total.ignored;
    return { ...result, specs, ...(without && { without }), ignored, ...(isCut && { total }) };
  }

  protected override render(result: TraceSpecsResult, terminal: Terminal): string {
    const isWhole = this.spec !== undefined;
    return renderTrace(result, terminal, isWhole, this.all ? Infinity : isWhole ? SHOWN_OF_ONE : SHOWN);
  }
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
