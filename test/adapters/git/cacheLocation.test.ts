import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { cacheLocationOf } from '../../../src/adapters/git/cloneLocation.js';
import { GitSandbox } from '../../support/gitSandbox.js';

it.each(['', 'packages/app'])(
  'cacheLocationOf returns a folder named by a hash of the path from the top of the repository to the project: "%s"',
  (prefix) => {
    const { root } = new GitSandbox();
    mkdirSync(join(root, prefix), { recursive: true });
    const place = cacheLocationOf(join(root, prefix), {}) ?? '';
    expect(basename(place)).toBe(createHash('sha256').update(prefix).digest('hex').slice(0, 16));
  },
);
