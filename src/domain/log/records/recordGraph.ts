import type { LogRecord, RecordId } from './record.js';

/**
 * The greatest number of chains that are searched in one pass for all asked records; if there are more, the graph is walked from
 * each remaining record.
 */
const MOST_LINES = 64;

/**
 * Finds records on different branches, of which neither descends from the other. It is fast for most logs, which are one chain
 * with few branches.
 */
export class RecordGraph {
  readonly #places: ReadonlyMap<RecordId, number>;
  readonly #parents: readonly (readonly number[])[];
  readonly #children: readonly (readonly number[])[];
  readonly #counted: readonly number[];
  readonly #down: Direction;
  readonly #up: Direction;

  /** @param isCounted returns true for the records with which `unaware` compares its records. */
  constructor(records: readonly LogRecord[], isCounted: (record: LogRecord) => boolean) {
    const order = causesFirst(records);
    this.#places = new Map(order.map(({ id }, i) => [id, i]));
    const parents = order.map(({ parents: ids }) => [
      ...new Set(ids.flatMap((id) => this.#places.get(id) ?? [])),
    ]);
    const children = parents.map((): number[] => []);
    parents.forEach((of, i) => {
      for (const parent of of) children[parent]?.push(i);
    });
    const counted = order.map((record) => Number(isCounted(record)));
    this.#parents = parents;
    this.#children = children;
    this.#counted = counted;
    const last = order.length - 1;
    const turned = (next: readonly (readonly number[])[]) =>
      next.map((of) => of.map((i) => last - i)).reverse();
    this.#down = directionOf(parents, counted);
    this.#up = directionOf(turned(children), counted.toReversed());
  }

  /**
   * Returns those of the `asked` records (none of which is counted) that do not descend from all counted records. The value is
   * `after` if the remaining counted records all descend from the asked record, or else `beside`.
   */
  unaware(asked: readonly LogRecord[]): ReadonlyMap<RecordId, 'beside' | 'after'> {
    const places = asked.map(({ id }) => this.#places.get(id) ?? -1);
    const told = new Map<number, 'beside' | 'after'>();
    const lines = this.#lines();
    let open = places;
    for (const line of lines.slice(0, MOST_LINES)) {
      if (open.length === 0) break;
      const [below, above, before] = this.#along(line);
      for (const place of open) {
        const next = above[place] ?? 0;
        const stands = (before[line.length] ?? 0) - (before[next] ?? 0);
        const isMissed = (before[next] ?? 0) > (before[(below[place] ?? 0) + 1] ?? 0);
        if (isMissed || stands > 0) told.set(place, isMissed ? 'beside' : 'after');
      }
      open = open.filter((place) => told.get(place) !== 'beside');
    }
    if (lines.length === 0 || lines.length > MOST_LINES)
      for (const place of open) this.#walkFrom(place, told);
    return new Map(
      asked.flatMap(({ id }, i) => {
        const how = told.get(places[i] ?? -1);
        return how === undefined ? [] : [[id, how] as const];
      }),
    );
  }

  #walkFrom(place: number, told: Map<number, 'beside' | 'after'>): void {
    const all = this.#counted.reduce((sum, one) => sum + one, 0);
    const unknown = all - reached(this.#down, place);
    if (unknown === 0) return;
    const isAfter = reached(this.#up, this.#places.size - 1 - place) === unknown;
    told.set(place, isAfter ? 'after' : 'beside');
  }

  /**
   * Splits the graph into chains in which each record follows its parent. Returns the chains with a counted record, and none if
   * the graph has a cycle.
   */
  #lines(): readonly (readonly number[])[] {
    const lines: number[][] = [];
    const ends = new Map<number, number[]>();
    for (const [i, parents] of this.#parents.entries()) {
      if (parents.some((parent) => parent >= i)) return [];
      const end = parents.find((parent) => ends.has(parent));
      const line = (end === undefined ? undefined : ends.get(end)) ?? [];
      if (line.length === 0) lines.push(line);
      if (end !== undefined) ends.delete(end);
      line.push(i);
      ends.set(i, line);
    }
    return lines.filter((line) => line.some((i) => this.#counted[i] === 1));
  }

  /**
   * Returns three arrays: for each record, the index in `line` of its last ancestor; for each record, the index in `line` of its
   * first descendant; for each index of `line`, the number of counted records before it.
   */
  #along(line: readonly number[]): readonly [Int32Array, Int32Array, Int32Array] {
    const size = this.#parents.length;
    const rank = new Int32Array(size).fill(-1);
    const before = new Int32Array(line.length + 1);
    for (const [i, place] of line.entries()) {
      rank[place] = i;
      before[i + 1] = (before[i] ?? 0) + (this.#counted[place] ?? 0);
    }
    const below = new Int32Array(size).fill(-1);
    for (const [i, parents] of this.#parents.entries())
      for (const parent of parents)
        below[i] = Math.max(below[i] ?? -1, rank[parent] ?? -1, below[parent] ?? -1);
    const above = new Int32Array(size).fill(line.length);
    for (let i = size - 1; i >= 0; i -= 1)
      for (const child of this.#children[i] ?? []) {
        const own = rank[child] ?? -1;
        above[i] = Math.min(above[i] ?? 0, own < 0 ? (above[child] ?? 0) : own);
      }
    return [below, above, before];
  }
}

/** The graph of records in one direction: `next` leads from the index of a record to earlier indexes. */
interface Direction {
  readonly next: readonly (readonly number[])[];
  readonly counted: readonly number[];
  /** For each index, the number of counted records before it. */
  readonly before: readonly number[];
  /** For each index, true if it leads to every index before it. */
  readonly isWhole: readonly boolean[];
}

function directionOf(next: readonly (readonly number[])[], counted: readonly number[]): Direction {
  const led = new Set<number>();
  const before: number[] = [];
  let sum = 0;
  const isWhole = next.map((of, i) => {
    before.push(sum);
    sum += counted[i] ?? 0;
    for (const one of of) led.add(one);
    return led.size === i;
  });
  return { next, counted, before, isWhole };
}

function reached({ next, counted, before, isWhole }: Direction, place: number): number {
  const seen = new Set<number>();
  /** All indexes up to this one are reached. */
  let floor = -1;
  const waiting = [place];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (isWhole[at] === true) floor = Math.max(floor, at);
    if (at <= floor) continue;
    for (const one of next[at] ?? []) {
      if (one <= floor || seen.has(one)) continue;
      seen.add(one);
      waiting.push(one);
    }
  }
  let sum = floor < 0 ? 0 : (before[floor] ?? 0) + (floor === place ? 0 : (counted[floor] ?? 0));
  for (const one of seen) if (one > floor) sum += counted[one] ?? 0;
  return sum;
}

/** Sorts records so that parents come before children. Records in a cycle, which only a forged log contains, come last. */
function causesFirst(records: readonly LogRecord[]): readonly LogRecord[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const open = new Map<RecordId, number>();
  const followers = new Map<RecordId, LogRecord[]>();
  for (const record of byId.values()) {
    const parents = [...new Set(record.parents)].filter((id) => byId.has(id));
    open.set(record.id, parents.length);
    for (const id of parents) {
      const known = followers.get(id);
      if (known === undefined) followers.set(id, [record]);
      else known.push(record);
    }
  }
  const order = [...byId.values()].filter(({ id }) => open.get(id) === 0);
  for (const { id } of order)
    for (const follower of followers.get(id) ?? []) {
      const left = (open.get(follower.id) ?? 0) - 1;
      open.set(follower.id, left);
      if (left === 0) order.push(follower);
    }
  const placed = new Set(order);
  return [...order, ...[...byId.values()].filter((record) => !placed.has(record))];
}
