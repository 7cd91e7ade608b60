import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { editDocument, parseSpecDocument } from '../../../../src/adapters/storage/specs/fileSpecStore.js';
import { YamlFrontmatterParser } from '../../../../src/adapters/storage/specs/yamlFrontmatterParser.js';
import type { SpecDocument } from '../../../../src/domain/document/specDocument.js';
import { frontmatterDiff } from '../../../../src/domain/fields/fieldChange.js';
import type { JsonValue } from '../../../../src/domain/value/jsonValue.js';
import { realDocuments } from '../../../support/realDocuments.js';
import { refusal } from '../../../support/thrownError.js';
import { untouched } from '../../../support/withoutFrontmatterKeys.js';
import { anyCharacter } from '../../../support/anyCharacter.js';

const parser = new YamlFrontmatterParser();
const BODY = '\n# Title\n\nstatus: not this one\n';

type Changes = Record<string, JsonValue>;

function parsed(text: string): SpecDocument {
  return parseSpecDocument(text, parser);
}

function edited(text: string, changes: Changes): string {
  return editDocument(parsed(text), new Map(Object.entries(changes)), parser).text;
}

/** Returns the lines of the frontmatter after the edit. */
function block(lines: string, changes: Changes): string {
  const text = edited(`---\n${lines}---\n${BODY}`, changes);
  expect(text.startsWith('---\n') && text.endsWith(`---\n${BODY}`)).toBe(true);
  return text.slice(4, -(4 + BODY.length));
}

