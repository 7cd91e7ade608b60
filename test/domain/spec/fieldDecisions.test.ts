import { describe, expect, it } from '@jest/globals';
import { type SpecCommand, decide, evolve, type SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { ABSENT, type Spec } from '../../../src/domain/spec/spec.js';
import type { JsonObject, JsonValue } from '../../../src/domain/value/jsonValue.js';
import { refusal } from '../../support/thrownError.js';
import { created, given } from '../givenWhenThen.js';

const today = '2026-02-01';
const to = (status: 'planned' | 'in-progress' | 'complete', more: object = {}) =>
  ({ type: 'ChangeStatus', data: { to: status, today, ...more } }) as const;

it('a date of a spec is refused when it is not in the calendar', () => {
  const correct = (field: 'created' | 'completed', day: string) =>
    ({ type: 'CorrectDate', data: { field, to: day } }) as const;
  given(created()).when(correct('created', '2026-02-29')).thenRefused('FIELD_INVALID');
});

describe('the status of a spec', () => {
  it.each([{}, { reason: ' ' }])('does not change back to planned without a reason: %j', (more) => {
    const spec = '001-user-login';
    const { code, message, advice } = refusal(() =>
      decide(to('planned', more), [created({ status: 'in-progress' })].reduce<Spec>(evolve, ABSENT)),
    );
    expect({ code, message }).toEqual({
      code: 'ILLEGAL_TRANSITION',
      message: `${spec} cannot go from "in-progress" to "planned" without a reason. From "in-progress" the status can change to: complete.`,
    });
    expect(advice).toEqual([
      {
        useCase: 'updateSpec',
        request: { spec, status: 'planned' },
        needs: ['reason'],
        to: 'set the spec back to planned',
      },
    ]);
  });

  it.each([{}, { force: true }])('changes back to planned with a reason, without force: %j', (more) => {
    given(created({ status: 'in-progress' }))
      .when(to('planned', { ...more, reason: 'waits for 7' }))
      .then({ type: 'StatusChanged', data: { from: 'in-progress', to: 'planned', reason: 'waits for 7' } });
  });

  it.each([
    ['complete', 'planned'],
    ['complete', 'in-progress'],
    ['planned', 'complete'],
  ] as const)('changes from %s to %s only by force, whatever the reason', (from, status) => {
    given(created({ status: from }))
      .when(to(status, { reason: 'because' }))
      .thenRefused('ILLEGAL_TRANSITION');
  });

  it('sets the completion date on completion and removes it on reopening', () => {
    given(created({ status: 'in-progress' }))
      .when(to('complete'))
      .thenState(({ frontmatter }) =>
        expect(frontmatter).toMatchObject({ status: 'complete', completed: today }),
      );
    given(created({ status: 'complete', completed: '2026-01-20' }))
      .when(to('in-progress', { force: true, reason: 'a bug came back' }))
      .thenState(({ frontmatter }) => expect(frontmatter).not.toHaveProperty('completed'));
  });

  it('can be forced only with a reason, which is recorded', () => {
    given(created())
      .when(to('complete', { force: true }))
      .thenRefused('FIELD_INVALID');
    given(created())
      .when(to('complete', { force: true, reason: 'done elsewhere' }))
      .then({
        type: 'StatusChanged',
        data: {
          from: 'planned',
          to: 'complete',
          completed: { from: null, to: today },
          forced: true,
          reason: 'done elsewhere',
        },
      });
  });

  it.each<[JsonValue, 'planned' | 'complete', string, readonly string[]]>([
    [
      'planned',
      'complete',
      'from "planned" to "complete". From "planned" the status can change to: in-progress.',
      ['in-progress'],
    ],
    ['complete', 'planned', 'from "complete" to "planned". From "complete" there is no next status.', []],
    [null, 'planned', 'from no status to "planned". From no status there is no next status.', []],
    ['archived', 'planned', 'from "archived" to "planned". "archived" is not a status.', []],
    [5, 'planned', 'from 5 to "planned". 5 is not a status.', []],
  ])('cannot change from %j to %s, and the refusal has a hint', (from, target, words, allowed) => {
    const spec = '001-user-login';
    const { message, advice, details } = refusal(() =>
      decide(to(target), [created({ status: from })].reduce<Spec>(evolve, ABSENT)),
    );
    expect(message).toBe(`${spec} cannot go ${words}`);
    const isForeign = from === 'archived';
    expect(advice).toEqual([
      ...(isForeign
        ? [
            {
              useCase: 'updateSpecs',
              request: { where: { status: from }, status: 'complete', force: true },
              needs: ['reason'],
              to: 'replace this status in every spec that has it',
            },
          ]
        : []),
      ...allowed.map((status) => ({
        useCase: 'updateSpec',
        request: { spec, status },
        to: 'set that status first',
      })),
      {
        useCase: 'updateSpec',
        request: { spec, status: target, force: true },
        needs: ['reason'],
        to: isForeign ? 'set the status in this spec only' : 'change the status anyway',
      },
    ]);
    expect(details).toEqual({ spec, from: typeof from === 'string' ? from : null, to: target, allowed });
  });
});

describe('the fields of a spec', () => {
  const set = (fields: Record<string, string | number>) =>
    ({ type: 'ChangeFields', data: { set: fields, unset: [], declared: [] } }) as const;
  const unset = (field: string, declared: readonly string[] = []) =>
    ({ type: 'ChangeFields', data: { set: {}, unset: [field], declared } }) as const;

  it('keep their type when the project declares it, with texts trimmed', () => {
    given(created())
      .when(set({ sprint: 5, owner: ' kim ' }))
      .then({
        type: 'FieldsChanged',
        data: { changes: { sprint: { from: null, to: 5 }, owner: { from: null, to: 'kim' } } },
      });
  });

  it.each(['status', 'created', 'id', 'updated', 'completed'])('do not include %s', (field) => {
    given(created())
      .when(set({ [field]: 'x' }))
      .thenRefused('FIELD_INVALID');
    given(created()).when(unset(field)).thenRefused('FIELD_INVALID');
  });

  it('can only be unset if they exist; otherwise the error suggests the nearest field', () => {
    const spec = given(created({ sprnt: 5, priority: 'low' }));
    spec
      .when(unset('sprnt'))
      .then({ type: 'FieldsChanged', data: { changes: { sprnt: { from: 5, to: null } } } });
    spec.when(unset('team', ['team'])).thenNothing();
    spec.when(unset('reviewer')).thenNothing();
    for (const unknown of ['prioritiy', '', 'title', 'toString'])
      spec.when(unset(unknown)).thenRefused('FIELD_INVALID', /cannot be unset/);
    spec.when(unset('prioritiy')).thenRefused('FIELD_INVALID', /./, { hint: 'Did you mean "priority"?' });
  });

  it.each(['pressing', '', 'hihg'])('cannot have the priority "%s"', (priority) => {
    given(created()).when(set({ priority })).thenRefused('FIELD_INVALID');
  });

  it('get the priority that a synonym means', () => {
    given(created())
      .when(set({ priority: 'URGENT' }))
      .then({ type: 'FieldsChanged', data: { changes: { priority: { from: null, to: 'critical' } } } });
  });

  it.each(['two\nlines', 'bell\u0007', '\u001b[31mred', '   ', 'x'.repeat(1001), '\ud800'])(
    'cannot have the text %j',
    (text) => {
      given(created())
        .when(set({ assignee: text }))
        .thenRefused('FIELD_INVALID');
    },
  );
});

describe('a required field', () => {
  const keeping = { required: ['priority', 'sprint', 'tags', 'depends_on'] };
  const takings = (more: object) => {
    const data = { keeping: { ...keeping, ...more } };
    return [
      { type: 'ChangeFields', data: { ...data, set: {}, unset: ['priority'], declared: [] } },
      { type: 'ChangeFields', data: { ...data, set: {}, unset: ['assignee', 'sprint'], declared: [] } },
      { type: 'ChangeTags', data: { ...data, replace: [] } },
      { type: 'ChangeTags', data: { ...data, remove: ['a', 'b'] } },
      { type: 'ChangeDependencies', data: { ...data, field: 'depends_on', replace: [] } },
    ] as const;
  };
  const spec = created({
    priority: 'low',
    sprint: 5,
    assignee: 'kim',
    tags: ['a', 'b'],
    depends_on: ['002-b'],
    related: ['003-c'],
  });

  it.each([{}, { force: true }, { force: true, reason: ' ' }, { reason: 'why' }])(
    'cannot be removed with %j',
    (more) => {
      for (const command of takings(more))
        given(spec)
          .when(command)
          .thenRefused('FIELD_INVALID', /requires .+ in every spec/);
    },
  );

  it('is removed only by force, and the refusal shows the command with force', () => {
    const [, command] = takings({});
    expect(refusal(() => decide(command, evolve(ABSENT, spec)))).toMatchObject({
      message:
        'The configuration requires "sprint" in every spec (frontmatter.required), so 001-user-login must keep it.',
      advice: [{ request: { spec: '001-user-login', unset: ['sprint'], force: true }, needs: ['reason'] }],
      details: { field: 'sprint' },
    });
  });

  it('is removed by force with a recorded reason', () => {
    for (const command of takings({ force: true, reason: 'no longer asked for' })) {
      const [event] = decide(command, evolve(ABSENT, spec));
      expect(event?.data).toMatchObject({ forced: true, reason: 'no longer asked for' });
    }
  });

  it.each<[string, SpecCommand]>([
    [
      'is of another field',
      { type: 'ChangeFields', data: { set: {}, unset: ['assignee'], declared: [], keeping } },
    ],
    [
      'gives it another value',
      { type: 'ChangeFields', data: { set: { sprint: 6 }, unset: [], declared: [], keeping } },
    ],
    ['leaves it members', { type: 'ChangeTags', data: { remove: ['a'], keeping } }],
    ['is of another list', { type: 'ChangeDependencies', data: { field: 'related', replace: [], keeping } }],
  ])('needs no force when the change %s', (_, command) => {
    const [event] = decide(command, evolve(ABSENT, spec));
    expect(event?.data).toBeDefined();
    expect(event?.data).not.toHaveProperty('forced');
  });
});

describe('The list fields of a spec', () => {
  it('record a replacement as added and removed members', () => {
    given(created({ tags: ['api', 'web'] }))
      .when({ type: 'ChangeTags', data: { replace: ['web', 'db'] } })
      .then({ type: 'TagsChanged', data: { added: ['db'], removed: ['api'] } });
  });

  it('cannot be changed while they contain the spec itself, except to remove the spec', () => {
    const broken = created({ depends_on: ['001-user-login', '002-b'] });
    const remove = (ref: string) =>
      ({ type: 'ChangeDependencies', data: { field: 'depends_on', remove: [ref] } }) as const;
    given(broken)
      .when(remove('002-b'))
      .thenRefused('DEPENDENCY_CYCLE', /cannot depend on itself/);
    given(broken)
      .when(remove('001-user-login'))
      .then({
        type: 'DependenciesChanged',
        data: { field: 'depends_on', added: [], removed: ['001-user-login'] },
      });
  });
});

describe('a hand edit found in a document', () => {
  it.each<[string, JsonObject, object]>([
    ['values only', { tags: ['a'], owner: 'kim' }, { changes: { owner: { from: null, to: 'kim' } } }],
    ['members only', { tags: ['b'] }, { changes: {}, members: { tags: { added: ['b'], removed: ['a'] } } }],
    ['a value when a list became a text', { tags: 'a' }, { changes: { tags: { from: ['a'], to: 'a' } } }],
  ])('is recorded as %s', (_what, seen, data) => {
    given(created({ tags: ['a'] }))
      .when({
        type: 'ObserveFrontmatter',
        data: { frontmatter: { status: 'planned', created: '2026-01-05', ...seen } },
      })
      .then({ type: 'FrontmatterEdited', data } as SpecEvent);
  });

  it('is not recorded for `updated`, because the log has the time', () => {
    given(created({ updated: '2026-01-05' }))
      .when({
        type: 'ObserveFrontmatter',
        data: { frontmatter: { status: 'planned', created: '2026-01-05', updated: '2026-03-01' } },
      })
      .thenNothing();
  });
});
