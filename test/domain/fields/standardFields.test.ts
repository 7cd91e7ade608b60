import { describe, expect, it } from '@jest/globals';
import { fieldFilter, type FieldFilters, valueFilter } from '../../../src/domain/fields/fieldFilter.js';
import {
  customFieldValue,
  type GivenFields,
  isOfType,
  typedValue,
} from '../../../src/domain/fields/customField.js';
import type { SpecView } from '../../../src/domain/spec/specView.js';
import type { JsonObject, JsonValue } from '../../../src/domain/value/jsonValue.js';
import { aSpec } from '../../support/specBuilder.js';
import { expectRefusal, refusal } from '../../support/thrownError.js';
import { type CustomFieldType, DEFAULT_CONFIG } from '../../../src/domain/project/configuration.js';
import { scalarValue, validField } from '../../../src/domain/spec/operations/fields.js';
import {
  type FieldRow,
  insteadOfKept,
  isKeptByTool,
  keyNamed,
  singular,
  standardField,
} from '../../../src/domain/fields/standardFields.js';
import { isPriority } from '../../../src/domain/fields/statusAndPriority.js';
import { sizeRating } from '../../../src/domain/value/tokenEstimate.js';
import { fieldText } from '../../../src/domain/fields/fieldText.js';

const specs = [
  aSpec(1, { priority: 'high', tags: ['api', 'web'], assignee: 'kim' }),
  aSpec(2, { status: 'complete', priority: 'low', tags: ['api'], assignee: 'lee' }),
  aSpec(3, { status: null }),
];

const config = {
  ...DEFAULT_CONFIG.frontmatter,
  optional: ['owner'],
  required: ['team'],
  custom: { sprint: 'number', done: 'boolean', areas: 'array' },
} as const;
const rowOf = (key: string) => standardField(key) as FieldRow;

describe('A filter by fields', () => {
  it.each<[FieldFilters, readonly number[]]>([
    [{}, [1, 2, 3]],
    [{ status: undefined }, [1, 2, 3]],
    [{ status: ['planned'] }, [1]],
    [{ status: ['planned', 'complete'] }, [1, 2]],
    [{ status: [] }, []],
    [{ priority: ['high'], status: ['complete'] }, []],
    [{ tags: ['api'] }, [1, 2]],
    [{ tags: ['api', 'web'] }, [1]],
    [{ assignee: 'kim' }, [1]],
    [{ assignee: 'ki' }, []],
  ])('finds the specs with these values: %j finds %j', (filters, numbers) => {
    expect(specs.filter(fieldFilter(filters)).map(({ sequence }) => sequence)).toEqual(numbers);
  });

  it('is refused when a word is no value of its field', () => {
    expect(refusal(() => fieldFilter({ status: ['planned', 'dine' as 'complete'] })).message).toMatch(
      /"dine" is not a valid status/,
    );
  });
});

describe('A filter by any field values', () => {
  const found: readonly (readonly [SpecView, JsonObject])[] = [
    [
      aSpec(1, { assignee: 'kim', priority: 'critical', tags: ['ui', 'api'], group: 'v1' }),
      { status: 'planned', team: 'web', n: 5 },
    ],
    [
      aSpec(2, {
        status: null,
        problems: [{ code: 'FIELD_INVALID', field: 'status', message: 'status "done" is not one of …' }],
      }),
      { status: 'done', areas: ['a', 'b'] },
    ],
    [
      aSpec(3, {
        status: null,
        archivedAs: 'rejected',
        broken: true,
        problems: [{ code: 'FRONTMATTER_INVALID', message: 'bad' }],
      }),
      {},
    ],
  ];

  it.each<[GivenFields, readonly number[]]>([
    [{}, [1, 2, 3]],
    [{ status: undefined }, [1, 2, 3]],
    [{ status: 'unknown' }, [2]],
    [{ status: 'done' }, [2]],
    [{ status: 'Done' }, []],
    [{ status: 'TODO' }, [1]],
    [{ priority: 'Urgent' }, [1]],
    [{ 'archived-as': "won't do" }, [3]],
    [{ team: 'TODO' }, []],
    [{ team: 'web' }, [1]],
    [{ n: 5 }, [1]],
    [{ n: '5', team: 'web' }, [1]],
    [{ areas: ['b', 'a'] }, [2]],
    [{ areas: ['a', 'c'] }, []],
    [{ tag: 'ui' }, [1]],
    [{ assignee: '' }, [2, 3]],
    [{ team: 'unknown' }, []],
    [{ group: 'v1' }, [1]],
    [{ number: 2 }, [2]],
  ])('finds the specs with these values: %j finds %j', (where, numbers) => {
    const documents = found.map(([, one]) => one);
    const has = valueFilter(where, documents, (ref) => ({ ref }));
    expect(found.filter(([spec, one]) => has(spec, one)).map(([{ sequence }]) => sequence)).toEqual(numbers);
  });

  it('refuses a field that no spec has', () => {
    const documents = found.map(([, one]) => one);
    expect(() => valueFilter({ teem: 'web' }, documents, (ref) => ({ ref }))).toThrow('"teem"');
    expect(() => valueFilter({ teem: '' }, documents, (ref) => ({ ref }), ['teem'])).not.toThrow();
  });

  it('finds specs with an unknown status', () => {
    const views = found.map(([spec]) => spec);
    expect(views.filter(fieldFilter({ status: ['unknown'] })).map(({ sequence }) => sequence)).toEqual([2]);
    expect(views.filter(fieldFilter({ status: ['planned', 'unknown'] }))).toHaveLength(2);
  });
});

