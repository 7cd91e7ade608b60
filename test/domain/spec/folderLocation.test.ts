import { describe, expect, it } from '@jest/globals';
import type { Labels } from '../../../src/domain/naming/projectPath.js';
import { decide } from '../../../src/domain/spec/specCommands.js';
import { refuseTakenNumber } from '../../../src/domain/spec/operations/location.js';
import type { SpecCommand } from '../../../src/domain/spec/specCommands.js';
import { ABSENT } from '../../../src/domain/spec/spec.js';
import { evolve } from '../../../src/domain/spec/specEvents.js';
import { refusal } from '../../support/thrownError.js';
import { created, given } from '../givenWhenThen.js';

const archive: SpecCommand = { type: 'Archive', data: {} };
const unarchive: SpecCommand = { type: 'Unarchive', data: {} };
const archived = { type: 'SpecArchived', data: {} } as const;
const unarchived = { type: 'SpecUnarchived', data: {} } as const;

describe('The archive', () => {
  it('gets one event for a spec that is archived twice', () => {
    given(created()).when(archive).then(archived);
    given(created(), archived).when(archive).thenNothing();
  });

  it('gets one event for a spec that is unarchived twice', () => {
    given(created(), archived).when(unarchive).then(unarchived);
    given(created()).when(unarchive).thenNothing();
    given(created(), archived, unarchived).when(unarchive).thenNothing();
  });

  it('changes only the path of a spec', () => {
    given(created({ priority: 'high' }))
      .when(archive)
      .thenState(({ labels, frontmatter }) => {
        expect(labels).toEqual({ sequence: 1, name: 'user-login', ref: '001-user-login', archived: true });
        expect(frontmatter).toMatchObject({ status: 'planned', priority: 'high' });
      });
  });
});

describe('The deletion of a spec', () => {
  const remove = (data: Partial<Extract<SpecCommand, { type: 'Delete' }>['data']> = {}): SpecCommand => ({
    type: 'Delete',
    data: { reason: 'made twice', unsaved: [], ...data },
  });
  const deleted = { type: 'SpecDeleted', data: { reason: 'made twice' } } as const;

  it('records its reason', () => {
    given(created()).when(remove()).then(deleted);
    given(created())
      .when(remove({ reason: ' made twice ' }))
      .then(deleted);
    given(created())
      .when(remove({ reason: ' ' }))
      .thenRefused('FIELD_INVALID', /reason/);
  });

  it('is refused for files that git does not have, unless forced', () => {
    const unsaved = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md'];
    given(created())
      .when(remove({ unsaved }))
      .thenRefused('NOT_IN_HEAD', /: a\.md, b\.md, c\.md, d\.md, e\.md\.$/);
    given(created())
      .when(remove({ unsaved: [...unsaved, 'f.md'], force: false }))
      .thenRefused('NOT_IN_HEAD', /e\.md and 1 more\.$/);
    given(created())
      .when(remove({ unsaved, force: true }))
      .then(deleted);
  });
});

describe('The refusal of a deletion', () => {
  const remove = (reason: string, unsaved: readonly string[] = []) =>
    refusal(() => decide({ type: 'Delete', data: { reason, unsaved } }, evolve(ABSENT, created())));

  it('has a hint that says what to do', () => {
    expect(remove(' ')).toMatchObject({
      message: 'A deletion needs a reason.',
      advice: [{ useCase: 'deleteSpec', needs: ['reason'] }],
    });
    expect(remove('made twice', ['README.md'])).toMatchObject({
      hint: 'Commit them first.',
      advice: [
        {
          useCase: 'deleteSpec',
          request: { spec: '001-user-login', reason: 'made twice', force: true },
          to: expect.stringContaining('.spectool/trash/'),
        },
      ],
      details: { unsaved: ['README.md'] },
    });
  });
});

