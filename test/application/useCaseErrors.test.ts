import { expect, it } from '@jest/globals';
import { statSync } from 'node:fs';
import { useCase } from '../../src/application/useCase.js';
import type { Services } from '../../src/application/services.js';
import { expectRefusalOf } from '../support/thrownError.js';

const looking = (look: () => unknown) => useCase({}, look)({} as Services, {});

it('a use case reports an unexpected system error with the path of the file', async () => {
  await expectRefusalOf(() => looking(() => statSync('/nonexistent/a')), 'READ_FAILED', {
    message: 'Cannot read /nonexistent/a: the file or folder does not exist (any more).',
    details: { cause: 'ENOENT' },
  });
});

it('a use case does not catch programming errors', async () => {
  const mistake = new TypeError('x is no function');
  const failing = looking(() => {
    throw mistake;
  });
  await expect(failing).rejects.toBe(mistake);
});
