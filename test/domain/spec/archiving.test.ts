import { describe, it } from '@jest/globals';
import type { Ending } from '../../../src/domain/spec/archiveOutcome.js';
import { created, given } from '../givenWhenThen.js';

const archive = (ending?: Ending, reason?: string) => ({
  type: 'Archive' as const,
  data: { ...(ending && { ending }), ...(reason !== undefined && { reason }) },
});
const unarchive = { type: 'Unarchive', data: {} } as const;
const put = { type: 'SpecArchived', data: {} } as const;
const fields = (changes: Record<string, { from: string | null; to: string | null }>) =>
  ({ type: 'FieldsChanged', data: { changes } }) as const;
const rejected = fields({ archived_as: { from: null, to: 'rejected' } });

describe('An archived spec', () => {
  it('has its outcome and the reason in the log', () => {
    given(created())
      .when(archive({ outcome: 'rejected' }, 'too dear'))
      .then(rejected, { type: 'SpecArchived', data: { reason: 'too dear' } });
    given(created())
      .when(archive({ outcome: 'superseded', by: '009-sso' }, 'one login'))
      .then(
        fields({
          archived_as: { from: null, to: 'superseded' },
          superseded_by: { from: null, to: '009-sso' },
        }),
        { type: 'SpecArchived', data: { reason: 'one login' } },
      );
    given(created()).when(archive()).then(put);
  });

  it('can get another outcome later, and stays in the archive', () => {
    given(created(), put)
      .when(archive({ outcome: 'rejected' }, 'too dear'))
      .then(rejected, { type: 'SpecArchived', data: { kept: true, reason: 'too dear' } });
    given(created(), rejected, put)
      .when(archive({ outcome: 'rejected' }, 'again'))
      .thenNothing();
    given(created(), rejected, put).when(archive()).thenNothing();
  });

  it('has no outcome after it is unarchived', () => {
    given(created(), rejected, put)
      .when(unarchive)
      .then({ type: 'SpecUnarchived', data: {} }, fields({ archived_as: { from: 'rejected', to: null } }));
    given(created()).when(unarchive).thenNothing();
  });

  it.each<[Ending, string | undefined, RegExp]>([
    [{ outcome: 'rejected' }, undefined, /needs a reason/],
    [{ outcome: 'deferred', by: '009-sso' }, 'x', /only a superseded spec/],
    [{ outcome: 'superseded', by: '001-user-login' }, 'x', /cannot supersede itself/],
  ])('cannot have the outcome %j', (ending, reason, message) => {
    given(created()).when(archive(ending, reason)).thenRefused('FIELD_INVALID', message);
  });

  it('cannot be rejected when it was completed, but can be superseded', () => {
    const complete = created({ status: 'complete', completed: '2026-01-06' });
    given(complete)
      .when(archive({ outcome: 'rejected' }, 'x'))
      .thenRefused('FIELD_INVALID', /is complete/);
    given(complete)
      .when(archive({ outcome: 'superseded' }, 'x'))
      .then(fields({ archived_as: { from: null, to: 'superseded' } }), {
        type: 'SpecArchived',
        data: { reason: 'x' },
      });
  });

  it('has its reason again after undo of the undo', () => {
    given(created(), { type: 'SpecArchived', data: { reason: 'x' } })
      .when({
        type: 'Undo',
        data: { undone: 'r1', events: [{ type: 'SpecArchived', data: { reason: 'x' } }] },
      })
      .then(
        { type: 'ChangeUndone', data: { undone: 'r1' } },
        { type: 'SpecUnarchived', data: { reason: 'x' } },
      );
    given(created())
      .when({
        type: 'Undo',
        data: { undone: 'r2', events: [{ type: 'SpecUnarchived', data: { reason: 'x' } }] },
      })
      .then(
        { type: 'ChangeUndone', data: { undone: 'r2' } },
        { type: 'SpecArchived', data: { reason: 'x' } },
      );
  });
});

describe('The field superseded_by', () => {
  const follow = {
    type: 'FollowRef',
    data: { field: 'superseded_by', from: '009-sso', to: '012-sso' },
  } as const;

  it('changes to the new folder name when the successor is renamed', () => {
    given(created({ superseded_by: '009-sso' }))
      .when(follow)
      .then(fields({ superseded_by: { from: '009-sso', to: '012-sso' } }));
    given(created({ superseded_by: '010-x' }))
      .when(follow)
      .thenNothing();
  });
});

describe('A spec whose group differs from its fields', () => {
  it('moves into the group of its fields, or out of every group', () => {
    const regroup = (to: string) => ({ type: 'Regroup', data: { to } }) as const;
    const went = (from: string | null, to: string | null) =>
      ({ type: 'SpecRenamed', data: { group: { from, to } } }) as const;
    given(created()).when(regroup('v1')).then(went(null, 'v1'));
    given(created(), went(null, 'v1')).when(regroup('')).then(went('v1', null));
    given(created(), went(null, 'v1')).when(regroup('v1')).thenNothing();
  });
});
