import { quoted } from '../../domain/value/quoted.js';
import { personText } from '../../domain/fields/person.js';
import type { CriterionProof } from '../../domain/criteria/criteria.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
import { stateWords } from '../../domain/proof/criterionStates.js';

/** Describes how a criterion was ticked; empty for a criterion that is not ticked. */
export function tickText(criterion: CriterionView): string {
  const { done, state, proof, tickedBy, tickedAt, reworded, earlierProofs = [] } = criterion;
  const verdict = verdictText(criterion);
  if (verdict !== '') return verdict;
  if (!done) return '';
  const proofs = [...earlierProofs, ...(proof === undefined ? [] : [proof])].flatMap(proofTexts);
  const words = [...(state === 'attested' ? [] : [stateWords(state)]), proofs.join('; ')];
  const shown = words.filter((one) => one !== '').join(': ');
  if (tickedBy === undefined) return `${shown}, ticked by hand`;
  const who = [personText(tickedBy), ...(tickedAt == null ? [] : [tickedAt.slice(0, 10)])].join(', ');
  const since = reworded === undefined ? '' : `; reworded since, before: ${quoted(reworded)}`;
  return `${shown} (${who})${since}`;
}

function proofTexts({ test, commit, by, reason }: CriterionProof): readonly string[] {
  return [
    ...(test === undefined ? [] : [`test ${quoted(test)}`]),
    ...(commit === undefined ? [] : [`commit ${commit}`]),
    ...(by === undefined ? [] : [`${reason === undefined ? 'confirmed' : 'attested'} by ${personText(by)}`]),
    ...(reason === undefined ? [] : [quoted(reason)]),
  ];
}

const MOST_CHANGED = 3;

/** Describes what tests said about a criterion; empty if no report was recorded for it. */
export function verdictText({ verdict, state }: CriterionView): string {
  if (verdict === undefined) return '';
  const { result, tests, ranAt, changed, reworded } = verdict;
  const [first] = tests;
  const count = tests.length;
  const named =
    count === 1 ? (first === undefined ? 'a test' : quoted(first.name)) : `${String(count)} tests`;
  const bad = result === 'proven' || count === 1 ? '' : `, such as ${quoted(first?.name ?? '')}`;
  const gone = first?.outcome === 'gone' ? ' (no longer there)' : '';
  const unknown = tests.some(({ files }) => files === undefined) ? ', file unknown' : '';
  const when = ranAt === undefined ? '' : ` (${ranAt.slice(0, 10)})`;
  const said = `${named}${bad}${gone}${unknown}${when}`;
  const files = (changed ?? []).slice(0, MOST_CHANGED).join(', ');
  const others = (changed?.length ?? 0) > MOST_CHANGED ? ', …' : '';
  const since = [
    ...(changed === undefined ? [] : [`${files}${others} changed since`]),
    ...(reworded === undefined ? [] : [`reworded since, before: ${reworded}`]),
  ];
  if (state === 'proven') return `proven by ${said}`;
  const was = since.length > 0 ? 'was proven by' : 'proven by';
  const told =
    result === 'proven'
      ? [...since, `${was} ${said}`]
      : [`${result === 'not-run' ? 'skipped ' : ''}${said}`, ...since];
  return `${stateWords(state)}: ${told.join('; ')}`;
}
