import { describe, expect, it } from '@jest/globals';
import { mergeDocument, mergedOrder } from '../../../src/domain/merging/mergeDocument.js';
import fc from 'fast-check';
import { NoRepository } from '../../../src/adapters/memory/testDoubles.js';
import { parseSpecDocument } from '../../../src/adapters/storage/specs/fileSpecStore.js';
import { YamlFrontmatterParser } from '../../../src/adapters/storage/specs/yamlFrontmatterParser.js';
import type { LogRecord } from '../../../src/domain/log/records/record.js';
import { orderRecords } from '../../../src/domain/log/records/recordOrderAndFormat.js';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import type { JsonValue } from '../../../src/domain/value/jsonValue.js';
import { mirrored } from '../../support/mergeLines.js';
import { aRecord } from '../../support/recordBuilder.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { created } from '../givenWhenThen.js';
import { gitRepository } from '../../support/gitRepositoryPorts.js';

const parser = new YamlFrontmatterParser();
const tools = {
  parse: (text: string) => parseSpecDocument(text, parser),
  format: (value: JsonValue) => parser.format(value),
  mergeText: (ours: string, base: string, theirs: string, markerSize?: number) =>
    new NoRepository().mergeText(ours, base, theirs, markerSize === undefined ? {} : { markerSize }),
  isBaseKnown: true,
};
/** The lines of a text that has `; ` between them. */
const lines = (text: string) => `${text.replaceAll('; ', '\n')}\n`;
const document = (block: string, body = '\n# A\n') => `---\n${block}---\n${body}`;
const merge = (base: string, ours: string, theirs: string, records?: readonly LogRecord[]) =>
  mergeDocument({ base, ours, theirs }, records && orderRecords(records), tools);

/** Returns the lines of the frontmatter after the merge, and expects the same when the sides are exchanged. */
function merged(base: string, ours: string, theirs: string, records?: readonly LogRecord[]) {
  const [one, other] = [
    merge(document(base), document(ours), document(theirs), records),
    merge(document(base), document(theirs), document(ours), records),
  ];
  expect(other).toEqual(one && { ...one, text: mirrored(one.text) });
  return one?.text.slice(4, one.text.lastIndexOf('---'));
}

const BASE = 'status: planned\ncreated: 2026-01-05\n';
const field = (name: string, from: JsonValue, to: JsonValue): SpecEvent => ({
  type: 'FieldsChanged',
  data: { changes: { [name]: { from, to } } },
});
const first = aRecord(1, [], [created()]);

it('The order of keys in a merged frontmatter puts an added key after the key that it follows on its side', () => {
  const sides = { base: ['a', 'b'], ours: ['a', 'x', 'b'], theirs: ['a', 'b', 'y', 'z'] };
  expect(mergedOrder(sides)).toEqual(['a', 'x', 'b', 'y', 'z']);
});

