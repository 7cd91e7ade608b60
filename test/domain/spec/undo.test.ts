import { describe, expect, it } from '@jest/globals';
import { decide, evolve, inverseOf, type SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { ABSENT, type ActiveSpec, type Spec } from '../../../src/domain/spec/spec.js';
import { refusal } from '../../support/thrownError.js';
import { created, given, undo } from '../givenWhenThen.js';

const marker = { type: 'ChangeUndone', data: { undone: 'x' } } as const;
const fields = (from: string | null, to: string | null): SpecEvent => ({
  type: 'FieldsChanged',
  data: { changes: { priority: { from, to } } },
});

describe('undo', () => {
  it('removes the completion date together with the status complete', () => {
    const completed: SpecEvent = {
      type: 'StatusChanged',
      data: { from: 'in-progress', to: 'complete', completed: { from: null, to: '2026-02-01' } },
    };
    given(created({ status: 'in-progress' }), completed)
      .when(undo(completed))
      .then(marker, {
        type: 'StatusChanged',
        data: { from: 'complete', to: 'in-progress', completed: { from: '2026-02-01', to: null } },
      });
    given(created({ status: 'in-progress' }), completed)
      .when(undo(completed))
      .thenState(({ frontmatter }) => {
        expect(frontmatter['status']).toBe('in-progress');
        expect(frontmatter).not.toHaveProperty('completed');
      });
  });

  it('is refused with a hint when the user can do something else', () => {
    const { data } = created() as Extract<SpecEvent, { type: 'SpecCreated' }>;
    const refused = (...events: readonly SpecEvent[]) => {
      const spec = events.reduce<Spec>(evolve, ABSENT);
      return refusal(() => decide(undo(events[0]!), spec));
    };
    expect(refused({ type: 'SpecImported', data })).toMatchObject({ hint: undefined, advice: [] });
    expect(refused(archived, unarchived).hint).toMatch(/later change first/);
  });

  it('is refused for a claim that ended, and names the present holder', () => {
    const claimed = (by: string): SpecEvent => ({ type: 'SpecClaimed', data: { by, lease: '4h' } });
    given(created(), claimed('lee'))
      .when(undo(claimed('kim')))
      .thenRefused('UNDO_REFUSED', /claim is now "lee"/);
    given(created())
      .when(undo(claimed('kim')))
      .thenRefused('UNDO_REFUSED', /claim is now removed/);
  });

  const renamed: SpecEvent = {
    type: 'SpecRenamed',
    data: { title: { from: 'User login', to: 'Sign in' }, group: { from: null, to: 'auth' } },
  };
  const foldered: SpecEvent = {
    type: 'SpecRenamed',
    data: { name: { from: 'user-login', to: 'x' }, ref: { from: '001-user-login', to: '001-x' } },
  };
  const renumbered: SpecEvent = {
    type: 'SpecRenumbered',
    data: { from: 1, to: 7, ref: { from: '001-user-login', to: '007-user-login' } },
  };
  const archived: SpecEvent = { type: 'SpecArchived', data: {} };
  const unarchived: SpecEvent = { type: 'SpecUnarchived', data: {} };
  const before = created({ related: ['002-x'], priority: 'low' });

  it.each<[string, SpecEvent, SpecEvent, RegExp]>([
    ['a field', fields('low', 'high'), fields('high', 'medium'), /priority is now "medium"/],
    ['a field that was removed', fields('low', 'high'), fields('high', null), /priority is now removed/],
    [
      'a status',
      { type: 'StatusChanged', data: { from: 'planned', to: 'in-progress' } },
      { type: 'StatusChanged', data: { from: 'in-progress', to: 'complete' } },
      /status is now "complete"/,
    ],
    [
      'an added tag that was removed',
      { type: 'TagsChanged', data: { added: ['api', 'web'], removed: [] } },
      { type: 'TagsChanged', data: { added: [], removed: ['api'] } },
      /tags is now "web"/,
    ],
    [
      'a removed relation that was added again',
      { type: 'DependenciesChanged', data: { field: 'related', added: [], removed: ['002-x'] } },
      { type: 'DependenciesChanged', data: { field: 'related', added: ['002-x'], removed: [] } },
      /related is now "002-x"/,
    ],
    [
      'a title',
      renamed,
      { type: 'SpecRenamed', data: { title: { from: 'Sign in', to: 'Log in' } } },
      /title is now "Log in"/,
    ],
    ['a folder', foldered, { type: 'SpecRenamed', data: { ref: { from: '001-x', to: '001-y' } } }, /001-y/],
    [
      'a number',
      renumbered,
      {
        type: 'SpecRenumbered',
        data: { from: 7, to: 8, ref: { from: '007-user-login', to: '008-user-login' } },
      },
      /folder is now "008-user-login"/,
    ],
    ['an archiving', archived, unarchived, /place is now "active"/],
    ['an unarchiving', unarchived, archived, /place is now "archived"/],
  ])('is refused for %s when a later change depends on it', (_what, event, later, message) => {
    given(before, event, later).when(undo(event)).thenRefused('UNDO_REFUSED', message);
  });
});

it('An imported spec is deleted by undo of its import, or becomes the document it was before', () => {
  const found: SpecEvent = {
    type: 'SpecTakenOver',
    data: { found: { frontmatter: { status: 'archived', created: '2026-01-05' }, archived: false } },
  };
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
