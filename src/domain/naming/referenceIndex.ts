import type { SpecFolder } from './specFolder.js';

/** A spec by what other files call it: folder name, else name, else number; active specs before archived ones. */
export function referenceIndex<Spec extends Pick<SpecFolder, 'ref' | 'name' | 'sequence' | 'archived'>>(
  specs: readonly Spec[],
): (name: string) => Spec | undefined {
  const byRef = new Map<string, Spec>();
  const byName = new Map<string, Spec>();
  const byNumber = new Map<number, Spec>();
  for (const spec of [...specs.filter((one) => !one.archived), ...specs.filter((one) => one.archived)]) {
    if (!byRef.has(spec.ref)) byRef.set(spec.ref, spec);
    if (!byName.has(spec.name)) byName.set(spec.name, spec);
    if (spec.sequence !== null && !byNumber.has(spec.sequence)) byNumber.set(spec.sequence, spec);
  }
  return (name) =>
    byRef.get(name) ?? byName.get(name) ?? (/^\d{1,9}$/.test(name) ? byNumber.get(Number(name)) : undefined);
}
