import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { createTestSpectool } from '../../src/composition/testing.js';
import type { LogRecord, NewRecord } from '../../src/domain/log/records/record.js';
import type { EventLog, StagedRecord } from '../../src/ports/eventLog.js';

/** An event log that does not support packs, as a program that embeds spectool could provide it. */
class LogInMemory implements EventLog {
  readonly #records = new Map<string, LogRecord>();

  records(stream: string): readonly LogRecord[] {
    return [...this.#records.values()]
      .filter(({ spec }) => spec === stream)
      .sort((a, b) => a.lamport - b.lamport || (a.id < b.id ? -1 : 1));
  }
  read(stream: string) {
    return { stream, records: this.records(stream), damages: [] };
  }
  streams() {
    return [...new Set([...this.#records.values()].map(({ spec }) => spec))].sort();
  }
  highestLamport() {
    return Math.max(0, ...[...this.#records.values()].map(({ lamport }) => lamport));
  }
  highestSequence() {
    const events = [...this.#records.values()].flatMap((record) => record.events);
    return Math.max(
      0,
      ...events.map(({ data }) => (typeof data['sequence'] === 'number' ? data['sequence'] : 0)),
    );
  }
  pack() {
    return 0;
  }
  seal(record: NewRecord): LogRecord {
    const id = createHash('sha256').update(JSON.stringify(record)).digest('hex');
    return { ...record, v: 1, id };
  }
  stage(record: LogRecord): StagedRecord {
    return {
      commit: () => void this.#records.set(record.id, record),
      discard: () => undefined,
      revoke: () => void this.#records.delete(record.id),
    };
  }
}

it('import and its undo work with an event log without packs', async () => {
  const eventLog = new LogInMemory();
  const tool = createTestSpectool({
    ports: { eventLog },
    files: { 'adr/0001-use-tea.md': '# Use tea\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n' },
  });
  await tool.initProject.execute({ agentTools: 'none' });
  await tool.importSpecs.execute({ place: 'adr', apply: true });
  const { specs } = await tool.listSpecs.execute();
  expect(specs.map(({ ref, status }) => [ref, status])).toEqual([['001-use-tea', 'complete']]);
  expect(eventLog.records(specs[0]?.id ?? '').length).toBeGreaterThan(0);
  await tool.undoChange.execute();
  expect((await tool.listSpecs.execute()).total).toBe(0);
});
