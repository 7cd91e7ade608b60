import { describe, it } from '@jest/globals';
import { created, given } from '../givenSpec.js';

const today = '2026-01-05';

describe('the day of completion', () => {
  it('follows a status that was set by hand', () => {
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
});
