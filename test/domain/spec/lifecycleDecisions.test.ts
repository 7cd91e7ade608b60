import { describe, expect, it } from '@jest/globals';
import { created, given } from '../givenWhenThen.js';
import { DEFAULT_CONFIG } from '../../../src/domain/project/configuration.js';
import type { SpecCommand } from '../../../src/domain/spec/specEvents.js';
import type { TemplateDefault } from '../../../src/domain/template/template.js';
import type { JsonValue } from '../../../src/domain/value/jsonValue.js';
import type { Ending } from '../../../src/domain/spec/archiveOutcome.js';

const archive = (ending?: Ending, reason?: string) => ({
  type: 'Archive' as const,
  data: { ...(ending && { ending }), ...(reason !== undefined && { reason }) },
});
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

describe('A new spec', () => {
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

  it.each<[string, Partial<Creation>, RegExp]>([
    ['an unknown priority', { given: { priority: 'purple' as 'high' } }, /"purple" is not a valid priority/],
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
