import type { LogRecord, RecordId } from './record.js';

/**
 * How many records each one stands on, and how many stand on it. Most logs are a line with a few branches: what lies behind a record
 * that stands on everything before it is not walked through a second time.
 */
export class RecordGraph {
  readonly #places: ReadonlyMap<RecordId, number>;
  readonly #down: Direction;
  readonly #up: Direction;

  /** @param isCounted which of them are asked about. */
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
    const last = order.length - 1;
    const turned = (next: readonly (readonly number[])[]) =>
      next.map((of) => of.map((i) => last - i)).reverse();
    this.#down = directionOf(parents, counted);
    this.#up = directionOf(turned(children), counted.toReversed());
  }

  /** Counted records that it stands on. */
  below({ id }: Pick<LogRecord, 'id'>): number {
    return reached(this.#down, this.#places.get(id) ?? -1);
  }

  /** Counted records that stand on it. */
  above({ id }: Pick<LogRecord, 'id'>): number {
    return reached(this.#up, this.#places.size - 1 - (this.#places.get(id) ?? -1));
  }
}

/** The graph as walked one way, from the last place towards the first. */
interface Direction {
  readonly next: readonly (readonly number[])[];
  readonly counted: readonly number[];
  /** How many are counted before a place. */
  readonly before: readonly number[];
  /** It leads to every place before it. */
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
  /** From here on down all is reached. */
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

/** Every record behind those it stands on; what stands on itself, as only a forged log has it, last. */
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
