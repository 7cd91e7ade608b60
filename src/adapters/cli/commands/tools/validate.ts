import type { ValidateProjectResult } from '../../../../application/queries/project/validateProject.js';
import { defineCommand } from '../../defineCommand.js';
import { argument, list, number, on, oneOf } from '../../options/taken.js';
import { SEVERITIES } from '../../../../domain/findings/finding.js';
import { safeJson, safeText } from '../../layout/escapeUnsafeText.js';
import { renderFindings } from './renderFindings.js';
import { createStyle } from '../../layout/terminalStyle.js';

const FORMATS = ['text', 'github', 'sarif'] as const;

/** The document of `validate --json`: the most serious findings that fit the size limit; all findings with `--all`. */
export interface ValidateOutput extends ValidateProjectResult {
  /** Number of all findings (`total`) and of the listed ones (`shown`); absent if all are listed. */
  readonly total?: number;
  readonly shown?: number;
}

/** The number of findings in a JSON document without `--limit` and `--all`. */
const SHOWN = 100;

export default defineCommand({
  name: 'validate',
  group: 'Tools',
  purpose: 'find errors and warnings in the project, for people and CI',
  examples: [
    ['Fix what is safe to fix', 'spectool validate --fix'],
    ['Only errors', 'spectool validate --severity error'],
    ['In CI', 'spectool validate --strict --format github'],
  ],
  takes: {
    specs: argument('[SPEC…]'),
    strict: on('--strict', 'exit with 1 if there are warnings, not only if there are errors'),
    fix: on('--fix', 'make the repairs that are safe, and list them'),
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
    format: oneOf('--format', FORMATS, 'the output format; text by default'),
  },
  writes: true,
  allProjects: true,
  runs: 'validateProject',
  run: ({ validateProject }, { all: _all, limit: _limit, format = 'text', ...given }, { json }) =>
    validateProject.execute({ ...given, fixesOnce: json || format === 'text' }),
  warnings: ({ notes = [] }) => notes,
  document: (result, _spectool, { all, limit = all ? undefined : SHOWN }): ValidateOutput => {
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
