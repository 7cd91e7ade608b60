import { knownEvent } from '../spec/specEvents.js';
import { type IrregularStep, irregularStep } from '../spec/status.js';
import { isJsonObject } from '../value/jsonValue.js';
import type { LogRecord } from './records/record.js';

/**
 * Returns the last status change by hand that the workflow does not allow; undefined if a command or an undo changed the status
 * later.
 */
export function statusByHand(records: readonly LogRecord[]): IrregularStep | undefined {
  let step: IrregularStep | undefined;
  for (const { events } of records) {
    const isUndo = events.some(({ type }) => type === 'ChangeUndone');
    for (const event of events.flatMap((recorded) => knownEvent(recorded) ?? [])) {
      if (event.type === 'StatusChanged' && event.data.from !== event.data.to) step = undefined;
      // A log may be damaged, so the shape of the data is checked.
      const changes: unknown = event.type === 'FrontmatterEdited' ? event.data.changes : undefined;
      const isReturned = event.type === 'FrontmatterEdited' && event.data.returned !== undefined;
      const edit = isJsonObject(changes) ? changes['status'] : undefined;
      if (isJsonObject(edit))
        step = isUndo || isReturned ? undefined : irregularStep(edit['from'], edit['to']);
    }
  }
  return step;
}
