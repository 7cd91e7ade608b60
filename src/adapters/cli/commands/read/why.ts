import { quoted } from '../../../../domain/value/text.js';
import { personText } from '../../../../domain/fields/person.js';
import type {
  ExplainingSpec,
  ExplainLinesRequest,
  ExplainLinesResult,
  LineRange,
  PossibleSpec,
} from '../../../../application/trace/explainLines.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { SpecWording, WordedCriterion } from '../../../../domain/trace/titlePurposeAndCriteria.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { localMinute, metText } from '../../layout/specTableCells.js';
import { createStyle, type Style } from '../../layout/terminalStyle.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { wrap } from '../../layout/wrapText.js';
import { defineCommand } from '../../defineCommand.js';
import { argument } from '../../options/taken.js';

/** Commits, specs and criteria shown; the JSON document has more. */
const SHOWN = 10;
const LONGEST_PURPOSE = 600;
const NARROWEST = 20;

export default defineCommand({
  name: 'why',
  group: 'Look',
  purpose: 'show which specs explain a line or a file',
  details: `
      For a line, shows the commits that wrote the line, the specs that these commits name, and the wording of each spec in the commit
      and now. Without a line, or if the commits name no spec, shows the specs whose commits changed the file or whose field \`code\`
      selects it.
    `,
  examples: [
    ['A line', 'spectool why src/login.ts:42'],
    ['Some lines', 'spectool why src/login.ts:42-60'],
    ['A file', 'spectool why src/login.ts'],
  ],
  takes: {
    place: argument('PATH[:LINE[-LINE]]'),
  },
  asFlags: ({ path = '', from, to }: Partial<ExplainLinesRequest>): object => ({
    place: [
      path,
      ...(from === undefined ? [] : [to === undefined ? String(from) : `${String(from)}-${String(to)}`]),
    ].join(':'),
  }),
  runs: 'explainLines',
  run: ({ explainLines }, { place }) => {
    const [, path = place, from, to] = /^(.+?):(\d{1,9})(?:-(\d{1,9}))?$/.exec(place) ?? [];
    if (from === '0')
      throw new SpectoolError('USAGE', 'Line 0 does not exist. Give a line number of at least 1.');
    return explainLines.execute({
      path,
      ...(from !== undefined && { from: Number(from) }),
      ...(to !== undefined && { to: Number(to) }),
    });
  },
  render: renderWhy,
});

/** Renders the commits of some lines, the specs that these commits name, and possible specs. No final newline. */
export function renderWhy(result: ExplainLinesResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  const { path, from, to, commits = [], uncommitted = [], specs, possible } = result;
  const place =
    from === undefined ? path : `${path}:${String(from)}${to === from ? '' : `-${String(to ?? from)}`}`;
  const written = [
    ...commits
      .slice(0, SHOWN)
      .map(
        ({ hash, at, author, subject, lines }) =>
          `  ${lineCount(lines)}  ${hash.slice(0, 10)} ${at.slice(0, 10)} ${safeText(personText(author))}  ${safeText(quoted(subject))}`,
      ),
    ...(commits.length > SHOWN ? [style.quiet(`  ${String(commits.length - SHOWN)} more commits`)] : []),
    ...(uncommitted.length > 0 ? [`  ${lineCount(uncommitted)}  not committed yet`] : []),
  ];
  const blocks = [
    [style.path(safeText(place)), ...written],
    ...specs.slice(0, SHOWN).map((spec) => specBlock(spec, style, terminal)),
    ...(possible === undefined ? [] : [possibleBlock(possible, from !== undefined, style)]),
  ];
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
}

function specBlock(spec: ExplainingSpec, style: Style, terminal: Terminal): readonly string[] {
  const { ref, status, commit, then, now, completed, supersededBy } = spec;
  const shown = then ?? now;
  const title = shown === undefined ? '' : `  ${style.strong(safeText(shown.title))}`;
  const facts = [
    status === null ? 'deleted' : style.status(status),
    ...(spec.criteria === undefined ? [] : [metText(spec)]),
    ...(completed === undefined
      ? []
      : [`completed by ${safeText(personText(completed.by))}, ${localMinute(completed.at)}`]),
    ...(supersededBy === undefined ? [] : [`superseded by ${safeText(supersededBy)}`]),
  ];
  const hash = commit.slice(0, 10);
  return [
    `${style.ref(safeText(ref))}${title}`,
    facts.join(', '),
    ...(then === null
      ? [style.quiet(`Commit ${hash} does not have the document.`)]
      : [style.quiet(`As in commit ${hash}:`)]),
    ...(shown === undefined ? [] : wordingLines(shown, then === null ? undefined : now, style, terminal)),
    ...(then !== null && now === undefined && status !== null
      ? [style.quiet('The spec has the same wording now.')]
      : []),
    style.step(style.called(then === null ? `spectool view ${ref}` : `spectool view ${ref} --as-of ${hash}`)),
  ];
}

/** @param now the present wording, if it differs. */
function wordingLines(
  shown: SpecWording,
  now: SpecWording | undefined,
  style: Style,
  terminal: Terminal,
): readonly string[] {
  const width = terminal.columns === undefined ? undefined : Math.max(NARROWEST, terminal.columns - 4);
  const indented = (text: string) => wrap(safeText(text), width).map((line) => `  ${line}`);
  const changed = (text: string) => indented(`  now: ${text}`).map(style.quiet);
  const nowOf = ({ n, label, text }: WordedCriterion) => {
    const same = now?.criteria.find((one) => (label === undefined ? one.n === n : one.label === label));
    if (now === undefined || same?.text === text) return [];
    return changed(same === undefined ? 'removed' : same.text);
  };
  const left = shown.criteria.length - SHOWN;
  return [
    ...(now === undefined || now.title === shown.title ? [] : changed(now.title)),
    ...(shown.purpose === '' ? [] : indented(briefText(shown.purpose))),
    ...(now === undefined || now.purpose === shown.purpose ? [] : changed(briefText(now.purpose))),
    ...shown.criteria
      .slice(0, SHOWN)
      .flatMap((one) => [...indented(`[${one.done ? 'x' : ' '}] ${one.text}`), ...nowOf(one)]),
    ...(left > 0 ? indented(`${String(left)} more criteria`) : []),
  ];
}

function possibleBlock(specs: readonly PossibleSpec[], isForLines: boolean, style: Style): readonly string[] {
  if (specs.length === 0)
    return ['No spec has this file in its field `code`, and no commit that changed the file names a spec.'];
  return [
    style.strong(isForLines ? 'No commit of these lines names a spec. Possible specs:' : 'Possible specs'),
    ...specs.slice(0, SHOWN).map(({ ref, title, status, because, last }) => {
      const why =
        because === 'code'
          ? 'has the file in its field code'
          : `named in commits that changed the file, last on ${(last ?? '').slice(0, 10)}`;
      return `  ${style.ref(safeText(ref))}  ${safeText(title ?? 'deleted')}  ${style.quiet(`${status ?? 'no status'}, ${why}`)}`;
    }),
    ...(specs.length > SHOWN ? [style.quiet(`  ${String(specs.length - SHOWN)} more`)] : []),
  ];
}

function briefText(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= LONGEST_PURPOSE ? line : `${line.slice(0, LONGEST_PURPOSE).replace(/\s\S*$/, '')} …`;
}

function lineCount(ranges: readonly LineRange[]): string {
  const lines = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return `${String(lines)} ${lines === 1 ? 'line' : 'lines'}`;
}
