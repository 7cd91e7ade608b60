import { type FieldFilters, fieldFilter, valueFilter } from '../../domain/fields/fieldFilter.js';
import { isOf, isUnassigned, type SpecView } from '../../domain/spec/specView.js';
import type { ForeignDocuments } from '../imports/foreignDocuments.js';
import type { ProjectWarnings } from './project/projectWarnings.js';
import { dependencyGraph } from '../projections/dependencyGraph.js';
import { waitingFor } from '../projections/readiness.js';
import { sortSpecs } from '../projections/sortSpecs.js';
import { brokenSpecs } from '../changes/conflictedSpecs.js';
import { duplicateWarnings } from '../changes/changeWarnings.js';
import type { ActorSource } from '../../ports/system.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { GivenFields } from '../../domain/fields/customField.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Warning } from '../warning.js';
import { fieldValues, flag, oneOf, positive, text, type RequestSchema } from '../requestSchema.js';
import { FIELD_FILTERS } from '../changes/fieldRequests.js';
import type { Configuration } from '../../domain/project/configuration.js';
import { UseCase } from '../useCase.js';

export interface ListSpecsRequest extends FieldFilters {
  /**
   * Values of fields by name, every one must match: `{ sprint: 5 }`. Of a list, every item must be there; `''` asks for specs without
   * a value, `unknown` of a status or a priority for one that is none.
   */
  readonly where?: GivenFields | undefined;
  /** An older name of `where`. */
  readonly fields?: GivenFields | undefined;
  /** Only specs that nobody is assigned to and nobody works on. */
  readonly unassigned?: boolean | undefined;
  /** Only specs that whoever asks is assigned to, or has claimed. */
  readonly mine?: boolean | undefined;
  /** Active specs by default. */
  readonly scope?: 'active' | 'archived' | 'all' | undefined;
  /** A field of the spec, or a custom field; `sequence` by default. */
  readonly sort?: string | undefined;
  readonly reverse?: boolean | undefined;
  readonly limit?: number | undefined;
}

export interface ListSpecsResult {
  readonly specs: readonly SpecView[];
  /** How many matched, before `limit`. */
  readonly total: number;
  /** How many of them are listed. */
  readonly shown: number;
  /** Refs of the listed specs that wait for others; of several folders of one name with the way there. */
  readonly blocked: readonly string[];
  readonly warnings: readonly Warning[];
}

/** Specs by their metadata. Broken ones are listed as such, unless a filter asks for what they cannot tell. */
export class ListSpecs extends UseCase<ListSpecsRequest, ListSpecsResult> {
  static readonly request: RequestSchema<ListSpecsRequest> = {
    ...FIELD_FILTERS,
    where: fieldValues,
    fields: fieldValues,
    unassigned: flag,
    mine: flag,
    scope: oneOf(['active', 'archived', 'all']),
    sort: text,
    reverse: flag,
    limit: positive,
  };

  constructor(
    private readonly catalog: SpecCatalog,
    private readonly store: SpecStore,
    private readonly projectWarnings: ProjectWarnings,
    private readonly foreign: ForeignDocuments,
    private readonly actors: ActorSource,
    private readonly config: Configuration,
  ) {
    super();
  }

  protected override async run(request: ListSpecsRequest): Promise<ListSpecsResult> {
    const passes = fieldFilter(request);
    const summaries = this.store.summaries();
    const all = this.catalog.views(summaries);
    const inScope = all.flatMap((spec, i) =>
      isInScope(spec, request) ? [{ spec, frontmatter: summaries[i]?.frontmatter ?? {} }] : [],
    );
    const has = valueFilter(
      { ...request.fields, ...request.where },
      inScope.map(({ frontmatter }) => frontmatter),
    );
    const actor = request.mine === true ? this.actors.actor() : undefined;
    const isAsked = (spec: SpecView) =>
      (request.unassigned !== true || isUnassigned(spec)) && (actor === undefined || isOf(spec, actor));
    const matching = inScope.flatMap(({ spec, frontmatter }) =>
      passes(spec) && has(spec, frontmatter) && isAsked(spec) ? [spec] : [],
    );
    const listed = new Set(matching);
    const untold = all.filter(
      (spec) => spec.broken === true && !listed.has(spec) && isInScope(spec, request),
    );
    const sorted = sortSpecs(matching, request.sort ?? 'sequence', request.reverse ?? false);
    const specs = request.limit === undefined ? sorted : sorted.slice(0, request.limit);
    const told = this.projectWarnings.warnings();
    return {
      specs,
      total: matching.length,
      shown: specs.length,
      blocked: blockedAmong(specs, all),
      warnings: [
        ...duplicateWarnings(all, this.config.structure),
        ...brokenSpecs(
          untold.map(({ path }) => path),
          'It may be among those asked for.',
        ),
        ...told,
        ...(all.length === 0 ? this.foreign.warnings(this.config.specsDir, told) : []),
        ...this.foreign.standing(this.config.specsDir, summaries),
      ],
    };
  }
}

/** Where nothing depends on anything, no graph is drawn. */
function blockedAmong(specs: readonly SpecView[], all: readonly SpecView[]): readonly string[] {
  if (!specs.some(({ dependsOn }) => dependsOn.length > 0)) return [];
  const graph = dependencyGraph(all);
  const waiting = waitingFor(all, graph);
  return specs.filter(({ archived, path }) => !archived && waiting.has(path)).map(graph.nameOf);
}

function isInScope({ archived }: SpecView, { scope = 'active' }: ListSpecsRequest): boolean {
  return scope === 'all' || archived === (scope === 'archived');
}