describe('a custom field', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['sprint', '5', 5],
    ['owner', ' kim ', 'kim'],
    ['team', 'web', 'web'],
  ])('%s reads %j as typed on the command line as %j', (key, given, value) => {
    expect(customFieldValue(key, given, config)).toBe(value);
  });

  it.each<[string, object]>([
    [
      'status',
      {
        message: 'status is not a custom field.',
        advice: [{ useCase: 'updateSpec', needs: ['spec', 'status'], to: 'set it in an existing spec' }],
        details: { field: 'status' },
      },
    ],
    [
      'tags',
      {
        hint: 'tags is a standard field: set it directly, not as a custom field.',
        details: { field: 'tags' },
      },
    ],
    [
      'risk',
      {
        message: 'risk is not a field of this project.',
        hint: 'Declare the field in .spectool/config.json: "frontmatter": {"custom": {"risk": "string"}}. Declared: sprint, done, areas.',
        details: { field: 'risk', declared: ['sprint', 'done', 'areas'] },
      },
    ],
    ['toString', { details: { field: 'toString', declared: ['sprint', 'done', 'areas'] } }],
    ['constructor', { hint: 'Use another name: this one is reserved. Declared: sprint, done, areas.' }],
    ['a b', { hint: expect.stringMatching(/^Use a name of the letters .* Declared:/) }],
    ['compliance', { hint: 'To use the field, set features.compliance to true in .spectool/config.json.' }],
  ])('cannot be named %s', (key, told) => {
    expectRefusal(() => customFieldValue(key, 'x', config), 'FIELD_INVALID', { ...told });
  });
});

describe('A value of a declared type', () => {
  it.each<[CustomFieldType, JsonValue, JsonValue]>([
    ['string', ' x ', 'x'],
    ['number', 5, 5],
    ['number', ' 12 ', 12],
    ['number', '-5', -5],
    ['number', '+5', 5],
    ['number', '5.', 5],
    ['number', '12.25', 12.25],
    ['number', '.25', 0.25],
    ['number', '1e3', 1000],
    ['number', '1E-3', 0.001],
    ['number', '1e+12', 1e12],
    ['boolean', true, true],
    ['boolean', ' true ', true],
    ['boolean', false, false],
    ['boolean', 'false', false],
    ['array', 'a, b,,c', ['a', 'b', 'c']],
    ['array', [1, true, ' x ', ' '], [1, true, 'x']],
    ['array', '', []],
    ['array', '["p q","r, s"]', ['p q', 'r, s']],
    ['array', ' [1, true, "x"] ', [1, true, 'x']],
    ['array', '[]', []],
    ['array', '[draft], b', ['[draft]', 'b']],
    ['array', '7', ['7']],
  ])('%s is read from %j as %j', (type, given, value) => {
    expect(typedValue('x', given, type)).toEqual(value);
  });

  it.each<[CustomFieldType, JsonValue, string]>([
    ['string', 5, 'a text'],
    ['string', ['a'], 'a text'],
    ...['5a', 'a5', 'x5', '5.x', '.x', 'e5', '1e', '1ex', '1e*5', '0x10', '', 'Infinity', '--5'].map(
      (text): [CustomFieldType, JsonValue, string] => ['number', text, 'a number'],
    ),
    ['number', true, 'a number'],
    ['number', null, 'a number'],
    ['number', Infinity, 'a number'],
    ['boolean', 'yes', 'true or false'],
    ['boolean', 1, 'true or false'],
    ['boolean', null, 'true or false'],
    ['array', 5, 'a list'],
    ['array', { a: 1 }, 'a list'],
    ['array', [null], 'a text, a number, true or false'],
    ['array', [['a']], 'a text, a number, true or false'],
    ['array', [NaN], 'a text, a number, true or false'],
    ['array', '[["a"]]', 'a text, a number, true or false'],
    ['array', '["a", null]', 'a text, a number, true or false'],
  ])('%s cannot be %j', (type, given, allowed) => {
    expectRefusal(() => typedValue('x', given, type), 'FIELD_INVALID', {
      message: expect.stringContaining(`is not ${allowed}.`),
      details: { field: 'x', allowed },
    });
  });

  it('cannot be a list of lists, however deep', () => {
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    expect(refusal(() => typedValue('x', deep, 'array')).message).toBe(
      'x: "[…]" is not a text, a number, true or false.',
    );
  });

  it.each<[CustomFieldType, JsonValue, boolean]>([
    ['array', [], true],
    ['array', 'a', false],
    ['string', 'a', true],
    ['string', [], false],
    ['number', 1, true],
    ['boolean', 1, false],
  ])('%s accepts %j unchanged: %s', (type, value, expected) => {
    expect(isOfType(value, type)).toBe(expected);
  });
});

