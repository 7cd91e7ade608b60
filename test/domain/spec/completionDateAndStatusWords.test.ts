import { describe, it } from '@jest/globals';
import { created, given } from '../givenWhenThen.js';

const today = '2026-01-05';

describe('The completion date', () => {
  it('is set or removed to match a status that was set by hand', () => {
    const follow = { type: 'FollowStatus', data: { today } } as const;
    given(created({ status: 'complete' }))
      .when(follow)
      .then({ type: 'FieldsChanged', data: { changes: { completed: { from: null, to: today } } } });
    given(created({ status: 'planned', completed: '2026-01-02' }))
      .when(follow)
      .then({ type: 'FieldsChanged', data: { changes: { completed: { from: '2026-01-02', to: null } } } });
    given(created({ status: 'complete', completed: '2026-01-02' }))
      .when(follow)
      .thenNothing();
    given(created({ status: 'done' }))
      .when(follow)
      .thenNothing();
  });

  it('is read from the field completed_at of a spec of another tool', () => {
    given(created({ status: 'complete', completed_at: '2025-11-03T09:00:00Z' }))
      .when({ type: 'FollowStatus', data: { today } })
      .then({ type: 'FieldsChanged', data: { changes: { completed: { from: null, to: '2025-11-03' } } } });
  });
});

describe('A status of another tool', () => {
  const words = new Map([
    ['archived', 'complete'],
    ['draft', 'planned'],
  ] as const);
  const settle = { type: 'SettleStatus', data: { words, today } } as const;
  const settled = (from: string, to: string, more: object = {}) => ({
    type: 'StatusChanged' as const,
    data: { from, to, forced: true as const, reason: `"${from}" means ${to}`, ...more },
  });

  it('is replaced by what the mapping says, in any spelling', () => {
    given(created({ status: 'Archived' }))
      .when(settle)
      .then(settled('Archived', 'complete', { completed: { from: null, to: today } }));
    given(created({ status: 'draft' }))
      .when(settle)
      .then(settled('draft', 'planned'));
  });

  it('is replaced without changing existing dates', () => {
    given(created({ status: 'archived', completed: '2025-10-01' }))
      .when(settle)
      .then(settled('archived', 'complete'));
    given(created({ status: 'archived', completed_at: '2025-10-02T10:00:00Z' }))
      .when(settle)
      .then(settled('archived', 'complete', { completed: { from: null, to: '2025-10-02' } }));
    given(created({ status: 'draft', completed: '2025-10-01' }))
      .when(settle)
      .then(settled('draft', 'planned'));
  });

  it('may be mapped to complete although criteria are open', () => {
    given(created({ status: 'archived', completed: '2025-10-01' }))
      .reading('## Success Criteria\n\n- [ ] fast\n')
      .when(settle)
      .then(settled('archived', 'complete'));
  });

  it('is kept when the mapping does not have it, as is a known status', () => {
    given(created({ status: 'parked' }))
      .when(settle)
      .thenNothing();
    given(created({ status: 'in-progress' }))
      .when(settle)
      .thenNothing();
    given(created({ status: null }))
      .when(settle)
      .thenNothing();
  });
});
