import type { RegisteredNumber, Registry, RegistryAnswer, RegistryDraft } from '../../ports/registry.js';

/** What is registered; give several registries the same one to make them worktrees of one clone. */
export interface RegistryState {
  numbers: readonly RegisteredNumber[];
}

/** A registry within one process, which nobody dies in. */
export class MemoryRegistry implements Registry {
  readonly #state: RegistryState;
  readonly #worktree: string;

  constructor(state: RegistryState = { numbers: [] }, worktree = '/project') {
    this.#state = state;
    this.#worktree = worktree;
  }

  change<T>(work: (draft: RegistryDraft) => T): RegistryAnswer<T> {
    let { numbers } = this.#state;
    const without = ({ number, spec }: { readonly number: number; readonly spec: string }) =>
      numbers.filter((one) => one.number !== number || one.spec !== spec);
    const worktree = this.#worktree;
    const answer = work({
      numbers: () => numbers,
      give: (entry) => (numbers = [...without(entry), { ...entry, worktree, isPending: true }]),
      settle: (entry) => (numbers = [...without(entry), { ...entry, worktree, isPending: false }]),
      drop: (entry) => (numbers = without(entry)),
    });
    this.#state.numbers = numbers;
    return { answer, reach: 'local' };
  }
}
