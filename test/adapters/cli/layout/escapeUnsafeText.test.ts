import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { safeBlock, safeJson, safeText } from '../../../../src/adapters/cli/layout/terminalText.js';
import { anyCharacter } from '../../../support/anyCharacter.js';

const CONTROL = /[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\u200b\ufeff]/u;
const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'\x1b \x9b \0 \r \n \t \x7f \u202e \u2066 \u200b \ud800 \u2028'.split(' ')),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
    fc.constantFrom('a', 'é', '日', '👩‍💻'),
  ),
});

describe('safeText', () => {
  it('returns text without control characters', () => {
    fc.assert(fc.property(nasty, (text) => !CONTROL.test(safeText(text))));
  });

  it('leaves harmless text unchanged', () => {
    for (const text of ['plain', 'Größe 日本語', '👩‍💻 🇯🇵', 'فارسی می‌خواهم'])
      expect(safeText(text)).toBe(text);
  });

  it('replaces escape sequences by visible characters', () => {
    expect(safeText('\x1b]52;c;cm0=\x07')).toBe('␛]52;c;cm0=␇');
    expect(safeText('\x9b2J\u202egpj')).toBe('\\u{9b}2J\\u{202e}gpj');
  });

  it('replaces line breaks, so that the result is a single line', () => {
    expect(safeText('a\r\n b\tc')).toBe('a b c');
  });
});

describe('safeBlock', () => {
  it('returns text without control characters except line breaks and tabs', () => {
    fc.assert(fc.property(nasty, (text) => !CONTROL.test(safeBlock(text).replace(/[\n\t]/g, ''))));
  });

  it('keeps line breaks', () => {
    expect(safeBlock('a\r\n\tb\rc\x1b[31m')).toBe('a\n\tb\nc␛[31m');
  });
});

describe('safeJson', () => {
  it('returns equivalent JSON without control characters', () => {
    fc.assert(
      fc.property(nasty, fc.constantFrom(undefined, 2), (text, indent) => {
        const printed = safeJson({ [text]: [text] }, indent);
        expect(printed.replaceAll('\n', '')).not.toMatch(
          /[\0-\x1f\x7f-\x9f\u2028-\u202e\u2060-\u206f\ufeff]/,
        );
        expect(JSON.parse(printed)).toEqual({ [text]: [text] });
      }),
    );
  });

  it('writes control characters as JSON escapes, with surrogate pairs above U+FFFF', () => {
    expect(safeJson('\u202e\u009b\u007f\u2028\u{e0041}\u001b 日本語 👩‍💻')).toBe(
      String.raw`"\u202e\u009b\u007f\u2028\udb40\udc41\u001b 日本語 👩‍💻"`,
    );
  });
});
