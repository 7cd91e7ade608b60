import { PassThrough } from 'node:stream';
import { confirm } from '@clack/prompts';
import { describe, expect, it } from '@jest/globals';
import { prompt } from '../../../src/adapters/cli/prompt.js';

/** Returns the answer of a yes-or-no prompt in which the user presses these keys. */
async function typed(keys: string): Promise<boolean | undefined> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answer = prompt((until) => confirm({ message: 'Really?', input, output, ...until }));
  input.write(keys);
  return answer;
}

describe('prompt', () => {
  it.each([
    ['Enter', '\r', true],
    ['n', 'n\r', false],
    ['Ctrl-C', '\x03', undefined],
    ['Ctrl-D', '\x04', undefined],
  ])('returns, for the key %s (%j), the answer %j', async (_, keys, expected) => {
    expect(await typed(keys)).toBe(expected);
  });

  it('returns undefined when standard input ends', async () => {
    const before = process.stdin.listenerCount('end');
    const answer = typed('');
    process.stdin.emit('end');
    expect(await answer).toBeUndefined();
    expect(process.stdin.listenerCount('end')).toBe(before);
  });
});
