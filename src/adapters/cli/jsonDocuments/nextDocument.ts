import type { BeginBy } from '../../../application/worktrees/openClaims.js';
import type { NotReady } from '../../../application/projections/readySpecs.js';
import type { NextSpecsResult } from '../../../application/queries/listAndNext.js';
import type { Warning } from '../../../application/useCase.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { type ChosenSpec, type ExtraFields, withFacts } from './chosenFields.js';
import { type BriefSpec, briefSpec } from './briefSpec.js';

/** A spec that can be started, with its priority and the other reasons for its rank. */
export interface NextSpec extends BriefSpec {
  readonly id: string | null;
  readonly name: string;
  readonly path: string;
  readonly reason: {
    /** Number of incomplete specs that depend on the spec, directly or indirectly. */
    readonly unblocks?: number;
    /** Days since the spec was created; null if the date is unknown. */
    readonly ageDays: number | null;
    /** Number of the spec's dependencies, which are all complete. */
    readonly dependencies?: number;
  };
}

export interface NextDocument {
  readonly specs: readonly (NextSpec | ChosenSpec)[];
  /** Number of specs that can be started. */
  readonly total: number;
  readonly shown: number;
  /** Number of specs that depend on incomplete specs. */
  readonly waiting: number;
  /** Number of planned specs that lack an approval; absent if there are none. */
  readonly unapproved?: number;
  /** The open specs that cannot begin, by reason and person; only if no spec can begin. */
  readonly notReady?: readonly NotReady[];
  /** The number of all specs; only if none of the open ones was asked for. */
  readonly others?: number;
  /** How to begin one of the specs: with `spectool claim`, or with `spectool update --status in-progress`. */
  readonly beginBy: BeginBy;
  /** Folder names of specs whose document cannot be read. */
  readonly broken: readonly string[];
  readonly warnings?: readonly Warning[];
}

/** Returns the document of `next --json`. @param chosen the fields of each spec; by default the brief ones. */
export function nextDocument(next: NextSpecsResult, chosen?: readonly string[]): NextDocument {
  const { reasons: _reasons, notReady, ...rest } = next;
  const own = nextFacts(next);
  const specs = next.specs.map((spec) =>
    chosen === undefined
      ? {
          ...briefSpec(spec),
          id: spec.id,
          name: spec.name,
          path: spec.path,
          reason: own['reason']?.(spec),
        }
      : withFacts(spec, chosen, own),
  );
  return { ...rest, ...(next.total === 0 && { notReady }), specs, shown: specs.length };
}

/** Returns the fields that `next --fields` offers besides the fields of every spec. */
export function nextFacts({ specs, reasons }: NextSpecsResult): ExtraFields {
  const reasonOf = new Map(specs.map(({ path }, i) => [path, reasons[i]]));
  const of = ({ path }: SpecView) => reasonOf.get(path);
  return {
    unblocks: (spec) => of(spec)?.unblocks,
    ageDays: (spec) => of(spec)?.ageDays,
    dependencies: (spec) => of(spec)?.dependencies,
    reason: (spec) => {
      const { unblocks = 0, ageDays = null, dependencies = 0 } = of(spec) ?? {};
      return {
        ...(unblocks > 0 && { unblocks }),
        ageDays,
        ...(dependencies > 0 && { dependencies }),
      };
    },
  };
}