describe('A merge of two documents, field by field,', () => {
  it.each<[string, string, string, string, string]>([
    ['fields of either side', 'a: 1; b: 2', 'a: 9; b: 2', 'a: 1; b: 8', 'a: 9; b: 8'],
    ['digits, quotes and comments', 'a: 1; b: 2', 'a: 1.20 # o; b: 2', "a: 1; b: 'x'", "a: 1.20 # o; b: 'x'"],
    [
      'a block scalar beside a mapping',
      'a: 1; m: {a: 1.0}',
      'a: |;   one; ;   two; m: {a: 1.0}',
      'a: 1; m: {a: 2.0}',
      'a: |;   one; ;   two; m: {a: 2.0}',
    ],
    ['another notation of the same value', 'a: 1; b: x', 'a: 0x1; b: x', 'a: 1; b: y', 'a: 0x1; b: y'],
    ['a field that one side removed', 'a: 1; b: 2; c: 3', 'a: 1; c: 3', 'a: 1; b: 2; c: 4', 'a: 1; c: 4'],
    ['a field that both sides removed', 'a: 1; b: 2', 'a: 1', 'a: 1', 'a: 1'],
    ['a field that both sides changed alike', 'a: 1', 'a: 2', 'a: 2', 'a: 2'],
    ['fields that both added', 'a: 1', 'a: 1; p: 1; q: 2', 'a: 1; t: [a]', 'a: 1; p: 1; q: 2; t: [a]'],
    ['keys in place', 'a: 1; id: x', 'a: 1; n: 0; id: x', 'a: 1; id: x; m: 0', 'a: 1; n: 0; id: x; m: 0'],
    ['an order of one side', 'a: 1; b: 2; c: 3', 'c: 3; a: 1; b: 2', 'a: 1; b: 9; c: 3', 'c: 3; a: 1; b: 9'],
    [
      'comments between fields and after the last one',
      'a: 1; # on b; b: 2',
      '# top; a: 1; # on b; b: 2',
      'a: 1; # about b; b: 2; # end',
      '# top; a: 1; # about b; b: 2; # end',
    ],
    ['an empty field', 'a: 1', 'a: 1; assignee:', 'a: 2', 'a: 2; assignee:'],
    [
      'an unchanged list',
      'tags: [1.0, 0x10, ~]; a: 1',
      'tags: [1.0, 0x10, ~]; a: 2',
      'tags: [1.0, 0x10, ~]; a: 1; b: 1',
      'tags: [1.0, 0x10, ~]; a: 2; b: 1',
    ],
    ['later `updated`', 'updated: 1', 'updated: 2026-01-05', 'updated: 2026-01-06', 'updated: 2026-01-06'],
    ['no `updated` if one side removed it', 'updated: 1; a: 1', 'a: 1', 'updated: 2; a: 1', 'a: 1'],
  ])('takes the notation of the side that changed a field: %s', (_what, base, ours, theirs, expected) => {
    expect(merged(lines(base), lines(ours), lines(theirs))).toBe(lines(expected));
  });

  it('takes line ends, byte order mark and frontmatter delimiters from the side that changed them', () => {
    const base = document('a: 1\nb: 2\n');
    const ours = `\uFEFF${document('a: 2\nb: 2\n').replaceAll('\n', '\r\n')}`;
    const theirs = '--- yaml\na: 1\nb: 3\n...\n\n# A\n';
    const expected = '\uFEFF---\r\na: 2\r\nb: 3\r\n...\r\n\r\n# A\r\n';
    expect(merge(base, ours, theirs.replace('--- yaml', '---'))?.text).toBe(expected);
    expect(merge(base, theirs.replace('--- yaml', '---'), ours)?.text).toBe(expected);
    expect(merge('---\na: 1\n---', '---\na: 2\n---', '---\na: 1\n---\nText\n')?.text).toBe(
      '---\na: 2\n---\nText\n',
    );
  });

  it('takes the whole frontmatter of the only side that changed it when several fields are on one line', () => {
    const merged = merge(
      document('{a: 1, b: 2}\n'),
      document('{a: 1, b: 0x2}\n'),
      document('{a: 1, b: 2}\n', '\n# B\n'),
    );
    expect(merged?.text).toBe(document('{a: 1, b: 0x2}\n', '\n# B\n'));
    expect(
      merge(document('{a: 1, b: 2}\n'), document('{a: 1, b: 3}\n'), document('{a: 2, b: 2}\n')),
    ).toBeUndefined();
  });
});

