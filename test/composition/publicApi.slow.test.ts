import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { apiReport } from '../support/apiReport.js';

it.each(['index', 'testing'])('docs/api/%s.api.md is what the package exports (npm run api)', (entry) => {
  const file = join(import.meta.dirname, `../../docs/api/${entry}.api.md`);
  const report = apiReport(entry);
  if (process.env['SPECTOOL_WRITE_API'] === '1') writeFileSync(file, report);
  expect(readFileSync(file, 'utf8')).toBe(report);
});
