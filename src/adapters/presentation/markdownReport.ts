import type {
  OpenSpec,
  ReportProjectResult,
  SpecDifference,
} from '../../application/queries/project/reportProject.js';
import { describeDoubtfulCriteria } from '../../domain/proof/criterionStates.js';
import { code, counted, link, plain } from '../../domain/document/markdownText.js';
import { STATUSES } from '../../domain/fields/statusAndPriority.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';

/** The most items of lists, because a comment on GitHub can have at most 65,536 characters. */
const MOST = { changes: 30, open: 15, findings: 10, commits: 10, parts: 5, criteria: 4 };

export interface ReportOptions {
  /** Returns the address of a file of the project, given its path. */
  readonly linkTo: (path: string) => string;
  /** Number of digits of a spec number (`structure.sequenceDigits`). */
  readonly digits: number;
}

const title = (text: string) => plain(text, 90);
const words = (text: string) => plain(text, 120);
const value = (text: string | null) => plain(text ?? 'no known status', 40);
/** Returns the first `most` texts, and how many more there are. */
const few = (texts: readonly string[], most = MOST.parts, mark = '') =>
  texts.length <= most
    ? texts
    : [...texts.slice(0, most), `${mark}… and ${String(texts.length - most)} more`];
const when = (condition: boolean, ...texts: readonly string[]) => (condition ? texts : []);

/**
 * Renders a report about the project's specs as Markdown. Text from specs is escaped, so that it makes no links, mentions or
 * formatting.
 */
export function markdownReport(report: ReportProjectResult, options: ReportOptions): string {
  const { changes, open, findings, commits, since } = report;
  const section = <T>(heading: string, items: readonly T[], most: number, textOf: (item: T) => string) =>
    when(items.length > 0, [`### ${heading}`, '', ...few(items.map(textOf), most, '- ')].join('\n'));
  const { specs = [], without = [] } = commits ?? {};
  return [
    // Begin with a marker, so that a later run can find the comment on GitHub and update it.
    '<!-- spectool report -->',
    `## Specs of ${title(report.project)}`,
    ...(since === undefined ? [projectLine(report)] : [changesLine(changes, since)]),
    ...section('Changed', changes, MOST.changes, (change) => changeText(change, options)),
    ...section(
      'Commits',
      specs,
      MOST.commits,
      (one) => `- ${title(one.ref)}: ${counted(one.commits, 'commit')}`,
    ),
    ...section(
      'Commits without a spec',
      without,
      MOST.commits,
      ({ hash, subject }) => `- ${code(hash.slice(0, 10))} ${title(subject)}`,
    ),
    ...section(since ? 'Left open' : 'In progress', open, MOST.open, (spec) => openText(spec, options)),
    ...section('To correct', findings, MOST.findings, ({ severity, code: name, file, line, message }) => {
      const place = line === undefined ? file : `${file}:${String(line)}`;
      return `- ${severity}: ${plain(message, 200)} (${link(code(place), options.linkTo(file))}, ${code(name)})`;
    }),
    ...(since === undefined ? [] : [projectLine(report)]),
  ].join('\n\n');
}

function projectLine({ statuses, archived, blocked }: ReportProjectResult): string {
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const names = new Set([...STATUSES, ...Object.keys(statuses)]);
  const parts = [...names].flatMap((name) =>
    when(Object.hasOwn(statuses, name), `${String(statuses[name])} ${name}`),
  );
  const rest = [
    ...when(blocked > 0, `${String(blocked)} blocked`),
    ...when(archived > 0, `${String(archived)} archived`),
  ];
  if (total === 0) return `${['The project has no active specs', ...rest].join('; ')}.`;
  return `The project has ${counted(total, 'active spec')}: ${[parts.join(', '), ...rest].join('; ')}.`;
}

function changesLine(
  changes: readonly SpecDifference[],
  { base, commit }: NonNullable<ReportProjectResult['since']>,
): string {
  const from = `${title(base)} (\`${commit.slice(0, 10)}\`)`;
  if (changes.length === 0) return `No spec changed since ${from}.`;
  const isChanged = ({ kind }: SpecDifference) => kind === 'changed';
  const counts: readonly (readonly [string, (change: SpecDifference) => boolean])[] = [
    ['new', ({ kind }) => kind === 'new'],
    ['deleted', ({ kind }) => kind === 'deleted'],
    ['completed', (one) => isChanged(one) && one.status?.to === 'complete'],
    ['archived', (one) => isChanged(one) && one.archived === true],
  ];
  const met = changes.reduce((sum, { criteria }) => sum + criteria.met.length, 0);
  const parts = [
    ...counts.flatMap(([what, test]) => {
      const count = changes.filter(test).length;
      return when(count > 0, `${String(count)} ${what}`);
    }),
    ...when(met > 0, `${counted(met, 'criterion', 'criteria')} met`),
  ];
  return `**${counted(changes.length, 'spec')} changed** since ${[from, ...when(parts.length > 0, parts.join(', '))].join(': ')}.`;
}

