import { describe, expect, it } from '@jest/globals';
import type { SpecCommand } from '../../../src/domain/spec/specCommands.js';
import { decide } from '../../../src/domain/spec/specCommands.js';
import { ABSENT, type Spec } from '../../../src/domain/spec/spec.js';
import { evolve, type SpecEvent } from '../../../src/domain/spec/specEvents.js';
import type { JsonObject, JsonValue } from '../../../src/domain/value/jsonValue.js';
import { refusal } from '../../support/thrownError.js';
import { created, given } from '../givenWhenThen.js';

const today = '2026-02-01';
const to = (status: 'planned' | 'in-progress' | 'complete', more: object = {}) =>
  ({ type: 'ChangeStatus', data: { to: status, today, ...more } }) as const;

describe('a date of a spec', () => {
  const correct = (field: 'created' | 'completed', day: string) =>
    ({ type: 'CorrectDate', data: { field, to: day } }) as const;

  it('is changed by a correction like any other field', () => {
    given(created())
      .when(correct('created', '2025-12-31'))
      .then({
        type: 'FieldsChanged',
        data: { changes: { created: { from: '2026-01-05', to: '2025-12-31' } } },
      });
  });

  it('gets no event for a correction to the same date', () => {
    given(created()).when(correct('created', '2026-01-05')).thenNothing();
  });

  it('is refused when it is not in the calendar', () => {
    given(created()).when(correct('created', '2026-02-29')).thenRefused('FIELD_INVALID');
  });

  it('is refused as completion date for a spec that is not complete', () => {
    given(created()).when(correct('completed', today)).thenRefused('FIELD_INVALID');
  });
});

