import { describe, expect, it } from '@jest/globals';
import type { Ending } from '../../../src/domain/spec/operations/archive.js';
import { created, given } from '../givenWhenThen.js';
import { DEFAULT_CONFIG } from '../../../src/domain/project/configuration.js';
import type { SpecCommand } from '../../../src/domain/spec/specCommands.js';
import { decide } from '../../../src/domain/spec/specCommands.js';
import { ABSENT } from '../../../src/domain/spec/spec.js';
import type { TemplateDefault } from '../../../src/domain/template/template.js';
import type { JsonValue } from '../../../src/domain/value/jsonValue.js';
import { refusal } from '../../support/thrownError.js';

const archive = (ending?: Ending, reason?: string) => ({
  type: 'Archive' as const,
  data: { ...(ending && { ending }), ...(reason !== undefined && { reason }) },
});
const unarchive = { type: 'Unarchive', data: {} } as const;
const put = { type: 'SpecArchived', data: {} } as const;
const fields = (changes: Record<string, { from: string | null; to: string | null }>) =>
  ({ type: 'FieldsChanged', data: { changes } }) as const;
const rejected = fields({ archived_as: { from: null, to: 'rejected' } });

type Creation = Extract<SpecCommand, { type: 'CreateSpec' }>['data'];

const defaults = (values: Readonly<Record<string, JsonValue>>, filled: Partial<TemplateDefault> = {}) => ({
  file: 'spec-template.md',
  defaults: new Map(
    Object.entries(values).map(([key, value]) => [key, { value, isFilled: false, unknown: [], ...filled }]),
  ),
});
const create = (changes: Partial<Creation> = {}): SpecCommand => ({
  type: 'CreateSpec',
  data: {
    id: 'abc',
    sequence: 1,
    name: 'user-login',
    title: 'User login',
    created: '2026-02-01',
    given: {},
    template: defaults({}),
    groups: [],
    config: DEFAULT_CONFIG,
    ...changes,
  },
});
const withFields = (custom: typeof DEFAULT_CONFIG.frontmatter.custom) => ({
  ...DEFAULT_CONFIG,
  frontmatter: { ...DEFAULT_CONFIG.frontmatter, custom },
});

