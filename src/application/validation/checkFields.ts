import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { FrontmatterConfig } from '../../domain/project/projectConfig.js';
import { isOfType } from '../../domain/spec/customField.js';
import { meantValue } from '../../domain/spec/knownValue.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { STATUSES } from '../../domain/spec/status.js';
import { dayOf } from '../../domain/value/calendarDate.js';
import { settingCommand } from '../changes/settingCommand.js';
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
    const isMissing = !isThere(document.frontmatter[problem.field]);
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
  const { completed } = document.frontmatter;
  if (isThere(completed) && dayOf(completed) === undefined) {
    const message = `completed ${JSON.stringify(completed)} is not a date YYYY-MM-DD.`;
    report('FIELD_INVALID', 'completed', message, completedFix(spec));
  }
  for (const [key, type] of Object.entries(config.custom)) {
    const value = document.frontmatter[key];
    if (!isThere(value) || isOfType(value, type)) continue;
    report('FIELD_TYPE', key, `${key} is ${JSON.stringify(value)}, which is no ${type}.`, fixFor(spec, key));
  }
  return findings;
}

/** A value stands there; an empty text is none. */
export function isThere(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null && value !== '';
}

function fixFor(spec: SpecView, key: string, found?: JsonValue): string {
  const { ref } = spec;
  if (key === 'status') {
    const meant = (typeof found === 'string' ? meantValue(found, STATUSES) : undefined) ?? 'planned';
    return `say which it is: spectool update ${ref} --status ${meant} --force --reason "…"`;
  }
  const command = settingCommand(ref, key);
  return key === 'created'
    ? `${command}, or spectool validate --fix where the log or git knows the day`
    : command;
}

/** Only a complete spec has such a day; in any other the next change of status takes it away. */
function completedFix(spec: SpecView): string {
  const command = settingCommand(spec.ref, 'completed');
  return spec.status === 'complete' ? command : `${command}, once the spec is complete`;
}
