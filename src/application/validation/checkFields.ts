import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { FrontmatterConfig } from '../../domain/project/projectConfig.js';
import { isOfType } from '../../domain/spec/customField.js';
import { meantValue } from '../../domain/spec/knownValue.js';
import { shortReference } from '../../domain/naming/shortReference.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { STATUSES } from '../../domain/spec/status.js';
import { isCalendarDate } from '../../domain/value/calendarDate.js';
import type { JsonValue } from '../../domain/value/json.js';
import type { Finding } from '../../domain/validation/finding.js';

/** Required fields, allowed values, dates, types of custom fields. */
export function checkFields(
  spec: SpecView,
  document: SpecDocument,
  file: string,
  config: FrontmatterConfig,
): readonly Finding[] {
  const findings: Finding[] = [];
  const lineOf = (key: string) => document.entries.find((entry) => entry.key === key)?.line;
  const report = (code: Finding['code'], key: string, message: string, fix: string) => {
    const line = lineOf(key);
    findings.push({ severity: 'error', code, file, ...(line !== undefined && { line }), message, fix });
  };
  for (const problem of spec.problems ?? []) {
    if (problem.code !== 'FIELD_INVALID') continue;
    const isMissing = !Object.hasOwn(document.frontmatter, problem.field);
    if (isMissing && config.required.includes(problem.field)) continue;
    report(
      'FIELD_INVALID',
      problem.field,
      `${problem.message}.`,
      fixFor(spec, problem.field, document.frontmatter[problem.field]),
    );
  }
  for (const key of config.required) {
    const stands = isThere(document.frontmatter[key]) || (key === 'created' && spec.created !== null);
    if (!stands)
      report('FIELD_MISSING', key, `The field "${key}" is required and missing.`, fixFor(spec, key));
  }
  for (const key of ['completed', 'created'] as const) {
    const value = document.frontmatter[key];
    if (key === 'completed' && isThere(value) && !isDate(value)) {
      report(
        'FIELD_INVALID',
        key,
        `${key} ${JSON.stringify(value)} is not a date YYYY-MM-DD.`,
        fixFor(spec, key),
      );
    }
  }
  for (const [key, type] of Object.entries(config.custom)) {
    const value = document.frontmatter[key];
    if (!isThere(value) || isOfType(value, type)) continue;
    report('FIELD_TYPE', key, `${key} is ${JSON.stringify(value)}, which is no ${type}.`, fixFor(spec, key));
  }
  return findings;
}

function isThere(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null && value !== '';
}

function isDate(value: JsonValue): boolean {
  return typeof value === 'string' && isCalendarDate(value.slice(0, 10));
}

function fixFor(spec: SpecView, key: string, found?: JsonValue): string {
  const name = shortReference(spec);
  if (key === 'status') {
    const meant = (typeof found === 'string' ? meantValue(found, STATUSES) : undefined) ?? 'planned';
    return `say which it is: spectool update ${name} --status ${meant} --force --reason "…"`;
  }
  if (key === 'priority' || key === 'assignee' || key === 'reviewer')
    return `spectool update ${name} --${key} …`;
  if (key === 'tags') return `spectool update ${name} --add-tag …`;
  if (key === 'created' || key === 'completed') return `write \`${key}: YYYY-MM-DD\` into the frontmatter`;
  return `spectool update ${name} --field ${key}=…`;
}
