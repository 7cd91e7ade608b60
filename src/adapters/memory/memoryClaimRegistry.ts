import type {
  ClaimEntry,
  RegisteredClaim,
  RegisteredNumber,
  Registry,
  RegistryAnswer,
  RegistryDraft,
} from '../../ports/lockAndClaimRegistry.js';

/**
 * The contents of a registry (the numbers and claims that a clone has given out) in memory. Registries that share one state act
 * like worktrees of one clone.
 */
export interface RegistryState {
  numbers: readonly RegisteredNumber[];
  claims?: readonly RegisteredClaim[];
}

/** A registry within one process. Unlike the registry on disk, it never has entries of other processes that died. */
export class MemoryRegistry implements Registry {
  readonly #state: RegistryState;
  readonly #worktree: string;

  constructor(state: RegistryState = { numbers: [] }, worktree = '/project') {
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
    let { numbers, claims = [] } = this.#state;
    const without = ({ number, spec }: { readonly number: number; readonly spec: string }) =>
      numbers.filter((one) => one.number !== number || one.spec !== spec);
    const worktree = this.#worktree;
    const others = (spec: string, where = worktree) =>
      claims.filter((one) => one.spec !== spec || one.worktree !== where);
    const put = (entry: ClaimEntry, isPending: boolean) =>
      (claims = [...others(entry.spec), { ...entry, worktree, isPending }]);
    const answer = work({
      numbers: () => numbers,
      give: (entry) => (numbers = [...without(entry), { ...entry, worktree, isPending: true }]),
      settle: (entry) => (numbers = [...without(entry), { ...entry, worktree, isPending: false }]),
      drop: (entry) => (numbers = without(entry)),
      claims: () => claims,
      isWhole: true,
      restoreClaims: (known) =>
        (claims = [...claims, ...known.map((claim) => ({ ...claim, isPending: false }))]),
      claim: (entry) => put(entry, true),
      settleClaim: (entry) => put(entry, false),
      dropClaim: (spec, where) => (claims = others(spec, where)),
    });
    Object.assign(this.#state, { numbers, claims });
    return { answer, reach: 'local' };
  }
}
