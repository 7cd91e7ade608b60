import { describe, expect, it } from '@jest/globals';
import { plainText, documentTextProblem } from '../../../src/domain/document/documentText.js';
import { conflictedSides, conflictLine } from '../../../src/domain/document/conflictMarks.js';
import fc from 'fast-check';
import {
  splitDocument,
  plainFrontmatter,
} from '../../../src/domain/document/frontmatter/parseSimpleFrontmatter.js';
import type { JsonObject } from '../../../src/domain/value/jsonValue.js';

const CONFLICT = ['<<<<<<< HEAD', 'ours', '=======', 'theirs', '>>>>>>> branch', ''].join('\n');

const read = (block: string) => plainFrontmatter(`---\n${block}---\n`, 4, 4 + block.length, 2);

describe('a conflict that git left', () => {
  it('is found at its first conflict mark when all three marks are in order', () => {
    expect(conflictLine(CONFLICT, 0)).toBe(1);
    expect(conflictLine(`# T\n\n${CONFLICT}`, 0)).toBe(3);
    expect(conflictLine(CONFLICT.replaceAll('\n', '\r\n'), 0)).toBe(1);
    expect(conflictLine(`<<<<<<< one\n${CONFLICT}`, 0)).toBe(2);
    expect(conflictLine('<<<<<<< HEAD\n>>>>>>> b\n=======\n', 0)).toBeUndefined();
    expect(conflictLine('=======\n>>>>>>> b\n<<<<<<< HEAD\n', 0)).toBeUndefined();
    expect(conflictLine('<<<<<<< HEAD\na\n=======\nb\n', 0)).toBeUndefined();
    expect(conflictLine('<<<<<<<HEAD\n=======\n>>>>>>> b\n', 0)).toBeUndefined();
    expect(conflictLine('nothing', 0)).toBeUndefined();
  });

  it('counts as an example in a fenced code block, but not in the frontmatter', () => {
    const fenced = `\`\`\`\n${CONFLICT}\`\`\`\n`;
    expect(conflictLine(fenced, 0)).toBeUndefined();
    expect(conflictLine(fenced, fenced.length)).toBe(2);
  });

  it('is found in the frontmatter, across its end and below it, with its line number in the file', () => {
    const head = '---\nstatus: planned\n---\n';
    expect(conflictLine(`${head}\n${CONFLICT}`, head.length)).toBe(5);
    const inHead = `---\n${CONFLICT}---\n`;
    expect(conflictLine(`${inHead}# T\n`, inHead.length)).toBe(2);
    const begun = '---\n<<<<<<< HEAD\nstatus: planned\n---\n';
    expect(conflictLine(`${begun}text\n=======\nother\n>>>>>>> b\n`, begun.length)).toBe(2);
  });

  it('is split into base, ours and theirs', () => {
    expect(conflictedSides(`a\n${CONFLICT}b`)).toEqual({
      base: 'a\nb',
      ours: 'a\nours\nb',
      theirs: 'a\ntheirs\nb',
    });
    const withBase = ['<<<<<<< o', 'ours', '||||||| b', 'base', '=======', 'theirs', '>>>>>>> t', ''];
    expect(conflictedSides(withBase.join('\r\n'))).toEqual({
      base: 'base\r\n',
      ours: 'ours\r\n',
      theirs: 'theirs\r\n',
    });
    expect(conflictedSides('=======\n>>>>>>> t\n||||||| b\n').ours).toBe('=======\n>>>>>>> t\n||||||| b\n');
  });
});

