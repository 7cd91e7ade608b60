import { fieldFilter, valueFilter } from '../../domain/fields/fieldFilter.js';
import { type FieldRow, FIELDS } from '../../domain/fields/standardFields.js';
import { isSamePerson } from '../../domain/value/person.js';
import { isAssignedOrClaimedBy, isUnassigned, type SpecView } from '../../domain/spec/specView.js';
import { STATUSES } from '../../domain/fields/statusAndPriority.js';
import { FIELD_FILTERS } from '../changes/changeResult.js';
import { duplicateWarnings, brokenSpecs, NOT_OFFERED } from '../changes/brokenAndDuplicateSpecs.js';
import type { DocumentElsewhere } from '../adoption/documentsElsewhere.js';
import { dependencyGraph } from '../projections/dependencyGraph.js';
import { type NotReady, type ReadySpec, waitingFor } from '../projections/readySpecs.js';
import {
  type RequestOf,
  fieldValues,
  flag,
  oneOf,
  positive,
  text,
  texts,
  type Warning,
  useCase,
} from '../useCase.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';

export interface ListSpecsResult {
  readonly specs: readonly SpecView[];
  /** Number of specs that match, before `limit`. */
  readonly total: number;
  /** Number of listed specs. */
  readonly shown: number;
  /** Number of all specs; only if no spec is listed. */
  readonly others?: number;
  /** References of the listed specs that have open dependencies; with paths if several folders have the same name. */
  readonly blocked: readonly string[];
  /** Documents in adopted folders that only a branch or another worktree has; absent if there are none, or with a filter. */
  readonly elsewhere?: readonly DocumentElsewhere[];
  readonly warnings: readonly Warning[];
}

/** Lists specs by their fields. Broken specs are included, unless a filter needs fields that they lack. */
export const listSpecs = useCase(
  {
    ...FIELD_FILTERS,
    /**
     * Values that the fields of a spec must have, all of them: `{ sprint: 5 }`. For a list, all items must be present. `''`
     * matches specs without a value; `unknown` matches an invalid status or priority. `proof` matches a state of a criterion.
     */
    where: fieldValues,
    /** Older name of `where`, still accepted. */
    fields: fieldValues,
    /** Only specs without an assignee and without a claim. */
    unassigned: flag,
    /** Only specs that the actor is assigned to or has claimed. */
    mine: flag,
    /** Active specs by default. */
    scope: oneOf(['active', 'archived', 'all']),
    /** A standard or custom field; `sequence` by default. */
    sort: text,
    reverse: flag,
    /** Also return the proof states of each spec's criteria (`proof`). */
    proof: flag,
    limit: positive,
  },
  async (use, request): Promise<ListSpecsResult> => {
    const passes = fieldFilter(request);
    const beside = use.foreignDocuments.beside(use.specStore.summaries());
    const summaries = beside.own;
    const where = { ...request.fields, ...request.where };
    // If the project declares a custom field `proof`, `proof` in the request refers to that field.
    const isOwn = Object.hasOwn(use.config.frontmatter.custom, 'proof');
    const isProofAsked = !isOwn && (request.proof === true || Object.hasOwn(where, 'proof'));
    const ends = use.specCatalog.ends(summaries);
    const plain = use.specCatalog.views(summaries, ends);
    const all = isProofAsked
      ? use.criterionProofs.withProof(plain)
      : isOwn
        ? plain
        : use.criterionProofs.shown(plain, ends);
    const inScope = all.flatMap((spec, i) =>
      isInScope(spec, request) ? [{ spec, frontmatter: summaries[i]?.frontmatter ?? {} }] : [],
    );
    const has = valueFilter(
      where,
      inScope.map(({ frontmatter }) => frontmatter),
      use.specCatalog.finder(),
      Object.keys(use.config.frontmatter.custom),
    );
    const actor = request.mine === true ? use.actors.actor() : undefined;
    const isAsked = (spec: SpecView) =>
      (request.unassigned !== true || isUnassigned(spec)) &&
      (actor === undefined || isAssignedOrClaimedBy(spec, actor));
    const matching = inScope.flatMap(({ spec, frontmatter }) =>
      passes(spec) && has(spec, frontmatter) && isAsked(spec) ? [spec] : [],
    );
    const listed = new Set(matching);
    const untold = all.filter(
      (spec) => spec.broken === true && !listed.has(spec) && isInScope(spec, request),
    );
    const sorted = sortSpecs(matching, request.sort ?? 'sequence', request.reverse ?? false);
    const specs = request.limit === undefined ? sorted : sorted.slice(0, request.limit);
    const told = use.projectWarnings.warnings();
    const isAdopting = use.config.adopted.length > 0 && request.scope !== 'archived';
    const elsewhere =
      isAdopting && matching.length === inScope.length ? await use.documentsElsewhere.all() : [];
    return {
      specs,
      total: matching.length,
      shown: specs.length,
      ...(matching.length === 0 && { others: all.length }),
      blocked: blockedAmong(specs, all),
      ...(elsewhere.length > 0 && { elsewhere }),
      warnings: [
        ...duplicateWarnings(all, use.config.structure),
        ...brokenSpecs(
          untold.map(({ path }) => path),
          'Specs that cannot be read may be missing from this list.',
        ),
        ...told,
        ...(all.length === 0 ? use.foreignDocuments.warnings(use.config.specsDir, told) : []),
        ...beside.warnings,
      ],
    };
  },
);

