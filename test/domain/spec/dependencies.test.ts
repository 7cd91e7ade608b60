import { describe, expect, it } from '@jest/globals';
import { adjacency } from '../../../src/domain/graph/dependencies.js';
import type { SpecCommand } from '../../../src/domain/spec/specCommands.js';
import { decide } from '../../../src/domain/spec/decisions/decideCommand.js';
import { ABSENT } from '../../../src/domain/spec/spec.js';
import { evolve } from '../../../src/domain/spec/specEvents.js';
import { refusal } from '../../support/thrownError.js';
import { created, given } from '../givenWhenThen.js';

const needs = adjacency([
  { from: '002-b', to: '003-c' },
  { from: '003-c', to: '001-user-login' },
  { from: '001-user-login', to: '004-d' },
  { from: '004-d', to: '005-e' },
]);
const change = (
  data: Omit<Extract<SpecCommand, { type: 'ChangeDependencies' }>['data'], 'field'>,
  field: 'depends_on' | 'related' = 'depends_on',
): SpecCommand => ({ type: 'ChangeDependencies', data: { field, ...data } });

describe('the dependencies of a spec', () => {
  it('are recorded when they are added and removed', () => {
    given(created({ depends_on: ['004-d'] }))
      .when(change({ add: ['005-e'], remove: ['004-d'], needs }))
      .then({
        type: 'DependenciesChanged',
        data: { field: 'depends_on', added: ['005-e'], removed: ['004-d'] },
      });
    given(created())
      .when(change({ add: ['002-b'] }, 'related'))
      .then({ type: 'DependenciesChanged', data: { field: 'related', added: ['002-b'], removed: [] } });
  });

  it('get an event only when members change', () => {
    given(created({ depends_on: ['004-d'] }))
      .when(change({ add: ['004-d'], remove: ['009-x'], needs }))
      .thenNothing();
  });

  it('cannot form a cycle, and the error names the cycle', () => {
    given(created())
      .when(change({ add: ['002-b'], needs }))
      .thenRefused('DEPENDENCY_CYCLE', /001-user-login → 002-b → 003-c → 001-user-login/);
    const spec = evolve(ABSENT, created());
    expect(refusal(() => decide(change({ add: ['002-b'], needs }), spec))).toMatchObject({
      hint: 'Remove one of these dependencies first.',
      advice: [{ useCase: 'showDependencies', to: 'see the graph' }],
      details: { cycle: ['001-user-login', '002-b', '003-c', '001-user-login'] },
    });
    given(created())
      .when(change({ replace: ['005-e', '003-c'], needs }))
      .thenRefused('DEPENDENCY_CYCLE', /001-user-login → 003-c → 001-user-login/);
  });

  it('cannot contain the spec itself', () => {
    given(created())
      .when(change({ add: ['001-user-login'], needs }))
      .thenRefused('DEPENDENCY_CYCLE', /would depend on itself/);
    given(created())
      .when(change({ add: ['001-user-login'] }, 'related'))
      .thenRefused('DEPENDENCY_CYCLE', /cannot relate to itself/);
  });

  it('may form a cycle in `related`', () => {
    given(created())
      .when(change({ add: ['002-b'], needs }, 'related'))
      .then({ type: 'DependenciesChanged', data: { field: 'related', added: ['002-b'], removed: [] } });
  });

  it('are checked for cycles with the new dependencies, not the old ones', () => {
    const ring = adjacency([{ from: '001-user-login', to: '002-b' }]);
    given(created({ depends_on: ['002-b'] }))
      .when(change({ replace: ['003-c'], needs: ring }))
      .then({
        type: 'DependenciesChanged',
        data: { field: 'depends_on', added: ['003-c'], removed: ['002-b'] },
      });
  });
});

describe('A date of a spec', () => {
  const correct = (field: 'created' | 'completed', to: string): SpecCommand => ({
    type: 'CorrectDate',
    data: { field, to },
  });

  it('is changed by a correction', () => {
    given(created())
      .when(correct('created', '2025-12-31'))
      .then({
        type: 'FieldsChanged',
        data: { changes: { created: { from: '2026-01-05', to: '2025-12-31' } } },
      });
    given(created()).when(correct('created', '2026-01-05')).thenNothing();
  });

  it('is refused when it is not in the calendar', () => {
    given(created())
      .when(correct('created', '2026-02-30'))
      .thenRefused('FIELD_INVALID', /2026-02-30/);
  });

  it('is refused as completion date unless the spec is complete', () => {
    given(created())
      .when(correct('completed', '2026-01-06'))
      .thenRefused('FIELD_INVALID', /not complete/);
    given(created({ status: 'complete' }))
      .when(correct('completed', '2026-01-06'))
      .then({ type: 'FieldsChanged', data: { changes: { completed: { from: null, to: '2026-01-06' } } } });
  });
});
