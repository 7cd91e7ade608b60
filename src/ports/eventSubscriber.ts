import type { HistoryEvent } from '../domain/log/historyEvent.js';

/** Hears every event this program records, once and in order, when the change it belongs to is whole and the project is free again. */
export interface EventSubscriber {
  heard(event: HistoryEvent): void;
}