/**
 * Returns the references of specs with open dependencies. Does not build the dependency graph if no spec has dependencies.
 */
function blockedAmong(specs: readonly SpecView[], all: readonly SpecView[]): readonly string[] {
  if (!specs.some(({ dependsOn }) => dependsOn.length > 0)) return [];
  const graph = dependencyGraph(all);
  const waiting = waitingFor(all, graph);
  return specs.filter(({ archived, path }) => !archived && waiting.has(path)).map(graph.nameOf);
}

function isInScope(
  { archived }: SpecView,
  { scope = 'active' }: RequestOf<typeof listSpecs.request>,
): boolean {
  return scope === 'all' || archived === (scope === 'archived');
}

export interface NextSpecsResult {
  readonly specs: readonly SpecView[];
  /** Number of ready specs before `limit`. */
  readonly total: number;
  /** Reasons for the rank of each spec, in the order of `specs`. */
  readonly reasons: readonly (ReadySpec['reason'] & { readonly ref: string })[];
  /** Number of specs with open dependencies. */
  readonly waiting: number;
  /** Number of planned specs that cannot begin because they lack an approval; absent if there are none. */
  readonly unapproved?: number;
  /** The open specs that cannot begin now, by reason and person. */
  readonly notReady: readonly NotReady[];
  /** Number of all specs; only if the filter excludes all open specs. */
  readonly others?: number;
  /** Documents in adopted folders that only a branch or another worktree has; absent if there are none, or with a filter. */
  readonly elsewhere?: readonly DocumentElsewhere[];
  /** References of specs whose document cannot be read. */
  readonly broken: readonly string[];
  /** Warnings about the project, such as specs that could not be read; absent if there are none. */
  readonly warnings?: readonly Warning[];
}

/** Lists specs that can begin now, best first. */
export const nextSpecs = useCase(
  {
    tags: texts,
    assignee: text,
    /** Only specs without an assignee and without a claim. */
    unassigned: flag,
    limit: positive,
  },
  async (use, request): Promise<NextSpecsResult> => {
    const specs = use.specCatalog.all();
    const graph = dependencyGraph(specs);
    const asked = (spec: SpecView): boolean =>
      (request.tags ?? []).every((tag) => spec.tags.includes(tag)) &&
      (request.assignee === undefined || isSamePerson(spec.assignee, request.assignee)) &&
      (request.unassigned !== true || isUnassigned(spec));
    const now = use.clock.now();
    const { ready, notReady } = use.readySpecs.among(specs, graph, now, use.actors.actor(), asked);
    const counted = (why: NotReady['why']) =>
      notReady.reduce((sum, one) => sum + (one.why === why ? one.specs.length : 0), 0);
    const unapproved = counted('unapproved');
    const shown = ready.slice(0, request.limit ?? ready.length);
    const shipped = use.shippedSpecs.commits(shown.map(({ spec }) => spec));
    const elsewhere = specs.every(asked) ? await use.documentsElsewhere.all() : [];
    const broken = specs.flatMap((spec) => (spec.broken === true ? [graph.nameOf(spec)] : []));
    return {
      specs: use.criterionProofs.shown(shown.map(({ spec }) => spec)),
      total: ready.length,
      reasons: shown.map(({ spec, reason }) => {
        const commit = shipped.get(spec.path);
        return { ref: graph.nameOf(spec), ...reason, ...(commit !== undefined && { shippedIn: commit }) };
      }),
      waiting: counted('blocked'),
      ...(unapproved > 0 && { unapproved }),
      notReady,
      ...(ready.length + notReady.length === 0 && { others: specs.length }),
      ...(elsewhere.length > 0 && { elsewhere }),
      broken,
      ...use.projectWarnings.ifAny([
        ...(ready.length === 0 ? unknown(specs.filter(asked)) : []),
        ...brokenSpecs(broken, NOT_OFFERED),
      ]),
    };
  },
);

