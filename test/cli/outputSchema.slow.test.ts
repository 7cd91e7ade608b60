import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { outputSchema } from '../support/outputSchema.js';

const FILE = join(import.meta.dirname, '../../schemas/output.schema.json');

it('schemas/output.schema.json matches the result types of the commands (npm run schemas)', () => {
  const text = `${JSON.stringify(outputSchema(), null, 1)}\n`;
  if (process.env['SPECTOOL_WRITE_SCHEMA'] === '1') writeFileSync(FILE, text);
  expect(readFileSync(FILE, 'utf8')).toBe(text);
});
