import type { StreamId } from '../domain/log/record.js';

/** When each log was last changed, milliseconds since 1970, as somebody was told of it. */
export type Told = ReadonlyMap<StreamId, number>;

/** What people and agents were told of a working tree, remembered across runs; disposable at any moment. */
export interface Visits {
  /** As of the last time; undefined for who was never told anything here, or where that was forgotten. */
  last(actor: string): Told | undefined;
  /** Quiet where nothing can be written. */
  keep(actor: string, told: Told): void;
}
