import type {
  ClaimEntry,
  KnownClaim,
  NumberEntry,
  RegisteredClaim,
  RegisteredNumber,
  RegistryDraft,
} from '../../../ports/lockAndClaimRegistry.js';
import type { Liveness, ProcessIdentity, ProcessTable } from '../lock/processTable.js';

/** The process that is assigning a number or making a claim. */
interface Giver extends ProcessIdentity {
  /** When the process began to assign the number or make the claim, in milliseconds since 1970. */
  readonly at: number;
}

interface NumberLine extends NumberEntry {
  readonly kind: 'number';
  readonly worktree: string;
  readonly by?: Giver;
}

interface ClaimLine extends ClaimEntry {
  readonly kind: 'claim';
  readonly worktree: string;
  readonly process?: Giver;
}

/** Maximum number of entries of each kind. A clone never assigns this many numbers before its branches are searched again. */
const MOST_ENTRIES = 1_000;
const LONGEST_LINE = 8_000;
/** The last line of a registry into which all claims of the log have been entered. A truncated file has lost this line. */
const WHOLE = '{"kind":"whole"}';
const LONGEST_TEXT = 1_000;
const HIGHEST_NUMBER = 999_999_999_999_999;
const STREAM = /^[a-z0-9][a-z0-9-]{0,63}$/;
/**
 * A number or claim that has been pending for longer than this (in milliseconds) no longer counts, even if a process with its
 * process number is alive.
 */
const LONGEST_MS = 600_000;

/**
 * The content of the registry's file, which has one JSON entry per line. Invalid lines are ignored; entries of unknown kinds are
 * kept unchanged.
 */
export class RegistryEntries implements RegistryDraft {
  #numbers: readonly NumberLine[];
  #claims: readonly ClaimLine[];
  #others: readonly string[];
  readonly #hints: readonly Entry[];
  /** True for a registry in the project. Only this worktree writes it, so the worktree's own log contains every claim. */
  readonly #isLocal: boolean;
  readonly #worktree: string;
  readonly #processes: ProcessTable;
  readonly #now: number;
  /**
   * Cached results of whether a process is alive, because a command that claims many specs makes an entry for each, all with the
   * same process.
   */
  readonly #liveness = new Map<string, Liveness>();

  /**
   * @param hints the text of a shared registry that can be read but not written. `text` is then the project's own registry; its
   * entries of other worktrees are ignored, because they came with a commit.
   * @param now milliseconds since 1970.
   */
  constructor(text: string, worktree: string, processes: ProcessTable, now: number, hints?: string) {
    const entries = entriesOf(text).filter((entry) => hints === undefined || entry.worktree === worktree);
    this.#numbers = entries.filter((entry) => entry.kind === 'number');
    this.#claims = entries.filter((entry) => entry.kind === 'claim');
    this.#others = linesOf(text).filter(isOfAnotherKind).slice(-MOST_ENTRIES);
    this.#hints = entriesOf(hints ?? '');
    this.#isLocal = hints !== undefined;
    this.#worktree = worktree;
    this.#processes = processes;
    this.#now = now;
  }

  numbers(): readonly RegisteredNumber[] {
    return [...this.#hints, ...this.#numbers].flatMap((line) =>
      line.kind === 'number'
        ? [
            {
              number: line.number,
              spec: line.spec,
              name: line.name,
              worktree: line.worktree,
              isPending: this.#atIt(line.by) !== undefined,
            },
          ]
        : [],
    );
  }

  give(entry: NumberEntry): void {
    this.#put(entry, this.#self());
  }

  settle(entry: NumberEntry): void {
    this.#put(entry);
  }

  drop(entry: NumberEntry): void {
    this.#numbers = this.#numbers.filter((line) => !isSame(line, entry));
  }