describe('A merged field that both sides changed', () => {
  it('has the value of the log, in the notation of the side that has this value', () => {
    const high = aRecord(2, [first], [field('priority', null, 'high')]);
    const low = aRecord(3, [first], [field('priority', null, 'low')]);
    const [ours, theirs] = [`${BASE}priority: "high"\n`, `${BASE}priority: 'low'\n`];
    expect(merged(BASE, ours, theirs, [first, high, low])).toBe(theirs);
    const later = aRecord(4, [high], [field('priority', 'high', 'high')]);
    expect(merged(BASE, ours, theirs, [first, high, low, later])).toBe(ours);
  });

  it('is merged line by line when there is no log', () => {
    const [ours, theirs] = [`${BASE}owner: kim\n`, `${BASE}owner: lee\n`];
    expect(merged(BASE, ours, theirs)).toBeUndefined();
    expect(merged(BASE, `${BASE}tags: [a]\n`, `${BASE}tags: [b]\n`)).toBeUndefined();
  });

  it('gets conflict marks when both sides wrote it by hand, and everything else is merged', () => {
    const ours = `${BASE.replace('planned', 'complete')}# ours\nowner: 'kim' # they know it\nid: x\n`;
    const theirs = `${BASE}owner: lee\npriority: high\nid: x\n`;
    const marks = "<<<<<<< ours\nowner: 'kim' # they know it\n=======\nowner: lee\n>>>>>>> theirs\n";
    const expected = `${BASE.replace('planned', 'complete')}# ours\n${marks}priority: high\nid: x\n`;
    expect(merged(`${BASE}id: x\n`, ours, theirs, [])).toBe(expected);
    expect(merged(`${BASE}id: x\n`, ours, theirs, [first])).toBe(expected);
    const both = merge(document(BASE), document(ours, '\nx\n'), document(theirs, '\ny\n'), [first]);
    expect(both).toMatchObject({ conflicts: 2 });
  });

  it('gets conflict marks when one side wrote it by hand and the other removed it', () => {
    const base = `${BASE}owner: jo\n`;
    expect(merged(base, BASE, `${BASE}owner: kim\n`, [])).toBe(
      `${BASE}<<<<<<< ours\n=======\nowner: kim\n>>>>>>> theirs\n`,
    );
  });

  it('has the value that one side wrote by hand when the other value is in the log', () => {
    const high = aRecord(2, [first], [field('priority', null, 'high')]);
    const byHand = `${BASE}priority: odd # by hand\n`;
    expect(merged(BASE, `${BASE}priority: high\n`, byHand, [first, high])).toBe(byHand);
  });

  it('contains the members that the log has', () => {
    const base = `${BASE}tags: [a, b]\n`;
    const start = aRecord(1, [], [created({ tags: ['a', 'b'] })]);
    const x = aRecord(2, [start], [{ type: 'TagsChanged', data: { added: ['x'], removed: ['a'] } }]);
    const y = aRecord(3, [start], [{ type: 'TagsChanged', data: { added: ['y'], removed: [] } }]);
    expect(merged(base, `${BASE}tags: [b, "x"]\n`, `${BASE}tags: [a, b, 'y']\n`, [start, x, y])).toBe(
      `${BASE}tags: [b, "x", 'y']\n`,
    );
  });

  it('has the value of the log when one side changed it and then changed it back', () => {
    const high = aRecord(2, [first], [field('priority', null, 'high')]);
    const low = aRecord(3, [first], [field('priority', null, 'low')]);
    const back = aRecord(4, [low], [field('priority', 'low', null)]);
    expect(merged(BASE, `${BASE}priority: high\n`, `${BASE}a: 1\n`, [first, high, low, back])).toBe(
      `${BASE}a: 1\n`,
    );
  });
});