describe('editDocument', () => {
  it.each<[string, string, Changes, string]>([
    [
      'a value, keeping its comment',
      'status: planned # why\n',
      { status: 'complete' },
      'status: complete # why\n',
    ],
    ['a value in single quotes', "a: 'x' # c\n", { a: "it's" }, "a: 'it''s' # c\n"],
    ['a value in double quotes', 'a: "x"\n', { a: 'y "z" \\' }, 'a: "y \\"z\\" \\\\"\n'],
    ['a number in double quotes', 'a: "5"\n', { a: '6' }, 'a: "6"\n'],
    ['a value that then needs quotes', 'a: x\n', { a: '6' }, "a: '6'\n"],
    ['a quoted text to a number without quotes', "a: '5'\n", { a: 6 }, 'a: 6\n'],
    ['a text that ends with a quoted word', 'a: the \'x\'\nb: the "x"\n', { a: 'v', b: 'z' }, 'a: v\nb: z\n'],
    ['a value to a text of two lines, written on one line', "a: 'x'\n", { a: 'x\ny' }, 'a: "x\\ny"\n'],
    ['an empty value, keeping its comment', 'a: # later\nb: 1\n', { a: ['x'] }, 'a: [x] # later\nb: 1\n'],
    ['an empty value, keeping trailing spaces', 'a:  \n', { a: 'x' }, 'a: x  \n'],
    ['a value on its own line', 'a: # c\n  x\nb: 1\n', { a: 'v' }, 'a: v # c\nb: 1\n'],
    ['a block text', 'a: |\n  x\n  y\n\nb: 1\n', { a: 'z' }, 'a: z\n\nb: 1\n'],
    ['a text folded over lines', 'a: x\n  y\nb: 1\n', { a: 'z' }, 'a: z\nb: 1\n'],
    ['a mapping', 'a:\n  x: 1\n  y: 2\nb: 1\n', { a: 'z' }, 'a: z\nb: 1\n'],
    ['the value of a quoted key', '"a": x\n', { a: 'v' }, '"a": v\n'],
    [
      'frontmatter by removing a key',
      'a: 1\n# on b\nb:\n  - x\n  - y # c\nc: 2\n',
      { b: null },
      'a: 1\n# on b\nc: 2\n',
    ],
    ['nothing when a removed key is missing', 'a: 1\n', { b: null }, 'a: 1\n'],
    ['frontmatter by removing all keys', 'a: 1\nb: 2\n', { a: null, b: null }, ''],
  ])('changes the value of a key: %s', (_what, before, changes, after) => {
    expect(block(before, changes)).toBe(after);
  });

  it.each<[string, string, Changes, string]>([
    [
      'added to a flow list',
      't: [a,  "b" , c] # x\n',
      { t: ['a', 'b', 'c', 'd'] },
      't: [a,  "b" , c, d] # x\n',
    ],
    ['removed from a flow list', 't: [a, "b", c]\n', { t: ['a', 'c'] }, 't: [a, c]\n'],
    ['removed from the start', 't: [ a, "b", c ]\n', { t: ['b', 'c'] }, 't: [ "b", c ]\n'],
    ['removed from the end', 't: [ a, "b", c ]\n', { t: ['a', 'x, y'] }, "t: [ a, 'x, y' ]\n"],
    ['in another order', 't: [a, "b"]\n', { t: ['b', 'a'] }, 't: ["b", a]\n'],
    ['all replaced', 't: [a, "b"]\n', { t: ['c'] }, 't: [c]\n'],
    ['all removed', 't: [a, "b"]\n', { t: [] }, 't: []\n'],
    ['added to an empty list', 't: [] # x\n', { t: ['a'] }, 't: [a] # x\n'],
    [
      'added to a list of many lines',
      't: [\n  a, # one\n  b,\n]\n',
      { t: ['a', 'b', 'c'] },
      't: [\n  a, # one\n  b,\n  c,\n]\n',
    ],
    [
      'added in the middle and at the start',
      't: [a,  "b"]\n',
      { t: ['x', 'a', 'v', 'z', 'b'] },
      't: [x,  a,  v,  z,  "b"]\n',
    ],
    [
      'in unusual notations',
      'tags: [1.0, 0x10, yes, 007, ~]\n',
      { tags: ['1', '16', 'yes', '7', 'new'] },
      'tags: [1.0, 0x10, yes, 007, new, ~]\n',
    ],
    ['in their present order', 'tags: ["b", a]\n', { tags: ['a', 'b', 'c'] }, 'tags: ["b", c, a]\n'],
    [
      'of a set in a block list that contains null',
      'tags:\n  - 1.0 # one\n  - ~\n  # on x\n  - x\n',
      { tags: ['1', 'new'] },
      'tags:\n  - 1.0 # one\n  - new\n  - ~\n',
    ],
    ['in a block list', 't: # x\n  - a # one\n  - "b"\n', { t: ['b', 'c'] }, 't: # x\n  - "b"\n  - c\n'],
    [
      'in a block list without indentation',
      't:\n- a\n\n# on b\n- b\nu: 1\n',
      { t: ['a', 'c'] },
      't:\n- a\n- c\nu: 1\n',
    ],
    ['all removed from a block list', 't: # x\n  - a\n  - b\n', { t: [] }, 't: [] # x\n'],
    ['separated by commas without spaces', 't: [a,b,c]\n', { t: ['b', 'c', 'd'] }, 't: [b,c,d]\n'],
    ['before a comma at the end of the list', 't: [a, b, ]\n', { t: ['a'] }, 't: [a, ]\n'],
    [
      'on the line below their dash',
      't:\n  -\n    a\n  - b\nu: 1\n',
      { t: ['a', 'b', 'c'] },
      't: [a, b, c]\nu: 1\n',
    ],
    ['in a list of mappings', 't:\n  - x: 1\nu: 1\n', { t: [{ x: 1 }, 'a'] }, 't: [{"x":1}, a]\nu: 1\n'],
  ])('keeps the notation of the members of a list: %s', (_what, before, changes, after) => {
    expect(block(before, changes)).toBe(after);
  });

  it.each<[string, string, Changes, string]>([
    [
      'among others',
      'status: planned\nid: x\n',
      { priority: 'high' },
      'status: planned\npriority: high\nid: x\n',
    ],
    [
      'custom fields after id',
      'status: planned\nid: x\n',
      { sprint: 5 },
      'status: planned\nid: x\nsprint: 5\n',
    ],
    [
      'all kinds of fields, in order',
      'created: c\n',
      { sprint: 5, related: ['r'], depends_on: ['d'], id: 'i', tags: ['t'], priority: 'p', reviewer: 'l' },
      'reviewer: l\ncreated: c\npriority: p\ntags: [t]\nid: i\ndepends_on: [d]\nrelated: [r]\nsprint: 5\n',
    ],
    [
      'directly above created, in order with the fields there',
      'status: s\nassignee: a\ncreated: c\nid: i\n',
      { reviewer: 'r', completed: 'c' },
      'status: s\ncompleted: c\nassignee: a\nreviewer: r\ncreated: c\nid: i\n',
    ],
    [
      'beside created and id, in any position',
      'id: i\ntags: [t]\ncreated: c\nstatus: s\n',
      { assignee: 'a', priority: 'p', depends_on: ['d'], sprint: 5 },
      'id: i\ndepends_on: [d]\nsprint: 5\ntags: [t]\nassignee: a\ncreated: c\npriority: p\nstatus: s\n',
    ],
    [
      'in the order of earlier versions',
      'status: s\ncreated: c\npriority: p\nassignee: a\nsprint: 5\nid: i\nupdated: u\n',
      { tags: ['t'], reviewer: 'r', related: ['r'] },
      'status: s\nreviewer: r\ncreated: c\npriority: p\ntags: [t]\nassignee: a\nsprint: 5\nid: i\nrelated: [r]\nupdated: u\n',
    ],
    [
      'id before the fields that follow it',
      'status: s\ncreated_at: c\ntags: [t]\nrelated: [r]\nx: 1\n',
      { id: 'i', depends_on: ['d'], sprint: 5 },
      'status: s\ncreated_at: c\ntags: [t]\nid: i\ndepends_on: [d]\nrelated: [r]\nx: 1\nsprint: 5\n',
    ],
    [
      'above a comment on created',
      'status: s\n# the day\ncreated: c\n',
      { assignee: 'a' },
      'status: s\nassignee: a\n# the day\ncreated: c\n',
    ],
    [
      'above created when created comes first',
      'created: c\nstatus: s\n',
      { assignee: 'a' },
      'assignee: a\ncreated: c\nstatus: s\n',
    ],
    [
      'above created_at of other tools',
      'tags: [t]\ncreated_at: c\nstatus: s\n',
      { created: 'd', assignee: 'a' },
      'tags: [t]\nassignee: a\ncreated: d\ncreated_at: c\nstatus: s\n',
    ],
    ['several keys', 'id: x\n', { updated: 'u', status: 's' }, 'status: s\nid: x\nupdated: u\n'],
    ['updated last', 'id: x\nzzz: 1\n', { updated: 'u' }, 'id: x\nzzz: 1\nupdated: u\n'],
    ['after a text that keeps its blank lines', 'a: |+\n  x\n\n', { b: 'v' }, 'a: |+\n  x\n\nb: v\n'],
    ['with the indentation of the others', '  status: s\n', { id: 'v' }, '  status: s\n  id: v\n'],
    ['in empty frontmatter', '', { tags: ['a', '5'], status: 's' }, "status: s\ntags: [a, '5']\n"],
    ['in frontmatter with only a comment', '# c\n', { status: 's' }, '# c\nstatus: s\n'],
  ])('inserts a new key in the order of the keys: %s', (_what, before, changes, after) => {
    expect(block(before, changes)).toBe(after);
  });

  it('keeps a BOM, Windows line endings and a missing final newline', () => {
    expect(edited('\uFEFF---\r\na: 1\r\nt:\r\n  - x\r\n---\r\n# T', { a: 2, t: ['x', 'v'], b: 'i' })).toBe(
      '\uFEFF---\r\na: 2\r\nt:\r\n  - x\r\n  - v\r\nb: i\r\n---\r\n# T',
    );
    expect(edited('---\na: 1\n---', { a: 2 })).toBe('---\na: 2\n---');
  });

  it('adds frontmatter to a text without frontmatter', () => {
    expect(edited('\uFEFF# T\r\n', { id: 'i', status: 'planned' })).toBe(
      '\uFEFF---\r\nstatus: planned\r\nid: i\r\n---\r\n# T\r\n',
    );
    expect(edited('# T\nx\r\n', { status: 'planned', tags: null })).toBe(
      '---\nstatus: planned\n---\n# T\nx\r\n',
    );
    expect(edited('', { status: 'planned' })).toBe('---\nstatus: planned\n---\n');
  });

  it.each<[string, Changes]>([
    ['{a: 1, b: 2}\n', { a: 2 }],
    ['{a: 1}\n', { b: 2 }],
    ['a: &x 1\nb: *x\n', { a: 2 }],
    ['a: !!int 5\n', { a: 'x' }],
    ['? a\n: 1\n', { a: null }],
    ['a: |+\n  x\n\n', { a: null }],
  ])('changes no other key of the frontmatter %j, or fails', (lines, changes) => {
    const text = `---\n${lines}---\n`;
    let after: string;
    try {
      after = edited(text, changes);
    } catch (error) {
      expect(error).toMatchObject({ code: 'SPEC_BROKEN' });
      return;
    }
    expect(untouched(parsed(after), Object.keys(changes))).toBe(
      untouched(parsed(text), Object.keys(changes)),
    );
  });

  it('fails with the line number when an edit could change other text', () => {
    const error = refusal(() => edited('---\nz: 1\na: &x 1\nb: *x\n---\n', { a: 2 }));
    expect(error).toMatchObject({ code: 'SPEC_BROKEN', details: { line: 4 } });
  });

  it.each([
    '---\na: [\n---\n',
    '---\na: 1\n',
    '---js\na\n---\n',
    '---\n<<<<<<< a\nb: 1\n=======\n>>>>>>> c\n---\n',
  ])('refuses to edit the broken document %j', (text) => {
    expect(refusal(() => edited(text, { a: 1 })).code).toBe('SPEC_BROKEN');
  });
});

