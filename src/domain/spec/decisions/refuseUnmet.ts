import { personText } from '../../fields/person.js';
import { quoted } from '../../value/quoted.js';
import { withoutLabel } from '../../criteria/checkboxGrammar.js';
import { briefly } from '../../criteria/criteria.js';
import { struckWords } from '../../criteria/retiredCriteria.js';
import type { Advice } from '../../errors/advice.js';
import { SpectoolError } from '../../errors/spectoolError.js';
import type { ActiveSpec } from '../spec.js';
import { stateWords } from '../../proof/criterionStates.js';
import type { UnmetCriterion } from '../../proof/unmetCriteria.js';
import { newestRun, type ProvingTest } from '../../proof/verdict.js';

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
const LACK_PROOF: readonly UnmetState[] = ['stale', 'unverified', 'attested'];
const TESTED: readonly UnmetState[] = ['failing', 'gone', 'not-run', 'stale', 'unverified'];
/** The greatest number of criteria that an error message lists. */
const MOST_NAMED = 10;

/** Describes a criterion that is not met: its state (`AC1 "…" is failing`), and the way out of that state. */
export function unmetWords(one: Omit<UnmetCriterion, 'n' | 'line'>): {
  readonly state: string;
  readonly wayOut: string;
} {
  const { label, text, state, tests: [test] = [], by } = one;
  const words = quoted(briefly(label === undefined ? text : withoutLabel(text)));
  const tested = test !== undefined && TESTED.includes(state) ? ` (test ${quoted(test.name)})` : '';
  const holder =
    state === 'attested' && by !== undefined
      ? ` by ${personText(by)}, who completes the spec or holds it`
      : '';
  const unseen = unseenTest(one);
  const whole = unseen && `, all of them if ${quoted(unseen.name)} does not exist any more`;
  return {
    state: `${label === undefined ? '' : `${label} `}${words} is ${stateWords(state)}${tested}${holder}`,
    wayOut: `${WAYS_OUT[state]}${whole ?? ''}`,
  };
}

/** Returns a test that keeps a criterion from being met, and that the newest run of the criterion did not have. */
function unseenTest({ state, tests = [] }: Pick<UnmetCriterion, 'state' | 'tests'>): ProvingTest | undefined {
  const asked = state === 'failing' ? tests.filter(({ outcome }) => outcome === 'failed') : tests;
  return asked.find(({ ranAt = '' }) => ranAt < newestRun(tests));
}

/**
 * Returns the refusal for criteria that are not met, with a line for each.
 * @param refused what does not happen, after the name of the spec: `cannot be completed`.
 */
export function criteriaUnmet(
  { labels: { ref } }: ActiveSpec,
  unmet: readonly UnmetCriterion[],
  refused: string,
  last: readonly Advice[] = [],
): SpectoolError {
  const lines = unmet.slice(0, MOST_NAMED).map((one) => {
    const { n, line } = one;
    const { state, wayOut } = unmetWords(one);
    return `  ${n === undefined ? '' : `${String(n)} (line ${String(line)}) `}${state}: ${wayOut}`;
  });
  const more = unmet.length - lines.length;
  const lacksProof = unmet.every(({ state }) => LACK_PROOF.includes(state));
  const count = unmet.length === 1 ? 'a criterion is' : `${String(unmet.length)} criteria are`;
  const why = lacksProof ? 'this project requires proof' : `${count} not met`;
  return new SpectoolError(
    lacksProof ? 'CRITERIA_UNPROVEN' : 'CRITERIA_OPEN',
    [`${ref} ${refused}: ${why}.`, ...lines, ...(more > 0 ? [`  and ${String(more)} more`] : [])].join('\n'),
    {
      advice: [...adviceFor(ref, unmet, lacksProof), ...last],
      details: { spec: ref, criteria: unmet.map(({ tests: _tests, ...one }) => one) },
    },
  );
}

function adviceFor(spec: string, unmet: readonly UnmetCriterion[], lacksProof: boolean): readonly Advice[] {
  const among = (...states: readonly UnmetState[]) => unmet.filter(({ state }) => states.includes(state));
  const check = (those: readonly UnmetCriterion[]) => {
    const criteria = those.flatMap(({ n }) => (n === undefined ? [] : String(n))).slice(0, MOST_NAMED);
    return { useCase: 'checkCriteria', request: { spec, criteria } } as const;
  };
  const prove = { useCase: 'proveCriteria', needs: ['reports'] } as const;
  const [open, attestable] = [among('open'), among('unverified', 'attested')];
  const retirable = unmet.find(
    ({ state, text }) => state === 'removed' || state === 'gone' || struckWords(text) !== undefined,
  );
  const steps: readonly (Advice | false)[] = [
    open.length > 0 && { ...check(open), to: 'tick the criteria that are met' },
    lacksProof &&
      unmet.some(({ label }) => label === undefined) && {
        useCase: 'labelCriteria',
        request: { spec },
        to: 'give labels to the criteria',
      },
    among(...TESTED).length > 0 && { ...prove, request: { specs: [spec] }, to: 'record what tests say' },
    unmet.some((one) => unseenTest(one) !== undefined) && {
      ...prove,
      request: { specs: [spec], whole: true },
      to: 'forget tests that a run of all tests does not have',
    },
    attestable.length > 0 && {
      ...check(attestable),
      needs: ['by', 'reason'],
      to: 'attest a criterion that no test can show',
    },
    retirable !== undefined && {
      useCase: 'retireCriterion',
      request: { spec, criterion: String(retirable.n ?? retirable.label ?? retirable.text) },
      needs: ['reason'],
      to: 'retire a criterion that is no longer needed',
    },
  ];
  return steps.filter((one) => one !== false);
}
