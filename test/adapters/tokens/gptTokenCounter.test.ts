import { describe, expect, it } from '@jest/globals';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { GptTokenCounter } from '../../../src/adapters/tokens/gptTokenCounter.js';

describe('GptTokenCounter', () => {
  const counter = new GptTokenCounter();

  it('counts tokens of the encoding o200k_base', async () => {
    expect(await counter.count('')).toBe(0);
    expect(await counter.count('hello world')).toBe(2);
  });

  it('counts names of special tokens as ordinary text', async () => {
    expect(await counter.count('<|endoftext|>')).toBeGreaterThan(1);
  });

  it('counts a long run of one character in pieces, and ordinary text around it as a whole', async () => {
    expect(await counter.count('a'.repeat(50_000))).toBe(50_000 / 8);
    expect(await counter.count(' '.repeat(50_000))).toBeLessThan(1000);
    const prose = 'The quick brown fox, and so on. '.repeat(50);
    expect(await counter.count(`${prose}${'='.repeat(1000)}${prose}`)).toBeGreaterThan(
      2 * (await counter.count(prose)) - 2,
    );
  });

  it('counts a long text in slices, with the same result as for the whole text', async () => {
    const words = Array.from(
      { length: 60_000 },
      (_, i) => `w${i.toString(36)}${[' ', '. ', '\n', '  '][i % 4] ?? ''}`,
    );
    const text = words.join('');
    expect(await counter.count(text)).toBe(countTokens(text));
  });
});

it('a picture inside a document is counted in a moment, within a tenth', async () => {
  const picture = Buffer.from(Array.from({ length: 30_000 }, (_, i) => (i * i * 31 + i * 7) % 251)).toString(
    'base64',
  );
  const exact = countTokens(picture);
  const counted = await new GptTokenCounter().count(`# Screen\n\n![s](data:image/png;base64,${picture})\n`);
  expect(Math.abs(counted / exact - 1)).toBeLessThan(0.1);
});