describe('the status of a spec', () => {
  it('changes from planned to in-progress', () => {
    given(created())
      .when(to('in-progress'))
      .then({ type: 'StatusChanged', data: { from: 'planned', to: 'in-progress' } });
  });

  it('cannot become complete before it is in-progress', () => {
    given(created()).when(to('complete')).thenRefused('ILLEGAL_TRANSITION');
  });

  it.each(['planned', 'in-progress'] as const)('cannot change from complete back to %s', (status) => {
    given(created({ status: 'complete' }))
      .when(to(status))
      .thenRefused('ILLEGAL_TRANSITION');
  });

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

  it('gets no event for a change to the same status', () => {
    given(created()).when(to('planned')).thenNothing();
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

  it('can change from a status of another tool to any status only by force', () => {
    given(created({ status: 'archived' }))
      .when(to('in-progress'))
      .thenRefused('ILLEGAL_TRANSITION');
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
              request: { map: { [from]: 'complete' } },
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

  it('does not accept a blank reason, and records a reason even when no force was needed', () => {
    given(created())
      .when(to('complete', { force: true, reason: '  ' }))
      .thenRefused('FIELD_INVALID', /needs a reason/);
    expect(
      refusal(() => decide(to('complete', { force: true }), [created()].reduce<Spec>(evolve, ABSENT))).advice,
    ).toMatchObject([{ useCase: 'updateSpec', request: { force: true }, needs: ['reason'] }]);
    given(created())
      .when(to('in-progress', { force: true, reason: 'because' }))
      .then({ type: 'StatusChanged', data: { from: 'planned', to: 'in-progress', reason: 'because' } });
  });
});

describe('the fields of a spec', () => {
  const set = (fields: Record<string, string | number>) =>
    ({ type: 'ChangeFields', data: { set: fields, unset: [], declared: [] } }) as const;
  const unset = (field: string, declared: readonly string[] = []) =>
    ({ type: 'ChangeFields', data: { set: {}, unset: [field], declared } }) as const;

  it('are recorded with their former values when they change', () => {
    given(created({ priority: 'low' }))
      .when(set({ priority: 'high' }))
      .then({ type: 'FieldsChanged', data: { changes: { priority: { from: 'low', to: 'high' } } } });
  });

  it('get no event for a change to the same value', () => {
    given(created({ priority: 'low' }))
      .when(set({ priority: 'low' }))
      .thenNothing();
  });

  it('can only be unset if they have a value', () => {
    given(created({ priority: 'low' }))
      .when(unset('priority'))
      .then({ type: 'FieldsChanged', data: { changes: { priority: { from: 'low', to: null } } } });
    given(created()).when(unset('priority')).thenNothing();
  });

  it('keep their type when the project declares it, with texts trimmed', () => {
    given(created())
      .when(set({ sprint: 5, owner: ' kim ' }))
      .then({
        type: 'FieldsChanged',
        data: { changes: { sprint: { from: null, to: 5 }, owner: { from: null, to: 'kim' } } },
      });
  });

  it('are refused, with a hint, when spectool itself sets them', () => {
    const spec = [created()].reduce<Spec>(evolve, ABSENT);
    expect(refusal(() => decide(set({ created: 'x' }), spec))).toMatchObject({
      advice: [{ useCase: 'updateSpec', needs: ['spec', 'created'], to: 'correct it' }],
      details: { field: 'created' },
    });
    const correct = { type: 'CorrectDate', data: { field: 'completed', to: today } } as const;
    expect(refusal(() => decide(correct, spec))).toMatchObject({
      hint: 'Give the date together with the status complete, or once the spec is complete.',
      details: { field: 'completed' },
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

  it.each<[string, string, object]>([
    ['prioritiy', 'Did you mean "priority"?', { field: 'prioritiy', nearest: ['priority'] }],
    ['title', 'A spec always has a title; set another title instead.', { field: 'title' }],
    [
      'zzzzzz',
      'Fields that can be unset: assignee, reviewer, priority, tags, part_of, depends_on, related, code, sprint, team.',
      { field: 'zzzzzz' },
    ],
  ])('do not include %j, so that it cannot be unset: %s', (field, hint, details) => {
    const spec = evolve(ABSENT, created({ sprint: 5, tags: ['a'] }));
    const told = refusal(() => decide(unset(field, ['team', 'sprint']), spec));
    expect(told.hint).toBe(hint);
    expect(told.details).toStrictEqual(details);
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
  it('add and remove members', () => {
    given(created({ tags: ['api', 'web'] }))
      .when({ type: 'ChangeTags', data: { add: ['db', 'api'], remove: ['web'] } })
      .then({ type: 'TagsChanged', data: { added: ['db'], removed: ['web'] } });
  });

  it('record a replacement as added and removed members', () => {
    given(created({ tags: ['api', 'web'] }))
      .when({ type: 'ChangeTags', data: { replace: ['web', 'db'] } })
      .then({ type: 'TagsChanged', data: { added: ['db'], removed: ['api'] } });
  });

  it('get no event for a change to the same members', () => {
    given(created({ tags: ['api'] }))
      .when({ type: 'ChangeTags', data: { add: ['api'] } })
      .thenNothing();
  });

  it('record only the removed members when nothing is added', () => {
    given(created({ tags: ['api', 'web'] }))
      .when({ type: 'ChangeTags', data: { remove: ['web'] } })
      .then({ type: 'TagsChanged', data: { added: [], removed: ['web'] } });
  });

  it('may contain a tag with the name of the spec', () => {
    given(created())
      .when({ type: 'ChangeTags', data: { add: ['001-user-login'] } })
      .then({ type: 'TagsChanged', data: { added: ['001-user-login'], removed: [] } });
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

  it('cannot get the spec itself as a member', () => {
    given(created())
      .when({ type: 'ChangeDependencies', data: { field: 'depends_on', add: ['001-user-login'] } })
      .thenRefused('DEPENDENCY_CYCLE');
  });

  it('are removed from the frontmatter with their last member', () => {
    given(created({ tags: ['api'] }))
      .when({ type: 'ChangeTags', data: { remove: ['api'] } })
      .thenState(({ frontmatter }) => expect(frontmatter).not.toHaveProperty('tags'));
  });
});

describe('a hand edit found in a document', () => {
  it('is recorded as changes of values and of list members', () => {
    given(created({ tags: ['a', 'b'], priority: 'low' }))
      .when({
        type: 'ObserveFrontmatter',
        data: { frontmatter: { status: 'planned', created: '2026-01-05', tags: ['b', 'c'], owner: 'kim' } },
      })
      .then({
        type: 'FrontmatterEdited',
        data: {
          changes: { priority: { from: 'low', to: null }, owner: { from: null, to: 'kim' } },
          members: { tags: { added: ['c'], removed: ['a'] } },
        },
      });
  });

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

  it('is not recorded when no value differs', () => {
    given(created({ tags: ['a', 'b'] }))
      .when({
        type: 'ObserveFrontmatter',
        data: { frontmatter: { status: 'planned', created: '2026-01-05', tags: ['b', 'a'] } },
      })
      .thenNothing();
  });
});