const text = fc.oneof(
  fc.constantFrom(
    ...'x|5|true|2025-11-01|a: b|# c|- d|it\'s|"q"| pad |a\nb|\u001b[0m|~|[x]|é日本|yes|a, b'.split('|'),
    '',
  ),
  fc.string({ unit: anyCharacter, maxLength: 12 }).filter((value) => !/\p{Cs}/u.test(value)),
);
const scalar = fc.oneof(text, fc.integer(), fc.boolean());
const value: fc.Arbitrary<JsonValue> = fc.oneof(scalar, fc.array(text, { maxLength: 4 }), fc.constant(null));
const keys = ['status', 'tags', 'sprint', 'id', 'new-one', 'updated'] as const;
const written = fc.constantFrom(
  ' planned', " 'single'", ' "double"', ' planned # why', '', ' # none', ' [a, b]', " ['a', \"b\"] # c", ' []', '\n  - a\n  - b # x', '\n- a\n# y\n- "b"', ' # l\n  - 1',
  ' |\n  many\n  lines', ' >-\n  folded\n  text', ' 2025-11-01', ' 5', ' true', ' {x: 1}', '\n  x: 1\n  y: [a]', '\n  - x: 1\n    y: 2', ' plain\n  goes on', ' [\n  a, # 1\n  b\n  ]',
); // prettier-ignore
const frontmatter = fc
  .uniqueArray(fc.constantFrom(...keys, 'other'), { maxLength: 6 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((key) =>
        fc.tuple(fc.constant(key), written, fc.constantFrom('', '', '# comment\n', '\n')),
      ),
    ),
  );
