import { describe, expect, it } from '@jest/globals';
import { foldSpec } from '../../../src/domain/log/foldSpec.js';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { aRecord } from '../../support/recordBuilder.js';
import { created, given } from '../givenWhenThen.js';

describe('Records that an earlier version set aside, because git restored an older document,', () => {
  it('cannot be undone', () => {
    for (const event of [
      { type: 'RecordsSetAside', data: { records: [] } },
      { type: 'RecordsRestored', data: { records: [] } },
    ] as const)
      given(created())
        .when({ type: 'Undo', data: { undone: 'x', events: [event] } })
        .thenRefused('UNDO_REFUSED', /what git did to the document/);
  });

  const begun = aRecord(1, [], [created()]);
  const events: readonly SpecEvent[] = [
    { type: 'SpecClaimed', data: { by: 'kim', lease: '4h' } },
    { type: 'StatusChanged', data: { from: 'planned', to: 'in-progress' } },
    { type: 'TagsChanged', data: { added: ['x'], removed: [] } },
    { type: 'CriterionChecked', data: { n: 1, text: 'Works' } },
    { type: 'SpecRenamed', data: { group: { from: null, to: 'auth' } } },
  ];
  const claimed = aRecord(2, [begun], events);
  const aside = aRecord(3, [claimed], [{ type: 'RecordsSetAside', data: { records: [claimed.id] } }]);
  const restored = aRecord(4, [aside], [{ type: 'RecordsRestored', data: { records: [claimed.id] } }]);

  it('do not change fields and ticks, but still change claim and folder', () => {
    const { spec } = foldSpec([begun, claimed, aside]);
    expect(spec).toMatchObject({
      frontmatter: { status: 'planned' },
      claim: { by: 'kim' },
      labels: { group: 'auth' },
    });
    expect(spec).not.toHaveProperty('ticks');
    expect(spec).not.toHaveProperty('frontmatter.tags');
  });

  it('change fields and ticks again after RecordsRestored', () => {
    const counted = foldSpec([begun, claimed, aside, restored]).spec;
    expect(counted).toMatchObject({ frontmatter: { status: 'in-progress', tags: ['x'] }, ticks: {} });
  });
});
