import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { conflictLine } from '../../../src/domain/document/conflictMarks.js';
import { splitDocument } from '../../../src/domain/document/frontmatter/splitDocument.js';

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

describe('A conflict that git left in a document', () => {
  const conflict = '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n';

  it('is found by its first line, in the frontmatter and in the text', () => {
    const inBlock = `---\nx: 1\n${conflict}---\n`;
    expect(conflictLine(inBlock, inBlock.length)).toBe(3);
    expect(conflictLine(`---\n---\n# T\r\n${conflict.replaceAll('\n', '\r\n')}`, 8)).toBe(4);
    expect(conflictLine(conflict.replace('=======', '||||||| base\nc\n======='), 0)).toBe(1);
  });

  it('is not found in code, in ordinary sentences, or when one of its marks is missing', () => {
    expect(conflictLine(`\`\`\`\n${conflict}\`\`\`\n`, 0)).toBeUndefined();
    for (const mark of ['<<<<<<< HEAD\n', '=======\n', '>>>>>>> other\n']) {
      expect(conflictLine(conflict.replace(mark, ''), 0)).toBeUndefined();
    }
    expect(conflictLine('Heading\n=======\n\n<<<<<<<<\n>>>>>>>>\n', 0)).toBeUndefined();
  });
});
