import { claimEnd, type Holder } from '../../domain/claims/claimHolder.js';
import type { StreamId } from '../../domain/log/records/record.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { ClaimEntry, RegistryReach } from '../../ports/lockAndClaimRegistry.js';
import type { Warning } from '../warning.js';

/** Which worktrees see a claim immediately, through the registry, and warnings about those that do not. */
export interface ClaimReach {
  /** Scope of the registry that has the claim; absent in a dry run. */
  readonly registry?: RegistryReach;
  readonly warnings: readonly Warning[];
}

/** A spec that a command is about to claim, with its entry in the registry. */
export interface Wanted {
  readonly folder: SpecFolder;
  readonly entry: Omit<ClaimEntry, 'record'>;
  /** True to take over the spec from its holder. */
  readonly steals?: boolean;
}

/** Makes the claims, given the holders in other worktrees; returns the result and the ids of the records with the claims. */
export type Taking<T> = (
  taken: readonly Wanted[],
  elsewhere: ReadonlyMap<StreamId, Holder>,
  reach: ClaimReach,
) => { readonly answer: T; readonly records: ReadonlyMap<StreamId, string> };

/** Returns when the lease of a claim made now ends, in ISO 8601 UTC. */
export function endOfClaim(by: string, lease: string, now: string): string {
  return new Date(claimEnd({ by, lease, since: now }) ?? Date.parse(now)).toISOString();
}

/** Warns that the registry of the clone could not be used. */
export function onlyLocal(problem: string | undefined): readonly Warning[] {
  if (problem === undefined) return [];
  return [
    {
      code: 'REGISTRY_LOCAL',
      message: `Other worktrees of this clone do not see this claim: ${problem.replace(/\.$/, '')}.`,
      hint: 'If another worktree claims the spec too, the earlier claim wins after the merge.',
    },
  ];
}
