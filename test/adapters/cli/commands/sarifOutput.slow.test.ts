import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv, type ValidateFunction } from 'ajv';
import { createGenerator } from 'ts-json-schema-generator';
import { renderSarif } from '../../../../src/adapters/cli/commands/tools/validate.js';
import type { Finding } from '../../../../src/domain/findings/finding.js';

const ROOT = join(import.meta.dirname, '../../../..');
let isSarif: ValidateFunction;

/** Generates a JSON Schema of SARIF 2.1.0 from the types in `@types/sarif`, because the schema itself is not in the package. */
beforeAll(() => {
  const schema = createGenerator({
    path: join(ROOT, 'node_modules/@types/sarif/index.d.ts'),
    tsconfig: join(ROOT, 'tsconfig.json'),
    type: 'Log',
    skipTypeCheck: true,
  }).createSchema('Log');
  isSarif = new Ajv({ allErrors: true, strict: false }).compile(schema as object);
});

function sarif(findings: readonly Finding[]): unknown {
  return JSON.parse(renderSarif({ findings })) as unknown;
}

describe('validate --format sarif', () => {
  it.each([
    [[]],
    [
      [
        {
          severity: 'error',
          code: 'FIELD_INVALID',
          file: 'specs/001-ü b/README.md',
          line: 3,
          message: 'm',
          fix: 'f',
        },
        { severity: 'warning', code: 'SIZE', file: '.spectool/config.json', message: '"<\u001b[31m' },
      ] satisfies Finding[],
    ],
  ])('prints a SARIF document that matches the SARIF schema, for findings %j', (findings) => {
    isSarif(sarif(findings));
    expect(isSarif.errors ?? []).toEqual([]);
  });

  it('is checked with a schema that does reject an invalid document', () => {
    expect(isSarif({ version: '2.1.0', runs: [{ results: [{ message: 'text' }] }] })).toBe(false);
  });

  it('writes file names as URIs relative to the project root', () => {
    const finding: Finding = {
      severity: 'error',
      code: 'SIZE',
      file: 'specs/001-ü b/README.md',
      message: 'm',
    };
    expect(JSON.stringify(sarif([finding]))).toContain('"uri":"specs/001-%C3%BC%20b/README.md"');
  });
});
