import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { cachePlaceOf } from '../../../src/adapters/git/places/cachePlace.js';
import { GitSandbox } from '../../support/gitSandbox.js';

describe('The folder of the caches', () => {
  it.each(['', 'packages/app'])(
    'is named after the place of the project in its repository: "%s"',
    (prefix) => {
      const { root } = new GitSandbox();
      mkdirSync(join(root, prefix), { recursive: true });
      const place = cachePlaceOf(join(root, prefix), {}) ?? '';
      expect(basename(place)).toBe(createHash('sha256').update(prefix).digest('hex').slice(0, 16));
    },
  );
});
