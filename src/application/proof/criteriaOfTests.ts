import { labelKey } from '../../domain/criteria/checkboxGrammar.js';
import { type Criterion, criteriaOf } from '../../domain/criteria/criteria.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { Configuration } from '../../domain/project/configuration.js';
import { namingTexts, type ReportedTest } from '../../domain/proof/reportedTests.js';
import {
  type MisfitReference,
  referencesIn,
  type SpecNames,
  type TestReference,
} from '../../domain/proof/testReferences.js';
import { groupBy } from '../../domain/value/groupBy.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { CommitLog } from '../../ports/repository/commits.js';
import type { SpecStore } from '../../ports/specStore.js';
import { logEnds } from '../records/logEnds.js';

/** A test with the criteria that it names. */
export interface BoundTest {
  readonly test: ReportedTest;
  readonly references: readonly TestReference<SpecFolder>[];
  readonly misfits: readonly MisfitReference<SpecFolder>[];
}

/** Finds the criteria that tests name. */
export class CriteriaOfTests {
  constructor(
    private readonly store: SpecStore,
    private readonly log: EventLog,
    private readonly commitLog: CommitLog,
    private readonly config: Configuration,
  ) {}

  /** Returns the tests that name a criterion, or seem to, with what they name. */
  bind(tests: readonly ReportedTest[]): readonly BoundTest[] {
    const others = this.commitLog.otherProjects();
    const names = this.#names(new Set(others.map(({ name }) => name)));
    const places = others.map(({ folder }) => folder);
    return tests.flatMap((test) => {
      // The numbers in a test mean the specs of the project that has its file.
      if (places.some((folder) => test.file?.startsWith(folder))) return [];
      const found = namingTexts(test).map((text) => referencesIn(text, names));
      const references = groupBy(
        found.flatMap((one) => one.references),
        ({ spec, label }) => `${spec.path} ${label}`,
      ).flatMap((same) => same.slice(0, 1));
      const misfits = groupBy(
        found.flatMap((one) => one.misfits),
        ({ written }) => written,
      ).flatMap((same) => same.slice(0, 1));
      return references.length + misfits.length === 0 ? [] : [{ test, references, misfits }];
    });
  }

  /** Returns the criteria of a spec, as its document has them. */
  criteria(folder: SpecFolder): readonly Criterion[] {
    const { text, bodyStart } = this.store.open(folder);
    return criteriaOf(text.slice(bodyStart), this.config.criteria.sections);
  }

  #names(others: ReadonlySet<string>): SpecNames<SpecFolder> {
    const summaries = this.store.summaries();
    const numbers = new Map<number, SpecFolder[]>();
    const names = new Map<string, SpecFolder | undefined>();
    const ids = summaries.flatMap(({ frontmatter: { id } }) => (typeof id === 'string' ? [id] : []));
    const ends = logEnds(this.log, ids);
    for (const { folder, frontmatter } of summaries) {
      const { id } = frontmatter;
      const former = (typeof id === 'string' ? ends.get(id)?.formerNumbers : undefined) ?? [];
      for (const number of new Set([...(folder.sequence === null ? [] : [folder.sequence]), ...former]))
        numbers.set(number, [...(numbers.get(number) ?? []), folder]);
      // A name that two specs have means neither of them.
      for (const name of new Set([folder.ref, folder.name, ...(typeof id === 'string' ? [id] : [])]))
        names.set(name, names.has(name) ? undefined : folder);
    }
    const labels = new Map<string, ReadonlyMap<string, string | undefined>>();
    return {
      numbered: (number) => numbers.get(number) ?? [],
      named: (name) => names.get(name),
      isElsewhere: (project) => others.has(project),
      labels: (folder) => {
        const known = labels.get(folder.path) ?? labelsOf(this.criteria(folder));
        labels.set(folder.path, known);
        return known;
      },
    };
  }
}

/** Returns the labels of criteria by key; undefined for a label that two criteria have. */
function labelsOf(criteria: readonly Criterion[]): ReadonlyMap<string, string | undefined> {
  const labels = new Map<string, string | undefined>();
  for (const { label } of criteria)
    if (label !== undefined) labels.set(labelKey(label), labels.has(labelKey(label)) ? undefined : label);
  return labels;
}
