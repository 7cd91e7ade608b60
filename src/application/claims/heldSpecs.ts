import { Service } from '../useCase.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { isSamePerson } from '../../domain/value/person.js';
import { isHeldBy } from '../../domain/claims/claims.js';

/** Finds the specs that the actor who runs the command holds in this worktree. */
export class HeldSpecs extends Service {
  /** Returns the held specs, earliest end of lease first. @param specs the views of all specs. */
  among(specs: readonly SpecView[]): readonly SpecView[] {
    const actor = this.use.actors.actor();
    const own = specs.flatMap((spec) =>
      spec.claim !== undefined && isSamePerson(spec.claim.by, actor) && spec.claim.expired !== true
        ? [{ spec, claim: spec.claim }]
        : [],
    );
    if (own.length === 0) return [];
    const claimant = this.use.openClaims.claimant(actor, this.use.clock.now());
    return own
      .filter(({ claim }) => isHeldBy(claim, claimant))
      .sort((a, b) => Date.parse(a.claim.until) - Date.parse(b.claim.until))
      .map(({ spec }) => spec);
  }
}
