import { BOUNDS } from '../../../../domain/value/bounds.js';
import type { ValidateProjectResult } from '../../../../application/queries/project/validateProject.js';
import {
  type Finding,
  type FindingSummary,
  SEVERITIES,
  type Severity,
} from '../../../../domain/findings/finding.js';
import { groupBy, largestNumber } from '../../../../domain/value/collections.js';
import { argument, list, number, on, oneOf, forOne } from '../../commandDefinition.js';
import { defineCommand } from '../../defineCommand.js';
import { safeJson, safeText, NARROWEST, type Span, wrapSpans } from '../../layout/wrapText.js';
import { withLocalTimes } from '../../layout/specTable.js';
import { createStyle, type Style, type Terminal } from '../../layout/terminalStyle.js';

/** Maximum size in bytes of a report without `--all`, about 1,400 tokens. */
const MOST_BYTES = 4400;
/** Maximum size in bytes of the summary with its fixes, as part of the report. */
const MOST_OF_SUMMARY = 2200;

/**
 * Renders a summary by finding code, with fixes, and then the findings. If not all findings fit and `all` is false, renders the
 * errors that fit, then for each spec a line about its warnings. No final newline.
 * @param hasOnlyErrors true if the result leaves out the warnings; they are only counted.
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
  const summary = [head, '', ...summaryLines(result.summary, style, terminal)];
  const room = MOST_BYTES - bytesOf(summary);
  const lineOf = (finding: Finding) => findingLine(finding, style, terminal);
  const shown =
    all || haveRoom(result.findings, lineOf, room)
      ? result.findings.map(lineOf)
      : selection(result.findings, lineOf, room, style, terminal);
  return [...fixed, ...(fixed.length > 0 ? [''] : []), ...summary, '', ...shown].join('\n');
}

/**
 * True if the lines of all findings fit into `room` bytes. Stops at the first line that does not fit, because there may be tens
 * of thousands of findings.
 */
