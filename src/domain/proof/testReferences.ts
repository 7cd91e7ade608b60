import { labelKey } from '../criteria/checkboxGrammar.js';

/** The specs that test names can name. */
export interface SpecNames<Spec> {
  /** Returns the specs that have, or had, a number. */
  readonly numbered: (number: number) => readonly Spec[];
  /** Returns the spec with this folder name, name or id. */
  readonly named: (name: string) => Spec | undefined;
  /** True for the name of another project of the repository, as in `api:012/AC2`. */
  readonly isElsewhere: (project: string) => boolean;
  /** Returns the labels of a spec's criteria by their keys (see `labelKey`); undefined for a label that two criteria have. */
  readonly labels: (spec: Spec) => ReadonlyMap<string, string | undefined>;
}

/** A criterion that the name of a test names. */
export interface TestReference<Spec> {
  readonly spec: Spec;
  readonly label: string;
  /** The reference as the test has it, such as `012_AC2`. */
  readonly written: string;
}

/** A reference that fits no criterion. */
export interface MisfitReference<Spec> {
  readonly written: string;
  readonly why: 'no spec' | 'no label' | 'several specs' | 'several criteria';
  /** The specs that the number means, or the spec without such a label. */
  readonly specs: readonly Spec[];
}

const LABEL = String.raw`[A-Za-z]{1,12}[-_]?\d{1,4}(?:\.\d{1,4}){0,3}`;
/** Matches a label with the separator before it, and further labels in a list: `/AC1`, `/AC1,AC2`. */
const LABELS = new RegExp(String.raw`([/_ -])(${LABEL}(?:,\s?${LABEL}){0,50})(?![\p{L}\p{N}]|\.\d)`, 'gu');
/** Matches marks between nested suites, as reporters print them: `a > b`, `a › b`, `a::b`. */
const JOINTS = /\s*(?:::|[›>])\s*/g;
const LIST = /,\s?/;

/**
 * Returns the criteria that a text names: a spec (number, folder name, name or id), one of `/_-` or a blank, and a label, such as
 * `012/AC2` or `test_012_AC2_locks`. A project before it, as in `api:012/AC2`, settles whose spec it is. Upper and lower case of a
 * label do not matter, because some languages demand lower case.
 */
export function referencesIn<Spec>(text: string, names: SpecNames<Spec>) {
  const references: TestReference<Spec>[] = [];
  const misfits: MisfitReference<Spec>[] = [];
  const levels = text.slice(0, 2000).split(JOINTS);
  const plain = levels.join(' ');
  for (const { index, 1: separator = '', 2: list = '' } of plain.matchAll(LABELS)) {
    const before = plain.slice(0, index);
    const asked = list.split(LIST);
    const near = specBefore(before, names);
    const isAlone = separator === ' ' && (near?.specs.length ?? 0) === 0;
    const found = isAlone ? specAround(levels, index, asked, names) : near;
    if (found === undefined) continue;
    const { written, specs } = found;
    const project = /(?<![\p{L}\p{N}_.-])([\p{L}\p{N}_.-]{1,100}):$/u.exec(
      before.slice(0, -written.length),
    )?.[1];
    if (!isAlone && project !== undefined && names.isElsewhere(project)) continue;
    // The match may be a part of a folder name with digits, such as `012-user2/AC1`.
    const isPart = /^[-/]/.test(plain.slice(index + separator.length + list.length));
    const [spec, ...others] = specs;
    const labels = spec !== undefined && others.length === 0 ? names.labels(spec) : undefined;
    for (const label of labels === undefined ? [list] : asked) {
      const known = labels?.get(labelKey(label));
      if (spec !== undefined && known !== undefined)
        references.push({ spec, label: known, written: `${written}${separator}${list}` });
      else if (!isPart && (labels === undefined || separator !== ' ' || asked.length > 1)) {
        const unknown = labels?.has(labelKey(label)) === true ? 'several criteria' : 'no label';
        const why = labels !== undefined ? unknown : spec === undefined ? 'no spec' : 'several specs';
        misfits.push({ written: `${written}${separator}${label}`, why, specs });
      }
    }
  }
  return { references, misfits };
}

/** The specs that a word of a text may mean. */
type FoundSpecs<Spec> = { readonly written: string; readonly specs: readonly Spec[] };

/** Returns the spec whose name or number ends a text; undefined if the text does not end with one. */
function specBefore<Spec>(before: string, names: SpecNames<Spec>): FoundSpecs<Spec> | undefined {
  const word = /[^\s()[\]{}'"`:>›/]{1,200}$/u.exec(before)?.[0] ?? '';
  if (word === '') return undefined;
  const named = names.named(word);
  const written = named === undefined ? (/\d{1,9}$/.exec(word)?.[0] ?? '') : word;
  if (written === '' || !isBound(before.slice(0, -written.length))) return undefined;
  return { written, specs: named === undefined ? names.numbered(Number(written)) : [named] };
}

/**
 * Returns the spec that is the whole name of a suite around a label, however many suites are between them. A test runner that joins
 * the names of suites by blanks may put a test into the wrong suite, so a name that begins with another spec makes it ambiguous.
 */
function specAround<Spec>(
  levels: readonly string[],
  index: number,
  labels: readonly string[],
  names: SpecNames<Spec>,
): FoundSpecs<Spec> | undefined {
  const specsOf = (word: string): readonly Spec[] => {
    const named = names.named(word);
    if (named !== undefined) return [named];
    return /^\d{1,9}$/.test(word) ? names.numbered(Number(word)) : [];
  };
  let end = -1;
  const outer = levels.filter(({ length }) => (end += length + 1) <= index);
  const written = outer.findLast((level) => specsOf(level).length > 0);
  if (written === undefined) return undefined;
  const beginnings = levels
    .slice(0, outer.length + 1)
    .flatMap((level) => /^(?!\d{1,2} )\S{1,200}(?= )/.exec(level)?.[0] ?? []);
  const specs = [...new Set([...outer, ...beginnings].flatMap(specsOf))];
  const isMeant = specs.some((spec) => labels.some((label) => names.labels(spec).has(labelKey(label))));
  return isMeant ? { written, specs } : undefined;
}

/**
 * True if a reference may begin after this text: at the beginning, after a blank, a bracket, a quote, `:`, `>`, `›`, `/`, or `_`
 * after a word without digits, as in `test_012_AC2`.
 */
function isBound(before: string): boolean {
  if (before === '' || /[\s([{'"`:>›]$/u.test(before)) return true;
  if (before.endsWith('/')) return !/[\d.]\/$/.test(before);
  return /(?:^|[^\p{L}\p{N}_-])[\p{L}_]*_$/u.test(before);
}
