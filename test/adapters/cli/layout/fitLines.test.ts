import { describe, expect, it } from '@jest/globals';
import { fitLines } from '../../../../src/adapters/cli/layout/fitLines.js';

describe('lines that are wider than the terminal', () => {
  it.each([
    ['break between words, the rest further in', 'one two three four', 'one two\n  three\n  four'],
    ['keep where they begin', '  one two three', '  one two\n    three'],
    ['keep what is to be copied whole', 'run `git log --all` now', 'run\n  `git log --all`\n  now'],
    ['keep a path whole', 'see specs/001-a/README.md here', 'see\n  specs/001-a/README.md\n  here'],
    [
      'are measured without their colours',
      '\u001b[31mone\u001b[39m two three',
      '\u001b[31mone\u001b[39m two\n  three',
    ],
    ['are measured in cells', '漢字 漢字 漢字', '漢字 漢字\n  漢字'],
    ['are no others', 'one two\n\n  x   y', 'one two\n\n  x   y'],
    ['take a backtick that ends nowhere for a letter', 'one two `three four', 'one two\n  `three\n  four'],
  ])('%s', (_what, text, fitted) => {
    expect(fitLines(text, 9)).toBe(fitted);
  });

  it('are kept where nobody says how wide it is', () => {
    expect(fitLines('one two three four', undefined)).toBe('one two three four');
  });

  it('are broken in time with their length', () => {
    const text = `${'a'.repeat(2_000_000)} ${'`'.repeat(1_000_001)} ${'b '.repeat(300_000)}`;
    expect(fitLines(text, 60).replace(/\s+/g, ' ') === text.trim()).toBe(true);
  });
});
