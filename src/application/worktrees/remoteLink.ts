import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { parseCounter } from '../../domain/claims/remoteClaim.js';
import type { StreamId } from '../../domain/log/records/record.js';
import type {
  Registry,
  RemoteChange,
  RemoteEntries,
  RemoteNotes,
  RemoteNotesStore,
  RemoteOutcome,
  RemoteReading,
  SeenEntry,
  Unreachable,
} from '../../ports/lockAndClaimRegistry.js';
import type { Clock, IdGenerator } from '../../ports/system.js';
import { ignoreErrors } from '../ignoreErrors.js';
import type { Warning } from '../warning.js';

/** The reason for giving up while other clones are always faster. */
export const BUSY = 'other clones keep changing the same';
const COUNTER = 'next';
const TOO_SOON = 'it took too long a moment ago, and is asked again after a minute';
const HOUR_MS = 60 * 60_000;
/** How long the remote is not asked again after it took too long. */
const PATIENCE_MS = 60_000;
/** Attempts to take a number, for which all clones change one entry. */
const MOST_TRIES = 30;

/** What a command learnt from the remote: entries, and specs about which the remote knows now, or does not know yet. */
export interface Learnt {
  readonly seen?: ReadonlyMap<string, SeenEntry | undefined>;
  readonly due?: ReadonlyMap<StreamId, string | undefined>;
}

/**
 * The remote that all clones of the repository ask, and what this clone knows of it. Without a setting for it, no remote is
 * asked. If the remote does not answer, the command goes on as without one, with a warning.
 */
export class RemoteLink {
  #warnings: readonly Warning[] = [];
  /** Why the remote did not answer, if it did not. */
  #failure: string | undefined;

  constructor(
    private readonly entries: RemoteEntries,
    private readonly store: RemoteNotesStore,
    private readonly registry: Registry,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  get remote(): string | undefined {
    return this.entries.remote();
  }

  branch(): string | undefined {
    return this.entries.branch();
  }

  notes(): RemoteNotes {
    return this.store.load();
  }

  /** Returns the warnings since the last call. */
  warnings(): readonly Warning[] {
    const warnings = this.#warnings;
    this.#warnings = [];
    this.#failure = undefined;
    return warnings;
  }

  warn(warning: Warning): void {
    this.#warnings = [...this.#warnings, warning];
  }

  /** Why the remote did not answer since the last call of `warnings`; undefined if it did. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** @throws SpectoolError `GIT_FAILED` if the remote did not answer since the last call of `warnings`. */
  mustHaveAnswered(): void {
    const failure = this.#failure;
    if (failure === undefined) return;
    this.warnings();
    const message = `The remote ${this.remote ?? ''} did not agree or did not answer: ${failure}.`;
    throw new SpectoolError('GIT_FAILED', message, {
      hint: 'The claims of this clone stay as they are, and a later command sends them.',
    });
  }

  /** Lets the remote be asked although it took too long a moment ago. */
  askAgain(): void {
    const { late, ...notes } = this.notes();
    if (late !== undefined) this.store.save(notes);
  }

  /** Warns once a command that the remote was not reached. @param isQuiet true to warn only once an hour. */
  unreachable(reason: string, isQuiet = false): Unreachable {
    const now = this.clock.now();
    const isTold = this.#failure !== undefined || (isQuiet && isWithin(HOUR_MS, this.notes().told, now));
    this.#failure ??= reason.replace(/\.$/, '');
    if (!isTold) {
      this.store.save({ ...this.notes(), told: now });
      this.warn({
        code: 'REMOTE_UNREACHABLE',
        message: `The remote ${this.remote ?? ''} did not agree to this or did not answer: ${this.#failure}.`,
        hint: 'A later command sends what was claimed here. If another clone takes the same meanwhile, the merge decides. For a remote that always refuses, run `git config spectool.remote ""`.',
      });
    }
    return { kind: 'unreachable', reason };
  }

  /** Reads all entries; undefined if the remote does not answer, or if none is to be asked. */
  read(isQuiet = false): RemoteReading | undefined {
    if (this.remote === undefined) return undefined;
    const reading = this.#tooSoon() ?? this.entries.read();
    if (reading.kind === 'read') return reading;
    this.#notReached(reading, isQuiet);
    return undefined;
  }

  change(changes: readonly RemoteChange[], isQuiet = false): readonly RemoteOutcome[] {
    if (changes.length === 0) return [];
    const soon = this.#tooSoon();
    const outcomes = soon === undefined ? this.entries.change(changes) : changes.map(() => soon);
    const failed = outcomes.find((one) => one.kind === 'unreachable');
    if (failed?.kind === 'unreachable') this.#notReached(failed, isQuiet);
    return outcomes;
  }

  /** Does not ask a remote that took too long a moment ago: commands wait for each other, and each would wait for the remote. */
  #tooSoon(): Unreachable | undefined {
    const isSoon = isWithin(PATIENCE_MS, this.notes().late, this.clock.now());
    return isSoon ? { kind: 'unreachable', reason: TOO_SOON } : undefined;
  }

