import { remoteClaimEnd } from '../../../domain/claims/remoteClaim.js';
import { isSamePerson } from '../../../domain/fields/person.js';
import { foldSpec } from '../../../domain/log/foldSpec.js';
import type { StreamId } from '../../../domain/log/records/record.js';
import { folderAt } from '../../../domain/naming/specFolder.js';
import type { Configuration } from '../../../domain/project/configuration.js';
import type { EventLog } from '../../../ports/eventLog.js';
import type { Registry } from '../../../ports/lockAndClaimRegistry.js';
import type { CommitLog } from '../../../ports/repository/commits.js';
import type { SpecStore } from '../../../ports/specStore.js';
import type { ActorSource, Clock } from '../../../ports/system.js';
import type { WriteSession } from '../../changes/writeSession.js';
import { flag, type RequestSchema } from '../../requestSchema.js';
import { UseCase } from '../../useCase.js';
import type { Warning } from '../../warning.js';
import { endOf } from '../../worktrees/claimsInLogs.js';
import { type ClaimOnRemote, type ClaimsOnRemote, NO_REMOTE } from '../../worktrees/claimsOnRemote.js';
import type { RemoteLink } from '../../worktrees/remoteLink.js';

export interface SyncClaimsRequest {
  /** Only read the remote, and return what would be offered and removed. */
  readonly dryRun?: boolean | undefined;
  /** Remove everything that spectool has stored on the remote for this project. */
  readonly forget?: boolean | undefined;
}

/** A claim, or the end of a spec, on the remote. */
export interface SyncedClaim {
  /** Name of the spec. */
  readonly spec: string;
  readonly state: 'claimed' | 'complete' | 'archived' | 'deleted';
  readonly by: string;
  /** By the clock of the clone that wrote it. */
  readonly since: string;
  /** End of the lease by the clock of this clone; absent for a spec that has ended. */
  readonly until?: string;
  readonly branch?: string;
  /** True if this clone wrote it. */
  readonly own: boolean;
}

export interface SyncClaimsResult {
  /** Name of the remote; absent if the project asks none. */
  readonly remote?: string;
  /** What the remote has now; in a dry run with those that would be removed. */
  readonly claims: readonly SyncedClaim[];
  /** Specs of which the remote has accepted the claims or ends that it lacked; in a dry run, those that it lacks. */
  readonly offered: readonly string[];
  /** Specs whose entries were removed, or would be in a dry run. */
  readonly removed: readonly string[];
  readonly warnings: readonly Warning[];
  readonly dryRun?: true;
}

/** Compares the claims of this clone with those on the git remote: offers what is missing, and removes what is over. */
export class SyncClaims extends UseCase<SyncClaimsRequest, SyncClaimsResult> {
  static readonly request: RequestSchema<SyncClaimsRequest> = { dryRun: flag, forget: flag };

  constructor(
    private readonly access: WriteSession,
    private readonly onRemote: ClaimsOnRemote,
    private readonly link: RemoteLink,
    private readonly log: EventLog,
    private readonly registry: Registry,
    private readonly commits: CommitLog,
    private readonly store: SpecStore,
    private readonly actors: ActorSource,
    private readonly clock: Clock,
    private readonly config: Configuration,
  ) {
    super();
  }

  protected override async run({
    dryRun = false,
    forget = false,
  }: SyncClaimsRequest): Promise<SyncClaimsResult> {
    const { remote } = this.onRemote;
    if (remote === undefined) return { ...NOTHING, warnings: [NO_REMOTE] };
    if (dryRun) return { ...this.access.rehearse('sync', () => this.#sync(remote, true, forget)) };
    return this.access.change('sync', () => this.#sync(remote, false, forget));
  }

  #sync(remote: string, isRehearsal: boolean, forget: boolean): SyncClaimsResult {
    const now = this.clock.now();
    this.link.askAgain();
    const before = this.onRemote.read(now) ?? { claims: [], all: [] };
    this.link.mustHaveAnswered();
    const told = forget ? NOTHING : this.onRemote.offer(this.#held(), now, isRehearsal);
    const read =
      told.offered.length + told.removed.length > 0 && !isRehearsal ? this.onRemote.read(now) : before;
    const { claims, all } = read ?? before;
    const over = forget ? all : claims.filter((one) => this.#isOver(one, before.mainBranch, now));
    this.link.mustHaveAnswered();
    const removed = new Set(isRehearsal ? over.map(({ name }) => name) : this.onRemote.remove(over));
    const gone = claims.filter(({ name }) => removed.has(name)).map(({ claim }) => claim.name);
    return {
      remote,
      claims: claims.filter(({ name }) => isRehearsal || !removed.has(name)).map(viewOf),
      offered: told.offered,
      removed: [...new Set([...told.removed, ...gone])],
      warnings: this.onRemote.warnings(),
    };
  }

  /** Returns the claims of the actor that this clone has registered. Others are offered by the clones that made them. */
  #held(): ReadonlyMap<StreamId, string> {
    const me = this.actors.actor();
    const own = this.registry.claims().filter(({ by }) => isSamePerson(by, me));
    return new Map(own.map(({ spec, by }) => [spec, by]));
  }

  /** True for an expired claim, and for the end of a spec that is a month old or on the default branch of the remote. */
  #isOver(
    { stream, claim, standing, seen }: ClaimOnRemote,
    mainBranch: string | undefined,
    now: string,
  ): boolean {
    if (standing === 'expired' || claim.state === 'claimed') return standing === 'expired';
    return Date.parse(remoteClaimEnd(claim, seen)) <= Date.parse(now) || this.#isMerged(stream, mainBranch);
  }

  /** True if the document on the remote's default branch, as last fetched, shows the end that this worktree's log has. */
  #isMerged(stream: StreamId, mainBranch: string | undefined): boolean {
    const { spec } = foldSpec(this.log.records(stream));
    if (spec.kind !== 'active' || endOf(spec) === undefined || mainBranch === undefined) return false;
    const commit = this.commits.commitNamed(mainBranch);
    const path = this.store.documentPath(folderAt(this.config.specsDir, spec.labels));
    const text = commit === undefined ? undefined : this.commits.textIn(commit, path);
    if (text === undefined) return false;
    return spec.labels.archived || this.store.parse(text).frontmatter['status'] === 'complete';
  }
}

const NOTHING = { claims: [], offered: [], removed: [] };

function viewOf({ claim, standing, seen }: ClaimOnRemote): SyncedClaim {
  const { name, state, by, since, branch } = claim;
  return {
    spec: name,
    state,
    by,
    since,
    ...(state === 'claimed' && { until: remoteClaimEnd(claim, seen) }),
    ...(branch !== undefined && { branch }),
    own: standing === 'ours',
  };
}