  claims(): readonly RegisteredClaim[] {
    return [...this.#hints, ...this.#claims].flatMap((line) => {
      if (line.kind !== 'claim') return [];
      const { kind: _kind, process, ...entry } = line;
      const atIt = this.#atIt(process);
      return [{ ...entry, isPending: atIt !== undefined, ...(atIt === 'unseen' && { isUnseen: true }) }];
    });
  }

  get isWhole(): boolean {
    return this.#isLocal || this.#others.includes(WHOLE);
  }

  restoreClaims(claims: readonly KnownClaim[]): void {
    const lines = claims.map((claim) => ({ kind: 'claim', ...claim }) as const);
    const isKnown = (one: ClaimLine) =>
      this.#claims.some(({ spec, worktree }) => spec === one.spec && worktree === one.worktree);
    // Several worktrees can report the same claim after a merge. Put repeated claims first, because the first entries are dropped
    // when there are too many.
    const told = new Set<string | undefined>();
    const isRepeat = lines.map(({ record }) => told.size === told.add(record).size);
    const inOrder = [...lines.filter((_, i) => isRepeat[i]), ...lines.filter((_, i) => !isRepeat[i])];
    this.#claims = [...inOrder.filter((one) => !isKnown(one)), ...this.#claims];
    this.#others = [...this.#others.filter((line) => line !== WHOLE), WHOLE];
  }

  claim(entry: ClaimEntry): void {
    this.#putClaim(entry, { process: this.#self() });
  }

  settleClaim(entry: ClaimEntry): void {
    this.#putClaim(entry, {});
  }

  dropClaim(spec: string, worktree = this.#worktree): void {
    this.#claims = this.#claims.filter((line) => line.spec !== spec || line.worktree !== worktree);
  }

  toString(): string {
    const numbers = [...this.#numbers].sort((a, b) => a.number - b.number).slice(-MOST_ENTRIES);
    const claims = this.#claims.slice(-MOST_ENTRIES);
    return [...[...numbers, ...claims].map((line) => JSON.stringify(line)), ...this.#others]
      .map((line) => `${line}\n`)
      .join('');
  }

  #put({ number, spec, name }: NumberEntry, by?: Giver): void {
    this.drop({ number, spec, name });
    const line = { kind: 'number', number, spec, name, worktree: this.#worktree, ...(by && { by }) } as const;
    this.#numbers = [...this.#numbers, line];
  }

  #putClaim(entry: ClaimEntry, by: Pick<ClaimLine, 'process'>): void {
    this.dropClaim(entry.spec);
    this.#claims = [...this.#claims, { kind: 'claim', ...entry, worktree: this.#worktree, ...by }];
  }

  #self(): Giver {
    return { ...this.#processes.self(), at: this.#now };
  }

  /**
   * Returns whether a process is still working: `seen` if it is alive on this machine, `unseen` if this cannot be checked,
   * undefined if it is not. A process whose start time is missing cannot be checked on a machine that has start times.
   */
  #atIt(by: Giver | undefined): 'seen' | 'unseen' | undefined {
    if (by === undefined || Math.abs(this.#now - by.at) >= LONGEST_MS) return undefined;
    const liveness = this.#livenessOf(by);
    if (liveness === 'dead') return undefined;
    const isTold = by.start !== '' || this.#processes.self().start === '';
    return liveness === 'alive' && isTold ? 'seen' : 'unseen';
  }

  #livenessOf({ pid, host, namespace, start }: ProcessIdentity): Liveness {
    const key = JSON.stringify([pid, host, namespace, start]);
    const liveness = this.#liveness.get(key) ?? this.#processes.liveness({ pid, host, namespace, start });
    this.#liveness.set(key, liveness);
    return liveness;
  }
}

type Entry = NumberLine | ClaimLine;

function isSame(a: NumberEntry, b: NumberEntry): boolean {
  return a.number === b.number && a.spec === b.spec;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && line.length <= LONGEST_LINE);
}

/**
 * Parses the entries of a registry file. Only the last ones are used, because another program may have made the file too long.
 */
function entriesOf(text: string): readonly Entry[] {
  const entries = linesOf(text).flatMap((line): readonly Entry[] => {
    const value = parsed(line);
    const entry = value === undefined ? undefined : (numberLine(value) ?? claimLine(value));
    return entry === undefined ? [] : [entry];
  });
  return entries.slice(-2 * MOST_ENTRIES);
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isOfAnotherKind(line: string): boolean {
  const { kind } = parsed(line) ?? {};
  return typeof kind === 'string' && kind !== 'number' && kind !== 'claim';
}

function numberLine(value: Readonly<Record<string, unknown>>): NumberLine | undefined {
  const { kind, number, spec, name, worktree, by } = value;
  if (kind !== 'number' || !Number.isSafeInteger(number)) return undefined;
  if (Number(number) < 1 || Number(number) > HIGHEST_NUMBER) return undefined;
  if (!isStream(spec) || !isText(name) || !isText(worktree)) return undefined;
  const giver = giverOf(by);
  return { kind, number: Number(number), spec, name, worktree, ...(giver && { by: giver }) };
}

function claimLine(value: Readonly<Record<string, unknown>>): ClaimLine | undefined {
  const { kind, spec, name, by, place, since, until, record, worktree } = value;
  if (kind !== 'claim' || !isStream(spec) || !isText(name) || !isText(by) || !isText(worktree))
    return undefined;
  if (!isTime(since) || !isTime(until)) return undefined;
  const process = giverOf(value['process']);
  return {
    kind,
    spec,
    name,
    by,
    ...(isText(place) && { place }),
    since,
    until,
    ...(isText(record) && { record }),
    worktree,
    ...(process && { process }),
  };
}

function isStream(value: unknown): value is string {
  return typeof value === 'string' && STREAM.test(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT;
}

function isTime(value: unknown): value is string {
  return isText(value) && !Number.isNaN(Date.parse(value));
}

function giverOf(value: unknown): Giver | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, host, namespace, start, at } = value as Partial<Record<keyof Giver, unknown>>;
  // Refuse numbers below 1, because `kill` would take them for process groups.
  if (!Number.isSafeInteger(pid) || Number(pid) < 1 || typeof at !== 'number') return undefined;
  if (typeof host !== 'string' || typeof namespace !== 'string' || typeof start !== 'string')
    return undefined;
  return { pid: Number(pid), host, namespace, start, at };
}
