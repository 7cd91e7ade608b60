import { BOUNDS } from '../../../../domain/value/bounds.js';
import type { ValidateProjectResult } from '../../../../application/queries/project/validateProject.js';
import {
  type Finding,
  type FindingSummary,
  SEVERITIES,
  type Severity,
} from '../../../../domain/findings/finding.js';
import { largestNumber } from '../../../../domain/value/collections.js';
import { argument, listFlag, numberFlag, switchFlag, choiceFlag, forOne } from '../../flagsAndArguments.js';
import { setupReminders } from '../../setupReminders.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText, NARROWEST, type Span, wrapSpans } from '../../layout/terminalText.js';
import { withLocalTimes } from '../../layout/localTimes.js';
import { createStyle, type Style, type Terminal } from '../../layout/terminalStyle.js';

/**
 * Renders a summary by finding code, with fixes, and then the findings, errors first. Unless `all` is true, a long report shows
 * only the first findings and fixes. No final newline.
 * @param hasOnlyErrors true if warnings were not asked for.
 */
export function renderFindings(
  result: ValidateProjectResult,
  terminal: Terminal,
  { all, hasOnlyErrors = false }: { readonly all: boolean; readonly hasOnlyErrors?: boolean },
): string {
  const style = createStyle(terminal);
  const fixed = result.fixed.map((sentence) => `${style.hint('fixed')} ${safeText(sentence)}`);
  const head = hasOnlyErrors ? errorHeading(result, style) : heading(result, style);
  if (result.findings.length === 0) return [...fixed, ...(fixed.length > 0 ? [''] : []), head].join('\n');
  const { findings } = result;
  const shown = all ? findings : findings.slice(0, BOUNDS.listed);
  const note = `${shown.length} of ${findings.length} findings shown. --all shows every finding, --code CODE only the findings with that code, --severity error only errors.`;
  return [
    ...fixed,
    ...(fixed.length > 0 ? [''] : []),
    head,
    '',
    ...summaryLines(
      result.summary,
      shown.length < findings.length ? BOUNDS.named : Infinity,
      style,
      terminal,
    ),
    '',
    ...shown.map((finding) => findingLine(finding, style, terminal)),
    ...(shown.length < findings.length
      ? wrapSpans([{ text: note, paint: style.quiet }], terminal.columns)
      : []),
  ].join('\n');
}

function heading({ checked, errors, warnings, others }: ValidateProjectResult, style: Style): string {
  const specs = `${count(checked, 'spec')} checked`;
  const besides = others === 0 ? '' : ` (${count(others, 'other finding')} filtered out)`;
  if (errors + warnings === 0)
    return `${specs}: ${others === 0 ? 'nothing is wrong' : 'no finding matches the filters'}${besides}.`;
  const parts = [
    errors === 0 ? count(0, 'error') : style.error(count(errors, 'error')),
    warnings === 0 ? count(0, 'warning') : style.warning(count(warnings, 'warning')),
  ];
  return `${specs}: ${parts.join(', ')}${besides}.`;
}

