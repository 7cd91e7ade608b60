import { isSamePerson } from '../../domain/fields/person.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { logEnds } from '../records/logEnds.js';
import type { Services } from '../services.js';

/** How an actor begins a spec: `claim` also keeps other actors off the spec, `update` only sets its status. */
export type BeginBy = 'claim' | 'update';

/** Maximum number of logs whose last actor is read to find out whether a project has several actors. */
const MOST_ASKED = 100;

/**
 * Chooses the command that messages advise for beginning a spec: a claim if several actors or worktrees share the project, or if
 * the spec is in progress already but nobody holds it.
 */
export class BeginAdvice {
  constructor(private readonly use: Services) {}

  /** @param first the spec that the advice is about, if there is one. */
  chosen(first?: SpecView): BeginBy {
    if (first?.status === 'in-progress') return 'claim';
    const { own, names } = this.use.otherBranches.worktrees();
    if (own !== undefined || names.length > 0) return 'claim';
    const me = this.use.actors.actor();
    const ends = logEnds(this.use.eventLog, this.use.eventLog.streams().slice(0, MOST_ASKED));
    for (const { by = me } of ends.values()) if (!isSamePerson(by, me)) return 'claim';
    return 'update';
  }
}
