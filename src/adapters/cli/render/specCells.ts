import type { SpecView } from '../../../domain/spec/specView.js';
import { safeText } from './safeText.js';
import type { Style } from './style.js';
import type { Cell } from './table.js';

/** What a spec is called in tables: its padded number as its folder writes it, else the folder name. */
export function numberCell(spec: SpecView, style: Style): Cell {
  return { text: numberText(spec), paint: style.ref };
}

export function numberText(spec: Pick<SpecView, 'sequence' | 'ref'>): string {
  if (spec.sequence === null) return safeText(spec.ref);
  const leading = spec.ref.slice(0, spec.ref.indexOf('-'));
  if (/^\d+$/.test(leading) && Number(leading) === spec.sequence) return leading;
  for (const [digits] of spec.ref.matchAll(/\d+/g)) if (Number(digits) === spec.sequence) return digits;
  return String(spec.sequence);
}

export function statusCell(spec: SpecView, style: Style): Cell {
  if (spec.broken === true) return { text: `${style.symbolOf('broken')} broken`, paint: style.error };
  return {
    text: `${style.statusSymbol(spec.status)} ${spec.status ?? 'unknown'}`,
    paint: style.statusPaint(spec.status),
  };
}

export function priorityCell(spec: SpecView, style: Style): Cell | string {
  if (spec.priority === undefined) return '';
  return { text: spec.priority, paint: style.priorityPaint(spec.priority) };
}

export function tagsCell(spec: SpecView, style: Style): Cell | string {
  if (spec.tags.length === 0) return '';
  return { text: safeText(spec.tags.join(', ')), paint: style.tag };
}

/** Why a spec cannot be read or understood, in one line; empty when all is well. */
export function problemText(spec: SpecView): string {
  return (spec.problems ?? [])
    .map((problem) => {
      const line = 'line' in problem ? ` (line ${problem.line})` : '';
      return `${safeText(problem.message)}${line}`;
    })
    .join(' ');
}
