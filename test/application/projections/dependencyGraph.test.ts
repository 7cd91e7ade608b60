import { expect, it } from '@jest/globals';
import { dependencyGraph } from '../../../src/application/projections/dependencyGraph.js';
import { waitingFor } from '../../../src/application/projections/readySpecs.js';
import { aSpec } from '../../support/specBuilder.js';

it('dependencyGraph resolves folder names, names and numbers, and keeps missing targets', () => {
  const graph = dependencyGraph([
    aSpec(1, { dependsOn: ['002-spec-2', 'spec-3', '4', '099-gone', 'constructor'] }),
    aSpec(2, { related: ['1', '001-spec-1'] }),
    aSpec(3),
    aSpec(4, { archived: true }),
  ]);
  expect(graph.edges).toEqual([
    { from: '001-spec-1', to: '002-spec-2', kind: 'depends_on' },
    { from: '001-spec-1', to: '003-spec-3', kind: 'depends_on' },
    { from: '001-spec-1', to: '004-spec-4', kind: 'depends_on' },
    { from: '001-spec-1', to: '099-gone', kind: 'depends_on' },
    { from: '001-spec-1', to: 'constructor', kind: 'depends_on' },
    { from: '002-spec-2', to: '001-spec-1', kind: 'related' },
  ]);
  expect(graph.nodes.filter((node) => node.missing).map((node) => node.ref)).toEqual([
    '099-gone',
    'constructor',
  ]);
});

it('waitingFor returns the dependencies that are not complete, including missing specs', () => {
  const specs = [
    aSpec(1, { dependsOn: ['2', '3', '9'] }),
    aSpec(2, { status: 'complete' }),
    aSpec(3, { status: 'in-progress', dependsOn: ['2'] }),
    aSpec(4, { status: 'complete', dependsOn: ['3'] }),
    aSpec(5, { archived: true, dependsOn: ['3'] }),
  ];
  expect([...waitingFor(specs, dependencyGraph(specs))]).toEqual([['specs/001-spec-1', ['003-spec-3', '9']]]);
});
