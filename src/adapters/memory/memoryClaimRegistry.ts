import type {
  ClaimEntry,
  RegisteredClaim,
  Registry,
  RegistryReach,
} from '../../ports/lockAndClaimRegistry.js';

/**
 * The contents of a registry (the claims that a clone has given out) in memory. Registries that share one state act like
 * worktrees of one clone.
 */
export interface RegistryState {
  claims?: readonly RegisteredClaim[];
}

/** A registry within one process. */
export class MemoryRegistry implements Registry {
  readonly #state: RegistryState;
  readonly #worktree: string;

  constructor(state: RegistryState = {}, worktree = '/project') {
    this.#state = state;
    this.#worktree = worktree;
  }

  claims(): readonly RegisteredClaim[] {
    return this.#state.claims ?? [];
  }

  enter(claims: readonly ClaimEntry[], isHeld: (spec: string) => boolean): RegistryReach {
    const worktree = this.#worktree;
    const specs = new Set(claims.map(({ spec }) => spec));
    const kept = this.claims().filter(
      (one) => one.worktree !== worktree || (!specs.has(one.spec) && isHeld(one.spec)),
    );
    this.#state.claims = [...kept, ...claims.map((claim) => ({ ...claim, worktree }))];
    return { reach: 'local' };
  }

  hold<T>(work: () => T): T {
    return work();
  }
}
