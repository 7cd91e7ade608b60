import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { describeUseCases } from '../../src/application/spectool.js';
import { apiReport } from '../support/apiReport.js';

it.each([
  ['index.api.md', () => apiReport('index')],
  ['testing.api.md', () => apiReport('testing')],
  ['requests.md', requests],
])('docs/api/%s matches the exports of the package (npm run api)', (name, made) => {
  const file = join(import.meta.dirname, `../../docs/api/${name}`);
  const report = made();
  if (process.env['SPECTOOL_WRITE_API'] === '1') writeFileSync(file, report);
  expect(readFileSync(file, 'utf8')).toBe(report);
});

/** Returns the expected text of docs/api/requests.md: for each use case, the fields of its request. */
function requests(): string {
  const sections = describeUseCases().flatMap(({ name, fields }) => {
    const lines = fields.map(
      (field) => `- \`${field.name}\`: ${field.expected}${field.required ? ', required' : ''}`,
    );
    return [`## ${name}`, lines.length === 0 ? 'Takes nothing.' : lines.join('\n')];
  });
  return `${[
    '# Requests',
    "What each use case can be asked: `spectool.createSpec.execute({ name: 'user-login' })`. In TypeScript a request is `UseCaseRequest<'createSpec'>`,\nits answer `UseCaseResult<'createSpec'>`.",
    ...sections,
  ].join('\n\n')}\n`;
}
