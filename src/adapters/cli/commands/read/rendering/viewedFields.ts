import type { PartsProgress } from '../../../../../application/projections/dependencyGraph.js';
import { personText } from '../../../../../domain/fields/person.js';
import type { FieldRow } from '../../../../../domain/fields/standardFields.js';
import type { CriterionView } from '../../../../../domain/log/criteriaViews.js';
import { isPriority } from '../../../../../domain/spec/status.js';
import { type SpecView, textsOf } from '../../../../../domain/spec/specView.js';
import type { JsonValue } from '../../../../../domain/value/jsonValue.js';
import { partsText } from '../../../../presentation/sentences.js';
import { safeText } from '../../../layout/escapeUnsafeText.js';
import { metText } from '../../../layout/specTableCells.js';
import type { Span } from '../../../layout/wrapText.js';
import type { Style } from '../../../layout/terminalStyle.js';

/** Describes the progress of criteria: `2/5 met, 1 ticked by hand, 1 reworded since`. */
export function progressWords(spec: SpecView, criteria: readonly CriterionView[]): string {
  const byHand = criteria.filter(({ done, tickedAt }) => done && tickedAt === undefined).length;
  const reworded = criteria.filter((one) => one.reworded !== undefined).length;
  return [
    metText(spec),
    ...(byHand === 0 ? [] : [`${String(byHand)} ticked by hand`]),
    ...(reworded === 0 ? [] : [`${String(reworded)} reworded since`]),
  ].join(', ');
}

const MOST_NAMED = 12;

/** Returns the references of specs, separated by commas; of many, the first ones and how to see the others. */
export function refSpans(refs: readonly string[], command: string, style: Style): readonly Span[] {
  const named = refs
    .slice(0, MOST_NAMED)
    .flatMap((ref, i): readonly Span[] => [
      ...(i === 0 ? [] : [{ text: ', ' }]),
      { text: safeText(ref), paint: style.ref },
    ]);
  const others = refs.length - MOST_NAMED;
  return others > 0
    ? [...named, { text: ` ${style.called(`and ${String(others)} more (${command})`)}` }]
    : named;
}

export function partsSpans(parts: PartsProgress | undefined, style: Style): readonly Span[] {
  if (parts === undefined) return [];
  return [{ text: `${partsText(parts)}: ` }, ...refSpans(parts.specs, 'spectool deps …', style)];
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
    reference: style.ref,
    references: style.ref,
    word: (text: string) => style.priorityPaint(isPriority(text) ? text : undefined)(text),
    text: (text: string) => text,
    day: (text: string) => text,
    moment: (text: string) => text,
  }[field.kind];
  return textsOf(spec, field)
    .map((text) => paint(safeText(field.of === 'person' ? personText(text) : text)))
    .join(', ');
}
