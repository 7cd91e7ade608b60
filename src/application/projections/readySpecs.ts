import { firstOf } from '../../domain/value/bounds.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { personText } from '../../domain/fields/person.js';
import type { DependencyGraph } from './dependencyGraph.js';
import { readyOrder, type ReadySpec } from './readySpecsInOrder.js';
import type { Services } from '../services.js';

/** Open specs that cannot begin now for the same reason, and because of the same person. */
export interface NotReady {
  readonly why: keyof typeof WORDS;
  /** The person who holds, reviews or is assigned to these specs. */
  readonly by?: string;
  /** Their folder names. */
  readonly specs: readonly string[];
}

/** The reasons in words, for one and for several specs; a person is added. */
const WORDS = {
  claimed: ['is claimed by', 'are claimed by'],
  'in-progress': ['is in progress, assigned to', 'are in progress, assigned to'],
  assigned: ['is assigned to', 'are assigned to'],
  blocked: ['waits for other specs', 'wait for other specs'],
  unapproved: ['waits for approval by', 'wait for approval by'],
  unwritten: ['has no text yet', 'have no text yet'],
  elsewhere: ['is claimed or complete in another worktree', 'are claimed or complete in another worktree'],
  broken: ['cannot be read', 'cannot be read'],
} as const;

/** Finds the specs that can begin now, and why the others cannot. */
export class ReadySpecs {
  constructor(private readonly use: Services) {}

  /**
   * Returns the specs that can begin now, best first, and the other open ones.
   * @param asked tells which of all specs the user asked for.
   */
  among(
    specs: readonly SpecView[],
    graph: DependencyGraph,
    now: string,
    actor: string,
    asked: (spec: SpecView) => boolean = () => true,
  ): {
    readonly ready: readonly ReadySpec[];
    readonly notReady: readonly NotReady[];
    readonly unwritten: ReadonlySet<SpecView>;
  } {
    const reasons = new Map<SpecView, readonly [why: NotReady['why'], by?: string | undefined]>();
    for (const spec of specs) {
      if (spec.archived || spec.status === 'complete') continue;
      const { claim, assignee } = spec;
      if (spec.broken === true) reasons.set(spec, ['broken']);
      else if (claim !== undefined && claim.expired !== true) reasons.set(spec, ['claimed', claim.by]);
      else if (spec.elsewhere !== undefined) reasons.set(spec, ['elsewhere']);
      else if (spec.status === 'planned' || spec.left === true) reasons.set(spec, ['blocked']);
      else if (spec.status === 'in-progress') reasons.set(spec, ['in-progress', assignee]);
    }
    const ready = readyOrder(specs, graph, now, actor).filter(({ spec }) => {
      reasons.delete(spec);
      if (!asked(spec)) return false;
      if (!this.use.specApprovals.mayStart(spec)) reasons.set(spec, ['unapproved', spec.reviewer]);
      else if (this.#isUnwritten(spec)) reasons.set(spec, ['unwritten']);
      return !reasons.has(spec);
    });
    const others = [...reasons].filter(([spec]) => asked(spec));
    return {
      ready,
      notReady: notReady(others.map(([spec, why]) => [graph.nameOf(spec), ...why])),
      unwritten: new Set(others.flatMap(([spec, [why]]) => (why === 'unwritten' ? [spec] : []))),
    };
  }

  /** Reads the document only if the spec has no criterion of its own, because there may be thousands of specs. */
  #isUnwritten(spec: SpecView): boolean {
    const criteria = spec.criteria?.total ?? 0;
    return (
      criteria <= this.use.newSpecText.mostCriteria() &&
      this.use.newSpecText.isUnwritten(this.use.specStore.open(spec))
    );
  }
}

/** Groups specs, given by their names, by the reasons why they cannot begin. */
export function notReady(
  specs: readonly (readonly [name: string, why: NotReady['why'], by?: string | undefined])[],
): readonly NotReady[] {
  const groups = new Map<string, { readonly why: NotReady['why']; readonly by?: string; specs: string[] }>();
  for (const [name, why, by] of specs) {
    const key = `${why} ${by ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { why, ...(by !== undefined && { by }), specs: [name] });
    else group.specs.push(name);
  }
  return [...groups.values()];
}

/** Returns how many specs cannot begin for a reason, whose, and which: `2 specs are claimed by @kim: 001-a, 002-b`. */
export function notReadyText({ why, by, specs }: NotReady): string {
  const isOne = specs.length === 1;
  const words = WORDS[why][isOne ? 0 : 1];
  const who =
    by === undefined ? words.replace(/,? (?:assigned )?(?:by|to)$/, '') : `${words} ${personText(by)}`;
  return `${String(specs.length)} ${isOne ? 'spec' : 'specs'} ${who}: ${firstOf(specs)}`;
}