function errorHeading({ checked, errors }: ValidateProjectResult, style: Style): string {
  const found = errors === 0 ? 'no errors' : style.error(count(errors, 'error'));
  return `${count(checked, 'spec')} checked: ${found}.`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

/** Returns a line for every finding code; the first `mostFixes` fixes follow their codes. */
function summaryLines(
  summary: readonly FindingSummary[],
  mostFixes: number,
  style: Style,
  terminal: Terminal,
): readonly string[] {
  const width = largestNumber(summary.map((one) => String(one.count).length));
  return summary.flatMap(({ code, severity, count: found, specs, fix }, i) => {
    const where = specs > 0 && specs < found ? ` in ${count(specs, 'spec')}` : '';
    return [
      `${String(found).padStart(width)} ${painted(severity, style)} ${code}${style.quiet(where)}`,
      ...(fix === undefined || i >= mostFixes ? [] : fixLines(fix, width + 1, style, terminal)),
    ];
  });
}

/**
 * Returns the lines of a finding. The path and line number are never broken, so that a terminal can link them; in a pipe, each
 * finding is one line.
 */
function findingLine(
  { file, line, severity, code, message, fix }: Finding,
  style: Style,
  { columns }: Terminal,
): string {
  const spans: readonly Span[] = [
    { text: `${safeText(style.fromHere(file))}${line === undefined ? '' : `:${line}`}`, paint: style.quiet },
    { text: ' ' },
    { text: severity, paint: severity === 'error' ? style.error : style.warning },
    { text: ` ${code} `, paint: style.quiet },
    { text: safeText(withLocalTimes(message)) },
  ];
  const room = columns === undefined ? undefined : Math.max(NARROWEST, columns - 2);
  const cure = fix === undefined ? [] : fixLines(fix, 2, style, { columns });
  return [wrapSpans(spans, room).join('\n  '), ...cure].join('\n');
}

/** Returns the lines of a finding's fix, indented below the finding. */
function fixLines(
  fix: string,
  indent: number,
  style: Style,
  { columns }: Pick<Terminal, 'columns'>,
): readonly string[] {
  const before = ' '.repeat(indent);
  const room = columns === undefined ? undefined : Math.max(NARROWEST, columns - indent - 4);
  const [first = '', ...rest] = wrapSpans([{ text: safeText(fix) }], room);
  return [`${before}${style.hint('fix')} ${first}`, ...rest.map((line) => `${before}    ${line}`)];
}

function painted(severity: Severity, style: Style): string {
  return severity === 'error' ? style.error(severity) : style.warning(severity);
}

const FORMATS = ['text', 'github'] as const;

/** The document of `validate --json`: the most serious findings that fit the size limit; all findings with `--all`. */
export interface ValidateOutput extends ValidateProjectResult {
  /** Number of all findings (`total`) and of the listed ones (`shown`); absent if all are listed. */
  readonly total?: number;
  readonly shown?: number;
}

export const validateCommand = defineCommand({
  name: 'validate',
  group: 'Tools',
  usedBy: 'everyone',
  purpose: 'find errors and warnings in the project, for people and CI',
  examples: [
    ['Make safe repairs', 'spectool validate --fix'],
    ['Only errors', 'spectool validate --severity error'],
    ['In CI', 'spectool validate --strict --format github'],
  ],
  takes: {
    specs: forOne(argument('[SPEC…]')),
    strict: switchFlag('--strict', 'exit with 1 if there are warnings, not only if there are errors'),
    fix: forOne(switchFlag('--fix', 'make safe repairs, and list them')),
    keep: listFlag(
      '--keep SPEC,…',
      'with --fix: the specs that keep their number if other specs have the same number; by default the earliest spec keeps the number',
    ),
    staged: forOne(
      switchFlag('--staged', 'check only what the next commit changes; print nothing if all is well'),
    ),
    severity: choiceFlag('--severity', SEVERITIES, 'show only errors, or only warnings'),
    codes: listFlag(
      '--code CODE,…',
      'show only findings with these codes, such as SIZE; the output shows the code of each finding',
    ),
    all: switchFlag('--all', 'show every finding; by default, a long list is shortened'),
    limit: numberFlag('--limit N', 'with --json: at most this many findings; 100 by default'),
    format: forOne(choiceFlag('--format', FORMATS, 'the output format; text by default')),
  },
  writes: true,
  allProjects: true,
  runs: 'validateProject',
  run: ({ validateProject }, { all: _all, limit: _limit, format = 'text', ...given }, { json }) =>
    validateProject.execute({ ...given, fixesOnce: json || format === 'text' }),
  warnings: ({ notes = [] }) => notes,
  document: (result, _spectool, { all, limit = all ? undefined : BOUNDS.entries }): ValidateOutput => {
    const findings = result.findings.slice(0, limit);
    return findings.length === result.findings.length
      ? result
      : { ...result, findings, total: result.findings.length, shown: findings.length };
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
  restShownBy: ({ all, format = 'text' }) => (all || format !== 'text' ? undefined : '--all'),
  render: async (result, terminal, spectool, given, command) => {
    const { fromHere } = createStyle(terminal);
    const findings = result.findings.map((one) => ({ ...one, file: fromHere(one.file) }));
    if (given.staged && findings.length + result.fixed.length === 0) return '';
    if (given.format === 'github') return renderAnnotations({ findings });
    for (const text of given.staged ? [] : await setupReminders(spectool, command.context))
      command.notify('hint', text);
    return renderFindings(result, terminal, {
      all: given.all,
      hasOnlyErrors: given.severity === 'error' && given.codes === undefined,
    });
  },
});

/** Renders findings as GitHub workflow commands, which GitHub shows as annotations of the changed files. */
function renderAnnotations({ findings }: Pick<ValidateProjectResult, 'findings'>): string {
  return findings
    .map(({ severity, code, file, line, message, fix }) => {
      const place = [
        `file=${property(file)}`,
        ...(line === undefined ? [] : [`line=${line}`]),
        `title=${code}`,
      ].join(',');
      return `::${severity} ${place}::${data(fix === undefined ? message : `${message} Fix: ${fix}`)}`;
    })
    .join('\n');
}

function data(text: string): string {
  return safeText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
