import { isSamePerson } from '../../domain/fields/person.js';
import { STATUSES } from '../../domain/spec/status.js';
import { isUnassigned, type SpecView } from '../../domain/spec/specView.js';
import { dependencyGraph } from '../projections/dependencyGraph.js';
import type { ReadySpec } from '../projections/readySpecsInOrder.js';
import type { NotReady } from '../projections/readySpecs.js';
import type { Warning } from '../warning.js';
import { flag, positive, text, texts, type RequestSchema } from '../requestSchema.js';
import { brokenSpecs, NOT_OFFERED } from '../changes/conflictedSpecs.js';
import { UseCase } from '../useCase.js';
import type { BeginBy } from '../worktrees/beginAdvice.js';

export interface NextSpecsRequest {
  readonly tags?: readonly string[] | undefined;
  readonly assignee?: string | undefined;
  /** Only specs without an assignee and without a claim. */
  readonly unassigned?: boolean | undefined;
  readonly limit?: number | undefined;
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
  /** The number of all specs; only if none of the open ones was asked for. */
  readonly others?: number;
  /** Command with which to begin one of these specs. */
  readonly beginBy: BeginBy;
  /** References of specs whose document cannot be read. */
  readonly broken: readonly string[];
  /** Warnings about the project, such as specs that could not be read; absent if there are none. */
  readonly warnings?: readonly Warning[];
}

/** Lists specs that can begin now, best first. */
export class NextSpecs extends UseCase<NextSpecsRequest, NextSpecsResult> {
  static readonly request: RequestSchema<NextSpecsRequest> = {
    tags: texts,
    assignee: text,
    unassigned: flag,
    limit: positive,
  };

  protected override async run(request: NextSpecsRequest): Promise<NextSpecsResult> {
    const specs = this.use.specCatalog.all();
    const graph = dependencyGraph(specs);
    const asked = (spec: SpecView): boolean =>
      (request.tags ?? []).every((tag) => spec.tags.includes(tag)) &&
      (request.assignee === undefined || isSamePerson(spec.assignee, request.assignee)) &&
      (request.unassigned !== true || isUnassigned(spec));
    const now = this.use.clock.now();
    const { ready, notReady } = this.use.readySpecs.among(specs, graph, now, this.use.actors.actor(), asked);
    const counted = (why: NotReady['why']) =>
      notReady.reduce((sum, one) => sum + (one.why === why ? one.specs.length : 0), 0);
    const unapproved = counted('unapproved');
    const shown = ready.slice(0, request.limit ?? ready.length);
    const broken = specs.flatMap((spec) => (spec.broken === true ? [graph.nameOf(spec)] : []));
    return {
      specs: this.use.criterionProofs.shown(
        shown.map(({ spec }) => spec),
        specs,
      ),
      total: ready.length,
      reasons: shown.map(({ spec, reason }) => ({ ref: graph.nameOf(spec), ...reason })),
      waiting: counted('blocked'),
      ...(unapproved > 0 && { unapproved }),
      notReady,
      ...(ready.length + notReady.length === 0 && { others: specs.length }),
      beginBy: this.use.beginAdvice.chosen(shown[0]?.spec),
      broken,
      ...this.use.projectWarnings.ifAny([
        ...(ready.length === 0 ? unknown(specs.filter(asked)) : []),
        ...brokenSpecs(broken, NOT_OFFERED),
      ]),
    };
  }
}

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
