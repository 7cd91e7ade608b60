import type { BeginBy } from '../../../application/worktrees/beginAdvice.js';
import type { NotReady } from '../../../application/projections/readySpecs.js';
import type { NextSpecsResult } from '../../../application/queries/nextSpecs.js';
import type { Warning } from '../../../application/warning.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { jsonTokenEstimate } from '../../../domain/value/tokenEstimate.js';
import { type ChosenSpec, type ExtraFields, withFacts } from './chosenFields.js';
import { fittingItems } from './itemsWithinTokens.js';
import { type CutList, cutLists } from './truncateLists.js';
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
  /** The full lengths of the lists that were shortened. */
  readonly cut?: { readonly broken?: CutList };
  readonly warnings?: readonly Warning[];
}

const TOKENS = 760;
const BROKEN_SHOWN = 5;
const REFS_SHOWN = 20;

/**
 * Returns the document of `next --json`.
 * @param isBounded limit the document's tokens; false if the user asked for a number of specs.
 */
export function nextDocument(
  next: NextSpecsResult,
  isBounded: boolean,
  chosen?: readonly string[],
): NextDocument {
  const { total, waiting, unapproved, notReady, others, beginBy, broken, warnings } = next;
  const rest = {
    waiting,
    ...(unapproved !== undefined && { unapproved }),
    ...(total === 0 && {
      notReady: notReady.map((one) => ({ ...one, specs: one.specs.slice(0, REFS_SHOWN) })),
    }),
    ...(others !== undefined && { others }),
    beginBy,
    ...cutLists({ broken }, BROKEN_SHOWN),
    ...(warnings && { warnings }),
  };
  const own = nextFacts(next);
  const specs = fittingItems(
    (titleTokens): readonly (NextSpec | ChosenSpec)[] =>
      next.specs.map((spec) =>
        chosen === undefined
          ? {
              ...briefSpec(spec, titleTokens),
              id: spec.id,
              name: spec.name,
              path: spec.path,
              reason: own['reason']?.(spec),
            }
          : withFacts(spec, chosen, own),
      ),
    isBounded ? TOKENS - jsonTokenEstimate(rest) : Infinity,
    jsonTokenEstimate,
  );
  return { specs, total, shown: specs.length, ...rest };
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
