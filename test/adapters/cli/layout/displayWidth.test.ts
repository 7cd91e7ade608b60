import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {
  displayWidth,
  pad,
  truncate,
  wrap,
  wrapSpans,
} from '../../../../src/adapters/cli/layout/terminalText.js';

const written = fc.string({
  unit: fc.constantFrom(...'a|Z| |é|e\u0301|日|本|한|👩‍💻|🎉|🇯🇵|❤️|…|│|ア|ﾊ'.split('|')),
  maxLength: 40,
});

describe('displayWidth', () => {
  it('returns the same width as the string-width package', () => {
    fc.assert(
      fc.property(written, (text) => {
        expect(displayWidth(text)).toBe(stringWidth(text));
      }),
    );
  });

  it('does not count the escape sequences of colours', () => {
    expect(displayWidth('\x1b[1m\x1b[36mab日\x1b[39m\x1b[22m')).toBe(4);
  });
});

describe('truncate and pad', () => {
  it('never return more than the given width', () => {
    fc.assert(
      fc.property(written, fc.nat(30), (text, width) => {
        expect(displayWidth(truncate(text, width))).toBeLessThanOrEqual(width);
        expect(displayWidth(pad(truncate(text, width), width))).toBe(width);
      }),
    );
  });

  it('never cut a character in two', () => {
    expect(truncate('日本語', 4)).toBe('日…');
    expect(truncate('👩‍💻👩‍💻👩‍💻', 5)).toBe('👩‍💻👩‍💻…');
    expect(truncate('abc', 3)).toBe('abc');
  });
});

describe('wrap', () => {
  it('returns lines that fit the width, and drops only spaces', () => {
    fc.assert(
      fc.property(written, fc.integer({ min: 2, max: 30 }), (text, width) => {
        const lines = wrap(text, width);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });

  it('breaks lines at spaces, and inside a word only when the word is longer than a line', () => {
    expect(wrap('the quick brown fox', 10)).toEqual(['the quick', 'brown fox']);
    expect(wrap('antidisestablishment', 8)).toEqual(['antidise', 'stablish', 'ment']);
    expect(wrap('日本語の文章。です', 6)).toEqual(['日本語', 'の文', '章。で', 'す']);
  });

  it('does not wrap without a width', () => {
    expect(wrap('word '.repeat(100).trim(), undefined)).toHaveLength(1);
  });

  it('colours each line of a wrapped text separately', () => {
    const paint = (text: string): string => `<${text}>`;
    expect(wrapSpans([{ text: 'go ' }, { text: 'here and there', paint }, { text: '.' }], 8)).toEqual([
      'go <here>',
      '<and>',
      '<there>.',
    ]);
  });
});

it('wrapSpans without a width returns the same lines and colours as with a very large width', () => {
  const paints = [undefined, (text: string) => `<${text}>`, (text: string) => `[${text}]`];
  const span = fc
    .tuple(fc.stringMatching(/^[ab \n漢]{0,6}$/u), fc.nat(2))
    .map(([text, i]) => ({ text, ...(paints[i] && { paint: paints[i] }) }));
  fc.assert(
    fc.property(fc.array(span, { maxLength: 4 }), (spans) => {
      expect(wrapSpans(spans, undefined)).toEqual(wrapSpans(spans, 1e9));
    }),
    { numRuns: 500 },
  );
});
