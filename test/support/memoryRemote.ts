import type {
  RemoteChange,
  RemoteEntries,
  RemoteEntry,
  RemoteOutcome,
  RemoteReading,
  Unreachable,
} from '../../src/ports/lockAndClaimRegistry.js';

/** A remote in memory. Several clones share one object. */
export class MemoryRemote {
  entries: ReadonlyMap<string, RemoteEntry> = new Map();
  /** Set while the remote does not answer. */
  failure: string | undefined;
  /** Set while the remote can be read, but takes no changes. */
  refusal: string | undefined;
  /** How often a clone has connected. */
  asked = 0;
  #writes = 0;

  unreachable(): Unreachable | undefined {
    const { failure: reason } = this;
    return reason === undefined ? undefined : { kind: 'unreachable', reason };
  }

  write({ spec, text, was }: RemoteChange): RemoteOutcome {
    if (this.refusal !== undefined) return { kind: 'unreachable', reason: this.refusal };
    const current = this.entries.get(spec);
    if (current?.version !== was) return { kind: 'lost' };
    const entries = new Map(this.entries);
    this.entries = entries;
    if (text === undefined) {
      entries.delete(spec);
      return { kind: 'won' };
    }
    this.#writes += 1;
    const version = `v${String(this.#writes)}`;
    entries.set(spec, { version, text });
    return { kind: 'won', version };
  }
}

/** The entries of one clone on a remote in memory. */
export class MemoryRemoteEntries implements RemoteEntries {
  readonly #remote: MemoryRemote;

  constructor(remote: MemoryRemote) {
    this.#remote = remote;
  }

  remote(): string {
    return 'origin';
  }

  branch(): string {
    return 'main';
  }

  read(): RemoteReading | Unreachable {
    this.#remote.asked += 1;
    const { entries } = this.#remote;
    return this.#remote.unreachable() ?? { kind: 'read', entries };
  }

  change(changes: readonly RemoteChange[]): readonly RemoteOutcome[] {
    this.#remote.asked += 1;
    return changes.map((change) => this.#remote.unreachable() ?? this.#remote.write(change));
  }
}
