import type {
  OpenSpec,
  ReportProjectResult,
  SpecDifference,
} from '../../application/queries/project/reportProject.js';
import type { Finding } from '../../domain/findings/finding.js';
import { describeDoubtfulCriteria } from '../../domain/proof/criterionStates.js';
import { code, counted, link, plain } from '../../domain/document/markdownText.js';
import { STATUSES } from '../../domain/fields/statusAndPriority.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';

/** Maximum number of items in each part of the report, because a comment on GitHub can have at most 65,536 characters. */
const MOST_CHANGES = 30;
const MOST_OPEN = 15;
const MOST_FINDINGS = 10;
const MOST_COMMITS = 10;
const MOST_CRITERIA = 4;
const MOST_PARTS = 5;
const LONGEST_TITLE = 90;
const LONGEST_WORDS = 120;
const LONGEST_VALUE = 40;

export interface ReportOptions {
  /** Returns the address of a file of the project, given its path. */
  readonly linkTo: (path: string) => string;
  /** Number of digits of a spec number (`structure.sequenceDigits`). */
  readonly digits: number;
}

/**
 * Renders a report about the project's specs as Markdown. Text from specs is escaped, so that it makes no links, mentions or
 * formatting.
 */
export function markdownReport(report: ReportProjectResult, options: ReportOptions): string {
  const { changes, open, findings, since } = report;
  const blocks = [
    // Begin with a marker, so that a later run can find the comment on GitHub and update it.
    '<!-- spectool report -->',
    `## Specs of ${plain(report.project, LONGEST_TITLE)}`,
    since === undefined ? projectLine(report) : changesLine(changes, since),
    section('Changed', changes, MOST_CHANGES, (change) => changeLines(change, options)),
    commitsBlock(report),
    section(since === undefined ? 'In progress' : 'Left open', open, MOST_OPEN, (spec) =>
      openLines(spec, options),
    ),
    section(`To correct`, findings, MOST_FINDINGS, (finding) => [findingLine(finding, options)]),
    since === undefined ? '' : projectLine(report),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function commitsBlock({ commits }: ReportProjectResult): string {
  if (commits === undefined) return '';
  const named = commits.specs.map(
    ({ ref, commits: count }) => `- ${plain(ref, LONGEST_TITLE)}: ${counted(count, 'commit')}`,
  );
  const without = commits.without.map(
    ({ hash, subject }) => `- without a spec: \`${hash.slice(0, 10)}\` ${plain(subject, LONGEST_TITLE)}`,
  );
  const few = [named, without].flatMap((lines) => {
    const left = lines.length - MOST_COMMITS;
    return [...lines.slice(0, MOST_COMMITS), ...(left > 0 ? [`- … and ${String(left)} more`] : [])];
  });
  return ['### Commits', '', ...few].join('\n');
}

function projectLine({ statuses, archived, blocked }: ReportProjectResult): string {
  const known = new Set<string>(STATUSES);
  const others = Object.keys(statuses).filter((status) => !known.has(status));
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const parts = [...STATUSES, ...others].flatMap((status) =>
    statuses[status] === undefined ? [] : [`${String(statuses[status])} ${status}`],
  );
  const rest = [
    ...(blocked > 0 ? [`${String(blocked)} blocked`] : []),
    ...(archived > 0 ? [`${String(archived)} archived`] : []),
  ];
  if (total === 0) return ['The project has no active specs', ...rest].join('; ') + '.';
  return `The project has ${counted(total, 'active spec')}: ${[parts.join(', '), ...rest].join('; ')}.`;
}

function changesLine(
  changes: readonly SpecDifference[],
  { base, commit }: NonNullable<ReportProjectResult['since']>,
): string {
  const from = `${plain(base, LONGEST_TITLE)} (\`${commit.slice(0, 10)}\`)`;
  if (changes.length === 0) return `No spec changed since ${from}.`;
  const many = (count: number, what: string) => (count === 0 ? [] : [`${String(count)} ${what}`]);
  const met = changes.reduce((sum, { criteria }) => sum + criteria.met.length, 0);
  const having = (test: (change: SpecDifference) => boolean) => changes.filter(test).length;
  const parts = [
    ...many(
      having(({ kind }) => kind === 'new'),
      'new',
    ),
    ...many(
      having(({ kind }) => kind === 'deleted'),
      'deleted',
    ),
    ...many(having(isCompleted), 'completed'),
    ...many(
      having(({ kind, archived }) => kind === 'changed' && archived === true),
      'archived',
    ),
    ...(met === 0 ? [] : [`${counted(met, 'criterion', 'criteria')} met`]),
  ];
  const what = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  return `**${counted(changes.length, 'spec')} changed** since ${from}${what}.`;
}

function isCompleted({ kind, status }: SpecDifference): boolean {
  return kind === 'changed' && status?.to === 'complete';
}

/** Returns a heading, a list of at most `most` items, and how many more there are; empty if there are no items. */
function section<T>(
  heading: string,
  items: readonly T[],
  most: number,
  linesOf: (item: T) => readonly string[],
): string {
  if (items.length === 0) return '';
  const left = items.length - most;
  const lines = items.slice(0, most).flatMap(linesOf);
  return [`### ${heading}`, '', ...lines, ...(left > 0 ? [`- … and ${String(left)} more`] : [])].join('\n');
}

function changeLines(change: SpecDifference, options: ReportOptions): readonly string[] {
  const parts = partsOf(change, options);
  const name = nameOf(change, options);
  const shown = parts.length === 0 ? ['only the frontmatter or line ends changed'] : some(parts, MOST_PARTS);
  const criteria: readonly (readonly [string, readonly string[]])[] =
    change.kind === 'changed'
      ? [
          ['met', change.criteria.met],
          ['open again', change.criteria.reopened],
          ['reworded', change.criteria.reworded.map(({ from, to }) => `${from} → ${to}`)],
          ['retired', change.criteria.retired],
        ]
      : [];
  return [
    `- ${name}: ${shown.join('; ')}`,
    ...criteria.flatMap(([what, words]) => wordLines(words, `${what}: `)),
  ];
}

function partsOf(change: SpecDifference, options: ReportOptions): readonly string[] {
  const { kind, status, archived, movedFrom, formerTitle, criteria, sections, fields, files, forced } =
    change;
  if (kind === 'deleted') return ['**deleted**'];
  const to = status?.to ?? 'no known status';
  if (kind === 'new')
    return [
      `**new**, ${archived === true ? 'archived' : plain(to, LONGEST_VALUE)}`,
      ...(criteria.added.length > 0 ? [counted(criteria.added.length, 'criterion', 'criteria')] : []),
    ];
  const words = (values: readonly string[]) => some(values, MOST_PARTS).join(', ');
  return [
    ...(status === undefined
      ? []
      : [`${plain(status.from ?? 'no known status', LONGEST_VALUE)} → **${plain(to, LONGEST_VALUE)}**`]),
    ...(forced === undefined ? [] : [`by force: ${plain(forced, LONGEST_WORDS)}`]),
    ...(archived === undefined ? [] : [archived ? '**archived**' : '**unarchived**']),
    ...(movedFrom === undefined || archived !== undefined ? [] : [`moved from ${code(movedFrom)}`]),
    ...(formerTitle === undefined ? [] : [`formerly “${plain(formerTitle, LONGEST_TITLE)}”`]),
    ...counts(criteria),
    ...(fields.length === 0
      ? []
      : [words(fields.map(({ field, from, to: value }) => fieldText(field, from, value)))]),
    ...(sections.length === 0 ? [] : [`text of ${words(sections.map(sectionText))}`]),
    ...(files.length === 0
      ? []
      : [`files: ${words(files.map((file) => link(code(file), options.linkTo(beside(change, file)))))}`]),
  ];
}

function beside({ document }: SpecDifference, file: string): string {
  return `${(document ?? '').split('/').slice(0, -1).join('/')}/${file}`;
}

function counts(criteria: SpecDifference['criteria']): readonly string[] {
  const { met, reopened, added, removed, reworded, retired } = criteria;
  const parts = (
    [
      [met, 'met'],
      [reopened, 'open again'],
      [added, 'added'],
      [removed, 'removed'],
      [reworded, 'reworded'],
      [retired, 'retired'],
    ] as const
  ).flatMap(([words, what]) => (words.length === 0 ? [] : [`${String(words.length)} ${what}`]));
  return parts.length === 0 ? [] : [`criteria: ${parts.join(', ')}`];
}

function fieldText(field: string, from: JsonValue, to: JsonValue): string {
  const name = plain(field, LONGEST_VALUE);
  if (from === null) return `${name} ${valueText(to)}`;
  return to === null ? `no ${name}` : `${name} ${valueText(from)} → ${valueText(to)}`;
}

function valueText(value: JsonValue): string {
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? `[${value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ')}]`
        : JSON.stringify(value);
  return plain(text, LONGEST_VALUE);
}

function sectionText({ heading, added, removed }: SpecDifference['sections'][number]): string {
  const name = heading === '' ? 'the beginning' : `“${plain(heading, LONGEST_VALUE)}”`;
  const lines = [
    ...(added === 0 ? [] : [`+${String(added)}`]),
    ...(removed === 0 ? [] : [`−${String(removed)}`]),
  ];
  return lines.length === 0 ? name : `${name} (${lines.join(' ')})`;
}

function openLines(spec: OpenSpec, options: ReportOptions): readonly string[] {
  const { criteria, proof, openCriteria, waitsFor, claimedBy, status } = spec;
  const parts = [
    plain(status ?? 'no known status', LONGEST_VALUE),
    ...(criteria === undefined ? [] : [`${String(criteria.done)}/${String(criteria.total)} met`]),
    ...describeDoubtfulCriteria(proof),
    ...(waitsFor.length === 0
      ? []
      : [
          `waits for ${some(
            waitsFor.map((ref) => plain(ref, LONGEST_VALUE)),
            MOST_PARTS,
          ).join(', ')}`,
        ]),
    ...(claimedBy === undefined ? [] : [`claimed by ${plain(claimedBy, LONGEST_VALUE)}`]),
  ];
  return [`- ${nameOf(spec, options)}: ${parts.join(', ')}`, ...wordLines(openCriteria, '')];
}

function wordLines(words: readonly string[], before: string): readonly string[] {
  return some(
    words.map((text) => before + plain(text, LONGEST_WORDS)),
    MOST_CRITERIA,
  ).map((text) => `  - ${text}`);
}

function findingLine({ severity, code: name, file, line, message }: Finding, options: ReportOptions): string {
  const place = line === undefined ? file : `${file}:${String(line)}`;
  return `- ${severity}: ${plain(message, 200)} (${link(code(place), options.linkTo(file))}, ${code(name)})`;
}

function nameOf(
  { sequence, title, ref, document }: Pick<SpecDifference, 'sequence' | 'title' | 'ref' | 'document'>,
  { linkTo, digits }: ReportOptions,
): string {
  const number = sequence === null ? [] : [String(sequence).padStart(digits, '0')];
  const words = [...number, plain(title === '' ? ref : title, LONGEST_TITLE)].join(' ');
  return document === null ? `~~${words}~~` : link(words, linkTo(document));
}

/** Returns the first `most` parts, and how many more there are. */
function some(parts: readonly string[], most: number): readonly string[] {
  return parts.length <= most
    ? parts
    : [...parts.slice(0, most), `… and ${String(parts.length - most)} more`];
}
