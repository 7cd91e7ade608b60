import { personText } from '../fields/person.js';
import { quoted } from '../value/quoted.js';
import { withoutLabel } from '../criteria/checkboxGrammar.js';
import { briefly } from '../criteria/criteria.js';
import { struckWords } from '../criteria/retiredCriteria.js';
import type { Advice } from '../errors/advice.js';
import { SpectoolError } from '../errors/spectoolError.js';
import type { ActiveSpec } from '../spec/spec.js';
import { stateWords } from './criterionStates.js';
import type { UnmetCriterion } from './unmetCriteria.js';

type UnmetState = UnmetCriterion['state'];

/** How a criterion gets out of each state in which it is not met. */
const WAYS_OUT: Readonly<Record<UnmetState, string>> = {
  failing: 'mend the code or the test, and run the tests again',
  gone: 'name the criterion in a test again and run it, or retire the criterion',
  open: 'tick it once it is met',
  'not-run': 'run the test that was skipped',
  stale: 'run the tests again',
  unverified: 'name it in a test and run that, or let a person who does not hold the spec attest it',
  attested: 'let a person who does not hold the spec attest it',
  proven: 'nothing is left to do',
  removed: 'retire it, or write it into the text again',
};

/** The states that are refused only in a project that requires proof. */
const LACK_PROOF: ReadonlySet<UnmetState> = new Set(['stale', 'unverified', 'attested']);
const TESTED: ReadonlySet<UnmetState> = new Set(['failing', 'gone', 'not-run', 'stale', 'unverified']);
const ATTESTABLE: ReadonlySet<UnmetState> = new Set(['unverified', 'attested']);
/** The greatest number of criteria that an error message lists. */
const MOST_NAMED = 10;

/** Describes a criterion that is not met: its state (`AC1 "…" is failing`), and the way out of that state. */
export function unmetWords({
  label,
  text,
  state,
  tests = [],
  by,
}: Pick<UnmetCriterion, 'label' | 'text' | 'state' | 'tests' | 'by'>): {
  readonly state: string;
  readonly wayOut: string;
} {
  const what =
    label === undefined ? quoted(briefly(text)) : `${label} ${quoted(briefly(withoutLabel(text)))}`;
  const [test] = tests;
  const tested = test !== undefined && TESTED.has(state) ? ` (test ${quoted(test.name)})` : '';
  const holder = state === 'attested' && by !== undefined ? ` by ${personText(by)}, who holds the spec` : '';
  return { state: `${what} is ${stateWords(state)}${tested}${holder}`, wayOut: WAYS_OUT[state] };
}

/**
 * Returns the refusal for criteria that are not met, with a line for each.
 * @param refused what does not happen, after the name of the spec: `cannot be completed`.
 */
export function criteriaUnmet(
  { labels: { ref }, text }: ActiveSpec,
  unmet: readonly UnmetCriterion[],
  refused: string,
  last: readonly Advice[] = [],
): SpectoolError {
  const placed = unmet.map(({ tests: _tests, line, ...one }) => ({
    ...one,
    ...(line !== undefined && { line: line + (text?.bodyLine ?? 1) - 1 }),
  }));
  const lines = unmet.slice(0, MOST_NAMED).map((one, i) => {
    const { n, line } = placed[i] ?? {};
    const words = unmetWords(one);
    return `  ${n === undefined ? '' : `${String(n)} (line ${String(line)}) `}${words.state}: ${words.wayOut}`;
  });
  const more = unmet.length - lines.length;
  const lacksProof = unmet.every(({ state }) => LACK_PROOF.has(state));
  const count = unmet.length === 1 ? 'a criterion is' : `${String(unmet.length)} criteria are`;
  const why = lacksProof ? 'this project requires proof' : `${count} not met`;
  return new SpectoolError(
    lacksProof ? 'CRITERIA_UNPROVEN' : 'CRITERIA_OPEN',
    [`${ref} ${refused}: ${why}.`, ...lines, ...(more > 0 ? [`  and ${String(more)} more`] : [])].join('\n'),
    { advice: [...adviceFor(ref, unmet, lacksProof), ...last], details: { spec: ref, criteria: placed } },
  );
}

function adviceFor(spec: string, unmet: readonly UnmetCriterion[], lacksProof: boolean): readonly Advice[] {
  const among = (isAsked: (one: UnmetCriterion) => boolean) => unmet.filter(isAsked).slice(0, MOST_NAMED);
  const numbers = (some: readonly UnmetCriterion[]) =>
    some.flatMap(({ n }) => (n === undefined ? [] : String(n)));
  const open = among(({ state }) => state === 'open');
  const tested = among(({ state }) => TESTED.has(state));
  const attestable = among(({ state }) => ATTESTABLE.has(state));
  const advice: Advice[] = [];
  if (open.length > 0)
    advice.push({
      useCase: 'checkCriteria',
      request: { spec, criteria: numbers(open) },
      to: 'tick the criteria that are met',
    });
  if (lacksProof && unmet.some(({ label }) => label === undefined))
    advice.push({
      useCase: 'labelCriteria',
      request: { spec },
      to: 'give labels to the criteria, so that tests can name them',
    });
  if (tested.length > 0)
    advice.push({
      useCase: 'proveCriteria',
      request: { specs: [spec] },
      needs: ['reports'],
      to: 'record what tests say',
    });
  if (attestable.length > 0)
    advice.push({
      useCase: 'checkCriteria',
      request: { spec, criteria: numbers(attestable) },
      needs: ['by', 'reason'],
      to: 'attest a criterion that no test can show',
    });
  const [retirable] = among(
    ({ state, text }) => state === 'removed' || state === 'gone' || struckWords(text) !== undefined,
  );
  if (retirable !== undefined) {
    const { n, label, text } = retirable;
    advice.push({
      useCase: 'retireCriterion',
      request: { spec, criterion: n === undefined ? (label ?? text) : String(n) },
      needs: ['reason'],
      to: 'retire a criterion that is no longer needed',
    });
  }
  return advice;
}
