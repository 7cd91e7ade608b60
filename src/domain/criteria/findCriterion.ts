import { firstOf } from '../value/bounds.js';
import { quoted } from '../value/quoted.js';
import { SpectoolError } from '../errors/spectoolError.js';
import { briefly, type Criterion } from './criteria.js';

/** The greatest number of criteria that an error message lists. */
const MOST_NAMED = 20;

/**
 * Finds a criterion by its number, its label, or a unique beginning of its text.
 * @throws SpectoolError `CRITERION_NOT_FOUND` if no criterion matches, `CRITERION_AMBIGUOUS` if several do.
 */
export function findCriterion(criteria: readonly Criterion[], wanted: string, ref: string): Criterion {
  const asked = plain(wanted);
  const numbered = /^#?\d{1,9}$/.test(asked) ? Number(asked.replace('#', '')) : undefined;
  const label = asked.replace(/:$/, '');
  const ways: readonly ((one: Criterion) => boolean)[] = [
    (one) => one.label?.toLowerCase() === label,
    (one) => plainOf(one) === asked,
    (one) => begins(one, asked),
  ];
  const byWords = (): readonly Criterion[] =>
    ways.reduce<readonly Criterion[]>(
      (before, way) => (before.length > 0 ? before : criteria.filter(way)),
      [],
    );
  const found =
    numbered !== undefined
      ? criteria.slice(Math.max(0, numbered - 1), numbered)
      : asked === ''
        ? []
        : byWords();
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const among = found.length > 0 ? found : criteria;
  const named = among.map(({ n, text }) => `${String(n)} ${quoted(briefly(text))}`);
  const which =
    found.length > 0
      ? `"${wanted}" matches ${String(found.length)} criteria of ${ref}`
      : `${ref} has no criterion "${wanted}"`;
  throw new SpectoolError(
    found.length > 0 ? 'CRITERION_AMBIGUOUS' : 'CRITERION_NOT_FOUND',
    criteria.length === 0
      ? `${ref} has no criteria.`
      : `${which}. ${found.length > 0 ? 'The matches' : 'The criteria'} are: ${firstOf(named, MOST_NAMED)}.`,
    {
      advice:
        criteria.length === 0
          ? [{ useCase: 'addCriterion', request: { spec: ref }, needs: ['text'], to: 'add one' }]
          : [{ useCase: 'listCriteria', request: { spec: ref }, to: 'see their numbers' }],
      details: { criterion: wanted, candidates: among.slice(0, MOST_NAMED).map(({ n }) => n) },
    },
  );
}

/** True if the criterion's text, with or without its label, begins with `asked`. */
function begins(one: Criterion, asked: string): boolean {
  const words = plainOf(one);
  const label = (one.label ?? '').toLowerCase();
  const own = words.slice(words.indexOf(label) + label.length).replace(/^[):\s]+/, '');
  return words.startsWith(asked) || own.startsWith(asked);
}

/** Cache of the normalized texts of criteria, because a command that names many criteria compares each name with all texts. */
const known = new WeakMap<Criterion, string>();

function plainOf(one: Criterion): string {
  const words = known.get(one) ?? plain(one.text);
  known.set(one, words);
  return words;
}

/** Normalizes a text for comparing: removes markup, and converts it to lower case. */
function plain(text: string): string {
  return text
    .replace(/[*_`]|~~/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