describe('Comments in merged frontmatter', () => {
  const list = (above: string, ...members: readonly string[]) =>
    `tags:\n${above}${members.map((member) => `  - ${member}\n`).join('')}`;

  it.each<[string, string, string, string, string]>([
    [
      'in a list to which the other side added a member',
      list('', 'a', 'b', 'c'),
      list('  # agreed\n', 'a', 'b', 'c'),
      list('', 'a', 'b', 'c', 'd'),
      list('  # agreed\n', 'a', 'b', 'c', 'd'),
    ],
    [
      'in a mapping in which the other side changed a value',
      'm:\n  a: 1\n  b: 2\n  c: 3\n',
      'm:\n  # agreed\n  a: 1\n  b: 2\n  c: 3\n',
      'm:\n  a: 1\n  b: 2\n  c: 4\n',
      'm:\n  # agreed\n  a: 1\n  b: 2\n  c: 4\n',
    ],
  ])('are kept: comments %s', (_what, base, ours, theirs, expected) => {
    const git = gitRepository(temporaryFolder());
    const byGit = { ...tools, mergeText: (...texts: [string, string, string]) => git.mergeText(...texts) };
    const texts = { base: document(base), ours: document(ours), theirs: document(theirs) };
    expect(mergeDocument(texts, [], byGit)).toEqual({ text: document(expected), conflicts: 0 });
    const others = { ...texts, ours: texts.theirs, theirs: texts.ours };
    expect(mergeDocument(others, [], byGit)).toEqual({ text: document(expected), conflicts: 0 });
  });

  it.each<[string, string, string, string]>([
    ['after one value', 'a: 1\n', 'a: 1 # ours\n', 'a: 1 # theirs\n'],
    ['after a value that the merge does not keep', 'a: 1 # old\n', 'a: 1 # ours\n', 'a: 2 # old\n'],
  ])('get conflict marks: comments %s', (_what, base, ours, theirs) => {
    expect(merged(base, ours, theirs, [])).toBe(`<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`);
  });

  it('are not found in values that contain a number sign', () => {
    const [kim, lee] = ['kim #1', 'lee #2'].map((to, i) =>
      aRecord(2 + i, [first], [field('reviewer', null, to)]),
    );
    const [ours, theirs] = [`${BASE}reviewer: "kim #1"\n`, `${BASE}reviewer: "lee #2"\n`];
    expect(merged(BASE, ours, theirs, [first, ...[kim, lee].flatMap((record) => record ?? [])])).toBe(theirs);
  });

  it('stay above a field that a side removed', () => {
    expect(merged('a: 1\nb: 1\n', 'a: 1\n# ours\nb: 1\n', 'a: 1\n')).toBe('a: 1\n# ours\n');
  });

  it('of both sides are merged line by line, with the whole frontmatter', () => {
    expect(merged('# old\na: 1\n', '# ours\na: 1\n', '# theirs\na: 1\n')).toBe(
      '<<<<<<< ours\n# ours\na: 1\n=======\n# theirs\na: 1\n>>>>>>> theirs\n',
    );
  });

  it('are kept in a field that one side removed when the log keeps the field', () => {
    const base = `${BASE}priority: low # old\n`;
    const start = aRecord(1, [], [created({ priority: 'low' })]);
    const gone = aRecord(2, [start], [field('priority', 'low', null)]);
    const high = aRecord(3, [start], [field('priority', 'low', 'high')]);
    const ours = `${BASE}priority: high # old\n`;
    expect(merged(base, ours, BASE, [start, gone, high])).toBe(ours);
  });
});

it.each<[string, string, string]>([
  ['of two specs', document('id: a\n'), document('id: b\n')],
  ['of a side without frontmatter', '# A\n', document('id: b\n')],
  ['of a side that cannot be read', document('a: [\n'), document('a: 1\n')],
  [
    'of a side with marks of another merge',
    document('<<<<<<< x\na: 1\n=======\na: 2\n>>>>>>> y\n'),
    document('a: 1\n'),
  ],
])('Frontmatter that cannot be merged by field is left to a merge by lines: %s', (_what, ours, theirs) => {
  expect(merge(document('c: 1\n'), ours, theirs, [])).toBeUndefined();
  expect(merge(document('c: 1\n'), theirs, ours, [])).toBeUndefined();
});

it('The text below merged frontmatter is merged line by line, with the number of its conflicts', () => {
  const [base, ours, theirs] = ['x', 'y', 'z'].map((body) => document('a: 1\n', `\n${body}\n`)) as [
    string,
    string,
    string,
  ];
  expect(merge(base, ours, theirs)).toMatchObject({ conflicts: 1 });
  expect(merge(base, ours, base.replace('a: 1', 'a: 2'))).toEqual({
    text: document('a: 2\n', '\ny\n'),
    conflicts: 0,
  });
});

