import { describe, expect, it } from '@jest/globals';
import { decideProjectConfig, UNKNOWN_CONFIG } from '../../../src/domain/project/projectConfigFromEvents.js';
import { inverseOf, type SpecEvent } from '../../../src/domain/spec/specEvents.js';
import type { ActiveSpec } from '../../../src/domain/spec/spec.js';
import { evolve } from '../../../src/domain/spec/specEvents.js';
import { ABSENT } from '../../../src/domain/spec/spec.js';
import { created, given } from '../givenWhenThen.js';

const taken = {} as const;

describe('A spec that is imported in place once more after an undo', () => {
  it('gets each field and list member that changed in the document', () => {
    given(created({ tags: ['web'], related: ['002-x'] }))
      .when({
        type: 'FollowSource',
        data: {
          frontmatter: {
            status: 'complete',
            completed: '2026-02-01',
            created: '2026-01-05',
            tags: ['api'],
            related: ['002-x', '003-y'],
            source_status: 'Accepted',
          },
          isArchived: true,
          taken,
        },
      })
      .then(
        { type: 'TagsChanged', data: { added: ['api'], removed: ['web'] } },
        { type: 'DependenciesChanged', data: { field: 'related', added: ['003-y'], removed: [] } },
        {
          type: 'StatusChanged',
          data: { from: 'planned', to: 'complete', completed: { from: null, to: '2026-02-01' } },
        },
        { type: 'FieldsChanged', data: { changes: { source_status: { from: null, to: 'Accepted' } } } },
        { type: 'SpecArchived', data: {} },
        { type: 'SpecTakenOver', data: taken },
      );
  });
});

describe('An imported spec', () => {
  const found: SpecEvent = {
    type: 'SpecTakenOver',
    data: {
      found: { frontmatter: { status: 'archived', created: '2026-01-05' }, archived: false },
    },
  };

  it('is deleted by undo of its import, or becomes the document it was before', () => {
    const spec: ActiveSpec = {
      ...evolve(ABSENT, created()),
      frontmatter: { status: 'complete', created: '2026-01-05', source: 'x', id: 'i1' },
      labels: { sequence: 1, name: 'x', ref: '001-x', archived: true },
    };
    expect(inverseOf({ type: 'SpecTakenOver', data: {} }, spec)).toEqual([
      { type: 'SpecDeleted', data: { reason: 'its import was undone' } },
    ]);
    const back = inverseOf(found, spec);
    expect(back.map(({ type }) => type)).toEqual(['StatusChanged', 'FieldsChanged', 'SpecUnarchived']);
    expect(back.reduce(evolve, spec)).toMatchObject({
      labels: { archived: false },
      frontmatter: { status: 'archived', created: '2026-01-05', id: 'i1' },
    });
  });
});

it('a project records an import of specs, but no import of zero specs', () => {
  const data = { source: 'flat', path: 'docs/adr', count: 2, specs: ['i1', 'i2'] };
  expect(decideProjectConfig({ type: 'ImportSpecs', data }, UNKNOWN_CONFIG)).toEqual([
    { type: 'SpecsImported', data },
  ]);
  expect(decideProjectConfig({ type: 'ImportSpecs', data: { ...data, count: 0 } }, UNKNOWN_CONFIG)).toEqual(
    [],
  );
});