function haveRoom(findings: readonly Finding[], lineOf: (finding: Finding) => string, room: number): boolean {
  let left = room;
  return findings.every((finding) => (left -= bytesOf([lineOf(finding)])) >= 0);
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

function errorHeading({ checked, errors, others }: ValidateProjectResult, style: Style): string {
  const found = errors === 0 ? 'no errors' : style.error(count(errors, 'error'));
  const rest =
    others === 0 ? '' : style.called(`; ${count(others, 'warning')} not shown (spectool validate)`);
  return `${count(checked, 'spec')} checked: ${found}${rest}.`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

/** Returns a line for every finding code, and as many fixes as fit. */
function summaryLines(
  summary: readonly FindingSummary[],
  style: Style,
  terminal: Terminal,
): readonly string[] {
  const width = largestNumber(summary.map((one) => String(one.count).length));
  const rows = summary.map(({ code, severity, count: found, specs, fix }) => {
    const where = specs > 0 && specs < found ? ` in ${count(specs, 'spec')}` : '';
    return {
      line: `${String(found).padStart(width)} ${painted(severity, style)} ${code}${style.quiet(where)}`,
      fix: fix === undefined ? [] : fixLines(fix, width + 1, style, terminal),
    };
  });
  let room = MOST_OF_SUMMARY - bytesOf(rows.map(({ line }) => line));
  return rows.flatMap(({ line, fix }) => {
    const taken = bytesOf(fix);
    if (taken > room) return [line];
    room -= taken;
    return [line, ...fix];
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

/**
 * Selects what to show if not all findings fit: errors, at least one of each finding code where possible; then for each spec the
 * number of its warnings by code.
 */
function selection(
  findings: readonly Finding[],
  lineOf: (finding: Finding) => string,
  room: number,
  style: Style,
  { columns }: Terminal,
): readonly string[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const written = errors.map(lineOf);
  const chosen = inTurn(errors, (_error, i) => bytesOf([written[i] ?? '']), room);
  const lines = chosen.map((i) => written[i] ?? '');
  let left = room - bytesOf(lines);
  let shown = chosen.length;
  const bySpec = groupBy(findings.slice(errors.length), ({ file }) => file);
  for (const ofSpec of chosen.length < errors.length ? [] : bySpec) {
    const line = specLine(ofSpec, style);
    if (bytesOf([line]) > left) continue;
    left -= bytesOf([line]);
    lines.push(line);
    shown += ofSpec.length;
  }
  return [
    ...lines,
    ...wrapSpans(
      [
        {
          text: `${shown} of ${findings.length} findings shown. --all shows every finding, --code CODE only the findings with that code, --severity error only errors.`,
          paint: style.quiet,
        },
      ],
      columns,
    ),
  ];
}

/**
 * Returns the indexes of the findings that fit into `room`, in ascending order. Takes one finding of each code in turn, so that
 * many findings of one code do not displace the others.
 */
function inTurn(
  findings: readonly Finding[],
  cost: (finding: Finding, i: number) => number,
  room: number,
): readonly number[] {
  const places = findings.map((finding, i) => ({ finding, i }));
  const byCode = groupBy(places, ({ finding }) => finding.code);
  const chosen: number[] = [];
  let left = room;
  for (let turn = 0; byCode.some((ofCode) => turn < ofCode.length); turn++) {
    for (const ofCode of byCode) {
      const one = ofCode[turn];
      if (one === undefined) continue;
      const taken = cost(one.finding, one.i);
      // Skip a finding that is too long, so that shorter ones are still shown.
      if (taken > left) continue;
      left -= taken;
      chosen.push(one.i);
    }
  }
  return chosen.sort((a, b) => a - b);
}

function specLine(findings: readonly Finding[], style: Style): string {
  const [{ file, severity }] = findings as readonly [Finding, ...Finding[]];
  const codes = groupBy(findings, ({ code }) => code).map((ofCode) => {
    const lines = ofCode.flatMap(({ line }) => line ?? []);
    const code = ofCode[0]?.code ?? '';
    return ofCode.length === 1
      ? `${code}${lines.length === 1 ? ` line ${String(lines[0])}` : ''}`
      : `${code} ${ofCode.length}×`;
  });
  return `${style.path(safeText(file))} ${painted(severity, style)} ${codes.join(', ')}`;
}

function painted(severity: Severity, style: Style): string {
  return severity === 'error' ? style.error(severity) : style.warning(severity);
}

function bytesOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}

const FORMATS = ['text', 'github', 'sarif'] as const;

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
    ['Fix what is safe to fix', 'spectool validate --fix'],
    ['Only errors', 'spectool validate --severity error'],
    ['In CI', 'spectool validate --strict --format github'],
  ],
  takes: {
    specs: forOne(argument('[SPEC…]')),
    strict: on('--strict', 'exit with 1 if there are warnings, not only if there are errors'),
    fix: forOne(on('--fix', 'make the repairs that are safe, and list them')),
    keep: list(
      '--keep SPEC,…',
      'with --fix: the specs that keep their number if other specs have the same number; by default the earliest spec keeps the number',
    ),
    severity: oneOf('--severity', SEVERITIES, 'show only errors, or only warnings'),
    codes: list(
      '--code CODE,…',
      'show only findings with these codes, such as SIZE; the output shows the code of each finding',
    ),
    all: on('--all', 'show every finding; by default, a long list is cut'),
    limit: number('--limit N', 'with --json: at most this many findings; 100 by default'),
    format: forOne(oneOf('--format', FORMATS, 'the output format; text by default')),
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
  render: (result, terminal, _spectool, given) => {
    const { fromHere } = createStyle(terminal);
    const findings = result.findings.map((one) => ({ ...one, file: fromHere(one.file) }));
    if (given.format === 'github') return renderAnnotations({ findings });
    if (given.format === 'sarif') return renderSarif({ findings });
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

/** Renders findings as SARIF 2.1.0, a format for code scanning results. */
export function renderSarif({ findings }: Pick<ValidateProjectResult, 'findings'>): string {
  const rules = [...new Set(findings.map(({ code }) => code))].sort();
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'spectool', rules: rules.map((id) => ({ id })) } },
        results: findings.map(({ severity, code, file, line, message, fix }) => ({
          ruleId: code,
          level: severity,
          message: { text: fix === undefined ? message : `${message} Fix: ${fix}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
                ...(line !== undefined && { region: { startLine: line } }),
              },
            },
          ],
        })),
      },
    ],
  };
  return safeJson(document, 2);
}
