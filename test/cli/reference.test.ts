import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { commandReference } from '../support/commandReference.js';

const FILE = join(import.meta.dirname, '../../docs/reference.md');

it('docs/reference.md matches the definitions of the commands (npm run reference)', async () => {
  const reference = await commandReference();
  if (process.env['SPECTOOL_WRITE_REFERENCE'] === '1') writeFileSync(FILE, reference);
  expect(readFileSync(FILE, 'utf8')).toBe(reference);
});
