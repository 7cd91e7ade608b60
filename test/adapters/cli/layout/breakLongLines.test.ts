import { describe, expect, it } from '@jest/globals';
import { fitLines } from '../../../../src/adapters/cli/layout/terminalText.js';

describe('fitLines', () => {
  it.each([
    ['breaks a line between words and indents the rest', 'one two three four', 'one two\n  three\n  four'],
    ['keeps the indentation of a line', '  one two three', '  one two\n    three'],
    ['does not break code in backticks', 'run `git log --all` now', 'run\n  `git log --all`\n  now'],
    ['does not break a path', 'see specs/001-a/README.md here', 'see\n  specs/001-a/README.md\n  here'],
    [
      'ignores colour codes in the width',
      '\u001b[31mone\u001b[39m two three',
      '\u001b[31mone\u001b[39m two\n  three',
    ],
    ['measures the width in terminal cells', '漢字 漢字 漢字', '漢字 漢字\n  漢字'],
    ['leaves a line that fits unchanged', 'one two\n\n  x   y', 'one two\n\n  x   y'],
    ['treats an unclosed backtick as a letter', 'one two `three four', 'one two\n  `three\n  four'],
  ])('fits lines to a width of cells: %s', (_what, text, fitted) => {
    expect(fitLines(text, 9)).toBe(fitted);
  });

  it('leaves lines unchanged when the terminal width is unknown', () => {
    expect(fitLines('one two three four', undefined)).toBe('one two three four');
  });

  it('breaks very long lines in linear time', () => {
    const text = `${'a'.repeat(2_000_000)} ${'`'.repeat(1_000_001)} ${'b '.repeat(300_000)}`;
    expect(fitLines(text, 60).replace(/\s+/g, ' ') === text.trim()).toBe(true);
  });
});
