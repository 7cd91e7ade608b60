import type { Progress } from '../../../../../domain/criteria/criteria.js';
import type { FieldRow } from '../../../../../domain/fields/standardFields.js';
import type { CriterionView } from '../../../../../domain/log/criteriaViews.js';
import { isPriority } from '../../../../../domain/spec/priority.js';
import { type SpecView, textsOf } from '../../../../../domain/spec/specView.js';
import type { JsonValue } from '../../../../../domain/value/jsonValue.js';
import { safeText } from '../../../layout/escapeUnsafeText.js';
import { progressText } from '../../../layout/specTableCells.js';
import type { Style } from '../../../layout/terminalStyle.js';

/** Describes the progress of criteria: `2/5 met, 1 ticked by hand, 1 reworded since`. */
export function progressWords(progress: Progress, criteria: readonly CriterionView[]): string {
  const byHand = criteria.filter(({ done, tickedAt }) => done && tickedAt === undefined).length;
  const reworded = criteria.filter((one) => one.reworded !== undefined).length;
  return [
    `${progressText(progress)} met`,
    ...(byHand === 0 ? [] : [`${String(byHand)} ticked by hand`]),
    ...(reworded === 0 ? [] : [`${String(reworded)} reworded since`]),
  ].join(', ');
}

/** Returns, for a spec without a log, a note on the source of the update time; empty for other specs. */
export function updatedMark({ updatedFrom }: SpecView): string {
  if (updatedFrom === 'git') return '  (time of its last commit; the spec has no log)';
  return updatedFrom === 'file' ? '  (time of the file; the spec has no log)' : '';
}

export function fieldText(value: JsonValue): string {
  if (Array.isArray(value)) return value.map((item) => fieldText(item as JsonValue)).join(', ');
  return safeText(typeof value === 'string' ? value : JSON.stringify(value));
}

export function fieldCell(field: FieldRow, spec: SpecView, style: Style): string {
  const paint = {
    list: style.tag,
    references: style.ref,
    word: (text: string) => style.priorityPaint(isPriority(text) ? text : undefined)(text),
    text: (text: string) => text,
    day: (text: string) => text,
    moment: (text: string) => text,
  }[field.kind];
  return textsOf(spec, field)
    .map((text) => paint(safeText(text)))
    .join(', ');
}
