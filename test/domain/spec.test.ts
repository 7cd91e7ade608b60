import { describe, expect, it } from '@jest/globals';
import type { SpecCommand } from '../../src/domain/spec/commands.js';
import { decide } from '../../src/domain/spec/decisions/decide.js';
import { ABSENT, type Spec } from '../../src/domain/spec/spec.js';
import { evolve, type SpecEvent } from '../../src/domain/spec/specEvents.js';
import type { JsonObject, JsonValue } from '../../src/domain/value/json.js';
import { refusal } from '../support/refusal.js';
import { created, given } from './givenSpec.js';

const today = '2026-02-01';
const to = (status: 'planned' | 'in-progress' | 'complete', more: object = {}) =>
  ({ type: 'ChangeStatus', data: { to: status, today, ...more } }) as const;

describe('a date of a spec', () => {
  const correct = (field: 'created' | 'completed', day: string) =>
    ({ type: 'CorrectDate', data: { field, to: day } }) as const;

  it('is corrected as any field is changed', () => {
    given(created())
      .when(correct('created', '2025-12-31'))
      .then({
        type: 'FieldsChanged',
        data: { changes: { created: { from: '2026-01-05', to: '2025-12-31' } } },
      });
  });

  it('stays what it is when asked for the same again', () => {
    given(created()).when(correct('created', '2026-01-05')).thenNothing();
  });

  it('must exist', () => {
    given(created()).when(correct('created', '2026-02-29')).thenRefused('FIELD_INVALID');
  });

  it('of completion belongs to a complete spec', () => {
    given(created()).when(correct('completed', today)).thenRefused('FIELD_INVALID');
  });
});

describe('the status of a spec', () => {
  it('goes from planned to in-progress', () => {
    given(created())
      .when(to('in-progress'))
      .then({ type: 'StatusChanged', data: { from: 'planned', to: 'in-progress' } });
  });

  it('cannot be complete before it is started', () => {
    given(created()).when(to('complete')).thenRefused('ILLEGAL_TRANSITION');
  });

  it.each(['planned', 'in-progress'] as const)('cannot go from complete back to %s', (status) => {
    given(created({ status: 'complete' }))
      .when(to(status))
      .thenRefused('ILLEGAL_TRANSITION');
  });

  it.each([{}, { reason: ' ' }])('does not go back to planned without a reason: %j', (more) => {
    const spec = '001-user-login';
    const { code, message, advice } = refusal(() =>
      decide(to('planned', more), [created({ status: 'in-progress' })].reduce<Spec>(evolve, ABSENT)),
    );
    expect({ code, message }).toEqual({
      code: 'ILLEGAL_TRANSITION',
      message: `${spec} cannot go from "in-progress" to "planned" without a reason. From "in-progress" it may become: complete.`,
    });
    expect(advice).toEqual([
      { useCase: 'updateSpec', request: { spec, status: 'planned' }, needs: ['reason'], to: 'put it back' },
    ]);
  });

  it.each([{}, { force: true }])('goes back to planned with a reason, not by force: %j', (more) => {
    given(created({ status: 'in-progress' }))
      .when(to('planned', { ...more, reason: 'waits for 7' }))
      .then({
        type: 'StatusChanged',
        data: { from: 'in-progress', to: 'planned', reason: 'waits for 7' },
      });
  });

  it.each([
    ['complete', 'planned'],
    ['complete', 'in-progress'],
    ['planned', 'complete'],
  ] as const)('goes from %s to %s by force alone, whatever the reason', (from, status) => {
    given(created({ status: from }))
      .when(to(status, { reason: 'because' }))
      .thenRefused('ILLEGAL_TRANSITION');
  });

  it('stays what it is when asked for the same again', () => {
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

  it('needs a reason to be forced, and keeps it', () => {
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

  it('that no rule knows leads nowhere without force', () => {
    given(created({ status: 'archived' }))
      .when(to('in-progress'))
      .thenRefused('ILLEGAL_TRANSITION');
  });

  it.each<[JsonValue, 'planned' | 'complete', string, readonly string[]]>([
    [
      'planned',
      'complete',
      'from "planned" to "complete". From "planned" it may become: in-progress.',
      ['in-progress'],
    ],
    ['complete', 'planned', 'from "complete" to "planned". From "complete" no other status follows.', []],
    [null, 'planned', 'from no status to "planned". From no status no other status follows.', []],
    ['archived', 'planned', 'from "archived" to "planned". "archived" is not a status.', []],
    [5, 'planned', 'from 5 to "planned". 5 is not a status.', []],
  ])('refuses a way from %j to %s with what there is to do', (from, target, words, allowed) => {
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
              to: 'settle every spec that has this status',
            },
          ]
        : []),
      ...allowed.map((status) => ({
        useCase: 'updateSpec',
        request: { spec, status },
        to: 'go there first',
      })),
      {
        useCase: 'updateSpec',
        request: { spec, status: target, force: true },
        needs: ['reason'],
        to: isForeign ? 'set it in this spec alone' : 'do it anyway',
      },
    ]);
    expect(details).toEqual({ spec, from: typeof from === 'string' ? from : null, to: target, allowed });
  });

  it('takes no reason of blanks, and keeps none where no force was needed', () => {
    given(created())
      .when(to('complete', { force: true, reason: '  ' }))
      .thenRefused('FIELD_INVALID', /needs a reason/);
    expect(
      refusal(() => decide(to('complete', { force: true }), [created()].reduce<Spec>(evolve, ABSENT))).hint,
    ).toBe('Give the reason too; the log keeps it.');
    given(created())
      .when(to('in-progress', { force: true, reason: 'because' }))
      .then({ type: 'StatusChanged', data: { from: 'planned', to: 'in-progress' } });
  });

  it('has a day of completion where the one it had is empty', () => {
    given(created({ status: 'in-progress', completed: '' }))
      .when(to('complete'))
      .then({
        type: 'StatusChanged',
        data: { from: 'in-progress', to: 'complete', completed: { from: '', to: today } },
      });
  });
});

