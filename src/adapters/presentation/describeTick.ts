import { quoted } from '../../domain/value/quoted.js';
import { personText } from '../../domain/fields/person.js';
import type { CriterionProof } from '../../domain/criteria/criteria.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
import { stateWords } from '../../domain/proof/criterionStates.js';

/** Describes how a criterion was ticked; empty for a criterion that is not ticked. */
export function tickText(criterion: CriterionView): string {
  const { done, proof, tickedBy, tickedAt, reworded, earlierProofs = [] } = criterion;
  const verdict = verdictText(criterion);
  if (verdict !== '') return verdict;
  if (!done) return '';
  if (tickedBy === undefined) return 'by hand, no proof';
  const proofs = [...earlierProofs, ...(proof === undefined ? [] : [proof])].flatMap(proofTexts);
  const shown = proofs.length === 0 ? 'no proof' : proofs.join('; ');
  const who = [personText(tickedBy), ...(tickedAt == null ? [] : [tickedAt.slice(0, 10)])].join(', ');
  const since = reworded === undefined ? '' : `; reworded since, before: ${quoted(reworded)}`;
  return `${shown} (${who})${since}`;
}

function proofTexts({ test, commit, by, reason }: CriterionProof): readonly string[] {
  return [
    // "unverified", because only the actor who ticked the criterion says that the test passes.
    ...(test === undefined ? [] : [`test ${quoted(test)}, unverified`]),
    ...(commit === undefined ? [] : [`commit ${commit}`]),
    ...(by === undefined ? [] : [`${reason === undefined ? 'confirmed' : 'attested'} by ${personText(by)}`]),
    ...(reason === undefined ? [] : [quoted(reason)]),
  ];
}

const MOST_CHANGED = 3;

/** Describes what tests said about a criterion; empty if no report was recorded for it. */
export function verdictText({ verdict, state, done }: CriterionView): string {
  if (verdict === undefined) return '';
  const { result, tests, ranAt, changed, reworded } = verdict;
  const [first] = tests;
  const count = tests.length;
  const named =
    count === 1 ? (first === undefined ? 'a test' : quoted(first.name)) : `${String(count)} tests`;
  const bad = result === 'proven' || count === 1 ? '' : `, such as ${quoted(first?.name ?? '')}`;
  const gone = first?.outcome === 'gone' ? ' (no longer there)' : '';
  const flaky = tests.some((test) => test.flaky === true) ? ', passed only after a failed try' : '';
  const unknown = tests.some(({ files }) => files === undefined) ? ', file unknown' : '';
  const when = ranAt === undefined ? '' : ` (${ranAt.slice(0, 10)})`;
  const said = `${named}${bad}${gone}${flaky}${unknown}${when}`;
  const files = (changed ?? []).slice(0, MOST_CHANGED).join(', ');
  const others = (changed?.length ?? 0) > MOST_CHANGED ? ', …' : '';
  const since = [
    ...(changed === undefined ? [] : [`${files}${others} changed since`]),
    ...(reworded === undefined ? [] : [`reworded since, before: ${reworded}`]),
  ];
  const open = done || result !== 'proven' ? [] : ['but not ticked'];
  if (result !== 'proven')
    return [`${stateWords(state === 'open' ? result : state)}: ${said}`, ...since].join('; ');
  if (since.length === 0) return [`proven by ${said}`, ...open].join(', ');
  return [`stale: ${since.join('; ')}; was proven by ${said}`, ...open].join(', ');
}
