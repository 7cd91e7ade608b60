import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { commandReference, commandRows, definedCommands, TABLE } from '../support/commandReference.js';

const FILE = join(import.meta.dirname, '../../docs/reference.md');

it('commandTable.ts and docs/reference.md match the definitions of the commands (npm run reference)', async () => {
  const found = await definedCommands();
  const expected = [
    [TABLE, commandRows(found)],
    [FILE, commandReference(found)],
  ] as const;
  for (const [path, text] of expected) {
    if (process.env['SPECTOOL_WRITE_REFERENCE'] === '1') writeFileSync(path, text);
    expect(readFileSync(path, 'utf8')).toBe(text);
  }
});