describe('the fields of a spec', () => {
  const set = (fields: Record<string, string | number>) =>
    ({ type: 'ChangeFields', data: { set: fields, unset: [], declared: [] } }) as const;
  const unset = (field: string, declared: readonly string[] = []) =>
    ({ type: 'ChangeFields', data: { set: {}, unset: [field], declared } }) as const;

  it('change with what they were', () => {
    given(created({ priority: 'low' }))
      .when(set({ priority: 'high' }))
      .then({ type: 'FieldsChanged', data: { changes: { priority: { from: 'low', to: 'high' } } } });
  });

  it('do not change to what they are', () => {
    given(created({ priority: 'low' }))
      .when(set({ priority: 'low' }))
      .thenNothing();
  });

  it('are unset where there are any', () => {
    given(created({ priority: 'low' }))
      .when(unset('priority'))
      .then({ type: 'FieldsChanged', data: { changes: { priority: { from: 'low', to: null } } } });
    given(created()).when(unset('priority')).thenNothing();
  });

  it("of a project's own keep their type, texts trimmed", () => {
    given(created())
      .when(set({ sprint: 5, owner: ' kim ' }))
      .then({
        type: 'FieldsChanged',
        data: { changes: { sprint: { from: null, to: 5 }, owner: { from: null, to: 'kim' } } },
      });
  });

  it('that the tool keeps are named, with what to do instead', () => {
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

  it.each(['status', 'created', 'id', 'updated', 'completed'])('do not reach %s', (field) => {
    given(created())
      .when(set({ [field]: 'x' }))
      .thenRefused('FIELD_INVALID');
    given(created()).when(unset(field)).thenRefused('FIELD_INVALID');
  });

  it('are unset only where there is such a field, and the nearest is named otherwise', () => {
    const spec = given(created({ sprnt: 5, priority: 'low' }));
    spec
      .when(unset('sprnt'))
      .then({ type: 'FieldsChanged', data: { changes: { sprnt: { from: 5, to: null } } } });
    spec.when(unset('team', ['team'])).thenNothing();
    spec.when(unset('reviewer')).thenNothing();
    for (const unknown of ['prioritiy', '', 'title', 'toString'])
      spec.when(unset(unknown)).thenRefused('FIELD_INVALID', /There is no field/);
    spec.when(unset('prioritiy')).thenRefused('FIELD_INVALID', /./, { hint: 'Did you mean "priority"?' });
  });

  it.each<[string, string, object]>([
    ['prioritiy', 'Did you mean "priority"?', { field: 'prioritiy', nearest: ['priority'] }],
    ['title', 'A spec always has a title; give it another.', { field: 'title' }],
    [
      'zzzzzz',
      'There are: assignee, reviewer, priority, tags, depends_on, related, sprint, team.',
      { field: 'zzzzzz' },
    ],
  ])('named %j when unset are none: %s', (field, hint, details) => {
    const spec = evolve(ABSENT, created({ sprint: 5, tags: ['a'] }));
    const told = refusal(() => decide(unset(field, ['team', 'sprint']), spec));
    expect(told.hint).toBe(hint);
    expect(told.details).toStrictEqual(details);
  });

  it.each(['pressing', '', 'hihg'])('know no priority "%s"', (priority) => {
    given(created()).when(set({ priority })).thenRefused('FIELD_INVALID');
  });

  it('have the priority that a word stands for', () => {
    given(created())
      .when(set({ priority: 'URGENT' }))
      .then({ type: 'FieldsChanged', data: { changes: { priority: { from: null, to: 'critical' } } } });
  });

  it.each(['two\nlines', 'bell\u0007', '\u001b[31mred', '   ', 'x'.repeat(1001), '\ud800'])(
    'refuse %j as a text',
    (text) => {
      given(created())
        .when(set({ assignee: text }))
        .thenRefused('FIELD_INVALID');
    },
  );
});

describe('a field that every spec must carry', () => {
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

  it.each([{}, { force: true }, { force: true, reason: ' ' }, { reason: 'why' }])('stays with %j', (more) => {
    for (const command of takings(more))
      given(spec)
        .when(command)
        .thenRefused('FIELD_INVALID', /requires it of every spec/);
  });

  it('is named with what takes it away all the same', () => {
    const [, command] = takings({});
    expect(refusal(() => decide(command, evolve(ABSENT, spec)))).toMatchObject({
      message:
        '"sprint": the configuration requires it of every spec (frontmatter.required), and 001-user-login would lose it.',
      advice: [{ request: { spec: '001-user-login', unset: ['sprint'], force: true }, needs: ['reason'] }],
      details: { field: 'sprint' },
    });
  });

  it('is taken away by force, and the log keeps why', () => {
    for (const command of takings({ force: true, reason: 'no longer asked for' })) {
      const [event] = decide(command, evolve(ABSENT, spec));
      expect(event?.data).toMatchObject({ forced: true, reason: 'no longer asked for' });
    }
  });

  it.each<[string, SpecCommand]>([
    ['is another', { type: 'ChangeFields', data: { set: {}, unset: ['assignee'], declared: [], keeping } }],
    [
      'has another value',
      { type: 'ChangeFields', data: { set: { sprint: 6 }, unset: [], declared: [], keeping } },
    ],
    ['has members left', { type: 'ChangeTags', data: { remove: ['a'], keeping } }],
    ['is another set', { type: 'ChangeDependencies', data: { field: 'related', replace: [], keeping } }],
  ])('is not missed where what changes %s', (_, command) => {
    const [event] = decide(command, evolve(ABSENT, spec));
    expect(event?.data).toBeDefined();
    expect(event?.data).not.toHaveProperty('forced');
  });
});

describe('the sets of a spec', () => {
  it('add and remove members', () => {
    given(created({ tags: ['api', 'web'] }))
      .when({ type: 'ChangeTags', data: { add: ['db', 'api'], remove: ['web'] } })
      .then({ type: 'TagsChanged', data: { added: ['db'], removed: ['web'] } });
  });

  it('are replaced as additions and removals', () => {
    given(created({ tags: ['api', 'web'] }))
      .when({ type: 'ChangeTags', data: { replace: ['web', 'db'] } })
      .then({ type: 'TagsChanged', data: { added: ['db'], removed: ['api'] } });
  });

  it('stay when asked for what they hold', () => {
    given(created({ tags: ['api'] }))
      .when({ type: 'ChangeTags', data: { add: ['api'] } })
      .thenNothing();
  });

  it('lose members alone when nothing is added', () => {
    given(created({ tags: ['api', 'web'] }))
      .when({ type: 'ChangeTags', data: { remove: ['web'] } })
      .then({ type: 'TagsChanged', data: { added: [], removed: ['web'] } });
  });

  it('may be tags that are called like the spec', () => {
    given(created())
      .when({ type: 'ChangeTags', data: { add: ['001-user-login'] } })
      .then({ type: 'TagsChanged', data: { added: ['001-user-login'], removed: [] } });
  });

  it('that hold the spec itself already must let it go', () => {
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

  it('do not hold the spec itself', () => {
    given(created())
      .when({ type: 'ChangeDependencies', data: { field: 'depends_on', add: ['001-user-login'] } })
      .thenRefused('DEPENDENCY_CYCLE');
  });

  it('vanish from the frontmatter with their last member', () => {
    given(created({ tags: ['api'] }))
      .when({ type: 'ChangeTags', data: { remove: ['api'] } })
      .thenState(({ frontmatter }) => expect(frontmatter).not.toHaveProperty('tags'));
  });
});

describe('an observation', () => {
  it('tells scalars as changes and sets as members', () => {
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
    ['single values alone', { tags: ['a'], owner: 'kim' }, { changes: { owner: { from: null, to: 'kim' } } }],
    ['members alone', { tags: ['b'] }, { changes: {}, members: { tags: { added: ['b'], removed: ['a'] } } }],
    ['a set written as one text', { tags: 'a' }, { changes: { tags: { from: ['a'], to: 'a' } } }],
  ])('tells %s', (_what, seen, data) => {
    given(created({ tags: ['a'] }))
      .when({
        type: 'ObserveFrontmatter',
        data: { frontmatter: { status: 'planned', created: '2026-01-05', ...seen } },
      })
      .then({ type: 'FrontmatterEdited', data } as SpecEvent);
  });

  it('of when it was changed tells nothing: the log knows', () => {
    given(created({ updated: '2026-01-05' }))
      .when({
        type: 'ObserveFrontmatter',
        data: { frontmatter: { status: 'planned', created: '2026-01-05', updated: '2026-03-01' } },
      })
      .thenNothing();
  });

  it('of what is known tells nothing', () => {
    given(created({ tags: ['a', 'b'] }))
      .when({
        type: 'ObserveFrontmatter',
        data: { frontmatter: { status: 'planned', created: '2026-01-05', tags: ['b', 'a'] } },
      })
      .thenNothing();
  });
});