describe('An archived spec', () => {
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

it('A spec whose group differs from its fields moves into the group of its fields, or out of every group', () => {
  const regroup = (to: string) => ({ type: 'Regroup', data: { to } }) as const;
  const went = (from: string | null, to: string | null) =>
    ({ type: 'SpecRenamed', data: { group: { from, to } } }) as const;
  given(created()).when(regroup('v1')).then(went(null, 'v1'));
  given(created(), went(null, 'v1')).when(regroup('')).then(went('v1', null));
  given(created(), went(null, 'v1')).when(regroup('v1')).thenNothing();
});

describe('A new spec', () => {
  it('is planned, and has today as creation date', () => {
    given()
      .when(create())
      .then({
        type: 'SpecCreated',
        data: {
          sequence: 1,
          name: 'user-login',
          ref: '001-user-login',
          archived: false,
          title: 'User login',
          frontmatter: { status: 'planned', created: '2026-02-01', id: 'abc' },
        },
      });
  });

  it('is refused when the spec exists', () => {
    given(created())
      .when(create())
      .thenRefused('SPEC_EXISTS', /001-user-login/);
  });

  it('has the given fields in the standard order, lists without duplicates, and no empty fields', () => {
    given()
      .when(
        create({
          given: {
            related: ['002-b'],
            dependsOn: ['003-c', '003-c'],
            reviewer: ' lee ',
            tags: [],
            priority: 'high',
            fields: { sprint: 5, unused: undefined },
          },
          config: withFields({ sprint: 'number' }),
        }),
      )
      .thenState(({ frontmatter }) =>
        expect(Object.entries(frontmatter)).toEqual([
          ['status', 'planned'],
          ['reviewer', 'lee'],
          ['created', '2026-02-01'],
          ['priority', 'high'],
          ['id', 'abc'],
          ['depends_on', ['003-c']],
          ['related', ['002-b']],
          ['sprint', 5],
        ]),
      );
  });

  it('has the defaults of its template in fields that are not given', () => {
    const template = defaults({
      status: 'complete',
      created: '1999-01-01',
      id: 'zzz',
      priority: 'low',
      tags: 'api, web',
      assignee: '',
      sprint: 1,
      owner: 'kim',
    });
    given()
      .when(
        create({
          template,
          given: { priority: 'high', fields: { sprint: 2 } },
          config: withFields({ sprint: 'number' }),
        }),
      )
      .thenState(({ frontmatter }) =>
        expect(frontmatter).toEqual({
          status: 'planned',
          created: '2026-02-01',
          priority: 'high',
          tags: ['api', 'web'],
          owner: 'kim',
          sprint: 2,
          id: 'abc',
        }),
      );
  });

  it('has the default of its template in a field that is given empty', () => {
    const config = withFields({ areas: 'array' });
    given()
      .when(
        create({
          given: { tags: [] },
          template: defaults({ tags: 'api', related: [], areas: [], owner: null }),
          config,
        }),
      )
      .thenState(({ frontmatter }) =>
        expect(frontmatter).toEqual({ status: 'planned', created: '2026-02-01', tags: ['api'], id: 'abc' }),
      );
  });

  it('has the value "pending" in fields of its features, unless other text is given', () => {
    const features = { ...DEFAULT_CONFIG.features, compliance: true, approvals: true };
    const fieldsOf = (custom: typeof DEFAULT_CONFIG.frontmatter.custom, changes: Partial<Creation> = {}) => {
      let found: object = {};
      given()
        .when(create({ config: { ...withFields(custom), features }, ...changes }))
        .thenState(({ frontmatter: { status: _s, created: _c, id: _i, ...rest } }) => (found = rest));
      return found;
    };
    expect(fieldsOf({})).toEqual({ compliance: 'pending', approval: 'pending' });
    expect(fieldsOf({ compliance: 'string', approval: 'boolean' })).toEqual({ compliance: 'pending' });
    expect(fieldsOf({ compliance: 'string' }, { given: { fields: { compliance: 'soc2' } } })).toEqual({
      compliance: 'soc2',
      approval: 'pending',
    });
    expect(fieldsOf({}, { template: defaults({ compliance: 'gdpr', approval: '' }) })).toEqual({
      compliance: 'gdpr',
      approval: 'pending',
    });
  });

  it.each<[string, Partial<Creation>, string, object]>([
    [
      'the hint names a placeholder without a value',
      {
        template: defaults({ sprint: '{lead}' }, { isFilled: true, unknown: ['lead'] }),
        config: withFields({ sprint: 'number' }),
      },
      "There is no value for the placeholder {lead}. Correct sprint in the template's frontmatter.",
      { field: 'sprint', allowed: 'a number' },
    ],
    [
      'the hint suggests the nearest value',
      { template: defaults({ priority: 'hihg' }) },
      "Did you mean high? Correct priority in the template's frontmatter.",
      { field: 'priority', allowed: ['low', 'medium', 'high', 'critical'], nearest: ['high'] },
    ],
    [
      'the hint does not advise unset',
      { template: defaults({ assignee: '  ' }) },
      "Correct assignee in the template's frontmatter.",
      { field: 'assignee' },
    ],
  ])('is refused when its template has a wrong default: %s', (_what, changes, hint, details) => {
    const { data } = create(changes) as Extract<SpecCommand, { type: 'CreateSpec' }>;
    expect(refusal(() => decide({ type: 'CreateSpec', data }, ABSENT))).toMatchObject({ hint, details });
  });

  it.each<[string, Partial<Creation>, RegExp]>([
    ['an unknown priority', { given: { priority: 'purple' } }, /"purple" is not a valid priority/],
    ['a text of two lines', { given: { assignee: 'a\nb' } }, /assignee/],
    ['an object in place of a text', { given: { assignee: { a: 1 } as unknown as string } }, /assignee/],
    ['an undeclared field', { given: { fields: { sprint: 5 } } }, /sprint is not a field/],
    [
      'a default of the wrong type',
      { template: defaults({ priority: 'purple' }) },
      /^\.spectool\/templates\/spec-template\.md: "purple" is not a valid priority/,
    ],
    ['a list where one person is named', { template: defaults({ assignee: ['kim'] }) }, /assignee/],
    ['a mapping among tags', { template: defaults({ tags: [{ a: 1 }] }) }, /tags/],
  ])('is refused with %s', (_what, changes, message) => {
    given().when(create(changes)).thenRefused('FIELD_INVALID', message);
  });

  it('is in the group that its fields name', () => {
    const config = {
      ...withFields({ milestone: 'string' }),
      structure: { ...DEFAULT_CONFIG.structure, pattern: 'custom', groupExtractor: 'm-{milestone}' },
    };
    given()
      .when(create({ given: { fields: { milestone: 'one' } }, config }))
      .thenState(({ labels }) => expect(labels.group).toBe('m-one'));
    given()
      .when(create({ config }))
      .thenRefused('FIELD_INVALID', /field "milestone" is missing/);
  });
});

describe('A spec found without a log', () => {
  const data = {
    sequence: 1,
    name: 'user-login',
    ref: '001-user-login',
    archived: false,
    title: 'User login',
    frontmatter: { status: 'odd', owner: 'kim' },
  };

  it('is imported with the fields it has', () => {
    given().when({ type: 'ImportSpec', data }).then({ type: 'SpecImported', data });
    given(created()).when({ type: 'ImportSpec', data }).thenRefused('SPEC_EXISTS');
    const odd = { tags: 'api', related: [2, '003-c'] };
    given({ type: 'SpecImported', data: { ...data, frontmatter: odd } })
      .when({ type: 'Archive', data: {} })
      .thenState(({ frontmatter }) => expect(frontmatter).toEqual(odd));
  });

  it('is one spec when two branches import it, with the later values and the list members of both', () => {
    given(
      {
        type: 'SpecImported',
        data: { ...data, frontmatter: { owner: 'kim', tags: ['a', 'b'], related: ['x'] } },
      },
      { type: 'SpecImported', data: { ...data, frontmatter: { owner: 'lee', tags: ['c', 'a'] } } },
    )
      .when({ type: 'ChangeTags', data: { remove: ['b'] } })
      .thenState(({ frontmatter }) =>
        expect(frontmatter).toEqual({ owner: 'lee', tags: ['a', 'c'], related: ['x'] }),
      );
  });
});

describe('A spec that was never created', () => {
  it.each<SpecCommand>([
    { type: 'Archive', data: {} },
    { type: 'Retitle', data: { title: 'x' } },
    { type: 'ChangeStatus', data: { to: 'complete', today: '2026-02-01' } },
  ])('refuses the change $type', (command) => {
    given().when(command).thenRefused('SPEC_NOT_FOUND');
  });

  it('can still be computed from the events of its log', () => {
    given({ type: 'SpecArchived', data: {} })
      .when({ type: 'Unarchive', data: {} })
      .then({ type: 'SpecUnarchived', data: {} });
    given({ type: 'TagsChanged', data: { added: ['a'], removed: [] } })
      .when({ type: 'Retitle', data: { title: 'x' } })
      .thenState(({ labels, title, frontmatter }) => {
        expect(labels).toEqual({ sequence: null, name: '', ref: '', archived: false });
        expect(title).toBe('x');
        expect(frontmatter).toEqual({ tags: ['a'] });
      });
  });
});
