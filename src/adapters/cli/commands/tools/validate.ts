import { Command, Option } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import type { ValidateProjectResult } from '../../../../application/queries/project/validateProject.js';
import type { Warning } from '../../../../application/warning.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { allProjectsFlag } from '../../projects/allProjects.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { listOption, numberOption } from '../../options/parseListAndNumber.js';
import { takes } from '../../commandDefinition.js';
import { WritingCommand } from '../../writingCommand.js';
import { SEVERITIES, type Severity } from '../../../../domain/findings/finding.js';
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

export class ValidateCommand extends WritingCommand<ValidateProjectResult, ValidateOutput> {
  static override paths = [['validate']];
  static override usage = Command.Usage({
    examples: [
      ['Fix what is safe to fix', 'spectool validate --fix'],
      ['Only errors', 'spectool validate --severity error'],
      ['In CI', 'spectool validate --strict --format github'],
    ],
  });

  override allProjects = allProjectsFlag();
  specs = Option.Rest({ name: 'spec' });
  strict = Option.Boolean('--strict', false, {
    description: 'exit with 1 if there are warnings, not only if there are errors',
  });
  fix = Option.Boolean('--fix', false, { description: 'make the repairs that are safe, and list them' });
  keep = takes(
    'SPEC,…',
    Option.Array('--keep', {
      description:
        'with --fix: the specs that keep their number if other specs have the same number; by default the earliest spec keeps the number',
    }),
  );
  severity = takes(
    SEVERITIES.join('|'),
    Option.String('--severity', { description: 'show only errors, or only warnings' }),
  );
  codes = takes(
    'CODE,…',
    Option.Array('--code', {
      description:
        'show only findings with these codes, such as SIZE; the output shows the code of each finding',
    }),
  );
  all = Option.Boolean('--all', false, { description: 'show every finding; by default, a long list is cut' });
  limit = takes(
    'N',
    Option.String('--limit', { description: 'with --json: at most this many findings; 100 by default' }),
  );
  format = takes(
    FORMATS.join('|'),
    Option.String('--format', 'text', { description: 'the output format; text by default' }),
  );

  protected override async run(spectool: Spectool): Promise<ValidateProjectResult> {
    if (!(FORMATS as readonly string[]).includes(this.format)) {
      throw new SpectoolError('USAGE', `--format: "${this.format}" is not one of ${FORMATS.join(', ')}.`);
    }
    return spectool.validateProject.execute({
      specs: this.specs,
      strict: this.strict,
      fix: this.fix,
      keep: listOption(this.keep),
      // No check here, because the use case refuses an invalid severity.
      severity: this.severity as Severity | undefined,
      codes: listOption(this.codes),
      fixesOnce: this.json || this.format === 'text',
    });
  }

  protected override warnings({ notes = [] }: ValidateProjectResult): readonly Warning[] {
    return notes;
  }

  protected override document(result: ValidateProjectResult): ValidateOutput {
    const limit = numberOption('--limit', this.limit) ?? (this.all ? undefined : SHOWN);
    const findings = result.findings.slice(0, limit);
    return findings.length === result.findings.length
      ? result
      : { ...result, findings, total: result.findings.length, shown: findings.length };
  }

  protected override exitCode({ ok }: ValidateProjectResult): number {
    return ok ? 0 : 1;
  }

  protected override render(result: ValidateProjectResult, terminal: Terminal): string {
    const { fromHere } = createStyle(terminal);
    const findings = result.findings.map((one) => ({ ...one, file: fromHere(one.file) }));
    if (this.format === 'github') return renderAnnotations({ findings });
    if (this.format === 'sarif') return renderSarif({ findings });
    return renderFindings(result, terminal, {
      all: this.all,
      hasOnlyErrors: this.severity === 'error' && this.codes === undefined,
    });
  }
}

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
