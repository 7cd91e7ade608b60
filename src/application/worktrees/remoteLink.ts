import type {
  Registry,
  RemoteEntries,
  RemoteNotes,
  RemoteNotesStore,
  SeenEntry,
} from '../../ports/lockAndClaimRegistry.js';
import type { StreamId } from '../../domain/log/records/record.js';
import { parseCounter } from '../../domain/claims/remoteClaim.js';
import type { IdGenerator } from '../../ports/system.js';
import { ignoreErrors } from '../ignoreErrors.js';
import type { Warning } from '../warning.js';

/** The reason for giving up while other clones are always faster. */
export const BUSY = 'other clones keep changing the same';
const DOWN = 'REMOTE_UNREACHABLE';
/** Attempts to take a number, for which all clones change one entry. */
const MOST_TRIES = 30;

/** What a command learnt from the remote: entries, and specs about which the remote knows now, or does not know yet. */
export interface Learnt {
  readonly seen: ReadonlyMap<string, SeenEntry | undefined>;
  readonly due?: ReadonlyMap<StreamId, string | undefined>;
}

/**
 * The remote that all clones of the repository ask, and what this clone knows of it. Without a setting for it, no remote is
 * asked. If the remote does not answer, the command goes on as without one, with a warning.
 */
export class RemoteLink {
  #warnings: readonly Warning[] = [];

  constructor(
    readonly entries: RemoteEntries,
    private readonly store: RemoteNotesStore,
    private readonly registry: Registry,
    private readonly ids: IdGenerator,
  ) {}

  get remote(): string | undefined {
    return this.entries.remote();
  }

  notes(): RemoteNotes {
    return this.store.load();
  }

  /** Returns the warnings since the last call. */
  warnings(): readonly Warning[] {
    const warnings = this.#warnings;
    this.#warnings = [];
    return warnings;
  }

  warn(warning: Warning): void {
    this.#warnings = [...this.#warnings, warning];
  }

  /** True if the remote did not answer since the last call of `warnings`. */
  isDown(): boolean {
    return this.#warnings.some(({ code }) => code === DOWN);
  }

  unreachable(reason: string): void {
    const code = DOWN;
    if (this.isDown()) return;
    this.warn({
      code,
      message: `The remote ${this.remote ?? ''} does not know of this, so other clones do not see it yet: ${reason.replace(/\.$/, '')}.`,
      hint: 'The next command that reaches the remote makes it known. If another clone takes the same meanwhile, the merge decides.',
    });
  }

  /**
   * Takes numbers that no other clone gets. Returns the first of them; undefined if no remote decides.
   * @param highest the highest number that this clone knows.
   */
  numbers(highest: number, count: number, now: string): number | undefined {
    if (this.remote === undefined) return undefined;
    const { seen, clone } = this.notes();
    let { version: was, next } = seen['next'] ?? {};
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const first = Math.max(highest + 1, next ?? 0);
      // Two writes with the same text would have the same version, and both would win.
      const text = JSON.stringify({ next: first + count, clone, at: now, nonce: this.ids.nonce() });
      const [outcome] = this.entries.change([{ name: 'next', text, ...(was !== undefined && { was }) }]);
      if (outcome?.kind === 'won') {
        const { version = '' } = outcome;
        this.learn({ seen: new Map([['next', { version, at: now, next: first + count }]]) });
        return first;
      }
      if (outcome?.kind !== 'lost') {
        this.unreachable(outcome?.reason ?? '');
        return undefined;
      }
      was = outcome.current?.version;
      next = parseCounter(outcome.current?.text ?? '', highest);
    }
    this.unreachable(BUSY);
    return undefined;
  }

  /** Keeps what was learnt from the remote. Other worktrees of the clone may have learnt something else meanwhile. */
  learn({ seen, due = new Map() }: Learnt): void {
    if (seen.size + due.size === 0) return;
    ignoreErrors(() => {
      this.registry.change(() => {
        const notes = this.store.load();
        this.store.save({
          ...notes,
          seen: withChanges(notes.seen, seen),
          due: withChanges(notes.due, due),
        });
      });
    });
  }
}

function withChanges<T>(
  known: Readonly<Record<string, T>>,
  changes: ReadonlyMap<string, T | undefined>,
): Readonly<Record<string, T>> {
  const all = new Map<string, T | undefined>([...Object.entries(known), ...changes]);
  return Object.fromEntries([...all].flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}
