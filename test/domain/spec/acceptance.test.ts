import { describe, expect, it } from '@jest/globals';
import { foldSpec } from '../../../src/domain/log/foldSpec.js';
import type { SpecCommand } from '../../../src/domain/spec/specCommands.js';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { aRecord } from '../../support/recordBuilder.js';
import { created, given } from '../givenWhenThen.js';

const accepted: SpecEvent = { type: 'SpecAccepted', data: { code: 'd34d', reason: 'renamed only' } };
const withdrawn: SpecEvent = { type: 'AcceptanceWithdrawn', data: { code: 'd34d' } };
const undo = (event: SpecEvent): SpecCommand => ({
  type: 'Undo',
  data: { undone: 'abc123', events: [event] },
});
const marker = { type: 'ChangeUndone', data: { undone: 'abc123' } } as const;

describe('the acceptance of a spec', () => {
  it('is recorded with the digest of the code and the reason, again whenever somebody reads the spec again', () => {
    const accept: SpecCommand = { type: 'Accept', data: { code: 'd34d', reason: 'renamed only' } };
    given(created()).when(accept).then(accepted);
    given(created(), accepted).when(accept).then(accepted);
    given(created()).when({ type: 'Accept', data: {} }).then({ type: 'SpecAccepted', data: {} });
  });

  it('is part of the state until it is undone, and again after an undo of that', () => {
    given(created())
      .when({ type: 'Accept', data: { code: 'd34d' } })
      .thenState((spec) => {
        expect(spec.accepted).toEqual({ code: 'd34d' });
      });
    given(created(), accepted).when(undo(accepted)).then(marker, withdrawn);
    given(created(), accepted)
      .when(undo(accepted))
      .thenState((spec) => {
        expect(spec).not.toHaveProperty('accepted');
      });
    given(created(), accepted, withdrawn)
      .when(undo(withdrawn))
      .then(marker, { type: 'SpecAccepted', data: { code: 'd34d' } });
  });

  it('counts even if its record is set aside, because it is not in the document', () => {
    const begun = aRecord(1, [], [created()]);
    const record = aRecord(2, [begun], [accepted]);
    const aside = aRecord(3, [record], [{ type: 'RecordsSetAside', data: { records: [record.id] } }]);
    expect(foldSpec([begun, record, aside]).spec).toMatchObject({ accepted: { code: 'd34d' } });
  });
});

describe('the files in the field code', () => {
  const change = (data: object): SpecCommand => ({
    type: 'ChangeDependencies',
    data: { field: 'code', ...data },
  });

  it('are added and removed one by one, so that two branches can add files', () => {
    given(created({ code: ['src/a.ts'] }))
      .when(change({ add: ['./src/b/**'], remove: ['src/a.ts'] }))
      .then({
        type: 'DependenciesChanged',
        data: { field: 'code', added: ['src/b/**'], removed: ['src/a.ts'] },
      });
    const begun = aRecord(1, [], [created()]);
    const added = (file: string): SpecEvent => ({
      type: 'DependenciesChanged',
      data: { field: 'code', added: [file], removed: [] },
    });
    const [one, other] = [aRecord(2, [begun], [added('src/a')]), aRecord(3, [begun], [added('src/b')])];
    expect(foldSpec([begun, one, other]).spec).toMatchObject({ frontmatter: { code: ['src/a', 'src/b'] } });
  });

  it('are paths in the project, written from its root', () => {
    given(created())
      .when(change({ replace: ['././src/a.ts', 'src/a.ts', 'app/[id]/'] }))
      .then({
        type: 'DependenciesChanged',
        data: { field: 'code', added: ['src/a.ts', 'app/[id]/'], removed: [] },
      });
  });

  it.each(['../other/a.ts', 'src/../../a.ts', '/etc/passwd', 'C:\\a', 'src//a.ts', './', '.', ''])(
    'are refused elsewhere: %j',
    (file) => {
      given(created())
        .when(change({ add: [file] }))
        .thenRefused('FIELD_INVALID', /code/);
    },
  );

  it('may have the name of the spec itself', () => {
    given(created())
      .when(change({ add: ['001-user-login'] }))
      .then({ type: 'DependenciesChanged', data: { field: 'code', added: ['001-user-login'], removed: [] } });
  });
});
