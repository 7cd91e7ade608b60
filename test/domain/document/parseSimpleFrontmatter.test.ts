import { describe, expect, it } from '@jest/globals';
import { plainFrontmatter } from '../../../src/domain/document/frontmatter/parseSimpleFrontmatter.js';
import { plainText, textProblem } from '../../../src/domain/document/decodeText.js';
import type { JsonObject } from '../../../src/domain/value/jsonValue.js';

const read = (block: string) => plainFrontmatter(`---\n${block}---\n`, 4, 4 + block.length, 2);

describe('plainFrontmatter, the fast reader of simple frontmatter,', () => {
  it.each<[string, JsonObject]>([
    ['a: x\r\n# c\r\n\r\nb: y # c\r\n', { a: 'x', b: 'y' }],
    ['a: x-\nb:   y  \n', { a: 'x-', b: 'y' }],
    ['ü: 1\n'.replace('ü', 'u'), { u: 1 }],
    ['a: ünï 😀\n', { a: 'ünï 😀' }],
    ['a: über\n', { a: 'über' }],
    ["a: 'it''s'\nb: \"x\"\nc: it's'\n", { a: "it's", b: 'x', c: "it's'" }],
    ['a: #c\n', { a: null }],
    ['a:\nb: 1\n', { a: null, b: 1 }],
    [
      'a: 5\nb: 123456\nc: 2026-01-05\nd: 2026-01-05T10:00:00Z\ne: 2026-01-05 10:00\n',
      { a: 5, b: 123456, c: '2026-01-05', d: '2026-01-05T10:00:00Z', e: '2026-01-05 10:00' },
    ],
    [
      'a: true\nb: FALSE\nc: Null\nd: trues\ne: xtrue\nf: nulls\ng: xnull\nh: afalse\ni: false1\n',
      {
        a: true,
        b: false,
        c: null,
        d: 'trues',
        e: 'xtrue',
        f: 'nulls',
        g: 'xnull',
        h: 'afalse',
        i: 'false1',
      },
    ],
    ['a: 1st\nb: two  words\n', { a: '1st', b: 'two  words' }],
    [
      'a: []\nb: [ x , \'y\', "z", 3,ü ]  # c\nc: [a b ]\n',
      { a: [], b: ['x', 'y', 'z', 3, 'ü'], c: ['a b'] },
    ],
    ['a:\n- x\n-  y\nb:\n  - 1 # c\n\n  - z\n', { a: ['x', 'y'], b: [1, 'z'] }],
    ['a:\n  - k: v\n    m: 2\n  - k: [x]\n  - z\nb: 1\n', { a: [{ k: 'v', m: 2 }, { k: ['x'] }, 'z'], b: 1 }],
  ])('reads without a YAML parser: %j', (block, values) => {
    expect(read(block)?.values).toEqual(values);
  });

  it.each([
    'a: x\ta\n',
    'a: x\ry\n',
    'a: \u200bx\n',
    ' a: x\n',
    '- x\n',
    'a: x\na: y\n',
    'a: x\n  y\n',
    'a: x\n- y\n',
    'a: &x y\n',
    'a: b: c\n',
    'a: b:\n',
    'a: 0x1f\n',
    'a: 1.5\n',
    'a: 1234567890123456\n',
    'a: 12026-01-05\n',
    'a: 1-1\n',
    'a: 2026-1-05\n',
    'a: 2026-01-05x\n',
    'a: ["x" y]\n',
    'a: 2026-01-5\n',
    'a: [x\n',
    'a: [x,]\n',
    'a: [x y: z]\n',
    'a: [x] y\n',
    'a: [1.5]\n',
    'a: [&x]\n',
    'a: "x\\n"\n',
    "a: 'x' y\n",
    'true: x\n',
    '__proto__: x\n',
    'a:\n  - x\n - y\n',
    'a:\n  - k: v\n   m: 2\n',
    'a:\n  - k: v\n    k: w\n',
    'a:\n  - k:\n',
    'a:\n  - k: &v w\n',
    'a:\n  - &v w\n',
    'a:\n  - x\n    y\n',
  ])('leaves %j to the YAML parser', (block) => {
    expect(read(block)).toBeUndefined();
  });

  it('leaves frontmatter of more than 16 KiB to the YAML parser', () => {
    const block = `a: ${'x'.repeat(16 * 1024 - 4)}\n`;
    expect(plainFrontmatter(block, 0, block.length, 2)).toBeDefined();
    expect(plainFrontmatter(`${block} `, 0, block.length + 1, 2)).toBeUndefined();
    const far = `${'x'.repeat(20_000)}\na: 1\n`;
    expect(plainFrontmatter(far, 20_001, far.length, 2)?.values).toEqual({ a: 1 });
  });

  it('returns the lines of each key', () => {
    const block = "a: x # c\nb:\nc: [y,  'z']\nd:\n  - k\n  - l # c\ne:\n  - m: 1\n    n: 2\n";
    const text = `---\n${block}---\n`;
    const entries = read(block)?.entries ?? [];
    expect(entries.map(({ key, line, start, end }) => [key, line, text.slice(start, end)])).toEqual([
      ['a', 2, 'a: x # c\n'],
      ['b', 3, 'b:\n'],
      ['c', 4, "c: [y,  'z']\n"],
      ['d', 5, 'd:\n  - k\n  - l # c\n'],
      ['e', 8, 'e:\n  - m: 1\n    n: 2\n'],
    ]);
  });
});

describe('Decoded text', () => {
  it.each<[readonly number[], object]>([
    [[0x61, 0xc3, 0xbc], { text: 'aü' }],
    [[0xef, 0xbb, 0xbf, 0x61], { text: '\uFEFFa' }],
    [[], { text: '' }],
    [[0xff, 0xfe, 0x61], { problem: 'is UTF-16, not UTF-8' }],
    [[0xfe, 0xff, 0x61], { problem: 'is UTF-16, not UTF-8' }],
    [[0xff, 0xff], { problem: 'is not UTF-8' }],
    [[0xfe, 0xfe], { problem: 'is not UTF-8' }],
    [[0x61, 0xfe], { problem: 'is not UTF-8' }],
    [[0x61, 0xff], { problem: 'is not UTF-8' }],
    [[0x61, 0x00], { problem: 'is binary, not text' }],
  ])('is read from UTF-8 bytes only: %j gives %j', (bytes, expected) => {
    expect(plainText(new Uint8Array(bytes))).toEqual(expected);
  });

  it.each([
    ['a\0', /NUL/],
    ['\ud800', /surrogate/],
  ])('cannot be written when it is %j: %s', (text, problem) => {
    expect(textProblem(text)).toMatch(problem);
    expect(textProblem('a\u{1F600}')).toBeUndefined();
  });

  it.each([
    ['x', 50],
    ['\u20AC', 50 / 3],
  ])('can be written up to 50 MB: %j', (letter, millions) => {
    const most = letter.repeat(Math.floor(millions * 1024 * 1024));
    expect(textProblem(most)).toBeUndefined();
    expect(textProblem(`${most}xxx`)).toBe('has 50.1 MB, more than the 50 MB that are read');
  });
});