/** Warns of specs whose status is a word of another tool, because `next` never lists them. */
function unknown(specs: readonly SpecView[]): readonly Warning[] {
  const foreign = specs.filter(
    ({ archived, broken, status }) => !archived && broken !== true && status === null,
  );
  if (foreign.length === 0) return [];
  const [which, they] =
    foreign.length === 1 ? ['One spec has', 'it is'] : [`${String(foreign.length)} specs have`, 'they are'];
  return [
    {
      code: 'STATUS_UNKNOWN',
      message: `${which} a status other than ${STATUSES.join(', ')}; ${they} not offered.`,
      advice: [{ useCase: 'listSpecs', request: { where: { status: 'unknown' } }, to: 'see these specs' }],
    },
  ];
}

const SORTED_FIELDS: readonly FieldRow[] = FIELDS.filter((field) => 'sorted' in field);

/** Fields that specs can be sorted by, besides custom fields. */
export const SORT_FIELDS: readonly string[] = [
  'sequence',
  'name',
  'title',
  ...SORTED_FIELDS.map(({ key }) => key.replaceAll('_', '-')),
];

type SortKey = string | number | undefined;

/**
 * Sorts specs by a field: numbers numerically, statuses and priorities in their own order, texts by code unit. Specs without
 * the field come last in both directions; specs with equal values stay in the order of their numbers.
 * @throws SpectoolError `USAGE` for an unknown field.
 */
export function sortSpecs(specs: readonly SpecView[], field: string, reverse: boolean): readonly SpecView[] {
  const keyOf = keyFor(field, specs);
  const keyed = specs.map((spec, i) => ({ spec, i, key: keyOf(spec) }));
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined) {
      return a.key === b.key ? a.i - b.i : a.key === undefined ? 1 : -1;
    }
    const order = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
    return (reverse ? -order : order) || a.i - b.i;
  });
  return keyed.map(({ spec }) => spec);
}

function keyFor(field: string, specs: readonly SpecView[]): (spec: SpecView) => SortKey {
  switch (field) {
    case 'sequence':
    case 'number':
      return (spec) => spec.sequence ?? undefined;
    case 'name':
      return (spec) => spec.name;
    case 'title':
      return (spec) => spec.title.toLowerCase();
    default: {
      const isCustom = specs.some(({ fields }) => Object.hasOwn(fields, field));
      const row = SORTED_FIELDS.find(
        ({ name, key }) => name === field || (!isCustom && key === field.replaceAll('-', '_')),
      );
      return row === undefined ? customKey(field, specs) : standardKey(row);
    }
  }
}

/** Returns the sort key of a field: fields with fixed values sort in the order of these values, others as text. */
function standardKey({ name, values, sorted }: FieldRow): (spec: SpecView) => SortKey {
  const direction = sorted === 'descending' ? -1 : 1;
  return (spec) => {
    const value = spec[name as keyof SpecView];
    if (typeof value !== 'string') return undefined;
    return values === undefined ? value : direction * values.indexOf(value);
  };
}

function customKey(field: string, specs: readonly SpecView[]): (spec: SpecView) => SortKey {
  if (specs.length > 0 && !specs.some((spec) => Object.hasOwn(spec.fields, field))) {
    throw new SpectoolError(
      'USAGE',
      `Specs cannot be sorted by "${field}". Known: ${SORT_FIELDS.join(', ')} and custom fields.`,
    );
  }
  return (spec) => {
    const value = Object.hasOwn(spec.fields, field) ? spec.fields[field] : undefined;
    if (value === undefined || value === null) return undefined;
    return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
  };
}
