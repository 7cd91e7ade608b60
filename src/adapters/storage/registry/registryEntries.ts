import type { NumberEntry, RegisteredNumber, RegistryDraft } from '../../../ports/registry.js';
import type { ProcessIdentity, ProcessTable } from '../lock/processTable.js';

/** Who gives a number at the moment. */
interface Giver extends ProcessIdentity {
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface NumberLine extends NumberEntry {
  readonly kind: 'number';
  readonly worktree: string;
  readonly by?: Giver;
}

/** More than a clone gives between two looks at its branches. */
const MOST_NUMBERS = 1_000;
const LONGEST_LINE = 8_000;
const HIGHEST_NUMBER = 999_999_999_999_999;
const STREAM = /^[a-z0-9][a-z0-9-]{0,63}$/;
/** A process that cannot be seen from here has given a number by then, or never will. */
const UNSEEN_MS = 600_000;

/** The registry's file: a line of JSON for each entry. What is no entry is passed over, entries of other kinds are kept as they are. */
export class RegistryEntries implements RegistryDraft {
  #numbers: readonly NumberLine[];
  readonly #others: readonly string[];
  readonly #hints: readonly NumberLine[];
  readonly #worktree: string;
  readonly #processes: ProcessTable;
  readonly #now: number;

  /**
   * @param hints the text of a registry that can be read only.
   * @param now milliseconds since 1970.
   */
  constructor(text: string, worktree: string, processes: ProcessTable, now: number, hints = '') {
    const lines = linesOf(text);
    this.#numbers = lines.flatMap((line) => numberLine(line) ?? []);
    this.#others = lines.filter(isOfAnotherKind).slice(-MOST_NUMBERS);
    this.#hints = linesOf(hints).flatMap((line) => numberLine(line) ?? []);
    this.#worktree = worktree;
    this.#processes = processes;
    this.#now = now;
  }

  numbers(): readonly RegisteredNumber[] {
    return [...this.#hints, ...this.#numbers].map(({ number, spec, name, worktree, by }) => ({
      number,
      spec,
      name,
      worktree,
      isPending: by !== undefined && this.#isAtIt(by),
    }));
  }

  give(entry: NumberEntry): void {
    this.#put(entry, { ...this.#processes.self(), at: this.#now });
  }

  settle(entry: NumberEntry): void {
    this.#put(entry);
  }

  drop(entry: NumberEntry): void {
    this.#numbers = this.#numbers.filter((line) => !isSame(line, entry));
  }

  toString(): string {
    const numbers = [...this.#numbers].sort((a, b) => a.number - b.number).slice(-MOST_NUMBERS);
    return [...numbers.map((line) => JSON.stringify(line)), ...this.#others]
      .map((line) => `${line}\n`)
      .join('');
  }

  #put({ number, spec, name }: NumberEntry, by?: Giver): void {
    this.drop({ number, spec, name });
    const line = { kind: 'number', number, spec, name, worktree: this.#worktree, ...(by && { by }) } as const;
    this.#numbers = [...this.#numbers, line];
  }

  #isAtIt(by: Giver): boolean {
    const liveness = this.#processes.liveness(by);
    return liveness === 'unknown' ? Math.abs(this.#now - by.at) < UNSEEN_MS : liveness === 'alive';
  }
}

function isSame(a: NumberEntry, b: NumberEntry): boolean {
  return a.number === b.number && a.spec === b.spec;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && line.length <= LONGEST_LINE);
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
  return typeof kind === 'string' && kind !== 'number';
}

function numberLine(line: string): NumberLine | undefined {
  const { kind, number, spec, name, worktree, by } = parsed(line) ?? {};
  if (kind !== 'number' || !Number.isSafeInteger(number)) return undefined;
  if (Number(number) < 1 || Number(number) > HIGHEST_NUMBER) return undefined;
  if (typeof spec !== 'string' || !STREAM.test(spec)) return undefined;
  if (typeof name !== 'string' || typeof worktree !== 'string') return undefined;
  const giver = giverOf(by);
  return { kind, number: Number(number), spec, name, worktree, ...(giver && { by: giver }) };
}

function giverOf(value: unknown): Giver | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, host, namespace, start, at } = value as Partial<Record<keyof Giver, unknown>>;
  // A number below 1 would ask about whole groups of processes.
  if (!Number.isSafeInteger(pid) || Number(pid) < 1 || typeof at !== 'number') return undefined;
  if (typeof host !== 'string' || typeof namespace !== 'string' || typeof start !== 'string')
    return undefined;
  return { pid: Number(pid), host, namespace, start, at };
}
