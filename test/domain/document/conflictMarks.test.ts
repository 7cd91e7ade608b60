import { describe, expect, it } from '@jest/globals';
import { conflictedSides, conflictLine } from '../../../src/domain/document/conflictMarks.js';

const CONFLICT = ['<<<<<<< HEAD', 'ours', '=======', 'theirs', '>>>>>>> branch', ''].join('\n');

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
