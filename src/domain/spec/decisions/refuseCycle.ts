import { SpectoolError } from '../../errors/spectoolError.js';
import type { Targets } from '../../graph/dependencyEdge.js';
import { wouldCycle } from '../../graph/wouldCycle.js';
import type { MemberRequest } from '../specCommands.js';
import type { ActiveSpec } from '../spec.js';

/**
 * Refuses new dependencies with which the spec would depend on itself, directly or through other specs.
 * @throws SpectoolError `DEPENDENCY_CYCLE` naming the cycle.
 */
export function refuseCycle(
  { replace = [], add = [], needs = new Map() }: MemberRequest & { readonly needs?: Targets },
  { labels: { ref } }: ActiveSpec,
): void {
  const cycle = wouldCycle(needs, ref, [...replace, ...add]);
  if (cycle === undefined) return;
  throw new SpectoolError('DEPENDENCY_CYCLE', `${ref} would depend on itself: ${cycle.join(' → ')}.`, {
    hint: 'Remove one of these dependencies first.',
    advice: [{ useCase: 'showDependencies', to: 'see the graph' }],
    details: { cycle },
  });
}
