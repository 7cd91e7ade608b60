import { expect, it } from '@jest/globals';
import { GptTokenCounter } from '../../../src/adapters/tokens/gptTokenCounter.js';

it.each(['漢字', 'a\u0301', '\u200d', '👩‍💻', 'QUJD', '&', '\r', '7'])(
  'GptTokenCounter counts the tokens of a million repetitions of %j',
  async (unit) => {
    const tokens = await new GptTokenCounter().count(unit.repeat(1_000_000));
    expect(tokens).toBeGreaterThan(1000);
    expect(Number.isSafeInteger(tokens)).toBe(true);
  },
);