function changeText(change: SpecDifference, options: ReportOptions): string {
  const { met, reopened, reworded, retired } = change.criteria;
  const parts = partsOf(change, options);
  const shown = parts.length === 0 ? ['only the frontmatter or line ends changed'] : few(parts);
  const texts = [
    ['met', met],
    ['open again', reopened],
    ['reworded', reworded.map(({ from, to }) => `${from} → ${to}`)],
    ['retired', retired],
  ] as const;
  const lines = change.kind === 'changed' ? texts : [];
  return [
    `- ${nameOf(change, options)}: ${shown.join('; ')}`,
    ...lines.flatMap(([what, those]) => criterionLines(those, `${what}: `)),
  ].join('\n');
}

function partsOf(change: SpecDifference, { linkTo }: ReportOptions): readonly string[] {
  const { kind, status, archived, movedFrom, formerTitle, criteria, sections, fields, files, forced } =
    change;
  if (kind === 'deleted') return ['**deleted**'];
  const { from = null, to = null } = status ?? {};
  const { met, reopened, added, removed, reworded, retired } = criteria;
  if (kind === 'new')
    return [
      `**new**, ${archived === true ? 'archived' : value(to)}`,
      ...when(added.length > 0, counted(added.length, 'criterion', 'criteria')),
    ];
  const named = { met, 'open again': reopened, added, removed, reworded, retired };
  const counts = Object.entries(named).flatMap(([what, those]) =>
    when(those.length > 0, `${String(those.length)} ${what}`),
  );
  const folder = (change.document ?? '').split('/').slice(0, -1).join('/');
  const part = (before: string, texts: readonly string[]) =>
    when(texts.length > 0, before + few(texts).join(', '));
  return [
    ...when(status !== undefined, `${value(from)} → **${value(to)}**`),
    ...when(forced !== undefined, `by force: ${words(forced ?? '')}`),
    ...when(archived !== undefined, archived === true ? '**archived**' : '**unarchived**'),
    ...when(movedFrom !== undefined && archived === undefined, `moved from ${code(movedFrom ?? '')}`),
    ...when(formerTitle !== undefined, `formerly “${title(formerTitle ?? '')}”`),
    ...when(counts.length > 0, `criteria: ${counts.join(', ')}`),
    ...part('', fields.map(fieldText)),
    ...part('text of ', sections.map(sectionText)),
    ...part(
      'files: ',
      files.map((file) => link(code(file), linkTo(`${folder}/${file}`))),
    ),
  ];
}

function fieldText({ field, from, to }: SpecDifference['fields'][number]): string {
  if (from === null) return `${value(field)} ${valueText(to)}`;
  return to === null ? `no ${value(field)}` : `${value(field)} ${valueText(from)} → ${valueText(to)}`;
}

function valueText(given: JsonValue): string {
  return value(typeof given === 'string' ? given : JSON.stringify(given).replaceAll('"', ''));
}

function sectionText({ heading, added, removed }: SpecDifference['sections'][number]): string {
  const name = heading === '' ? 'the beginning' : `“${value(heading)}”`;
  const lines = [...when(added > 0, `+${String(added)}`), ...when(removed > 0, `−${String(removed)}`)];
  return lines.length === 0 ? name : `${name} (${lines.join(' ')})`;
}

function openText(spec: OpenSpec, options: ReportOptions): string {
  const { criteria, proof, openCriteria, waitsFor, claimedBy, status } = spec;
  const parts = [
    value(status),
    ...(criteria === undefined ? [] : [`${String(criteria.done)}/${String(criteria.total)} met`]),
    ...describeDoubtfulCriteria(proof),
    ...when(waitsFor.length > 0, `waits for ${few(waitsFor.map(value)).join(', ')}`),
    ...(claimedBy === undefined ? [] : [`claimed by ${value(claimedBy)}`]),
  ];
  return [`- ${nameOf(spec, options)}: ${parts.join(', ')}`, ...criterionLines(openCriteria, '')].join('\n');
}

function criterionLines(those: readonly string[], before: string): readonly string[] {
  return few(
    those.map((text) => before + words(text)),
    MOST.criteria,
  ).map((text) => `  - ${text}`);
}

function nameOf(
  { sequence, title: named, ref, document }: Pick<SpecDifference, 'sequence' | 'title' | 'ref' | 'document'>,
  { linkTo, digits }: ReportOptions,
): string {
  const number = sequence === null ? [] : [String(sequence).padStart(digits, '0')];
  const text = [...number, title(named === '' ? ref : named)].join(' ');
  return document === null ? `~~${text}~~` : link(text, linkTo(document));
}
