import type { CriterionView } from '../../domain/log/criteriaViews.js';

/** How a criterion came to be ticked; empty for an open one. */
export function tickText({ done, proof, tickedBy, tickedAt, reworded }: CriterionView): string {
  if (!done) return '';
  if (tickedBy === undefined) return 'by hand, no proof';
  const { test, commit, by } = proof ?? {};
  const proofs = [
    // Nobody but whoever ticked it says that the test passed.
    ...(test === undefined ? [] : [`test ${test}, unverified`]),
    ...(commit === undefined ? [] : [`commit ${commit}`]),
    ...(by === undefined ? [] : [`on the word of ${by}`]),
  ];
  const shown = proofs.length === 0 ? 'no proof' : proofs.join('; ');
  const who = [tickedBy ?? 'somebody', ...(tickedAt == null ? [] : [tickedAt.slice(0, 10)])].join(', ');
  const since = reworded === undefined ? '' : `; reworded since, it was: ${reworded}`;
  return `${shown} (${who})${since}`;
}