describe('A standard field', () => {
  it('has a known word, a date or a text as its value', () => {
    expect(scalarValue(rowOf('priority'), 'high')).toBe('high');
    expect(scalarValue(rowOf('created'), '2026-01-05')).toBe('2026-01-05');
    expect(scalarValue(rowOf('assignee'), ' kim ')).toBe('kim');
    expect(refusal(() => scalarValue(rowOf('priority'), 5)).message).toMatch(/^"5" is not a valid priority/);
    expect(refusal(() => scalarValue(rowOf('assignee'), 5)).message).toMatch(/is not a text/);
    expect(refusal(() => scalarValue(rowOf('created'), '2026-02-30'))).toMatchObject({
      hint: 'Use a day that exists, such as 2026-01-05.',
      details: { field: 'created', allowed: 'YYYY-MM-DD' },
    });
  });

  it('is not an empty text, but can be unset', () => {
    for (const empty of [() => validField('assignee', ' '), () => typedValue('team', '', 'string')])
      expectRefusal(empty, 'FIELD_INVALID', { advice: [{ useCase: 'updateSpec', needs: ['spec'] }] });
    expect(refusal(() => validField('assignee', '')).advice).toMatchObject([
      { request: { unset: ['assignee'] } },
    ]);
  });

  it('has at most one line of a thousand characters', () => {
    expect(fieldText('x', 'x'.repeat(1000))).toHaveLength(1000);
    expect(fieldText('x', ' \u{1F600} ')).toBe('\u{1F600}');
    for (const text of ['x'.repeat(1001), 'x\udc00', '\ud800x', 'x\udc00\udc00'])
      expect(refusal(() => fieldText('x', text)).code).toBe('FIELD_INVALID');
    expect(refusal(() => fieldText('x', ' ')).hint).toBe(
      'Enter a text, or omit the field if it is optional.',
    );
    expect(refusal(() => fieldText('title', ' ')).hint).toBe(
      'A spec always has a title; choose another title.',
    );
  });

  it('is found by its key and by its name, in either spelling', () => {
    expect([' depends-on ', 'depends_on', 'dependsOn', 'tags', ' my-field '].map(keyNamed)).toEqual([
      'depends_on',
      'depends_on',
      'depends_on',
      'tags',
      'my-field',
    ]);
  });

  it('can be set by the user or only by spectool, and has a singular name', () => {
    expect(['status', 'id', 'tags', 'sprint'].map(isKeptByTool)).toEqual([true, true, false, false]);
    expect(['tags', 'status'].map((key) => singular(rowOf(key)))).toEqual(['tag', 'status']);
    for (const [key, to] of [
      ['status', 'set it in an existing spec'],
      ['created', 'set it in an existing spec'],
      ['completed', 'set it in a complete spec'],
    ] as const)
      expect(insteadOfKept(key)).toEqual({ advice: [{ useCase: 'updateSpec', needs: ['spec', key], to }] });
    expect(insteadOfKept('archived_as', true)).toMatchObject({ advice: [{ useCase: 'unarchiveSpecs' }] });
    expect(insteadOfKept('id')).toEqual({ hint: 'Omit id; spectool sets this field itself.' });
    expect(['low', 'urgent', 5].map(isPriority)).toEqual([true, false, false]);
  });
});

it.each([
  [0, 'optimal'],
  [1999, 'optimal'],
  [2000, 'good'],
  [3499, 'good'],
  [3500, 'consider splitting'],
  [5000, 'consider splitting'],
  [5001, 'should split'],
])('sizeRating rates a document of %d tokens as %s', (tokens, rating) => {
  expect(sizeRating(tokens)).toBe(rating);
});