describe('A new number for a spec', () => {
  const renumber = (to: number, ref: string): SpecCommand => ({
    type: 'Renumber',
    data: {
      to,
      ref,
      others: [
        { sequence: 2, path: 'specs/002-other' },
        { sequence: null, path: 'specs/notes' },
      ],
    },
  });
  const renumbered = {
    type: 'SpecRenumbered',
    data: { from: 1, to: 7, ref: { from: '001-user-login', to: '007-user-login' } },
  } as const;

  it('changes its folder name', () => {
    given(created()).when(renumber(7, '007-user-login')).then(renumbered);
  });

  it('is refused when another spec has it', () => {
    given(created())
      .when(renumber(2, '002-user-login'))
      .thenRefused('NUMBER_TAKEN', /2 belongs to specs\/002-other/);
    expect(refusal(() => refuseTakenNumber(2, [{ sequence: 2, path: 'specs/002-other' }]))).toMatchObject({
      hint: 'Renumber the other spec first, or leave the number out to take the next free number.',
      details: { number: 2, holder: 'specs/002-other' },
    });
  });

  it('can be recorded without a new folder name', () => {
    const ref = '001-user-login';
    given(created())
      .when(renumber(7, ref))
      .then({ type: 'SpecRenumbered', data: { from: 1, to: 7, ref: { from: ref, to: ref } } });
  });

  it('may be the same number in another folder name, even if another spec has that number', () => {
    given(created())
      .when({
        type: 'Renumber',
        data: { to: 1, ref: '1-user-login', others: [{ sequence: 1, path: 'specs/001-twin' }] },
      })
      .then({
        type: 'SpecRenumbered',
        data: { from: 1, to: 1, ref: { from: '001-user-login', to: '1-user-login' } },
      });
  });

  it('is not recorded for a new title that is the same', () => {
    given(created())
      .when({ type: 'Retitle', data: { title: 'User login' } })
      .thenNothing();
  });

  it('records nothing when number and folder name are the same', () => {
    given(created()).when(renumber(1, '001-user-login')).thenNothing();
  });

  it('may be the same number when only the folder name differs', () => {
    given(created())
      .when(renumber(1, '1-user-login'))
      .then({
        type: 'SpecRenumbered',
        data: { from: 1, to: 1, ref: { from: '001-user-login', to: '1-user-login' } },
      });
  });
});

describe('A new name for a spec', () => {
  const rename = (name: string, ref: string): SpecCommand => ({ type: 'Rename', data: { name, ref } });

  it('changes its folder name', () => {
    given(created())
      .when(rename('sign-in', '001-sign-in'))
      .then({
        type: 'SpecRenamed',
        data: {
          name: { from: 'user-login', to: 'sign-in' },
          ref: { from: '001-user-login', to: '001-sign-in' },
        },
      });
    given(created())
      .when(rename('sign-in', '001-sign-in'))
      .thenState(({ labels, title }) => {
        expect(labels).toMatchObject({ name: 'sign-in', ref: '001-sign-in', sequence: 1 });
        expect(title).toBe('User login');
      });
  });

  it('records nothing when the folder name is the same', () => {
    given(created()).when(rename('user-login', '001-user-login')).thenNothing();
  });
});

describe('A new title for a spec', () => {
  const retitle = (title: string): SpecCommand => ({ type: 'Retitle', data: { title } });

  it('records nothing when it is the old title', () => {
    given(created()).when(retitle('User login')).thenNothing();
    given(created()).when(retitle('  User login ')).thenNothing();
  });

  it.each(['', '  ', 'two\nlines', 'two\r\nlines', 'two\u2028lines', 'x'.repeat(1001)])(
    'must be one line of text, so that %j is refused',
    (title) => {
      given(created())
        .when(retitle(title))
        .thenRefused('FIELD_INVALID', /^title: /);
    },
  );
});

describe('The folder of a spec that a person moved', () => {
  const here: Labels = { sequence: 1, name: 'user-login', ref: '001-user-login', archived: false };
  const found = (changes: Partial<Labels>): SpecCommand => ({
    type: 'ObservePlace',
    data: { ...here, ...changes },
  });
  const inGroup = { type: 'SpecRenamed', data: { group: { from: null, to: 'auth' } } } as const;

  it('gets no event when it is at its recorded path', () => {
    given(created()).when(found({})).thenNothing();
  });

  it('gets an event for a move to another group, or out of all groups', () => {
    given(created(), inGroup)
      .when(found({ group: 'web' }))
      .then({ type: 'SpecRenamed', data: { group: { from: 'auth', to: 'web' } } });
    given(created(), inGroup)
      .when(found({}))
      .then({ type: 'SpecRenamed', data: { group: { from: 'auth', to: null } } });
    given(created(), inGroup)
      .when(found({}))
      .thenState(({ labels }) => expect(labels).toEqual(here));
  });

  it('gets an event for a move into or out of the archive', () => {
    given(created())
      .when(found({ archived: true }))
      .then(archived);
    given(created(), archived).when(found({})).then(unarchived);
  });

  it('gets an event for a new name', () => {
    given(created())
      .when(found({ name: 'sign-in', ref: '001-sign-in' }))
      .then({
        type: 'SpecRenamed',
        data: {
          name: { from: 'user-login', to: 'sign-in' },
          ref: { from: '001-user-login', to: '001-sign-in' },
        },
      });
  });

  it('gets an event for a new name that is not in the folder name', () => {
    given(created())
      .when(found({ name: 'login' }))
      .then({ type: 'SpecRenamed', data: { name: { from: 'user-login', to: 'login' } } });
  });

  it('gets an event for a new number', () => {
    given(created())
      .when(found({ sequence: 3, ref: '003-user-login' }))
      .then(
        {
          type: 'SpecRenumbered',
          data: { from: 1, to: 3, ref: { from: '001-user-login', to: '003-user-login' } },
        },
        { type: 'SpecRenamed', data: { ref: { from: '001-user-login', to: '003-user-login' } } },
      );
  });
});
