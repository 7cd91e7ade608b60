import { describe, expect, it } from '@jest/globals';
import { dependencyGraph } from '../../../src/application/projections/dependencyGraph.js';
import { readyOrder } from '../../../src/application/projections/readySpecs.js';
import type { SpecView } from '../../../src/domain/spec/specView.js';
import { aSpec } from '../../support/specBuilder.js';

const NOW = '2026-01-05T12:00:00.000Z';
const order = (...specs: SpecView[]): (number | null)[] =>
  readyOrder(specs, dependencyGraph(specs), NOW, 'ann').map(({ spec }) => spec.sequence);

describe('readyOrder', () => {
  it('returns planned active specs whose dependencies are all complete', () => {
    expect(
      order(
        aSpec(1, { dependsOn: ['2'] }),
        aSpec(2, { status: 'complete' }),
        aSpec(3, { dependsOn: ['1'] }),
        aSpec(4, { dependsOn: ['nothing'] }),
        aSpec(5, { archived: true }),
        aSpec(6, { status: 'in-progress' }),
        aSpec(7, { status: null, broken: true }),
      ),
    ).toEqual([1]);
  });

  it('sorts specs by priority, then by the number of specs that wait for them, then by age', () => {
    expect(
      order(
        aSpec(1, { priority: 'low' }),
        aSpec(2),
        aSpec(3, { created: '2025-01-01' }),
        aSpec(4),
        aSpec(5, { dependsOn: ['4'] }),
        aSpec(6, { dependsOn: ['5'] }),
        aSpec(7, { priority: 'critical' }),
        aSpec(8, { priority: 'medium' }),
      ),
    ).toEqual([7, 8, 4, 3, 2, 1]);
  });

  it('returns the reasons for the place of each spec', () => {
    const specs = [
      aSpec(1, { priority: 'high' }),
      aSpec(2, { dependsOn: ['1'] }),
      aSpec(3, { dependsOn: ['2'] }),
    ];
    expect(readyOrder(specs, dependencyGraph(specs), NOW, 'ann')[0]?.reason).toEqual({
      priority: 'high',
      unblocks: 2,
      ageDays: 4,
      dependencies: 0,
    });
  });

  it('counts unfinished specs that depend directly or indirectly on a spec, without the spec itself', () => {
    const specs = [
      aSpec(1, { dependsOn: ['2'] }),
      aSpec(2, { status: 'complete', dependsOn: ['1'] }),
      aSpec(3, { dependsOn: ['2', '1'] }),
      aSpec(4, { archived: true, dependsOn: ['1'] }),
      aSpec(5, { dependsOn: ['4'] }),
    ];
    const [first] = readyOrder(specs, dependencyGraph(specs), NOW, 'ann');
    expect(first).toMatchObject({ spec: { sequence: 1 }, reason: { unblocks: 2 } });
  });

  it('returns specs whose claim ended, and puts those assigned to the actor first', () => {
    expect(
      order(
        aSpec(1, { priority: 'critical' }),
        aSpec(2, { status: 'in-progress', left: true }),
        aSpec(3, { assignee: 'ann', priority: 'low' }),
        aSpec(4, { status: 'in-progress', claim: { by: 'bob', since: NOW, until: NOW } }),
      ),
    ).toEqual([3, 1, 2]);
  });

  it('returns no spec that is part of a dependency cycle', () => {
    expect(order(aSpec(1, { dependsOn: ['2'] }), aSpec(2, { dependsOn: ['1'] }))).toEqual([]);
  });
});
