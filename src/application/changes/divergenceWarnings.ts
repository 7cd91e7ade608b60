import type { Divergence } from '../../domain/log/divergence.js';
import type { JsonValue } from '../../domain/value/json.js';
import type { Warning } from '../warning.js';
import { isKeptByTool, isStandardField } from '../../domain/spec/fields.js';

const PLACES: ReadonlySet<string> = new Set(['ref', 'sequence', 'archived', 'id', 'updated']);

/** What two branches set differently, and the command that settles it. @param spec how a command line names it. */
export function divergenceWarnings(spec: string, diverged: readonly Divergence[]): readonly Warning[] {
  return diverged.map(({ field, candidates }) => ({
    code: 'DIVERGED',
    message: `${spec}: two branches set ${field} differently: ${candidates.map(({ value }, i) => JSON.stringify(value) + (i === 0 ? ' (stands)' : '')).join(' and ')}.`,
    hint: `Say which it is, once no text is marked: \`${settlingCommand(spec, field, candidates[0]?.value)}\`, or the other${field === 'status' ? ' with --force --reason "…"' : ''}.`,
  }));
}

/** The command that makes one value of a field the one. */
export function settlingCommand(spec: string, field: string, value: JsonValue | undefined): string {
  const isNone = value === null || value === undefined;
  // Where it stands and what it is called are not set, but follow: any change settles them.
  if (PLACES.has(field) || (isNone && isKeptByTool(field))) return `the next spectool update of ${spec}`;
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  const word = /^[\w.:@-]+$/.test(text) ? text : `"${text.replaceAll('"', "'")}"`;
  const hasFlag = field === 'title' || isStandardField(field);
  if (isNone) return `spectool update ${spec} --unset ${field}`;
  if (!hasFlag) return `spectool update ${spec} --field ${field}=${word}`;
  return `spectool update ${spec} --${field} ${word}`;
}
