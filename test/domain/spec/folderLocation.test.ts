import { describe, expect, it } from '@jest/globals';
import type { Labels } from '../../../src/domain/naming/projectPath.js';
import { decide, type SpecCommand, evolve } from '../../../src/domain/spec/specEvents.js';
import { refuseTakenNumber } from '../../../src/domain/spec/operations/location.js';
import { ABSENT } from '../../../src/domain/spec/spec.js';
import { refusal } from '../../support/thrownError.js';
import { created, given } from '../givenWhenThen.js';

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

it('The refusal of a deletion has a hint that says what to do', () => {
  const remove = (reason: string, unsaved: readonly string[] = []) =>
    refusal(() => decide({ type: 'Delete', data: { reason, unsaved } }, evolve(ABSENT, created())));
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

  it('is refused when another spec has it', () => {
    given(created())
      .when(renumber(2, '002-user-login'))
      .thenRefused('NUMBER_TAKEN', /2 belongs to specs\/002-other/);
    expect(refusal(() => refuseTakenNumber(2, [{ sequence: 2, path: 'specs/002-other' }]))).toMatchObject({
      hint: 'Renumber the other spec first, or omit the number to use the next free one.',
      details: { number: 2, holder: 'specs/002-other' },
    });
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
});

describe('A new title for a spec', () => {
  const retitle = (title: string): SpecCommand => ({ type: 'Retitle', data: { title } });

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