describe('splitDocument', () => {
  it.each([
    ['---\na: 1\n---\nbody', 'a: 1\n', 'body', 4],
    ['\uFEFF---\r\na: 1\r\n---\r\nbody', 'a: 1\r\n', 'body', 4],
    ['--- \na: 1\n...\nbody', 'a: 1\n', 'body', 4],
    ['---yaml\na: 1\n---', 'a: 1\n', '', 4],
    ['---\n---\n', '', '', 3],
    ['---\na: |\n  ---\n----\n--- x\n---\t\nbody', 'a: |\n  ---\n----\n--- x\n', 'body', 7],
  ])('splits a document into frontmatter and text: %j', (text, block, body, bodyLine) => {
    const parts = splitDocument(text);
    if (parts.kind === 'bare') throw new Error(parts.problem.message);
    expect(text.slice(parts.blockStart, parts.blockEnd)).toBe(block);
    expect(text.slice(parts.bodyStart)).toBe(body);
    expect(parts.bodyLine).toBe(bodyLine);
  });

  it.each([
    ['', 'FRONTMATTER_MISSING'],
    ['# T\n---\na: 1\n---\n', 'FRONTMATTER_MISSING'],
    [' ---\na: 1\n---\n', 'FRONTMATTER_MISSING'],
    ['----\n', 'FRONTMATTER_MISSING'],
    ['---\ra: 1\r---\r', 'FRONTMATTER_MISSING'],
    ['---', 'FRONTMATTER_UNCLOSED'],
    ['---\na: 1\n', 'FRONTMATTER_UNCLOSED'],
    ['---js\nprocess.exit()\n---\n', 'FRONTMATTER_LANGUAGE'],
    ['---javascript\n---\n', 'FRONTMATTER_LANGUAGE'],
    ['--- coffee \n---\n', 'FRONTMATTER_LANGUAGE'],
    ['---json\n{}\n---\n', 'FRONTMATTER_LANGUAGE'],
  ])('reports a problem of invalid frontmatter: %j', (text, code) => {
    expect(splitDocument(text)).toMatchObject({ kind: 'bare', bodyStart: 0, problem: { code, line: 1 } });
  });

  it('splits a document of any characters into parts that together are that document', () => {
    const letters = fc.string({
      unit: fc.constantFrom('---', '\n', '\r', ' ', 'a', '.', '...', '\uFEFF'),
      maxLength: 40,
    });
    fc.assert(
      fc.property(letters, (text) => {
        const parts = splitDocument(text);
        expect(parts.bodyStart).toBeLessThanOrEqual(text.length);
        if (parts.kind === 'bare') return;
        const { blockStart, blockEnd, bodyStart, bodyLine } = parts;
        expect(text.slice(0, blockStart)).toMatch(/^\uFEFF?---[ \r]*\n$/);
        expect(text.slice(blockEnd, bodyStart)).toMatch(/^(?:---|\.\.\.) *\r?\n?$/);
        // A carriage return without a newline does not end a line, although `^` and `$` with the flag `m` say so.
        expect(text.slice(blockStart, blockEnd)).not.toMatch(/(?:^|\n)(?:---|\.\.\.) *\r?(?:\n|$)/);
        expect(bodyLine - 1).toBe(
          text.slice(0, bodyStart).split('\n').length -
            (bodyStart === text.length && !text.endsWith('\n') ? 0 : 1),
        );
      }),
      { numRuns: 1000, examples: [['---\uFEFF\n---']] },
    );
  });
});

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

  it('leaves frontmatter of more than 64 KiB to the YAML parser', () => {
    const block = `a: ${'x'.repeat(64 * 1024 - 4)}\n`;
    expect(plainFrontmatter(block, 0, block.length, 2)).toBeDefined();
    expect(plainFrontmatter(`${block} `, 0, block.length + 1, 2)).toBeUndefined();
    const far = `${'x'.repeat(20_000)}\na: 1\n`;
    expect(plainFrontmatter(far, 20_001, far.length, 2)?.values).toEqual({ a: 1 });
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
    expect(documentTextProblem(text)).toMatch(problem);
    expect(documentTextProblem('a\u{1F600}')).toBeUndefined();
  });

  it.each([
    ['x', 50],
    ['\u20AC', 50 / 3],
  ])('can be written up to 50 MB: %j', (letter, millions) => {
    const most = letter.repeat(Math.floor(millions * 1024 * 1024));
    expect(documentTextProblem(most)).toBeUndefined();
    expect(documentTextProblem(`${most}xxx`)).toBe('has 50.1 MB, more than the limit of 50 MB');
  });
});
