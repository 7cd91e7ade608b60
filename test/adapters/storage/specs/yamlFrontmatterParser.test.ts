import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseDocument } from 'yaml';
import { parseSpecDocument } from '../../../../src/adapters/storage/specs/fileSpecStore.js';
import {
  readBlock,
  YamlFrontmatterParser,
} from '../../../../src/adapters/storage/specs/yamlFrontmatterParser.js';
import { anyCharacter } from '../../../support/anyCharacter.js';

const parser = new YamlFrontmatterParser();

function parse(block: string) {
  return parser.parse(block, 0, block.length, 2);
}

function bomb(levels: string): string {
  const lists = Array.from(levels, (name, i) => {
    const member = i === 0 ? '"lol"' : `*${levels[i - 1] ?? ''}`;
    return `${name}: &${name} [${Array(9).fill(member).join(', ')}]`;
  });
  return `${lists.join('\n')}\n`;
}

describe('YamlFrontmatterParser', () => {
  it('keeps dates and times as texts and turns numbers that JSON cannot represent into texts', () => {
    const block =
      'd: 2025-11-01\nt: 2025-11-01T10:00:00Z\nn: 007\nb: True\ny: yes\nbig: 12345678901234567890\ni: .inf\ne:\n';
    expect(parse(block).values).toEqual({ d: '2025-11-01', t: '2025-11-01T10:00:00Z', n: 7, b: true, y: 'yes', big: '12345678901234567890', i: 'Infinity', e: null,
    }); // prettier-ignore
  });

  it('returns the position of each key in the text', () => {
    const block = '# c\na: "x" # d\n"b" : [1, 2]\nc:\n  - x # e\nd: |\n  t\n\n';
    const { entries } = parse(block);
    expect(entries.map(({ key, line }) => [key, line])).toEqual([['a', 3], ['b', 4], ['c', 5], ['d', 7]]); // prettier-ignore
    expect(entries.map(({ valueStart, valueEnd }) => block.slice(valueStart, valueEnd))).toEqual([
      '"x"', '[1, 2]', '- x # e\n', '|\n  t',
    ]); // prettier-ignore
    expect(entries.map(({ start, end }) => block.slice(start, end)).join('')).toBe(block.slice(4, -1));
    expect(entries[1]?.items?.map(({ start, end }) => block.slice(start, end))).toEqual(['1', '2']);
  });

  it.each<[string, string, number]>([
    ['a list instead of a mapping', '- a\n', 2],
    ['a text instead of a mapping', 'hello\n', 2],
    ['a syntax error', 'a: 1\nb: [\n', 4],
    ['a repeated key in a nested mapping', 'a: {b: 1, b: 2}\n', 2],
    ['a repeated key and a broken list', 'a: 1\na: [\n', 4],
    ['a tab for indentation', 'a:\n\tb: 1\n', 3],
    ['an alias bomb', bomb('abcdefghi'), 2],
    ['a list that contains itself', 'a: &a [*a]\n', 2],
    ['the key __proto__', 'a: 1\n__proto__: {x: 1}\n', 3],
    ['the nested key constructor', 'a:\n  b:\n    constructor: 1\n', 2],
    ['unclosed nested lists', `a: ${'['.repeat(30_000)}`, 2],
    ['deeply nested lists on one line', `a:\n  ${'- '.repeat(20_000)}x\n`, 3],
    ['deeply nested keys on one line', `b: 1\na:\n  ${'? '.repeat(20_000)}x\n`, 4],
    ['too many nested lists', `a: ${'['.repeat(21)}${']'.repeat(21)}\n`, 2],
    ['a tag that runs code', 'x: 1\na: !!js/function "function () {}"\n', 3],
    ['a key that is a list', '[a]: 1\n', 2],
    ['several documents', 'a: 1\n--- b\n', 3],
    ['a directive', '%YAML 1.1\n--- # x\na: yes\n', 2],
    ['too many characters', `a: ${'x'.repeat(70_000)}\n`, 2],
  ])('refuses frontmatter and names the line when it is or has %s', (_what, block, line) => {
    const { values, entries, problem } = parse(block);
    expect(values).toEqual({});
    expect(entries).toEqual([]);
    expect(problem?.code).toBe('FRONTMATTER_INVALID');
    expect(problem?.message).toMatch(/^The .*\.$/);
    expect([line, line + 1]).toContain(problem?.line);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it.each([
    `[${'['.repeat(20_000)}${']'.repeat(20_000)}]`,
    `${'{a: '.repeat(10_000)}${'}'.repeat(10_000)}`,
    `\n  ${'- '.repeat(30_000)}x`,
    `\n  ${'? '.repeat(30_000)}x`,
  ])('refuses very deep nesting before the parser, which is recursive, can overflow the stack', (value) => {
    expect(parse(`a: ${value}\n`).problem?.message).toBe('The frontmatter is nested too deeply.');
  });

  it('accepts many keys and many list members', () => {
    const wide = Array.from({ length: 100 }, (_, i) => `k${i}: [a, "[[[[", {b: 1, c: 2}] # - - -`).join('\n');
    expect(parse(`${wide}\n`).problem).toBeUndefined();
    expect(parse(`a:\n${'  - x\n'.repeat(1000)}`).problem).toBeUndefined();
    expect(
      parse(`a: {${Array.from({ length: 200 }, (_, i) => `k${i}: 1`).join(', ')}}\n`).problem,
    ).toBeUndefined();
  });

  it('refuses a repeated key and returns the positions of both', () => {
    const { values, entries, problem } = parse('a: 1\nb: 2\na: 3\n');
    expect(values).toEqual({});
    expect(entries.map(({ key, line }) => [key, line])).toEqual([
      ['a', 2],
      ['b', 3],
      ['a', 4],
    ]);
    expect(problem).toMatchObject({ code: 'KEY_REPEATED', line: 4 });
  });

  it('finds the same repeated keys as the yaml library', () => {
    const key = fc.constantFrom(
      ...'a, b, "a", \'b\', 1, "1", 0x1, null, ~, ? [a], ? {a: 1}, &x a'.split(', '),
    );
    const value = fc.constantFrom(
      '1',
      '{a: 1, a: 2}',
      '{a: 1, b: [{a: 1}, {a: 2}]}',
      '',
      '\n  a: 1\n  a: 2',
      '[a: 1, a: 2]',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { minLength: 1, maxLength: 5 }), (lines) => {
        const block = lines
          .map(([name, text]) => `${name}${name.startsWith('?') ? '\n' : ''}: ${text}\n`)
          .join('');
        const options = {
          schema: 'core',
          version: '1.2',
          strict: true,
          intAsBigInt: true,
          prettyErrors: false,
        } as const;
        const { errors } = parseDocument(block, { ...options, logLevel: 'error' });
        fc.pre(errors.every(({ code }) => code === 'DUPLICATE_KEY'));

        const isRepeated = /twice|Map keys must be unique/.test(parse(block).problem?.message ?? '');

        expect({ block, isRepeated }).toEqual({ block, isRepeated: errors.length > 0 });
      }),
      { numRuns: 1000 },
    );
  });

  it('finds a repeated key among 40,000 keys in linear time, not by comparing all pairs', () => {
    // Comparing all pairs of keys would take almost a billion comparisons, so this test would be very slow.
    const keys = Array.from({ length: 40_000 }, (_, i) => `k${String(i)}: 1\n`).join('');
    expect(readBlock(`${keys}k1: 2\n`, 0, 1).problem).toMatchObject({ code: 'KEY_REPEATED', line: 40_001 });
  });

  it.each([
    ['---b: 1\na: 2\n', { '---b': 1, a: 2 }],
    ['a: 1\n---b: 2\n', { a: 1, '---b': 2 }],
    ['excerpt_separator: {toString: 1, valueOf: 1}\n', { excerpt_separator: { toString: 1, valueOf: 1 } }],
    ['# a\n\n#\n', {}],
    ['\n\n  a: 1\n', { a: 1 }],
  ])('reads all of %j, whatever these lines mean to the gray-matter library', (block, values) => {
    expect(parse(block).values).toEqual(values);
    expect(parse(block)).toEqual(readBlock(block, 0, 2));
  });

  it('never runs code, whatever language the frontmatter names', () => {
    const spy = globalThis as { hacked?: boolean };
    for (const language of 'js,javascript,coffee,coffeescript,cson,json,toml, js,JS,node'.split(',')) {
      const text = `---${language}\nglobalThis.hacked = true\n---\n`;
      expect(parseSpecDocument(text, parser).problem?.code).toBe('FRONTMATTER_LANGUAGE');
      parse(`${language}\nglobalThis.hacked = true\n`);
    }
    expect(spy.hacked).toBeUndefined();
  });

  it('reads or refuses any text without throwing', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...Array.from('ab: \n\t-[]{}#&*!|>\'"%@`?,.\r\\é\u0000\u2028')),
      maxLength: 60,
    });
    fc.assert(
      fc.property(letters, (block) => {
        const document = parseSpecDocument(`---\n${block}\n---\n`, parser);
        // gray-matter treats comments and white space as empty frontmatter.
        const isNothing = block.replace(/^\s*#[^\n]+/gm, '').trim() === '';
        if (!isNothing && !/^---$/m.test(block))
          expect(parse(`${block}\n`)).toEqual(readBlock(`${block}\n`, 0, 2));
        for (const { start, colon, valueStart, valueEnd, end } of document.entries) {
          expect(start < colon && colon <= valueStart && valueStart <= valueEnd && valueEnd <= end).toBe(
            true,
          );
        }
        expect(Object.keys(document.frontmatter)).toHaveLength(document.entries.length);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('YamlFrontmatterParser.format', () => {
  it.each([
    ['high', 'high'],
    ['2025-11-01', '2025-11-01'],
    ['2026', "'2026'"],
    ['yes', "'yes'"],
    ['010', "'010'"],
    ['a: b', "'a: b'"],
    ['a\nb', '"a\\nb"'],
    ['\u001b[0m', '"\\u001b[0m"'],
    [['a', 'b c', 'x, y', '5'], "[a, b c, 'x, y', '5']"],
    [[], '[]'],
    [5, '5'],
    [true, 'true'],
    [null, 'null'],
  ])('writes the value %j as %s', (value, yaml) => {
    expect(parser.format(value)).toBe(yaml);
  });

  it('writes a value on one line from which the same value is read, after a key and in a list', () => {
    const text = fc.string({ unit: anyCharacter }).filter((value) => !/\p{Cs}/u.test(value));
    const value = fc.oneof(
      text,
      fc.integer(),
      fc.boolean(),
      fc.array(fc.oneof(text, fc.integer()), { maxLength: 4 }),
    );
    fc.assert(
      fc.property(value, (wanted) => {
        const written = parser.format(wanted);
        expect(written).not.toMatch(/[\r\n]/);
        expect(parse(`a: ${written}\n`).values).toEqual({ a: wanted });
        expect(parse(`a:\n  - ${parser.format(wanted)}\n`).values).toEqual({ a: [wanted] });
      }),
      { numRuns: 1000 },
    );
  });
});
