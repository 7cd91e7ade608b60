import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { FrontmatterConfig } from '../../domain/project/configuration.js';
import { isOfType } from '../../domain/fields/customField.js';
import { isOwnMeaning, SET_ROWS } from '../../domain/fields/standardFields.js';
import { statusWordAdvice } from '../../domain/fields/knownWords.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { dayOf } from '../../domain/value/dates.js';
import { settingAdvice } from '../changes/changeResult.js';
import { type JsonValue, isPresentValue } from '../../domain/value/jsonValue.js';
import type { Finding } from '../../domain/findings/finding.js';

/** Checks required fields, allowed values, dates and types of custom fields. */
export function checkFields(
  spec: SpecView,
  document: SpecDocument,
  file: string,
  config: FrontmatterConfig,
): readonly Finding[] {
  const findings: Finding[] = [];
  let lines: ReadonlyMap<string, number> | undefined;
  const lineOf = (key: string) => {
    // If a key is duplicate, use its first line.
    lines ??= new Map(document.entries.toReversed().map((entry) => [entry.key, entry.line]));
    return lines.get(key);
  };
  const required = new Set(config.required);
  const report = (
    code: Finding['code'],
    key: string,
    message: string,
    cure: Cure,
    severity: Finding['severity'] = 'error',
  ) => {
    const line = lineOf(key);
    findings.push({ severity, code, file, ...(line !== undefined && { line }), message, ...cure });
  };
  for (const problem of spec.problems ?? []) {
    if (problem.code !== 'FIELD_INVALID') continue;
    const isMissing = !isPresentValue(document.frontmatter[problem.field]);
    if (isMissing && required.has(problem.field)) continue;
    report(
      'FIELD_INVALID',
      problem.field,
      `${problem.message}.`,
      cureFor(spec, problem.field, document.frontmatter[problem.field]),
    );
  }
  for (const key of config.required) {
    const stands = isPresentValue(document.frontmatter[key]) || (key === 'created' && spec.created !== null);
    if (!stands)
      report('FIELD_MISSING', key, `The field "${key}" is required and missing.`, cureFor(spec, key));
  }
  const { completed } = document.frontmatter;
  if (isPresentValue(completed) && dayOf(completed) === undefined) {
    const message = `completed: ${JSON.stringify(completed)} is not a date YYYY-MM-DD.`;
    report('FIELD_INVALID', 'completed', message, cureFor(spec, 'completed'));
  }
  for (const { key } of SET_ROWS) {
    const value = document.frontmatter[key];
    if (typeof value !== 'string' || !value.includes(',') || isOwnMeaning(key, config.custom)) continue;
    const list = value.split(',').map((item) => item.trim());
    const message = `${key} is a string with commas, not a list.`;
    report('FIELD_TYPE', key, message, { fix: `Write ${key}: ${JSON.stringify(list)}.` }, 'warning');
  }
  for (const [key, type] of Object.entries(config.custom)) {
    const value = document.frontmatter[key];
    if (!isPresentValue(value) || isOfType(value, type)) continue;
    report(
      'FIELD_TYPE',
      key,
      `${key} is ${JSON.stringify(value)}, but the configuration declares the type "${type}".`,
      cureFor(spec, key),
    );
  }
  return findings;
}

/** How to fix a finding: a text, or advice with a command. */
type Cure = Pick<Finding, 'fix' | 'advice'>;

function cureFor(spec: SpecView, key: string, found?: JsonValue): Cure {
  const { ref } = spec;
  if (key === 'status') {
    if (typeof found === 'string' && found !== '') return { advice: statusWordAdvice(found) };
    const request = { spec: ref, status: 'planned', force: true } as const;
    return { advice: [{ useCase: 'updateSpec', request, needs: ['reason'], to: 'set it' }] };
  }
  return { advice: [settingAdvice(ref, key)] };
}
