import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { wouldCycle } from '../../domain/graph/wouldCycle.js';
import type { SpecCommand } from '../../domain/spec/commands.js';
import { membersOf } from '../../domain/spec/members.js';
import type { SpecStore } from '../../ports/specStore.js';

/**
 * Refuses a change that would make a spec depend on itself, directly or through others. The other specs are read
 * only when dependencies are added.
 * @throws SpectoolError `DEPENDENCY_CYCLE` naming the way round.
 */
export function refuseCycles(ref: string, commands: readonly SpecCommand[], store: SpecStore): void {
  const added = commands.flatMap((command) =>
    command.type === 'ChangeDependencies' && command.data.field === 'depends_on'
      ? [...(command.data.replace ?? []), ...(command.data.add ?? [])]
      : [],
  );
  if (added.length === 0) return;
  const edges = store
    .summaries()
    .flatMap(({ folder, frontmatter }) =>
      membersOf(frontmatter, 'depends_on').map((to) => ({ from: folder.ref, to })),
    )
    .filter(({ from }) => from !== ref);
  for (const to of added) {
    const cycle = wouldCycle(edges, ref, to);
    if (cycle === undefined) continue;
    throw new SpectoolError('DEPENDENCY_CYCLE', `${ref} would depend on itself: ${cycle.join(' → ')}.`, {
      hint: 'Run `spectool deps` to see the graph; take one of these dependencies out first.',
      details: { cycle },
    });
  }
}