  #notReached({ reason, isLate }: Unreachable, isQuiet: boolean): void {
    this.unreachable(reason, isQuiet);
    if (isLate === true) this.store.save({ ...this.notes(), late: this.clock.now() });
  }

  /**
   * Takes numbers that no other clone gets. Returns the first of them; undefined if no remote decides.
   * @param highest the highest number that this clone knows. @param count zero only to keep others from numbers up to `highest`.
   */
  numbers(highest: number, count: number, now: string): number | undefined {
    if (this.remote === undefined) return undefined;
    const { seen, clone, number = 0 } = this.notes();
    const owed = Math.max(number, highest + count);
    let current: { readonly version?: string; readonly text?: string } = seen[COUNTER] ?? {};
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const next = parseCounter(current.text ?? '', highest) ?? 0;
      if (count === 0 && next > highest) break;
      const first = Math.max(highest + 1, next);
      // Two writes with the same text would have the same version, and both would win.
      const text = JSON.stringify({ next: first + count, clone, at: now, nonce: this.ids.nonce() });
      const was = current.version;
      const [outcome] = this.change([{ name: COUNTER, text, ...(was !== undefined && { was }) }]);
      if (outcome?.kind === 'won') {
        const { version = '' } = outcome;
        this.learn({ seen: new Map([[COUNTER, { version, at: now, text, own: true }]]) });
        this.#owe(number < first + count ? undefined : number);
        return first;
      }
      if (outcome?.kind !== 'lost') {
        this.#owe(owed);
        return undefined;
      }
      current = outcome.current ?? {};
    }
    if (count > 0) this.unreachable(BUSY);
    this.#owe(count > 0 ? owed : undefined);
    return undefined;
  }

  /** Keeps other clones from numbers that were taken while the remote did not answer. */
  raise(now: string): void {
    const { number } = this.notes();
    if (number !== undefined && this.#failure === undefined) this.numbers(number, 0, now);
  }

  #owe(number: number | undefined): void {
    const { number: before, ...notes } = this.notes();
    if (number !== before) this.store.save({ ...notes, ...(number !== undefined && { number }) });
  }

  /** Keeps what was learnt from the remote. Other worktrees of the clone may have learnt something else meanwhile. */
  learn({ seen = new Map(), due = new Map() }: Learnt): void {
    if (seen.size + due.size === 0) return;
    ignoreErrors(() => {
      this.registry.change(() => {
        const notes = this.store.load();
        this.store.save({ ...notes, seen: withChanges(notes.seen, seen), due: withChanges(notes.due, due) });
      });
    });
  }
}

function isWithin(ms: number, then: string | undefined, now: string): boolean {
  return then !== undefined && Date.parse(now) - Date.parse(then) < ms;
}

function withChanges<T>(
  known: Readonly<Record<string, T>>,
  changes: ReadonlyMap<string, T | undefined>,
): Readonly<Record<string, T>> {
  const all = new Map<string, T | undefined>([...Object.entries(known), ...changes]);
  return Object.fromEntries([...all].flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}
