import { describe, expect, it } from '@jest/globals';
import { flowMetrics } from '../../../src/application/queries/showStatistics.js';
import { logEnd } from '../../../src/domain/log/logSummary.js';
import type { LogRecord } from '../../../src/domain/log/records/record.js';
import type { SpecView } from '../../../src/domain/spec/specView.js';
import { aSpec } from '../../support/specBuilder.js';

const NOW = '2026-01-20T12:00:00.000Z';
const record = (lamport: number, at: string, type: string, data = {}): LogRecord => ({
  v: 1,
  id: `r${lamport}`,
  spec: 'uid1',
  lamport,
  parents: [],
  at,
  command: 'update',
  events: [{ type, data }],
});
const metrics = (specs: readonly SpecView[], logs: Record<string, readonly LogRecord[]> = {}) =>
  flowMetrics(specs, (spec) => logEnd(logs[spec.ref] ?? []), NOW);

describe('flowMetrics', () => {
  it('reads times from the log', () => {
    const result = metrics([aSpec(1, { status: 'complete', completed: '2026-01-14' })], {
      '001-spec-1': [
        record(1, '2026-01-02T00:00:00.000Z', 'SpecCreated'),
        record(2, '2026-01-10T00:00:00.000Z', 'StatusChanged', { from: 'planned', to: 'in-progress' }),
        record(3, '2026-01-14T12:00:00.000Z', 'StatusChanged', { from: 'in-progress', to: 'complete' }),
      ],
    });
    expect(result.leadTimeDays).toEqual({ p50: 12.5, p85: 12.5 });
    expect(result.cycleTimeDays).toEqual({ p50: 4.5, p85: 4.5 });
    expect(result.throughput).toEqual([
      { week: '2026-W03', completed: 1 },
      { week: '2026-W04', completed: 0 },
    ]);
  });

  it('reads times from the documents of specs without a log, archived specs too', () => {
    const result = metrics([
      aSpec(1, { status: 'complete', created: '2026-01-01', completed: '2026-01-05' }),
      aSpec(2, {
        status: 'complete',
        archived: true,
        fields: {
          created_at: '2026-01-01T00:00:00Z',
          completed_at: '2026-01-03T00:00:00Z',
          transitions: [
            { status: 'in-progress', at: '2026-01-02T00:00:00Z' },
            { status: 'nonsense', at: 5 },
            'x',
          ],
        },
      }),
    ]);
    expect(result.leadTimeDays).toEqual({ p50: 2, p85: 4 });
    expect(result.cycleTimeDays).toEqual({ p50: 1, p85: 1 });
    expect(result.byStatus).toEqual({ planned: 0, 'in-progress': 0, complete: 1 });
  });

  it('returns no numbers for an empty project, and ignores completion dates in the future', () => {
    expect(metrics([])).toMatchObject({ throughput: [], leadTimeDays: { p50: null, p85: null } });
    expect(metrics([aSpec(1, { status: 'complete', completed: '9999-01-01' })]).throughput).toEqual([]);
  });
});
