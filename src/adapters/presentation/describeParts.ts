import type { PartsProgress } from '../../application/projections/dependencyGraph.js';

/** Describes how far the parts of a spec are: `1 of 3 complete, 4 of 9 criteria`. */
export function partsText({ complete, total, criteria }: PartsProgress): string {
  const met = criteria.total === 0 ? '' : `, ${String(criteria.done)} of ${String(criteria.total)} criteria`;
  return `${String(complete)} of ${String(total)} complete${met}`;
}
