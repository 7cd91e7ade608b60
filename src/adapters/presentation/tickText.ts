import type { CriterionView } from '../../domain/log/criteriaViews.js';

/** How a criterion came to be ticked; empty for an open one. */
export function tickText({ done, proof, tickedBy, tickedAt, reworded }: CriterionView): string {
  if (!done) return '';
  if (tickedBy === undefined) return 'by hand, no proof';
  const [kind, what] = Object.entries(proof ?? {})[0] ?? [];
  const shown =
    kind === undefined
      ? 'no proof'
      : kind === 'by'
        ? `on the word of ${String(what)}`
        : `${kind} ${String(what)}`;
  const who = [tickedBy ?? 'somebody', ...(tickedAt == null ? [] : [tickedAt.slice(0, 10)])].join(', ');
  const since = reworded === undefined ? '' : `; reworded since, it was: ${reworded}`;
  return `${shown} (${who})${since}`;
}