describe('A merge of any two documents', () => {
  const value = fc.constantFrom(
    ...'1 ~ 1.0 ~ 0x1 ~ \'x\' ~ "x" # c ~ x ~ [a, b] ~ {a: 2.0} ~ |\n  x\n  y'.split(' ~ '),
    '\n  - a\n  - b # c',
    '',
  );
  const linesOf = (...keys: readonly string[]) =>
    fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), value), { selector: ([key]) => key }).map((pairs) =>
      pairs
        .map(([key, written]) => `${key}: ${written}`.replace(/ $/, ''))
        .map((line) => `${line}\n`)
        .join(''),
    );
  const MARKS = ['<<<<<<< ours', '=======', '>>>>>>> theirs'];

  it.each([
    ['without the log', linesOf('status', 'tags', 'a', 'b', 'c', 'id'), undefined, MARKS],
    ['with the log and conflict marks', linesOf('status', 'a', 'b', 'c', 'id'), [], MARKS],
  ])('is the same with exchanged sides, and has only lines of the sides, %s', (_what, lines, log, marks) => {
    fc.assert(
      fc.property(lines, lines, lines, (base, ours, theirs) => {
        const result = merged(base, ours, theirs, log);
        const written = new Set([...[base, ours, theirs].flatMap((text) => text.split('\n')), ...marks]);
        for (const line of result?.split('\n') ?? []) expect(written).toContain(line);
      }),
      { numRuns: 500 },
    );
  });
});

describe('A merge of frontmatter with any comments', () => {
  const LINES = [
    ...[
      '# above a',
      'a: 1 # behind a',
      'tags: # behind tags',
      '  # within tags',
      '  - x # behind x',
      '  - y',
    ],
    ...['# above m', 'm:', '  # within m', '  k: 1 # behind k', '  l: 1', 'z: 1 # behind z', '# end'],
  ];
  const work = fc.array(
    fc.tuple(fc.nat({ max: 20 }), fc.constantFrom('anew', 'out', 'above', 'value', 'value', 'field', 'more')),
    { maxLength: 4 },
  );
  type Work = typeof work extends fc.Arbitrary<infer Made> ? Made : never;

  function edited(side: string, places: Work): string {
    const lines = [...LINES];
    places.forEach(([n, how], i) => {
      const at = n % lines.length;
      const line = lines[at] ?? '';
      const bare = line.replace(/#.*/, '').trimEnd();
      const own = `# ${side} ${String(i)}`;
      if (how === 'above') lines.splice(at, 0, `${/^ */.exec(line)?.[0] ?? ''}${own}`);
      else if (how === 'more' && !/^ /.test(lines[at + 1] ?? ''))
        lines.splice(at + 1, 0, `${side}${String(i)}: 1`);
      else if (how === 'anew') lines[at] = line.replace(/ ?#.*|$/, bare === '' ? own : ` ${own}`);
      else if (how === 'value') lines[at] = line.replace(/(?<=: |- )\w+/, `${side}${String(i)}`);
      else if (how === 'field' && bare.startsWith('z')) lines.splice(at, 1);
      else if (how === 'out') lines.splice(at, 1, ...(bare === '' ? [] : [bare]));
    });
    return lines.map((line) => `${line}\n`).join('');
  }
  const commentsOf = (text: string): readonly string[] => text.match(/#.*/g) ?? [];

  it('has every comment that a side added or both kept, unless it has conflict marks', () => {
    fc.assert(
      fc.property(work, work, (our, their) => {
        const [base, ours, theirs] = [edited('', []), edited('ours', our), edited('theirs', their)];
        const result = merged(base, ours, theirs, []);
        if (result === undefined || result.includes('<<<<<<<')) return;
        const [before, ofOurs, ofTheirs] = [commentsOf(base), commentsOf(ours), commentsOf(theirs)];
        const kept = before.filter((one) => ofOurs.includes(one) && ofTheirs.includes(one));
        const added = [...ofOurs, ...ofTheirs].filter((one) => !before.includes(one));
        expect(commentsOf(result)).toEqual(expect.arrayContaining([...kept, ...added]));
      }),
      { numRuns: 1000 },
    );
  });
});