const document = fc
  .tuple(
    frontmatter,
    fc.constantFrom('\n', '\r\n'),
    fc.boolean(),
    fc.constantFrom('', '\n# T\n\ntext', '\nstatus: x\n---\n'),
  )
  .map(([entries, newline, bom, body]) => {
    const lines = entries.map(([key, content, before]) => `${before}${key}:${content}\n`).join('');
    return (bom ? '\uFEFF' : '') + `---\n${lines}---\n${body}`.replaceAll('\n', newline);
  });
const changes = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4, noNullPrototype: true });

interface Member {
  readonly value: string;
  readonly written: string;
  readonly comment: string;
}

/** Functions that write a YAML list, each in another layout. */
const LAYOUTS: readonly ((members: readonly Member[]) => string)[] = [
  ...[', ', ',', ' , ', ',  ', ',\n    '].map(
    (comma) => (all: readonly Member[]) => ` [${all.map((m) => m.written).join(comma)}]`,
  ),
  (all) => ` [ ${all.map((m, i) => m.written + (i % 2 === 0 ? ', ' : ',\n   ')).join('')} ]`,
  (all) => ` [\n${all.map((m) => `  ${m.written}, ${m.comment}\n`).join('')}]`,
  (all) => ` [\n${all.map((m) => `  ${m.comment}\n  ${m.written} ,\n`).join('')}  ]`,
  (all) => ` [\n  ${all.map((m) => `${m.written} ${m.comment}\n`).join('  , ')}  ]`,
  (all) => all.map((m) => `\n  -  ${m.written} ${m.comment}`).join(''),
  (all) => all.map((m, i) => `${i === 0 ? '' : `\n${m.comment}`}\n- ${m.written}`).join(''),
];
const writtenList = fc
  .tuple(fc.constantFrom(...LAYOUTS), fc.array(fc.constantFrom('', "'", '"'), { minLength: 1, maxLength: 5 }))
  .map(([write, quotes]) => {
    const members = quotes.map((quote, i): Member => {
      const value = `member-${String(i)}`;
      return { value, written: quote + value + quote, comment: `# on ${value}, [why` };
    });
    return { members, text: write(members) };
  });

