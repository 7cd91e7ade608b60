import { SpectoolError } from '../../errors/spectoolError.js';
import type { Targets } from '../../graph/dependencyEdge.js';
import { wouldCycle } from '../../graph/wouldCycle.js';
import type { ActiveSpec } from '../spec.js';

/**
 * Refuses new dependencies with which the spec would depend on itself, directly or through other specs.
 * @throws SpectoolError `DEPENDENCY_CYCLE` naming the cycle.
 */
export function refuseCycle(
  { labels: { ref } }: ActiveSpec,
  added: readonly string[],
  needs: Targets = new Map(),
): void {
  const cycle = wouldCycle(needs, ref, added);
  if (cycle === undefined) return;
  throw inCycle(cycle, `${ref} would depend on itself`, 'Remove one of these dependencies first.');
}

/**
 * Refuses to make the spec a part of a spec for which it waits, because a whole waits for its parts.
 * @throws SpectoolError `DEPENDENCY_CYCLE` naming the cycle.
 */
export function refuseOwnPart(
  { labels: { ref } }: ActiveSpec,
  { whole, needs }: { readonly whole: string; readonly needs: Targets },
): void {
  const cycle = wouldCycle(needs, whole, [ref]);
  if (cycle === undefined) return;
  if (whole === ref) throw new SpectoolError('DEPENDENCY_CYCLE', `${ref} cannot be a part of itself.`);
  throw inCycle(
    cycle,
    `${ref} cannot be a part of ${whole}, because these specs would wait for each other`,
    'Change another of these references first.',
  );
}

function inCycle(cycle: readonly string[], what: string, hint: string): SpectoolError {
  return new SpectoolError('DEPENDENCY_CYCLE', `${what}: ${cycle.join(' → ')}.`, {
    hint,
    advice: [{ useCase: 'showDependencies', to: 'see the graph' }],
    details: { cycle },
  });
}
