import type {
  ClaimEntry,
  RegisteredClaim,
  Registry,
  RegistryAnswer,
  RegistryDraft,
} from '../../ports/lockAndClaimRegistry.js';

/**
 * The contents of a registry (the claims that a clone has given out) in memory. Registries that share one state act like
 * worktrees of one clone.
 */
export interface RegistryState {
  claims?: readonly RegisteredClaim[];
}

/** A registry within one process. Unlike the registry on disk, it never has entries of other processes that died. */
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

  isWhole(): boolean {
    return true;
  }

  change<T>(work: (draft: RegistryDraft) => T): RegistryAnswer<T> {
    let { claims = [] } = this.#state;
    const worktree = this.#worktree;
    const others = (spec: string, where = worktree) =>
      claims.filter((one) => one.spec !== spec || one.worktree !== where);
    const put = (entry: ClaimEntry, isPending: boolean) =>
      (claims = [...others(entry.spec), { ...entry, worktree, isPending }]);
    const answer = work({
      claims: () => claims,
      isWhole: true,
      restoreClaims: (known) =>
        (claims = [...claims, ...known.map((claim) => ({ ...claim, isPending: false }))]),
      claim: (entry) => put(entry, true),
      settleClaim: (entry) => put(entry, false),
      dropClaim: (spec, where) => (claims = others(spec, where)),
    });
    this.#state.claims = claims;
    return { answer, reach: 'local' };
  }

  hold<T>(work: () => T): T {
    return work();
  }
}
