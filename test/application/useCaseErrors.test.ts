import { expect, it } from '@jest/globals';
import { statSync } from 'node:fs';
import { UseCase } from '../../src/application/useCase.js';
import type { Services } from '../../src/application/services.js';
import type { RequestSchema } from '../../src/application/requestSchema.js';
import { refusalOf } from '../support/thrownError.js';

class Looking extends UseCase<object, unknown> {
  static readonly request: RequestSchema<object> = {};
  readonly #look: () => unknown;

  constructor(look: () => unknown) {
    super({} as Services);
    this.#look = look;
  }

  protected run(): Promise<unknown> {
    return Promise.resolve(this.#look());
  }
}

it('a use case reports an unexpected system error with the path of the file', async () => {
  expect(await refusalOf(() => new Looking(() => statSync('/nonexistent/a')).execute())).toMatchObject({
    code: 'READ_FAILED',
    message: 'Cannot read /nonexistent/a: the file or folder does not exist (any more).',
    details: { cause: 'ENOENT' },
  });
});

it('a use case does not catch programming errors', async () => {
  const mistake = new TypeError('x is no function');
  const looking = new Looking(() => {
    throw mistake;
  });
  await expect(looking.execute()).rejects.toBe(mistake);
});
