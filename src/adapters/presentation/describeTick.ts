import type { CriterionView } from '../../domain/log/criteriaViews.js';

/** Describes how a criterion was ticked; empty for a criterion that is not ticked. */
export function tickText({ done, proof, tickedBy, tickedAt, reworded }: CriterionView): string {
  if (!done) return '';
  if (tickedBy === undefined) return 'by hand, no proof';
  const { test, commit, by } = proof ?? {};
  const proofs = [
    // "unverified", because only the actor who ticked the criterion says that the test passes.
    ...(test === undefined ? [] : [`test ${test}, unverified`]),
    ...(commit === undefined ? [] : [`commit ${commit}`]),
    ...(by === undefined ? [] : [`confirmed by ${by}`]),
  ];
  const shown = proofs.length === 0 ? 'no proof' : proofs.join('; ');
  const who = [tickedBy ?? 'an unknown actor', ...(tickedAt == null ? [] : [tickedAt.slice(0, 10)])].join(
    ', ',
  );
  const since = reworded === undefined ? '' : `; reworded since, before: ${reworded}`;
  return `${shown} (${who})${since}`;
}
