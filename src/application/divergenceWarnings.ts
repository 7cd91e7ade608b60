import type { Divergence } from '../domain/log/divergence.js';
import type { JsonValue } from '../domain/value/json.js';
import type { Warning } from './warning.js';

const FLAGS: Readonly<Record<string, string>> = {
  status: '--status',
  priority: '--priority',
  assignee: '--assignee',
  reviewer: '--reviewer',
};

/** What two branches set differently, and the command that settles it. @param spec how a command line names it. */
export function divergenceWarnings(spec: string, diverged: readonly Divergence[]): readonly Warning[] {
  return diverged.map(({ field, candidates }) => ({
    code: 'DIVERGED',
    message: `${spec}: two branches set ${field} differently: ${candidates.map(({ value }) => JSON.stringify(value)).join(' and ')}.`,
    hint: `Say which it is, once no text is marked: \`${settlingCommand(spec, field, candidates[0]?.value)}\`, or the other.`,
  }));
}

/** The command that makes one value of a field the one. */
export function settlingCommand(spec: string, field: string, value: JsonValue | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  const word = /^[\w.:@-]+$/.test(text) ? text : `"${text.replaceAll('"', "'")}"`;
  const flag = Object.hasOwn(FLAGS, field) ? FLAGS[field] : undefined;
  if (value === null || value === undefined) return `spectool update ${spec} --unset ${field}`;
  if (flag === undefined) return `spectool update ${spec} --field ${field}=${word}`;
  return `spectool update ${spec} ${flag} ${word}`;
}
