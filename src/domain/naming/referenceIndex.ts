import type { SpecView } from '../spec/specView.js';

/** A spec by what other files call it: folder name, else name, else number; active specs before archived ones. */
export function referenceIndex(specs: readonly SpecView[]): (name: string) => SpecView | undefined {
  const byRef = new Map<string, SpecView>();
  const byName = new Map<string, SpecView>();
  const byNumber = new Map<number, SpecView>();
  for (const spec of [...specs.filter((one) => !one.archived), ...specs.filter((one) => one.archived)]) {
    if (!byRef.has(spec.ref)) byRef.set(spec.ref, spec);
    if (!byName.has(spec.name)) byName.set(spec.name, spec);
    if (spec.sequence !== null && !byNumber.has(spec.sequence)) byNumber.set(spec.sequence, spec);
  }
  return (name) =>
    byRef.get(name) ?? byName.get(name) ?? (/^\d{1,9}$/.test(name) ? byNumber.get(Number(name)) : undefined);
}
