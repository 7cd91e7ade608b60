import { splitAssignment } from '../../domain/spec/customField.js';
import { knownPriority, knownStatus } from '../../domain/spec/knownValue.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { dependencyGraph } from '../projections/dependencyGraph.js';
import { waitingFor } from '../projections/readiness.js';
import { sortSpecs } from '../projections/sortSpecs.js';
import { duplicateWarnings } from '../changes/duplicateWarnings.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { Warning } from '../warning.js';

export interface ListSpecsRequest {
  readonly status?: readonly string[];
  /** Every one must be there. */
  readonly tags?: readonly string[];
  readonly priority?: readonly string[];
  readonly assignee?: string;
  /** `name=value`, every one must match. */
  readonly fields?: readonly string[];
  /** Active specs by default. */
  readonly scope?: 'active' | 'archived' | 'all';
  /** A field of the spec, or a custom field; `sequence` by default. */
  readonly sort?: string;
  readonly reverse?: boolean;
  readonly limit?: number;
}

export interface ListSpecsResult {
  readonly specs: readonly SpecView[];
  /** How many matched, before `limit`. */
  readonly total: number;
  /** Refs of the listed specs that wait for others. */
  readonly blocked: readonly string[];
  readonly warnings: readonly Warning[];
}

/** Specs by their metadata. Broken ones are listed as such, unless a filter asks for what they cannot tell. */
export class ListSpecs {
  readonly #catalog: SpecCatalog;

  constructor(catalog: SpecCatalog) {
    this.#catalog = catalog;
  }

  async execute(request: ListSpecsRequest = {}): Promise<ListSpecsResult> {
    const filter = filterFor(request);
    const all = this.#catalog.all();
    const matching = all.filter(filter);
    const sorted = sortSpecs(matching, request.sort ?? 'sequence', request.reverse ?? false);
    const specs = request.limit === undefined ? sorted : sorted.slice(0, request.limit);
    return {
      specs,
      total: matching.length,
      blocked: blockedAmong(specs, all),
      warnings: duplicateWarnings(all),
    };
  }
}

/** Where nothing depends on anything, no graph is drawn. */
function blockedAmong(specs: readonly SpecView[], all: readonly SpecView[]): readonly string[] {
  if (!specs.some(({ dependsOn }) => dependsOn.length > 0)) return [];
  const waiting = waitingFor(all, dependencyGraph(all));
  return specs.flatMap(({ ref, archived }) => (!archived && waiting.has(ref) ? [ref] : []));
}

function filterFor(request: ListSpecsRequest): (spec: SpecView) => boolean {
  request.status?.forEach(knownStatus);
  request.priority?.forEach(knownPriority);
  const fields = (request.fields ?? []).map(splitAssignment);
  const scope = request.scope ?? 'active';
  return (spec) =>
    (scope === 'all' || spec.archived === (scope === 'archived')) &&
    (request.status === undefined || (spec.status !== null && request.status.includes(spec.status))) &&
    (request.priority === undefined ||
      (spec.priority !== undefined && request.priority.includes(spec.priority))) &&
    (request.tags ?? []).every((tag) => spec.tags.includes(tag)) &&
    (request.assignee === undefined || spec.assignee === request.assignee) &&
    fields.every(([key, value]) => hasField(spec, key, value));
}

function hasField(spec: SpecView, key: string, wanted: string): boolean {
  const value = Object.hasOwn(spec.fields, key) ? spec.fields[key] : undefined;
  if (Array.isArray(value)) return (value as readonly unknown[]).some((item) => String(item) === wanted);
  return value !== undefined && value !== null && typeof value !== 'object' && String(value) === wanted;
}
