import type { SpecSummary } from '../../domain/document/specSummary.js';
import type { Finding } from '../../domain/findings/finding.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import { type ChangedSide, originOf } from '../../domain/merging/strayEdit.js';
import { valueAt } from '../../domain/fields/change.js';
import { isSetField } from '../../domain/fields/fields.js';
import { frontmatterDiff } from '../../domain/fields/frontmatterDiff.js';
import type { JsonObject } from '../../domain/value/json.js';
import type { MergedFile } from '../../ports/repository/commits.js';
import { settlingAdvice } from '../changes/changeWarnings.js';
import type { Commits } from '../../ports/repository/commits.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { Configuration } from '../../domain/project/configuration.js';

/** Of more documents that were edited git is not asked. */
const MOST_ASKED = 20;

/** Says of edits by hand which spec they were meant for, where git's merge put them into the document of another. */
export class StrayEdits {
  constructor(
    private readonly commits: Commits,
    private readonly specStore: SpecStore,
    private readonly eventLog: EventLog,
    private readonly config: Configuration,
  ) {}

  named(findings: readonly Finding[], summaries: readonly SpecSummary[]): readonly Finding[] {
    const { commits, specStore, config } = this;
    const edited = new Set(findings.flatMap(({ code, file }) => (code === 'EDITED_BY_HAND' ? [file] : [])));
    if (edited.size === 0) return findings;
    const byFile = new Map(summaries.map((one) => [specStore.documentPath(one.folder), one]));
    const merged = commits.mergedFiles([...edited].slice(0, MOST_ASKED), config.specsDir);
    return findings.map((finding) => {
      const [file, summary] = [merged.get(finding.file), byFile.get(finding.file)];
      if (finding.code !== 'EDITED_BY_HAND' || file === undefined || summary === undefined) return finding;
      return this.#named(finding, file, summary, summaries);
    });
  }

  #named(
    finding: Finding,
    { commit, sides }: MergedFile,
    { folder, frontmatter }: SpecSummary,
    summaries: readonly SpecSummary[],
  ): Finding {
    const id = idOf(frontmatter);
    const { spec } = foldSpec(id === undefined ? [] : this.eventLog.records(id));
    if (id === undefined || spec.kind === 'absent') return finding;
    const changes = sides.map(({ before, after }) => ({
      before: this.#byId(before),
      after: this.#byId(after),
    }));
    const strays = [...frontmatterDiff(spec.frontmatter, frontmatter)].flatMap(([field, value]) => {
      const logged = valueAt(spec.frontmatter, field);
      const origin = originOf({ spec: id, field, value, logged }, changes);
      return origin === undefined ? [] : [{ field, value, logged, origin }];
    });
    if (strays.length === 0) return finding;
    const told = strays.map(({ field, origin }) => {
      const name = this.#nameOf(origin, summaries);
      return ` ${field} was changed so in ${name}, and git's merge ${commit.slice(0, 12)} took the one document for the other.`;
    });
    const advice = strays.flatMap(({ field, value, logged, origin }) => {
      if (isSetField(field)) return [];
      const home = summaries.find((one) => idOf(one.frontmatter) === origin);
      const isMissed = home !== undefined && valueAt(home.frontmatter, field) !== value;
      return [
        (isMissed && settlingAdvice(home.folder.ref, field, value, 'have it where it was written')) || [],
        settlingAdvice(folder.ref, field, logged, 'have what the log tells here') ?? [],
      ].flat();
    });
    return {
      ...finding,
      message: `${finding.message}${told.join('')}`,
      ...(advice.length > 0 && { advice: [...advice, ...(finding.advice ?? [])] }),
    };
  }

  #byId(texts: readonly string[]): ChangedSide['before'] {
    return new Map(
      texts.flatMap((text) => {
        const { frontmatter, problem } = this.specStore.parse(text);
        const id = idOf(frontmatter);
        return problem !== undefined || id === undefined ? [] : [[id, frontmatter] as const];
      }),
    );
  }

  #nameOf(id: string, summaries: readonly SpecSummary[]): string {
    const known = summaries.find(({ frontmatter }) => idOf(frontmatter) === id);
    if (known !== undefined) return known.folder.ref;
    const { spec } = foldSpec(this.eventLog.records(id));
    return spec.kind === 'active' ? spec.labels.ref : `the spec with the id ${id}`;
  }
}

function idOf({ id }: JsonObject): string | undefined {
  return typeof id === 'string' && id !== '' ? id : undefined;
}
