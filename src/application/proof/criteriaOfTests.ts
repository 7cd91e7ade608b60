import { labelKey } from '../../domain/criteria/checkboxGrammar.js';
import { type Criterion, criteriaOf } from '../../domain/criteria/criteria.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { namingTexts, type RunTest } from '../../domain/proof/reportedTests.js';
import {
  type MisfitReference,
  referencesIn,
  type SpecNames,
  type TestReference,
} from '../../domain/proof/testReferences.js';
import { remembered } from '../../domain/value/remembered.js';
import { logEnds } from '../records/logEnds.js';
import type { Services } from '../services.js';

/** A test with the criteria that it names. */
export type BoundTest = {
  readonly test: RunTest;
  readonly references: readonly TestReference<SpecFolder>[];
  readonly misfits: readonly MisfitReference<SpecFolder>[];
};

/** Finds the criteria that tests name. */
export class CriteriaOfTests {
  constructor(private readonly use: Services) {}

  /** Returns the tests that name a criterion, or seem to, with what they name. */
  bind(tests: readonly RunTest[]): readonly BoundTest[] {
    const others = this.use.commitLog.otherProjects();
    const names = this.#names(new Set(others.map(({ name }) => name)));
    const places = others.map(({ folder }) => folder);
    return tests.flatMap((test) => {
      // The numbers in a test mean the specs of the project that has its file.
      if (places.some((folder) => test.file?.startsWith(folder))) return [];
      const found = namingTexts(test).map((text) => referencesIn(text, names));
      const references = new Map(
        found.flatMap((one) => one.references).map((one) => [`${one.spec.path} ${one.label}`, one]),
      );
      const misfits = new Map(found.flatMap((one) => one.misfits).map((one) => [one.written, one]));
      if (references.size + misfits.size === 0) return [];
      return [{ test, references: [...references.values()], misfits: [...misfits.values()] }];
    });
  }

  /** Returns the criteria of a spec, as its document has them. */
  criteria(folder: SpecFolder): readonly Criterion[] {
    const { text, bodyStart } = this.use.specStore.open(folder);
    return criteriaOf(text.slice(bodyStart), this.use.config.criteria.sections);
  }

  #names(others: ReadonlySet<string>): SpecNames<SpecFolder> {
    const numbers = new Map<number, SpecFolder[]>();
    const names = new Map<string, SpecFolder | undefined>();
    const specs = this.use.specStore.summaries().map(({ folder, frontmatter: { id } }) => {
      return { folder, ids: typeof id === 'string' ? [id] : [] };
    });
    const ends = logEnds(
      this.use.eventLog,
      specs.flatMap(({ ids }) => ids),
    );
    for (const { folder, ids } of specs) {
      const former = ids.flatMap(
        (id) => ends.get(id)?.former?.flatMap(({ sequence }) => sequence ?? []) ?? [],
      );
      for (const number of new Set([folder.sequence ?? former, former].flat()))
        numbers.set(number, [...(numbers.get(number) ?? []), folder]);
      // A name that two specs have means neither of them.
      for (const name of new Set([folder.ref, folder.name, ...ids]))
        names.set(name, names.has(name) ? undefined : folder);
    }
    const now = this.use.oldNames.now(specs.map(({ folder }) => folder));
    return {
      numbered: (number) => numbers.get(number) ?? [],
      named: (name) => (names.has(name) ? names.get(name) : now(name)),
      isElsewhere: (project) => others.has(project),
      labels: remembered((folder: SpecFolder) => labelsOf(this.criteria(folder))),
    };
  }
}

/** Returns the labels of criteria by key; undefined for a label that two criteria have. */
function labelsOf(criteria: readonly Criterion[]): ReadonlyMap<string, string | undefined> {
  const labels = new Map<string, string | undefined>();
  for (const label of criteria.flatMap((one) => one.label ?? []))
    labels.set(labelKey(label), labels.has(labelKey(label)) ? undefined : label);
  return labels;
}