describe('editDocument on random frontmatter', () => {
  it('writes the new values and keeps every byte of the other lines', () => {
    fc.assert(
      fc.property(document, changes, (source, wanted) => {
        const before = parsed(source);
        expect(before.problem).toBeUndefined();
        const after = editDocument(before, new Map(Object.entries(wanted)), parser);
        for (const key of new Set([...Object.keys(before.frontmatter), ...Object.keys(wanted)])) {
          const expected = Object.hasOwn(wanted, key) ? wanted[key] : before.frontmatter[key];
          // The order of a field whose value is a set, such as tags, does not count.
          const isSame =
            frontmatterDiff({ [key]: after.frontmatter[key] ?? null }, { [key]: expected ?? null }).size ===
            0;
          if (!isSame) expect(after.frontmatter[key] ?? null).toEqual(expected ?? null);
        }
        expect(untouched(after, Object.keys(wanted))).toBe(untouched(before, Object.keys(wanted)));
        expect(after.text.slice(after.bodyStart)).toBe(before.text.slice(before.bodyStart));
      }),
      { numRuns: 1500 },
    );
  });

  it('keeps the notation and the comments of the remaining members of a list', () => {
    fc.assert(
      fc.property(
        writtenList,
        fc.infiniteStream(fc.constantFrom('stay', 'stay', 'go', 'new')),
        (list, moves) => {
          const wanted = list.members.flatMap((member) => {
            const [move] = moves.take(1);
            return move === 'go'
              ? []
              : move === 'new'
                ? [member.value, `new ${member.value}`]
                : [member.value];
          });
          fc.pre(wanted.length > 0);
          const after = edited(`---\nx:${list.text}\nz: 1\n---\n`, { x: wanted });
          expect(parsed(after).frontmatter).toEqual({ x: wanted, z: 1 });
          for (const { value, written, comment } of list.members) {
            if (!wanted.includes(value)) continue;
            expect(after).toContain(written);
            if (list.text.includes(comment)) expect(after).toContain(comment);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('restores a document byte by byte when an edit is reversed', () => {
    fc.assert(
      fc.property(fc.constantFrom('planned', "'planned'", '"planned" # c'), text, (was, other) => {
        const source = `---\nstatus: ${was}\ntags: [a, b]\n---\n`;
        const there = editDocument(
          parsed(source),
          new Map<string, JsonValue>([
            ['status', other],
            ['tags', ['a', 'b', 'c']],
          ]),
          parser,
        );
        const back = editDocument(
          there,
          new Map<string, JsonValue>([
            ['status', 'planned'],
            ['tags', ['a', 'b']],
          ]),
          parser,
        );
        if (was !== 'planned' && !/[\p{C}\p{Zl}\p{Zp}]/u.test(other)) expect(back.text).toBe(source);
        expect(back.frontmatter).toEqual(parsed(source).frontmatter);
      }),
    );
  });

  it('changes only the lines of the edited fields in real specs', () => {
    const wanted = new Map<string, JsonValue>(
      Object.entries({ status: 'in-progress', priority: 'critical', assignee: 'kim', team_size: 5 }),
    );
    for (const { name, text: source } of realDocuments()) {
      const before = parsed(source);
      if (before.problem !== undefined) continue;
      const tags = Array.isArray(before.frontmatter['tags']) ? (before.frontmatter['tags'] as string[]) : [];
      const all = new Map<string, JsonValue>([...wanted, ['tags', [...tags.slice(1), 'new one']]]);
      const after = editDocument(before, all, parser);
      expect([name, untouched(after, all.keys())]).toEqual([name, untouched(before, all.keys())]);
      expect(after.frontmatter).toMatchObject(Object.fromEntries(all));
    }
  });
});
