import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { personText } from '../../../src/domain/fields/person.js';
import { quoted, wordText } from '../../../src/domain/value/text.js';

describe('text of other people in a sentence', () => {
  it('stays in its quotation marks and on one line, without a command, whatever it holds', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('a', ' ', '"', '`', '\n', '\u2028', '\r', '\t', '@', 'é'),
    });
    fc.assert(
      fc.property(hostile, fc.constantFrom(quoted, wordText, personText), (text, worded) => {
        expect(worded(text)).toMatch(/^(?:"[^"`\n\r\u2028]*"|[^"`\s]+)$/u);
      }),
    );
  });

  it.each([
    ['kim', '@kim'],
    ['@kim', '@kim'],
    ['agent-1', '@agent-1'],
    ['Zoë', '@Zoë'],
    ['Kim Lee', '"Kim Lee"'],
    ['Kim <kim@x.org>', '"Kim <kim@x.org>"'],
    ['do `rm`', '"do \'rm\'"'],
    [undefined, 'an unknown actor'],
  ])('a name is written with @ if it is one word: %j', (name, text) => {
    expect(personText(name)).toBe(text);
  });

  it('is cut if it is long', () => {
    expect(quoted('x'.repeat(999), { longest: 10 })).toBe(`"${'x'.repeat(9)}…"`);
    // @ts-expect-error A number could be the index of `map`.
    expect(['src/a b.ts'].map(quoted)).toEqual(['"src/a b.ts"']);
  });
});
